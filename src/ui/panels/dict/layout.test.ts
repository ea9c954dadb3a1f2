import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { DictView } from '../../../protocol/views.ts';
import type { Box } from '../stage/sheet.ts';
import { curvePoint } from './geometry.ts';
import { type DictMarks, layoutDict } from './layout.ts';
import { dictAddress as dict, hugeDict, sampleDict, users } from './test-views.ts';

const wide = { width: 880, height: 360 };
const phone = { width: 300, height: 260 };

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function expectTidy(marks: DictMarks): void {
  const boxes: Box[] = [...marks.buckets, ...marks.entries, ...marks.more, ...marks.ghosts];
  for (let i = 0; i < boxes.length; i++) {
    expect(boxes[i].x).toBeGreaterThanOrEqual(0);
    expect(boxes[i].x + boxes[i].width).toBeLessThanOrEqual(marks.width);
    for (let j = i + 1; j < boxes.length; j++) {
      if (overlaps(boxes[i], boxes[j]))
        throw new Error(`${JSON.stringify(boxes[i])} and ${JSON.stringify(boxes[j])} overlap`);
    }
  }
}

/** Every key of the view is drawn or counted in a chip, in its own bucket. */
function expectComplete(marks: DictMarks, view: DictView): void {
  for (const table of [0, 1] as const) {
    view.tables[table].buckets.forEach((chain, nth) => {
      const bucket = view.tables[table].from + nth;
      const drawn = marks.entries.filter((entry) => entry.table === table && entry.bucket === bucket);
      const counted = marks.more.find((chip) => chip.table === table && chip.bucket === bucket)?.count ?? 0;
      expect(drawn.length + counted).toBe(chain.length);
      expect(drawn.map((entry) => entry.address)).toEqual(
        chain.slice(0, drawn.length).map((entry) => entry.address),
      );
    });
  }
}

const rehashing = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 1 });

/** The first entry of bucket 1 has just been carried over. */
function moved(): { before: DictView; after: DictView; step: Step; address: number } {
  const entry = rehashing.tables[0].buckets[1][0];
  const toBucket = Number(BigInt(`0x${entry.hash}`) & 15n);
  const after: DictView = {
    ...rehashing,
    tables: [
      {
        ...rehashing.tables[0],
        buckets: rehashing.tables[0].buckets.map((chain) => chain.filter((other) => other !== entry)),
      },
      {
        ...rehashing.tables[1],
        buckets: rehashing.tables[1].buckets.map((chain, nth) =>
          nth === toBucket ? [entry, ...chain] : chain,
        ),
      },
    ],
  };
  const step: Step = {
    type: 'dict.move',
    dict,
    fromBucket: 1,
    toBucket,
    entry: entry.address,
    key: entry.key,
  };
  return { before: rehashing, after, step, address: entry.address };
}

describe('layout of a dictionary', () => {
  it('draws every bucket and every key of a small table, at every size, without overlap', () => {
    const views = [
      sampleDict({ keys: users(3), size: 4 }),
      rehashing,
      sampleDict({ keys: users(24), size: 16, nextSize: 32, rehashIndex: 6 }),
      sampleDict({ keys: users(60), size: 8, canResize: false }),
      sampleDict({ keys: users(40), size: 32 }),
    ];
    for (const view of views) {
      for (const size of [wide, phone, { width: 1400, height: 700 }, { width: 560, height: 200 }]) {
        const marks = layoutDict(view, null, null, size);
        expect(marks.buckets).toHaveLength(view.tables[0].size + view.tables[1].size);
        expectTidy(marks);
        expectComplete(marks, view);
      }
    }
  });

  it('keeps ht[0] where it is when ht[1] appears', () => {
    const alone = layoutDict(sampleDict({ keys: users(9), size: 8 }), null, null, wide);
    const both = layoutDict(
      sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 0 }),
      null,
      null,
      wide,
    );
    const place = (marks: DictMarks) =>
      marks.buckets.slice(0, 8).map(({ x, y, width, height }) => ({ x, y, width, height }));
    expect(place(both)).toEqual(place(alone));
    expect(alone.vacancy).not.toBeNull();
    expect(both.vacancy).toBeNull();
  });

  it('shows emptied buckets as moved and points at the next one', () => {
    const marks = layoutDict(rehashing, null, null, wide);
    expect(marks.buckets.filter((bucket) => bucket.moved).map((bucket) => bucket.id)).toEqual([
      marks.buckets[0].id,
    ]);
    const pointed = marks.buckets[1];
    expect(marks.pointer).toMatchObject({ index: 1, outside: null, y: pointed.y + pointed.height / 2 });
    expect(marks.pointer!.x).toBeLessThan(pointed.x);
  });

  it('names arrays of buckets by their address, so that the swap carries them over', () => {
    const before = layoutDict(rehashing, null, null, wide);
    const swapped: DictView = {
      ...rehashing,
      rehashIndex: -1,
      tables: [rehashing.tables[1], { ...rehashing.tables[1], address: 0, size: 0, used: 0, buckets: [] }],
    };
    const after = layoutDict(swapped, { type: 'dict.swap', dict, size: 16 }, rehashing, wide);
    const second = before.buckets.filter((bucket) => bucket.table === 1).map((bucket) => bucket.id);
    expect(after.buckets.map((bucket) => bucket.id)).toEqual(second);
    expect(after.titles[0]).toMatchObject({ table: 0, hot: true });
  });

  it('draws a moved entry once, where it is, with a ghost where it was and a line between', () => {
    const { before, after, step, address } = moved();
    const marks = layoutDict(after, step, before, wide);
    const entry = marks.entries.filter((mark) => mark.address === address);
    expect(entry).toHaveLength(1);
    expect(entry[0]).toMatchObject({ table: 1, hot: true, cue: '→' });
    const then = layoutDict(before, null, null, wide).entries.find((mark) => mark.address === address)!;
    expect(marks.ghosts).toHaveLength(1);
    expect(marks.ghosts[0]).toMatchObject({ x: then.x, y: then.y, label: then.label });
    expect(marks.travel).toMatchObject({ address, beyond: null, to: { x: entry[0].x } });
    expectTidy(marks);
  });

  it('does not let the others close up while the ghost is there', () => {
    const { before, after, step } = moved();
    const others = (marks: DictMarks) =>
      marks.entries
        .filter((mark) => mark.table === 0 && mark.bucket === 1)
        .map(({ address, x }) => ({ address, x }));
    const earlier = others(layoutDict(before, null, null, wide)).slice(1);
    expect(others(layoutDict(after, step, before, wide))).toEqual(earlier);
  });

  it('an entry still in ht[0] gets a ghost where it is going', () => {
    const { before, step, address } = moved();
    const marks = layoutDict(before, step, null, wide);
    expect(marks.entries.find((mark) => mark.address === address)).toMatchObject({ table: 0, hot: true });
    expect(marks.ghosts.map((ghost) => ghost.id)).toEqual([`target:${address}`]);
  });

  it('an entry reachable from both tables is drawn once', () => {
    const { before, after, step, address } = moved();
    const both: DictView = { ...after, tables: [before.tables[0], after.tables[1]] };
    const marks = layoutDict(both, step, before, wide);
    expect(marks.entries.filter((mark) => mark.address === address)).toHaveLength(1);
    expect(marks.ghosts).toHaveLength(1);
  });

  it('says match and no match by a sign, not by colour alone', () => {
    const view = sampleDict({ keys: users(8), size: 8 });
    const bucket = view.tables[0].buckets.findIndex((chain) => chain.length > 0);
    const entry = view.tables[0].buckets[bucket][0];
    const walk = (match: boolean): Step => ({
      type: 'dict.walk',
      dict,
      table: 0,
      bucket,
      entry: entry.address,
      key: entry.key,
      match,
    });
    const hot = (match: boolean) =>
      layoutDict(view, walk(match), view, wide).entries.filter((mark) => mark.hot);
    expect(hot(true)).toMatchObject([{ address: entry.address, cue: '=' }]);
    expect(hot(false)).toMatchObject([{ address: entry.address, cue: '≠' }]);
  });

  it('highlights one thing at a time', () => {
    const view = rehashing;
    const entry = view.tables[0].buckets.flat()[0];
    const steps: Step[] = [
      { type: 'dict.bucket', dict, table: 0, bucket: 2 },
      { type: 'dict.scan', dict, table: 1, bucket: 3, cursor: 3 },
      { type: 'dict.rehash', dict, bucket: 0, moved: 1, empty: 0 },
      { type: 'dict.insert', dict, table: 0, bucket: 1, entry: entry.address, key: entry.key },
      { type: 'dict.resize', dict, from: 8, to: 16 },
      { type: 'dict.swap', dict, size: 16 },
      { type: 'key.expired', db: 0, key: entry.key, how: 'lazy' },
    ];
    for (const step of steps) {
      const marks = layoutDict(view, step, view, wide);
      const hot = [...marks.buckets, ...marks.entries, ...marks.titles, ...marks.more].filter(
        (mark) => mark.hot,
      );
      expect(hot, step.type).toHaveLength(1);
    }
  });

  it('highlights nothing for a step of another dictionary or another structure', () => {
    const step: Step = { type: 'dict.bucket', dict: dict + 64, table: 0, bucket: 2 };
    const marks = layoutDict(rehashing, step, rehashing, wide);
    expect([...marks.buckets, ...marks.entries, ...marks.titles].some((mark) => mark.hot)).toBe(false);
    expect(marks.focus).toBeNull();
  });

  it('leaves a ghost of a removed key', () => {
    const before = sampleDict({ keys: users(8), size: 8 });
    const bucket = before.tables[0].buckets.findIndex((chain) => chain.length > 0);
    const entry = before.tables[0].buckets[bucket][0];
    const after: DictView = {
      ...before,
      tables: [
        {
          ...before.tables[0],
          buckets: before.tables[0].buckets.map((chain) => chain.filter((other) => other !== entry)),
        },
        before.tables[1],
      ],
    };
    const step: Step = { type: 'dict.remove', dict, table: 0, bucket, entry: entry.address, key: entry.key };
    expect(layoutDict(after, step, before, wide).ghosts).toMatchObject([{ label: entry.key, cue: '−' }]);
    expect(layoutDict(after, null, after, wide).ghosts).toEqual([]);
  });

  it('shows a key without a name, too', () => {
    const view = sampleDict({ keys: [''], size: 4 });
    expect(layoutDict(view, null, view, wide).entries).toMatchObject([{ label: '""' }]);
  });

  it('of a million buckets draws the window, and a line to what lies beyond it', () => {
    const windows = [
      { from: 400_000, count: 32 },
      { from: 0, count: 32 },
    ] as const;
    const view = hugeDict(windows, 400_010);
    const step: Step = {
      type: 'dict.move',
      dict,
      fromBucket: 400_009,
      toBucket: 1_448_585,
      entry: 1,
      key: 'k',
    };
    const marks = layoutDict(view, step, null, wide);
    expect(marks.buckets).toHaveLength(64);
    expect(marks.titles[0]).toMatchObject({ windowed: true, from: 400_000, count: 32 });
    expect(marks.travel).toMatchObject({ beyond: { table: 1, bucket: 1_448_585 } });
    expectTidy(marks);
    expectComplete(marks, view);
  });

  it('puts the rehash index at the title when the window does not show it', () => {
    const windows = [
      { from: 0, count: 32 },
      { from: 0, count: 32 },
    ] as const;
    expect(layoutDict(hugeDict(windows, 99_000), null, null, wide).pointer).toMatchObject({
      outside: 'after',
    });
    const later = [{ from: 500_000, count: 32 }, windows[1]] as const;
    expect(layoutDict(hugeDict(later, 99_000), null, null, wide).pointer).toMatchObject({
      outside: 'before',
    });
  });

  it('lets crowded chains of ht[0] run into the empty place of ht[1]', () => {
    const view = sampleDict({ keys: users(38), size: 8, canResize: false });
    const marks = layoutDict(view, null, null, wide);
    expect(marks.more).toHaveLength(0);
    expect(marks.vacancy).toBeNull();
  });
});

describe('the way an entry travels', () => {
  it('begins and ends level at its two places', () => {
    const from = { x: 100, y: 40 };
    const to = { x: 500, y: 280 };
    expect(curvePoint(from, to, 0)).toEqual(from);
    expect(curvePoint(from, to, 1)).toEqual(to);
    expect(curvePoint(from, to, 0.5)).toEqual({ x: 300, y: 160 });
    expect(curvePoint(from, to, 0.05).y - from.y).toBeLessThan(3);
  });
});
