/** Watching lists, sets of integers and bitmaps: what the steps tell, with the picture at that instant. */
import { describe, expect, it } from 'vitest';
import type { Moment } from '../protocol/messages.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import type { BitmapView, IntsetView, ListView, WatchTarget } from '../protocol/views.ts';
import { Session } from './session.ts';

const START_MS = 1_700_000_000_000;

function watching(kind: 'list' | 'intset' | 'bitmap', count = 16, config: Record<string, string> = {}) {
  const session = new Session({ generation: '7.0', seed: 5, startMs: START_MS, config });
  session.open(START_MS);
  const target: WatchTarget = { kind, db: 0, key: null, window: { from: 0, count }, follow: true };
  session.watch('shown', target, session.lastIndex);
  return (line: string): readonly Moment[] =>
    session.send(1, encodeCommand(splitArguments(line)!), START_MS).detail!.moments;
}

const steps = (moments: readonly Moment[], prefix: string) =>
  moments.flatMap(({ step }) => (step?.type.startsWith(prefix) ? [step] : []));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('an intset', () => {
  const numbers = ({ picture }: Moment) => (picture.shown as IntsetView).intset!.numbers;
  const drawn = (moment: Moment) =>
    numbers(moment).map(({ value, offset, widthBytes }) => `${value}@${offset}:${widthBytes}`);

  it('is widened from the end, every number readable at each step', () => {
    const run = watching('intset');
    run('SADD s 1 2 3');
    const told = run('SADD s 70000').filter(({ step }) => step?.type.startsWith('intset.'));
    expect(told.map(({ step }) => step!.type)).toEqual([
      ...['intset.widen', 'intset.widen', 'intset.widen', 'intset.upgrade'],
    ]);
    expect(told.map(drawn)).toEqual([
      ['1@8:2', '2@10:2', '3@16:4'],
      ['1@8:2', '2@12:4', '3@16:4'],
      ['1@8:4', '2@12:4', '3@16:4'],
      ['1@8:4', '2@12:4', '3@16:4', '70000@20:4'],
    ]);
    expect((told[1].picture.shown as IntsetView).intset!.widening).toEqual({ fromWidthBytes: 2, left: 1 });
    expect((told[3].picture.shown as IntsetView).intset!.widening).toBeNull();
  });

  it('makes room at the front for a negative number', () => {
    const run = watching('intset');
    run('SADD s 5 6');
    const told = run('SADD s -9000000000').filter(({ step }) => step?.type.startsWith('intset.'));
    expect(told.map(drawn)).toEqual([
      ['5@8:2', '6@24:8'],
      ['5@16:8', '6@24:8'],
      ['-9000000000@8:8', '5@16:8', '6@24:8'],
    ]);
  });

  it('of many numbers tells of a few at once', () => {
    const run = watching('intset', 64);
    run(`SADD s ${Array.from({ length: 400 }, (_, nth) => nth).join(' ')}`);
    const told = steps(run('SADD s 70000'), 'intset.widen');
    expect(told.length).toBe(31);
    const ranges = told.map((step) => (step.type === 'intset.widen' ? [step.first, step.last] : []));
    expect(ranges[0]).toEqual([387, 399]);
    expect(ranges.at(-1)).toEqual([0, 9]);
    for (let nth = 1; nth < ranges.length; nth++) expect(ranges[nth][1]).toBe(ranges[nth - 1][0] - 1);
  });

  it('is a table when it has too many members', () => {
    const run = watching('intset', 16, { 'set-max-intset-entries': '3' });
    run('SADD s 1 2 3');
    const view = run('SADD s 4').at(-1)!.picture.shown as IntsetView;
    expect(view).toMatchObject({ encoding: 'hashtable', elements: 4, limit: 3, intset: null });
    expect(view.members.map(({ member }) => member).sort()).toEqual(['1', '2', '3', '4']);
  });
});

describe('a list', () => {
  it('is walked from the nearer end, and the window goes along', () => {
    const run = watching('list', 4, { 'list-max-listpack-size': '2' });
    run('RPUSH l a b c d e f g h i j k l m n o p');
    const told = run('LINDEX l 9').filter(({ step }) => step?.type === 'quicklist.seek');
    expect(told.map(({ step }) => step)).toMatchObject([
      { from: 'tail', passed: 0, found: false },
      { from: 'tail', passed: 2, found: false },
      { from: 'tail', passed: 4, found: false },
      { from: 'tail', passed: 6, found: true },
    ]);
    const { list } = told[3].picture.shown as ListView;
    const found = list!.nodes.find(({ address }) => address === (told[3].step as { node: number }).node);
    expect(found!.elements.map(({ value }) => value)).toEqual(['i', 'j']);
  });
});

describe('a bitmap', () => {
  const view = ({ picture }: Moment) => picture.shown as BitmapView;
  const last = (moments: readonly Moment[]) => view(moments.at(-1)!);

  it('grows with zeros up to the bit that is set', () => {
    const run = watching('bitmap');
    const told = run('SETBIT b 30 1').filter(({ step }) => step?.type.startsWith('bits.'));
    expect(told.map(({ step }) => step)).toEqual([
      { type: 'bits.grow', key: 'b', fromBytes: 0, toBytes: 4 },
      { type: 'bits.set', key: 'b', offset: 30, before: 0, after: 1 },
    ]);
    expect(told.map((moment) => hex(view(moment).bytes))).toEqual(['00000000', '00000002']);
    expect(last(run('GETBIT b 30'))).toMatchObject({ length: 4, ones: 1, encoding: 'raw', work: null });
    // Far away: the window goes there.
    expect(last(run('SETBIT b 80000 1'))).toMatchObject({ length: 10_001, ones: 2 });
    expect(last(run('SETBIT b 80000 1')).from).toBeGreaterThan(9000);
    expect(last(run('BITCOUNT b')).density.reduce((sum, { ones }) => sum + ones, 0)).toBe(2);
  });

  it('is counted and searched in the range that was asked for', () => {
    const run = watching('bitmap');
    run('SET b "\\xff\\xf0\\x00"');
    const counted = run('BITCOUNT b 5 10 BIT');
    expect(steps(counted, 'bits.count')).toEqual([
      { type: 'bits.count', key: 'b', from: 0, until: 1, ones: 3, total: 3 },
      { type: 'bits.count', key: 'b', from: 1, until: 2, ones: 3, total: 6 },
    ]);
    expect(last(counted).work).toEqual({
      ...{ kind: 'range', command: 'bitcount', unit: 'bit', firstBit: 5, lastBit: 10, looksFor: null },
      result: 6,
    });
    expect(last(run('BITCOUNT b -1 -1')).work).toMatchObject({
      unit: 'byte',
      firstBit: 16,
      lastBit: 23,
      result: 0,
    });
    const found = run('BITPOS b 0');
    expect(steps(found, 'bits.').map(({ type }) => type)).toEqual(['bits.pass', 'bits.found']);
    expect(last(found).work).toMatchObject({ command: 'bitpos', looksFor: 0, result: 12 });
    run('SET b "\\xff"');
    expect(steps(run('BITPOS b 0'), 'bits.found')).toMatchObject([{ offset: 8, isBeyond: true }]);
    expect(steps(run('BITPOS b 0 0 -1'), 'bits.found')).toMatchObject([{ offset: -1, isBeyond: false }]);
  });

  it('shows the fields of BITFIELD, each with what came of it', () => {
    const run = watching('bitmap');
    run('BITFIELD b SET u8 0 250');
    const moments = run(
      'BITFIELD b INCRBY u8 0 10 OVERFLOW FAIL INCRBY u4 #2 20 OVERFLOW SAT INCRBY i4 12 9 GET u8 0',
    );
    expect(last(moments).work).toEqual({
      kind: 'fields',
      more: 0,
      fields: [
        {
          ...{ name: 'incrby', type: 'u8', offset: 0, bits: 8, before: '250', value: '4', operand: '10' },
          ...{ overflow: 'wrap', outcome: 'clipped' },
        },
        {
          ...{ name: 'incrby', type: 'u4', offset: 8, bits: 4, before: '0', value: '0', operand: '20' },
          ...{ overflow: 'fail', outcome: 'failed' },
        },
        {
          ...{ name: 'incrby', type: 'i4', offset: 12, bits: 4, before: '0', value: '7', operand: '9' },
          ...{ overflow: 'sat', outcome: 'clipped' },
        },
        {
          ...{ name: 'get', type: 'u8', offset: 0, bits: 8, before: '4', value: '4', operand: null },
          ...{ overflow: 'sat', outcome: 'done' },
        },
      ],
    });
    expect(steps(moments, 'bits.field')).toHaveLength(4);
  });

  it('is combined byte by byte, shorter sources filled up, also where the outcome replaces a source', () => {
    const run = watching('bitmap');
    run('SET a "\\xf0\\x0f\\xff"');
    run('SET b "\\xcc\\xcc"');
    const told = run('BITOP AND a a b').filter(({ step }) => step?.type === 'bits.combine');
    const works = told.map((moment) => view(moment).work);
    expect(works.map((work) => (work?.kind === 'combine' ? [work.done, hex(work.bytes)] : null))).toEqual([
      ...[
        [1, 'c00000'],
        [2, 'c00c00'],
        [3, 'c00c00'],
      ],
    ]);
    const after = last(run('GET a'));
    expect(hex(after.bytes)).toBe('c00c00');
    expect(after.work).toMatchObject({
      operation: 'and',
      sources: [
        { key: 'a', length: 3 },
        { key: 'b', length: 2 },
      ],
    });
    expect(after.work?.kind === 'combine' && hex(after.work.sources[0].bytes)).toBe('f00fff');
    for (const operation of ['OR', 'XOR']) run(`BITOP ${operation} d a b`);
    expect(hex(last(run('BITOP NOT d b')).bytes)).toBe('3333');
    // Nothing to combine: the destination goes, and what was done before with it.
    expect(last(run('BITOP AND d nothing'))).toMatchObject({ type: null, work: null });
  });

  it('is the same, watched or not', () => {
    const lines = [
      'SET a "\\xf0\\x0f\\xff"',
      'SETBIT b 999 1',
      'BITOP XOR c a b',
      'BITOP NOT c c',
      'BITOP OR d c a b',
    ];
    const run = watching('bitmap', 512);
    const plain = new Session({ generation: '7.0', seed: 5, startMs: START_MS, config: {} });
    plain.open(START_MS);
    for (const line of lines) {
      run(line);
      plain.send(1, encodeCommand(splitArguments(line)!), START_MS);
    }
    const target: WatchTarget = {
      kind: 'bitmap',
      db: 0,
      key: new TextEncoder().encode('d'),
      window: { from: 0, count: 512 },
    };
    plain.watch('shown', target, plain.lastIndex);
    const bare = plain.detail(plain.lastIndex).moments.at(-1)!;
    expect(view(bare).length).toBe(125);
    expect(hex(view(bare).bytes)).toBe(hex(last(run('GETBIT d 0')).bytes));
  });
});
