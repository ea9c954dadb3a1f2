import { describe, expect, it } from 'vitest';
import type { KeyRow, KeyspaceView } from '../../../protocol/views.ts';
import { changedRows, createLives, firstRowAt, layoutKeyspace, rowHeight } from './layout.ts';
import { hugeKeyspace, sampleKeyspace } from './test-views.ts';

const before = sampleKeyspace();

function withRow(view: KeyspaceView, key: string, part: Partial<KeyRow>): KeyspaceView {
  return { ...view, rows: view.rows.map((row) => (row.key === key ? { ...row, ...part } : row)) };
}

function without(view: KeyspaceView, key: string): KeyspaceView {
  return { ...view, keys: view.keys - 1, rows: view.rows.filter((row) => row.key !== key) };
}

function changes(view: KeyspaceView, earlier: KeyspaceView | null): Record<string, string> {
  return Object.fromEntries(
    changedRows(view, null, earlier)
      .filter((mark) => mark.change !== null)
      .map((mark) => [mark.row.key, mark.change!]),
  );
}

describe('what changed in a database', () => {
  it('nothing, between two equal snapshots or without an earlier one', () => {
    expect(changes(sampleKeyspace(), before)).toEqual({});
    expect(changes(before, null)).toEqual({});
  });

  it('is read from the snapshots', () => {
    expect(changes(withRow(before, 'user:1', { preview: 'bob' }), before)).toEqual({ 'user:1': 'changed' });
    expect(changes(withRow(before, 'user:1', { expireAtMs: -1 }), before)).toEqual({ 'user:1': 'changed' });
    expect(changes(before, without(before, 'user:1'))).toEqual({ 'user:1': 'added' });
  });

  it('a removed row keeps its place for a moment', () => {
    const marks = changedRows(without(before, 'short'), null, before);
    expect(marks.map((mark) => mark.row.key)).toEqual(before.rows.map((row) => row.key));
    expect(marks[3]).toMatchObject({ change: 'removed', row: { key: 'short' } });
  });

  it('at rest removed rows are gone', () => {
    expect(changedRows(without(before, 'short'), null, before, false)).toHaveLength(7);
  });

  it('beyond a window nothing counts as new or removed', () => {
    const early = hugeKeyspace({ from: 0, count: 20 });
    const late = hugeKeyspace({ from: 10, count: 20 });
    expect(changes(late, early)).toEqual({});
    expect(changedRows(late, null, early)).toHaveLength(20);
  });

  it('a row is also marked when a step names its key', () => {
    const step = { type: 'key.expired', db: 0, key: 'short', how: 'lazy' } as const;
    const marked = (db: number) =>
      changedRows(before, { ...step, db }, before).filter((mark) => mark.change !== null);
    expect(marked(0)).toMatchObject([{ row: { key: 'short' }, change: 'named' }]);
    expect(marked(3)).toEqual([]);
  });

  it('does not compare two databases', () => {
    expect(changes({ ...without(before, 'short'), db: 1 }, before)).toEqual({});
  });
});

describe('the place of the rows', () => {
  it('is exact while the list is not too tall', () => {
    const view = { ...hugeKeyspace({ from: 100, count: 40 }), keys: 5000 };
    expect(layoutKeyspace(view, changedRows(view, null, null), rowHeight, 4100)).toMatchObject({
      height: 200_000,
      top: 4000,
    });
    expect(firstRowAt(5000, rowHeight, 4100)).toBe(102);
  });

  it('is in proportion for a million, and the visible rows are the requested ones', () => {
    const scrollTop = 4_000_000;
    const first = firstRowAt(1_000_000, rowHeight, scrollTop);
    expect(first).toBe(500_000);
    const view = hugeKeyspace({ from: first - 16, count: 64 });
    const marks = layoutKeyspace(view, changedRows(view, null, null), rowHeight, scrollTop);
    expect(marks.height).toBe(8_000_000);
    expect(marks.top + 16 * rowHeight).toBe(scrollTop);
    expect(marks.rows[16].index).toBe(first);
  });
});

describe('the life of a key', () => {
  it('is whole when first seen and drains from there', () => {
    const lives = createLives();
    expect(lives.share('k', 9000, 8000)).toBe(1);
    expect(lives.share('k', 9000, 4000)).toBe(0.5);
    expect(lives.share('k', 9000, -10)).toBe(0);
  });

  it('is whole again with another expiry time, and never more than whole when time goes back', () => {
    const lives = createLives();
    lives.share('k', 9000, 4000);
    expect(lives.share('k', 20_000, 15_000)).toBe(1);
    expect(lives.share('k', 9000, 8000)).toBe(1);
    expect(lives.share('k', 9000, 2000)).toBe(0.25);
  });

  it('a key first seen past its time has none', () => {
    expect(createLives().share('k', 9000, -1)).toBe(0);
  });
});
