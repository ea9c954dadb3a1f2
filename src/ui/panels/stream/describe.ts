/** A stream in words: figures beside the title, and the accessible table. */
import type { StreamView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { streamWords } from './words.ts';

export function summariseStream(view: StreamView, language: Language): string[] {
  const words = streamWords[language];
  return [
    `${words.figures.length} ${view.length}`,
    `${view.nodeCount} ${language === 'zh' ? '个 listpack' : view.nodeCount === 1 ? 'listpack' : 'listpacks'}`,
  ];
}

export function accessibleStream(view: StreamView, language: Language): AccessibleTable {
  const words = streamWords[language];
  const { figures } = words;
  if (view.key === null || view.address === 0) return { caption: '', rows: [] };
  const rows = [
    { id: 'length', name: figures.length, text: String(view.length) },
    { id: 'lastId', name: figures.lastId, text: view.lastId },
    { id: 'entriesAdded', name: figures.entriesAdded, text: view.entriesAdded },
    { id: 'maxDeletedId', name: figures.maxDeletedId, text: view.maxDeletedId },
    { id: 'raxNodes', name: words.tree, text: words.treeNote(view.raxNodes, view.nodeCount) },
    ...view.nodes.map(({ id, lastId, entries, deleted, usedBytes }) => ({
      id: `node:${id}`,
      name: words.nodeSays.head(id, lastId),
      text: `${words.node(entries, deleted, view.maxNodeEntries)}, ${words.nodeBytes(usedBytes, view.maxNodeBytes)}`,
    })),
  ];
  for (const entry of view.open?.entries ?? []) {
    const pairs = entry.pairs.map(({ field, value }) => `${field} ${value}`).join(' ');
    const text = entry.isDeleted ? `${words.flagNames.deleted} ${pairs}` : pairs;
    rows.push({ id: `entry:${entry.id}`, name: entry.id, text });
  }
  for (const group of view.groups) {
    const text = `${words.groupText(group.name, group.pending)}, ${words.groupSays(group.lastId, group.entriesRead, group.lag)}`;
    rows.push({ id: `group:${group.name}`, name: group.name, text: text });
  }
  for (const { id, consumer, deliveries, isGone } of view.shown?.pending ?? []) {
    const text = `${consumer} ×${deliveries}${isGone ? ` ${words.gone1}` : ''}`;
    rows.push({ id: `pending:${id}`, name: id, text });
  }
  return {
    caption: words.accessible(keyInSentence(view.key), view.length, view.nodeCount, view.groupCount),
    rows,
  };
}
