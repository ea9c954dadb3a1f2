/** A list as its quicklist. Null if the key is not a list. */
import { encodeUtf8 } from '../utf8.ts';
import type { ListNodeView, ListValueView } from '../views-list.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

/** Three elements in a node; all nodes but the first and the last are compressed where that is worth it. */
const queue = [
  'CONFIG SET list-max-listpack-size 3',
  'CONFIG SET list-compress-depth 1',
  'RPUSH queue order-number-{1..10}-of-today',
].join('\n');

export const listObservations = [
  observation({
    path: 'db<db>.list(<key>).at(<index>)',
    value: 'text',
    zh: ({ key, index }) => `${key} 下标 ${index} 的元素`,
    en: ({ key, index }) => `element ${index} of ${key}`,
    sentence: {
      zh: ({ key, index }) => `${key} 下标 ${index} 的元素是 {n}`,
      en: ({ key, index }) => `Element ${index} of ${key} is {n}`,
    },
    note: 'counted from the head, the first is 0; null for an element that the panel leaves out',
    example: {
      given: 'RPUSH queue ann bob cat',
      path: 'db0.list(queue).at(1)',
      reportedBy: ['LINDEX queue 1'],
    },
    read: (engine, given) => elementOf(nodesOf(engine, given) ?? [], given.index),
  }),
  observation({
    path: 'db<db>.list(<key>).nodes',
    value: 'number',
    zh: ({ key }) => `${key} 的 quicklist 节点数`,
    en: ({ key }) => `quicklist nodes of ${key}`,
    example: { given: queue, path: 'db0.list(queue).nodes', reportedBy: ['DEBUG OBJECT queue', 'ql_nodes:'] },
    read: (engine, given) => listAt(engine, given, 0)?.total ?? null,
  }),
  observation({
    path: 'db<db>.list(<key>).compressedNodes',
    value: 'number',
    zh: ({ key }) => `${key} 的压缩节点数`,
    en: ({ key }) => `compressed nodes of ${key}`,
    note: 'LZF, by list-compress-depth',
    example: { given: queue, path: 'db0.list(queue).compressedNodes' },
    read: (engine, given) =>
      nodesOf(engine, given)?.filter(({ storedBytes, sizeBytes }) => storedBytes !== sizeBytes).length ??
      null,
  }),
  observation({
    path: 'db<db>.list(<key>).elementsIn(<index>)',
    value: 'number',
    zh: ({ index }) => `节点 ${index} 的元素个数`,
    en: ({ index }) => `elements in node ${index}`,
    note: 'nodes are counted from the head, the first is 0',
    example: { given: queue, path: 'db0.list(queue).elementsIn(3)' },
    read: (engine, given) =>
      listAt(engine, given, given.index)?.nodes.find(({ index }) => index === given.index)?.count ?? null,
  }),
  observation({
    path: 'db<db>.list(<key>).linkedListBytes',
    value: 'number',
    zh: ({ key }) => `${key} 换成双向链表占的字节`,
    en: ({ key }) => `bytes of ${key} as a linked list`,
    reads: 'value',
    note: "what the same elements would take in a doubly linked list of objects, by the allocator's slots; null for a long list that the panel measures only in part",
    example: { given: queue, path: 'db0.list(queue).linkedListBytes' },
    read(engine, given) {
      const cost = listAt(engine, given, 0)?.cost;
      return cost?.isWhole === true ? cost.linkedListBytes : null;
    },
  }),
];

interface OfKey {
  readonly db: number;
  readonly key: string;
}

/** A view shows at most so many nodes. */
const NODES_SHOWN = 48;

function listAt(engine: EngineReader, { db, key }: OfKey, from: number): ListValueView | null {
  const window = { from, count: NODES_SHOWN };
  return engine.view({ kind: 'list', db, key: encodeUtf8(key), window })?.list ?? null;
}

function nodesOf(engine: EngineReader, given: OfKey): ListNodeView[] | null {
  const nodes: ListNodeView[] = [];
  for (;;) {
    const list = listAt(engine, given, nodes.length);
    if (list === null) return null;
    // The last window begins earlier, so that it is full.
    nodes.push(...list.nodes.slice(nodes.length - list.from));
    if (nodes.length >= list.total) return nodes;
  }
}

function elementOf(nodes: readonly ListNodeView[], rank: number): string | null {
  const node = nodes.find(({ firstRank, count }) => rank >= firstRank && rank < firstRank + count);
  return node?.elements.find(({ index }) => node.firstRank + index === rank)?.value ?? null;
}
