import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../protocol/resp.ts';
import type { Generation } from '../../protocol/session.ts';
import type { ListValueView, ListView } from '../../protocol/views-list.ts';
import { bytesOf } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Engine } from '../server/engine.ts';
import { LinkedList } from '../structures/linked-list.ts';
import { StringFactory } from '../types/string.ts';
import { readView } from './index.ts';

const START = { seed: 3, startMs: 1_700_000_000_000 };

function engineOf(generation: Generation = '7.0', config: Record<string, string> = {}): Engine {
  const engine = new Engine({ ...START, config: { 'enable-debug-command': 'yes', ...config }, generation });
  engine.step({ type: 'open', nowMs: START.startMs, client: 1 });
  return engine;
}

function run(engine: Engine, words: readonly string[]): string {
  const bytes = encodeCommand(words.map((word) => bytesOf(word)));
  const { replies } = engine.step({ type: 'data', nowMs: START.startMs, client: 1, bytes });
  return Buffer.from(replies[0].bytes).toString();
}

function look(engine: Engine, from = 0, count = 48): ListView {
  const target = { kind: 'list', db: 0, key: bytesOf('l'), window: { from, count } } as const;
  return readView(engine.server, target) as ListView;
}

const listOf = (engine: Engine): ListValueView => look(engine).list!;
const letters = (count: number) => Array.from({ length: count }, (_, nth) => `element-${nth}`);

describe('a list', () => {
  it('is its nodes, linked to each other, with what lies in them', () => {
    const engine = engineOf('7.0', { 'list-max-listpack-size': '3' });
    run(engine, ['RPUSH', 'l', ...'abcdefgh']);
    const list = listOf(engine);
    expect(list).toMatchObject({ elements: 8, total: 3, fill: 3, mostElements: 3, compressDepth: 0 });
    expect(list.nodes.map(({ elements }) => elements.map(({ value }) => value).join(''))).toEqual([
      ...['abc', 'def', 'gh'],
    ]);
    expect(list.nodes.map(({ firstRank }) => firstRank)).toEqual([0, 3, 6]);
    const [first, second, third] = list.nodes;
    expect([first.previous, first.next]).toEqual([0, second.address]);
    expect([third.previous, third.next]).toEqual([second.address, 0]);
    expect([list.head, list.tail]).toEqual([first.address, third.address]);
    const debug = run(engine, ['DEBUG', 'OBJECT', 'l']);
    expect(debug).toContain('ql_nodes:3');
    expect(debug).toContain(
      `ql_uncompressed_size:${list.nodes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)}`,
    );
    expect(run(engine, ['MEMORY', 'USAGE', 'l'])).toBe(`:${list.memoryBytes}\r\n`);
  });

  it('says which nodes are compressed, and into what', () => {
    const engine = engineOf('7.0', { 'list-max-listpack-size': '20', 'list-compress-depth': '1' });
    run(engine, ['RPUSH', 'l', ...letters(80)]);
    const { nodes, compressDepth } = listOf(engine);
    expect(compressDepth).toBe(1);
    expect(nodes.map(({ format }) => format)).toEqual(['listpack', 'lzf', 'lzf', 'listpack']);
    expect(nodes[1]).toMatchObject({ count: 20, elements: [] });
    expect(nodes[1].storedBytes).toBeLessThan(nodes[1].sizeBytes);
    expect(nodes[1].allocationBytes).toBeGreaterThanOrEqual(nodes[1].storedBytes);
  });

  it('of many elements shows the first and the last of a node', () => {
    const engine = engineOf();
    run(engine, ['RPUSH', 'l', ...letters(200)]);
    const [{ elements, count }] = listOf(engine).nodes;
    expect(count).toBe(200);
    expect(elements).toHaveLength(48);
    expect(elements[0].value).toBe('element-0');
    expect(elements.at(-1)).toMatchObject({ index: 199, value: 'element-199' });
    expect(elements.map(({ index }) => index)).toEqual(
      elements.map(({ index }) => index).sort((a, b) => a - b),
    );
  });

  it('of many nodes shows a window', () => {
    const engine = engineOf('6.2', { 'list-max-ziplist-size': '1' });
    run(engine, ['RPUSH', 'l', ...letters(100)]);
    const list = look(engine, 90, 24).list!;
    expect(list).toMatchObject({ total: 100, from: 76, fillSetting: 'list-max-ziplist-size' });
    expect(list.nodes[0]).toMatchObject({ index: 76, firstRank: 76, format: 'ziplist' });
    expect(list.nodes).toHaveLength(24);
  });

  it('has a node of its own for a huge element', () => {
    const engine = engineOf();
    run(engine, ['DEBUG', 'QUICKLIST-PACKED-THRESHOLD', '100b']);
    run(engine, ['RPUSH', 'l', 'a', 'x'.repeat(200), 'b']);
    expect(listOf(engine).nodes.map(({ format, isPlain }) => [format, isPlain])).toEqual([
      ...[
        ['listpack', false],
        ['plain', true],
        ['listpack', false],
      ],
    ]);
  });

  it('is nothing when the key holds something else', () => {
    const engine = engineOf();
    run(engine, ['SET', 'l', 'a']);
    expect(look(engine)).toMatchObject({ type: 'string', list: null, keys: [] });
  });
});

/** A linked list as it would really be built, on a heap of its own: what it took of it. */
function builtBytes(values: readonly string[]): number {
  const env = createEnvironment(1);
  const strings = new StringFactory(env);
  // Shared integers are made once for the whole server and belong to no list.
  for (const value of values) if (/^\d{1,4}$/.test(value)) strings.encoded(bytesOf(value), 0);
  const before = env.heap.usedBytes;
  const list = new LinkedList<unknown>(env);
  for (const value of values) list.addTail(strings.encoded(bytesOf(value), 0));
  return env.heap.usedBytes - before;
}

describe('what a linked list would cost', () => {
  const mixed = [
    ...letters(50),
    '7',
    '9999',
    '10000',
    '-1',
    '',
    'x'.repeat(44),
    'x'.repeat(45),
    'y'.repeat(700),
  ];

  it.each([
    ['packed', {}],
    ['compressed in the middle', { 'list-max-listpack-size': '10', 'list-compress-depth': '1' }],
  ])('is what it takes when it is built, from a list that is %s', (_, config) => {
    const engine = engineOf('7.0', config);
    run(engine, ['RPUSH', 'l', ...mixed]);
    const { cost } = listOf(engine);
    expect(cost).toMatchObject({ elements: mixed.length, isWhole: true, linkBytes: 32 });
    expect(cost.linkedListBytes).toBe(builtBytes(mixed));
    expect(cost.linkedListBytes).toBe(48 + cost.linksBytes + cost.objectsBytes);
  });

  it('and of the quicklist, what it took when it was made', () => {
    const engine = engineOf();
    const { heap } = engine.server.env;
    run(engine, ['RPUSH', 'l', 'a']);
    run(engine, ['DEL', 'l']);
    const before = heap.usedBytes;
    run(engine, ['RPUSH', 'l', ...letters(100)]);
    // Beside it there are the key, its entry and the object.
    expect(heap.usedBytes - before).toBe(listOf(engine).cost.quicklistBytes + 8 + 32 + 16);
  });

  it('is measured over whole nodes as far as it is worth it', () => {
    const engine = engineOf();
    for (let nth = 0; nth < 5; nth++) run(engine, ['RPUSH', 'l', ...letters(1000)]);
    const { cost, nodes } = listOf(engine);
    expect(cost.isWhole).toBe(false);
    expect(cost.elements).toBe(nodes.slice(0, 4).reduce((sum, { count }) => sum + count, 0));
  });
});
