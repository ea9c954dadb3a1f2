/** A stream: its entries, the radix tree above them, and its consumer groups. Null if the key is not a stream. */
import { encodeUtf8 } from '../utf8.ts';
import type { StreamGroupView, StreamView } from '../views-stream.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

/** As many as a view shows. */
const MAX_PENDING = 200;

const orders = 'XADD orders 1700-{1..5} item tea';
/** Ann has read two entries and acknowledged one. */
const reading = [
  orders,
  'XGROUP CREATE orders packers 0',
  'XREADGROUP GROUP packers ann COUNT 2 STREAMS orders >',
  'XACK orders packers 1700-1',
].join('\n');

export const streamObservations = [
  observation({
    path: 'db<db>.stream(<key>).length',
    value: 'number',
    zh: ({ key }) => `${key} 的条目数`,
    en: ({ key }) => `entries of ${key}`,
    example: { given: orders, path: 'db0.stream(orders).length', reportedBy: ['XLEN orders'] },
    read: (engine, given) => streamOf(engine, given)?.length ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).lastId',
    value: 'text',
    zh: ({ key }) => `${key} 最后的 ID`,
    en: ({ key }) => `last id of ${key}`,
    note: 'stays when the entry is deleted',
    example: {
      given: orders,
      path: 'db0.stream(orders).lastId',
      reportedBy: ['XINFO STREAM orders', '"last-generated-id"'],
    },
    read: (engine, given) => streamOf(engine, given)?.lastId ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).nodes',
    value: 'number',
    zh: ({ key }) => `${key} 的 listpack 个数`,
    en: ({ key }) => `listpacks of ${key}`,
    note: 'keys of its radix tree',
    example: {
      given: `CONFIG SET stream-node-max-entries 2\n${orders}`,
      path: 'db0.stream(orders).nodes',
      reportedBy: ['XINFO STREAM orders', '"radix-tree-keys"'],
    },
    read: (engine, given) => streamOf(engine, given)?.nodeCount ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).raxNodes',
    value: 'number',
    zh: ({ key }) => `${key} 的基数树节点数`,
    en: ({ key }) => `radix tree nodes of ${key}`,
    example: {
      given: `CONFIG SET stream-node-max-entries 2\n${orders}`,
      path: 'db0.stream(orders).raxNodes',
      reportedBy: ['XINFO STREAM orders', '"radix-tree-nodes"'],
    },
    read: (engine, given) => streamOf(engine, given)?.raxNodes ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).groups',
    value: 'number',
    zh: ({ key }) => `${key} 的消费组个数`,
    en: ({ key }) => `groups of ${key}`,
    example: {
      given: reading,
      path: 'db0.stream(orders).groups',
      reportedBy: ['XINFO STREAM orders', '"groups"'],
    },
    read: (engine, given) => streamOf(engine, given)?.groupCount ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).pending(<group>)',
    value: 'number',
    zh: ({ group }) => `${group} 未确认的条目`,
    en: ({ group }) => `pending entries of ${group}`,
    example: {
      given: reading,
      path: 'db0.stream(orders).pending(packers)',
      reportedBy: ['XINFO GROUPS orders', '"pending"'],
    },
    read: (engine, given) => groupOf(engine, given)?.pending ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).pendingOf(<group>,<consumer>)',
    value: 'number',
    zh: ({ group, consumer }) => `${group} 里 ${consumer} 未确认的条目`,
    en: ({ group, consumer }) => `pending entries of ${consumer} in ${group}`,
    note: 'null if the group has no such consumer; among its first 50',
    example: {
      given: reading,
      path: 'db0.stream(orders).pendingOf(packers,ann)',
      reportedBy: ['XINFO CONSUMERS orders packers', '"pending"'],
    },
    read: (engine, given) =>
      shownGroupOf(engine, given)?.consumers.find(({ name }) => name === given.consumer)?.pending ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).deliveries(<group>,<entry>)',
    value: 'number',
    zh: ({ group, entry }) => `${entry} 在 ${group} 里的投递次数`,
    en: ({ group, entry }) => `deliveries of ${entry} in ${group}`,
    note: 'null unless it is pending; among the first 200',
    example: {
      given: reading,
      path: 'db0.stream(orders).deliveries(packers,1700-2)',
      reportedBy: ['XPENDING orders packers 1700-2 1700-2 1 ann', '4) '],
    },
    read(engine, given) {
      const found = shownGroupOf(engine, given)?.pending.find(({ id }) => id === given.entry);
      return found === undefined ? null : Number(found.deliveries);
    },
  }),
  observation({
    path: 'db<db>.stream(<key>).consumers(<group>)',
    value: 'number',
    zh: ({ group }) => `${group} 的消费者个数`,
    en: ({ group }) => `consumers of ${group}`,
    example: {
      given: reading,
      path: 'db0.stream(orders).consumers(packers)',
      reportedBy: ['XINFO GROUPS orders', '"consumers"'],
    },
    read: (engine, given) => groupOf(engine, given)?.consumers ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).delivered(<group>)',
    value: 'text',
    zh: ({ group }) => `${group} 读到的 ID`,
    en: ({ group }) => `last id delivered to ${group}`,
    example: {
      given: reading,
      path: 'db0.stream(orders).delivered(packers)',
      reportedBy: ['XINFO GROUPS orders', '"last-delivered-id"'],
    },
    read: (engine, given) => groupOf(engine, given)?.lastId ?? null,
  }),
  observation({
    path: 'db<db>.stream(<key>).lag(<group>)',
    value: 'number',
    zh: ({ group }) => `${group} 还没读的条目`,
    en: ({ group }) => `entries ${group} has yet to read`,
    note: 'null if the server does not know',
    example: {
      given: reading,
      path: 'db0.stream(orders).lag(packers)',
      reportedBy: ['XINFO GROUPS orders', '"lag"'],
    },
    read(engine, given) {
      const lag = groupOf(engine, given)?.lag ?? null;
      return lag === null ? null : Number(lag);
    },
  }),
];

interface OfKey {
  readonly db: number;
  readonly key: string;
}

function streamOf(engine: EngineReader, { db, key }: OfKey, group: string | null = null): StreamView | null {
  const target = { kind: 'stream', db, key: encodeUtf8(key), from: 0, node: null } as const;
  const stream = engine.view({
    ...target,
    entries: { from: 0, count: 1 },
    group: group === null ? null : encodeUtf8(group),
    pending: { from: 0, count: group === null ? 1 : MAX_PENDING },
  });
  return stream === null || stream.address === 0 ? null : stream;
}

/** With its consumers and pending entries. */
function shownGroupOf(engine: EngineReader, given: OfKey & { group: string }): StreamView['shown'] {
  // A view of a group that is missing would show the first one.
  const { address } = groupOf(engine, given) ?? { address: 0 };
  const shown = streamOf(engine, given, given.group)?.shown ?? null;
  return shown?.address === address ? shown : null;
}

function groupOf(engine: EngineReader, given: OfKey & { group: string }): StreamGroupView | null {
  const name = encodeUtf8(given.group).join();
  return streamOf(engine, given)?.groups.find(({ nameBytes }) => nameBytes.join() === name) ?? null;
}
