/** The memory in words: figures beside the title, and the accessible table. */
import type { MemoryMapView } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { memoryWords } from './words.ts';

export function summariseMemory(view: MemoryMapView, language: Language): string[] {
  const words = memoryWords[language];
  return [words.keys(view.keys), words.used(formatExactBytes(view.figures.usedBytes))];
}

export function accessibleMemory(view: MemoryMapView, language: Language): AccessibleTable {
  const words = memoryWords[language];
  const { figures } = view;
  const figure = (id: 'startup' | 'tables' | 'dataset', bytes: number) => ({
    id,
    name: words.pieces[id],
    text: `${bytes} B`,
  });
  return {
    caption: words.accessible(`${figures.usedBytes} B`, view.keys),
    rows: [
      figure('startup', figures.startupBytes),
      figure('tables', figures.tablesBytes),
      figure('dataset', figures.datasetBytes),
      ...view.rows.map(({ key, type, encoding, memoryBytes, parts }) => ({
        id: `key:${key}`,
        name: key,
        text: `${memoryBytes} B, ${type}, ${encoding}: ${parts.map(({ name, bytes }) => `${words.parts[name]} ${bytes}`).join(', ')}`,
      })),
      ...view.classes.map(({ slotBytes, slabs, slotsPerSlab, liveSlots, freedSlots, emptySlabs }) => ({
        id: `class:${slotBytes}`,
        name: `${slotBytes} B`,
        text: `${words.classSays(liveSlots, freedSlots, slabs * slotsPerSlab - liveSlots - freedSlots, slabs)}; ${words.empties(emptySlabs)}`,
      })),
      ...view.past.map(({ commands, usedBytes, slabBytes }) => ({
        id: `past:${commands}`,
        name: words.atCommand(commands),
        text: words.pastSays(`${usedBytes} B`, `${slabBytes} B`),
      })),
    ],
  };
}
