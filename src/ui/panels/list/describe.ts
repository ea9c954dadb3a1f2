/** A list in words: figures beside the title, and the accessible table. */
import type { ListNodeView, ListView } from '../../../protocol/views-list.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { listWords } from './words.ts';

export function summariseList({ list }: ListView, language: Language): string[] {
  const words = listWords[language];
  return list === null
    ? []
    : [
        list.encoding,
        words.elements(list.elements),
        words.nodes(list.total),
        // With the key and the object: more than the slots of the quicklist that are compared below.
        `${words.figures.memory} ${words.bytes(list.memoryBytes)}`,
      ];
}

export function accessibleList({ list, key }: ListView, language: Language): AccessibleTable {
  const words = listWords[language];
  if (list === null || key === null) return { caption: '', rows: [] };
  const { cost } = list;
  return {
    caption: words.accessible(keyInSentence(key), list.elements, list.total),
    rows: [
      { id: 'elements', name: words.figures.elements, text: String(list.elements) },
      { id: 'nodes', name: words.figures.nodes, text: String(list.total) },
      {
        id: 'fill',
        name: list.fillSetting,
        text: words.fill(list.fillSetting, list.fill, list.mostBytes, list.mostElements),
      },
      { id: 'depth', name: words.figures.depth, text: words.depth(list.compressDepth) },
      { id: 'memory', name: words.figures.memory, text: String(list.memoryBytes) },
      ...list.nodes.map((node) => ({
        id: `node:${node.index}`,
        name: words.node(node.index),
        text: accessibleNode(node, language),
      })),
      { id: 'quicklist', name: words.quicklist, text: String(cost.quicklistBytes) },
      { id: 'linkedlist', name: words.linkedList, text: String(cost.linkedListBytes) },
    ],
  };
}

function accessibleNode(node: ListNodeView, language: Language): string {
  const words = listWords[language];
  const head = `${words.formats[node.format]}, ${words.elements(node.count)}, ${words.bytes(node.sizeBytes)}`;
  const values = node.elements.map(({ value }) => (value === '' ? '""' : value));
  return values.length === 0 ? head : `${head}: ${values.join(' ')}`;
}
