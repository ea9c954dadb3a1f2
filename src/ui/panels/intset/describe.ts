/** A set of integers in words: figures beside the title, and the accessible table. */
import type { IntsetView } from '../../../protocol/views-intset.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { hexOf } from './numbers.ts';
import { intsetWords } from './words.ts';

export function summariseIntset(view: IntsetView, language: Language): string[] {
  const words = intsetWords[language];
  if (view.encoding === null) return [];
  const width = view.intset === null ? [] : [words.encodingText(view.intset.widthBytes)];
  return [view.encoding, ...width, words.members(view.elements), words.bytes(view.memoryBytes)];
}

export function accessibleIntset(view: IntsetView, language: Language): AccessibleTable {
  const words = intsetWords[language];
  const { intset, key, encoding } = view;
  if (key === null || encoding === null) return { caption: '', rows: [] };
  const rows = [
    { id: 'encoding', name: words.encoding, text: encoding },
    { id: 'memory', name: words.memory, text: String(view.memoryBytes) },
    { id: 'limit', name: words.limit, text: words.limitText(view.elements, view.limit) },
  ];
  if (intset !== null) {
    rows.push(
      { id: 'width', name: words.header, text: words.encodingSays(intset.widthBytes) },
      { id: 'length', name: words.length, text: String(intset.length) },
      ...intset.numbers.map(({ index, value, offset, widthBytes, bytes }) => ({
        id: `number:${index}`,
        name: value,
        text: words.numberSays(index, offset, widthBytes, hexOf(bytes)),
      })),
    );
  } else {
    const members = view.members.map(({ member }) => member).join(' ');
    rows.push({ id: 'members', name: words.table, text: members });
  }
  return { caption: words.accessible(keyInSentence(key), encoding, view.elements), rows };
}
