import { describe, expect, it } from 'vitest';
import type { FrameSummary } from '../../protocol/messages.ts';
import type { KeyRow, KeyspaceView } from '../../protocol/views.ts';
import { frameWith } from '../../testing/frames.ts';
import { alignRuns } from './align.ts';
import { differencesOf } from './differences.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function run(...parts: readonly (string | number)[]): FrameSummary[] {
  return ['start', ...parts].map((part, index): FrameSummary => {
    const [text, reply] = String(part).split(' -> ');
    return frameWith(index, {
      kind: part === 'start' ? 'start' : typeof part === 'number' ? 'cron' : 'command',
      atMs: typeof part === 'number' ? part : 0,
      text,
      replies: reply === undefined ? [] : [{ client: 1, bytes: bytes(reply) }],
    });
  });
}

const places = (one: readonly (string | number)[], other: readonly (string | number)[]) =>
  alignRuns(run(...one), run(...other)).map((pair) => [pair.one, pair.other]);

describe('two runs on one timeline', () => {
  it('stand side by side command for command', () => {
    expect(places(['A', 'B'], ['A', 'B'])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('wait for each other where only one server worked by itself', () => {
    expect(places(['A', 100, 'B'], ['A', 'B'])).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(places(['A', 'B'], ['A', 100, 'B', 200])).toEqual([
      [0, 0],
      [1, 1],
      [1, 2],
      [2, 3],
      [2, 4],
    ]);
    expect(places([100, 300, 'A'], [100, 200, 'A'])).toEqual([
      [0, 0],
      [1, 1],
      [1, 2],
      [2, 2],
      [3, 3],
    ]);
  });

  it('of two branches part where the commands do, and the longer goes on alone', () => {
    const pairs = alignRuns(run('A', 'B -> 1', 'C'), run('A', 'X -> 1'));
    expect(pairs.map(({ moved, commandsDiffer }) => [moved, commandsDiffer])).toEqual([
      ['both', false],
      ['both', false],
      ['both', true],
      ['one', true],
    ]);
    const work = alignRuns(run('A', 100), run('A'));
    expect(work.map(({ commandsDiffer }) => commandsDiffer)).toEqual([false, false, false]);
  });

  it('mark where replies differ', () => {
    const pairs = alignRuns(run('A -> 1', 'B -> 2'), run('A -> 1', 'B -> 3'));
    expect(pairs.map(({ repliesDiffer }) => repliesDiffer)).toEqual([false, false, true]);
  });

  it('end together while one still lacks frames', () => {
    expect(places(['A', 'B'], ['A'])).toEqual([
      [0, 0],
      [1, 1],
      [2, 1],
    ]);
    expect(alignRuns([], run('A'))).toEqual([]);
  });
});

function view(rows: readonly Partial<KeyRow>[], more: Partial<KeyspaceView> = {}): KeyspaceView {
  return {
    kind: 'keyspace',
    db: 0,
    nowMs: 0,
    keys: rows.length,
    volatileKeys: 0,
    order: 'name',
    from: 0,
    usedMemoryBytes: 100,
    rows: rows.map((row) => ({
      key: 'k',
      keyBytes: bytes(row.key ?? 'k'),
      type: 'hash',
      encoding: 'listpack',
      expireAtMs: -1,
      memoryBytes: 50,
      address: 1,
      preview: '',
      ...row,
    })),
    ...more,
  };
}

describe('what differs', () => {
  it('is nothing between equals', () => {
    expect(differencesOf(view([{ key: 'a' }]), view([{ key: 'a', address: 9 }]))).toEqual([]);
  });

  it('is listed by figure, key and field', () => {
    const one = view([{ key: 'a' }, { key: 'gone' }], { usedMemoryBytes: 90 });
    const other = view([{ key: 'a', encoding: 'hashtable', memoryBytes: 80 }]);
    expect(differencesOf(one, other)).toEqual([
      { kind: 'keys', one: 2, other: 1 },
      { kind: 'memory', one: 90, other: 100 },
      { kind: 'field', key: 'a', field: 'encoding', one: 'listpack', other: 'hashtable' },
      { kind: 'field', key: 'a', field: 'memoryBytes', one: 50, other: 80 },
      { kind: 'key', key: 'gone', one: true, other: false },
    ]);
  });

  it('is not claimed for rows beyond a window', () => {
    expect(differencesOf(view([{ key: 'a' }]), view([], { keys: 1 }))).toEqual([]);
  });
});
