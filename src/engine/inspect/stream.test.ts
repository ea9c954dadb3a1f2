/** The picture of a stream, the steps between two pictures, and that looking leaves no trace. */
import { describe, expect, test } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import type { StreamTarget, StreamView } from '../../protocol/views.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { StreamFuzz } from '../../testing/stream-fuzz.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1, utf8 } from '../base/bytes.ts';
import { readStreamView } from './stream.ts';

function connected(config: Record<string, string> = {}) {
  const clients = new EngineClients(config);
  const { engine } = clients;
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const look = (target: Partial<StreamTarget> = {}) =>
    readStreamView(engine.server, engine.server.keyspace.databases[0], {
      kind: 'stream',
      db: 0,
      key: null,
      from: null,
      node: null,
      entries: { from: 0, count: 100 },
      group: null,
      pending: { from: 0, count: 100 },
      ...target,
    });
  /** The steps of a command, and the views at every step of it. */
  const during = (line: string | readonly (string | Uint8Array)[]) => {
    const steps: Step[] = [];
    const views: StreamView[] = [];
    const stop = engine.listen({
      step: (step) => {
        steps.push(step);
        if (/^(stream|group|rax)\.|^packed\.replace$/.test(step.type)) views.push(look());
      },
    });
    clients.send(typeof line === 'string' ? line.split(' ') : [...line]);
    stop();
    return { steps: steps.filter(({ type }) => /^(stream|group)\./.test(type)), views };
  };
  return { ask, look, during };
}

describe('a stream', () => {
  test('that is not there', () => {
    const { ask, look } = connected();
    expect(look()).toMatchObject({ key: null, nodes: [], rax: [], open: null, shown: null });
    ask('SET s 1');
    expect(look({ key: utf8('s') })).toMatchObject({ key: 's', address: 0, length: 0 });
  });

  test('its listpacks, and the bytes of their ids in the radix tree', () => {
    const { ask, look } = connected({ 'stream-node-max-entries': '2' });
    for (const id of ['1-1', '1-2', '2-5', '3-0', '300-7']) ask(`XADD s ${id} temp ${id}`);
    ask('XADD s 300-9 temp 1 unit C');
    ask('XDEL s 300-7');
    const view = look();
    expect(view.nodes.map(({ id, lastId, entries, deleted }) => [id, lastId, entries, deleted])).toEqual([
      ['1-1', '1-2', 2, 0],
      ['2-5', '3-0', 2, 0],
      ['300-7', '300-9', 1, 1],
    ]);
    expect(view).toMatchObject({ length: 5, lastId: '300-9', maxDeletedId: '300-7', entriesAdded: '6' });
    expect(ask('XINFO STREAM s')).toContain(`$15\r\nradix-tree-keys\r\n:${view.nodeCount}`);
    expect(ask('XINFO STREAM s')).toContain(`$16\r\nradix-tree-nodes\r\n:${view.raxNodes}`);
    expect(ask('MEMORY USAGE s')).not.toBe('$-1\r\n');
    // Every node of the tree is on the way to one of the three.
    expect(view.rax.length).toBe(view.raxNodes);
    const spelt = view.rax.map(({ depth, characters, isCompressed }) => [
      depth,
      Buffer.from(characters).toString('hex'),
      isCompressed,
    ]);
    expect(spelt.slice(0, 2)).toEqual([
      [0, '000000000000', true],
      [6, '0001', false],
    ]);
    expect(view.rax[1].children).toMatchObject([
      { place: 0, firstRow: 0, lastRow: 1 },
      { place: 1, firstRow: 2, lastRow: 2 },
    ]);
    expect(view.open).toMatchObject({
      id: '300-7',
      masterFields: ['temp'],
      entries: [
        { id: '300-7', isDeleted: true, hasSameFields: true, seqDifference: '0', elements: 4 },
        {
          id: '300-9',
          isDeleted: false,
          hasSameFields: false,
          msDifference: '0',
          seqDifference: '2',
          pairs: [
            { field: 'temp', value: '1' },
            { field: 'unit', value: 'C' },
          ],
          elements: 8,
        },
      ],
    });
    expect(look({ node: '2-9' }).open?.id).toBe('2-5');
    expect(structuredClone(view)).toEqual(view);
  });

  test('more nodes than a window has', () => {
    const { ask, look } = connected({ 'stream-node-max-entries': '1' });
    for (let id = 1; id <= 60; id++) ask(`XADD s ${id} f v`);
    expect(look()).toMatchObject({ nodeCount: 60, from: 36 });
    expect(look({ node: '30-0' })).toMatchObject({ from: 17 });
    expect(look({ from: 3 }).nodes.map(({ id }) => id)[0]).toBe('4-0');
    expect(look({ from: 40 }).nodes.map(({ id }) => id)).toEqual(look().nodes.map(({ id }) => id));
    expect(look().nodes.at(-1)?.id).toBe('60-0');
  });

  test('emits full nodes, tombstones and trims', () => {
    const { ask, during } = connected({ 'stream-node-max-entries': '2' });
    expect(during('XADD s 1 f v').steps).toMatchObject([
      { type: 'stream.node', node: '1-0', why: 'first' },
      { type: 'stream.append', node: '1-0', id: '1-0', sameFields: true },
    ]);
    expect(during('XADD s 2 g v').steps).toMatchObject([
      { type: 'stream.append', node: '1-0', id: '2-0', sameFields: false },
    ]);
    expect(during('XADD s 3 f v').steps[0]).toMatchObject({ type: 'stream.node', why: 'entries' });
    ask('CONFIG SET stream-node-max-bytes 40');
    expect(during(`XADD s 4 f ${'x'.repeat(30)}`).steps[0]).toMatchObject({
      type: 'stream.node',
      why: 'bytes',
    });
    expect(during('XDEL s 1').steps).toMatchObject([
      { type: 'stream.delete', node: '1-0', id: '1-0', entries: 1 },
    ]);
    expect(during('XDEL s 2').steps).toMatchObject([{ type: 'stream.drop', node: '1-0', why: 'empty' }]);
    ask('DEL s');
    ask('CONFIG SET stream-node-max-bytes 4096');
    for (let id = 1; id <= 5; id++) ask(`XADD s ${id} f v`);
    expect(during('XTRIM s MAXLEN ~ 2').steps).toMatchObject([
      { type: 'stream.drop', node: '1-0', entries: 2, why: 'trim' },
      { type: 'stream.keep', node: '3-0', entries: 2 },
    ]);
    expect(during('XTRIM s MAXLEN 2').steps).toMatchObject([
      { type: 'stream.delete', node: '3-0', id: '3-0', entries: 1 },
    ]);
  });
});

test(`random commands: every picture inside them can be read, and agrees with the replies (seed ${fuzzSeed})`, () => {
  const { ask, look, during } = connected({ 'stream-node-max-entries': '3' });
  const fuzz = new StreamFuzz(fuzzSeed);
  let pictures = 0;
  for (let nth = 0; nth < 1500; nth++) {
    const { args } = fuzz.next();
    // Nobody would wake up who waits.
    if (args.some((argument) => /^block$/i.test(String(argument)))) continue;
    pictures += during(args).views.length;
    if (nth % 25 !== 0) continue;
    const { names, rax, raxNodes, nodeCount, nodes } = look();
    for (const { key, keyBytes } of names) {
      const view = look({ key: keyBytes });
      expect(ask(`XLEN ${key}`), key).toBe(`:${view.length}\r\n`);
      expect(ask(`XINFO STREAM ${key}`)).toContain(
        `last-generated-id\r\n$${view.lastId.length}\r\n${view.lastId}\r\n`,
      );
    }
    if (nodeCount === nodes.length && nodeCount > 0) expect(rax.length).toBe(raxNodes);
  }
  expect(pictures).toBeGreaterThan(1000);
});

describe('its groups', () => {
  test('who has what, and who had it before', () => {
    const { ask, look, during } = connected();
    for (let id = 1; id <= 4; id++) ask(`XADD s ${id} f v`);
    expect(during('XGROUP CREATE s g 0').steps).toMatchObject([
      { type: 'group.create', name: 'g', lastId: '0-0' },
    ]);
    expect(during('XREADGROUP GROUP g ann COUNT 2 STREAMS s >').steps).toMatchObject([
      { type: 'group.join', consumer: 'ann' },
      { type: 'group.position', from: '0-0', id: '1-0' },
      { type: 'group.deliver', consumer: 'ann', from: null, id: '1-0', deliveries: '1', how: 'new' },
      { type: 'group.position', from: '1-0', id: '2-0' },
      { type: 'group.deliver', consumer: 'ann', from: null, id: '2-0', deliveries: '1', how: 'new' },
    ]);
    expect(during('XCLAIM s g bob 0 2').steps).toMatchObject([
      { type: 'group.join', consumer: 'bob' },
      { type: 'group.deliver', consumer: 'bob', from: 'ann', id: '2-0', deliveries: '2', how: 'claim' },
    ]);
    expect(during('XREADGROUP GROUP g ann STREAMS s 0').steps).toMatchObject([
      { type: 'group.deliver', consumer: 'ann', from: 'ann', id: '1-0', deliveries: '2', how: 'again' },
    ]);
    ask('XDEL s 2');
    expect(look()).toMatchObject({
      groups: [{ name: 'g', lastId: '2-0', entriesRead: '2', lag: null, pending: 2, consumers: 2 }],
      shown: {
        pending: [
          { id: '1-0', consumer: 'ann', deliveries: '2', isGone: false },
          { id: '2-0', consumer: 'bob', deliveries: '2', isGone: true },
        ],
        consumers: [
          { name: 'ann', pending: 1 },
          { name: 'bob', pending: 1 },
        ],
      },
    });
    expect(during('XAUTOCLAIM s g ann 0 0').steps).toMatchObject([
      { type: 'group.deliver', consumer: 'ann', from: 'ann', id: '1-0', how: 'claim' },
      { type: 'group.release', consumer: 'bob', id: '2-0', why: 'deleted' },
    ]);
    expect(during('XACK s g 1').steps).toMatchObject([
      { type: 'group.release', consumer: 'ann', id: '1-0', why: 'acknowledged' },
    ]);
    expect(during('XGROUP DELCONSUMER s g bob').steps).toMatchObject([{ type: 'group.leave', pending: 0 }]);
    expect(during('XGROUP SETID s g 0').steps).toMatchObject([{ type: 'group.position', id: '0-0' }]);
    expect(during('XGROUP DESTROY s g').steps).toMatchObject([
      { type: 'group.destroy', name: 'g', pending: 0 },
    ]);
    expect(look({ group: utf8('g') }).shown).toBeNull();
  });

  test('every picture inside a command can be read, and the reply is the same as unwatched', () => {
    const lines = [
      ...Array.from({ length: 12 }, (_, nth) => `XADD s ${nth * 200 + 1} f v${nth}`),
      'XGROUP CREATE s g 0',
      'XREADGROUP GROUP g ann COUNT 5 STREAMS s >',
      'XDEL s 201 401',
      'XAUTOCLAIM s g bob 0 0',
      'XTRIM s MAXLEN 3',
      'XPENDING s g',
      'XINFO STREAM s FULL',
    ];
    const [watched, alone] = [1, 2].map(() => connected({ 'stream-node-max-entries': '3' }));
    let pictures = 0;
    for (const line of lines) pictures += watched.during(line).views.length;
    for (const line of lines) alone.ask(line);
    expect(pictures).toBeGreaterThan(60);
    expect(watched.look()).toEqual(alone.look());
  });
});
