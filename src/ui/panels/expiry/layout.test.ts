import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { ExpiryTableView, ExpiryView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';
import { lookedAt } from './buckets.ts';
import { roundsOf } from './cycle.ts';
import { accessibleExpiry, summariseExpiry } from './describe.ts';
import { endOfScale, goneOf, shareOf } from './keys.ts';
import { expiryLayout } from './layout.ts';
import { narrateExpiry } from './narrate.ts';

const noTable: ExpiryTableView = {
  size: 0,
  used: 0,
  cursor: 0,
  from: 0,
  keys: new Uint8Array(),
  stale: new Uint8Array(),
};

function viewOf(part: Partial<ExpiryView> = {}): ExpiryView {
  return {
    kind: 'expiry',
    db: 0,
    nowMs: 10_000,
    volatileKeys: 2,
    order: 'time',
    from: 0,
    rows: [
      { key: 'late', expireAtMs: 9_000, stale: true, table: 0, bucket: 1 },
      { key: 'soon', expireAtMs: 15_000, stale: false, table: 0, bucket: 3 },
    ],
    dict: 77,
    buckets: 4,
    cursor: 2,
    tables: [
      {
        ...noTable,
        size: 4,
        used: 2,
        cursor: 2,
        keys: Uint8Array.of(0, 1, 0, 1),
        stale: Uint8Array.of(0, 1, 0, 0),
      },
      noTable,
    ],
    averageTtlMs: 0,
    enabled: true,
    effort: 1,
    keysPerLoop: 20,
    acceptablePercent: 10,
    expiredKeys: 5,
    expiredOnAccess: 2,
    stalePercent: 0.5,
    timeCapReached: 0,
    cycles: [],
    ...part,
  };
}

function sceneOf(view: ExpiryView, steps: readonly Step[] = []): Scene<ExpiryView> {
  const step = steps.at(-1) ?? null;
  return { view, before: null, step, steps, phase: step === null ? 'after' : 'inside' };
}

const sample = (part: Partial<Extract<Step, { type: 'expire.sample' }>>): Step => ({
  type: 'expire.sample',
  db: 0,
  sampled: 20,
  expired: 8,
  from: 0,
  cursor: 4,
  ...part,
});
const cycle: Step = {
  type: 'expire.cycle',
  kind: 'slow',
  keysPerLoop: 20,
  acceptablePercent: 10,
  limitUs: 25_000,
};

describe('the sheet', () => {
  it('has a bar for each key, as long as its time left, and none for a stale one', () => {
    const { boxes } = expiryLayout(null)(sceneOf(viewOf()), { width: 900, height: 400 }, 'en');
    const late = boxes.find(({ id }) => id === 'key:late')!;
    const soon = boxes.find(({ id }) => id === 'key:soon')!;
    expect(late).toMatchObject({ tone: 'bad', share: undefined });
    expect(late.texts![1].text).toBe('stale for 1.0 s');
    expect(soon.share).toBeGreaterThan(0.5);
    const later = expiryLayout(14_000)(sceneOf(viewOf()), { width: 900, height: 400 }, 'en').boxes;
    expect(later.find(({ id }) => id === 'key:soon')!.share).toBeLessThan(soon.share!);
  });

  it('shows the buckets with their keys, and where the next cycle begins', () => {
    const { boxes, labels } = expiryLayout(null)(sceneOf(viewOf()), { width: 900, height: 400 }, 'en');
    const buckets = boxes.filter(({ id }) => id.startsWith('bucket:0:'));
    expect(buckets.map(({ tone }) => tone)).toEqual(['ghost', 'bad', 'ghost', 'old']);
    expect(buckets[1].texts![0].text).toBe('1!');
    const cursor = labels!.find(({ id }) => id === 'cursor:0')!;
    expect(cursor.x).toBe(buckets[2].x + buckets[2].width / 2);
  });

  it.each([300, 700, 1400])('keeps inside a width of %i', (width) => {
    const steps = [cycle, sample({}), sample({ expired: 1, from: 4, cursor: 8 })];
    const view = viewOf({ cycles: Array.from({ length: 32 }, (_, nth) => cycleOf(nth * 100)) });
    const { boxes } = expiryLayout(null)(sceneOf(view, steps), { width, height: 400 }, 'zh');
    for (const box of boxes) expect(box.x + box.width, box.id).toBeLessThanOrEqual(width);
    expect(new Set(boxes.map(({ id }) => id)).size).toBe(boxes.length);
  });

  it('is hot only where the step is', () => {
    const steps = [cycle, sample({ from: 3, cursor: 5 })];
    const { boxes } = expiryLayout(null)(sceneOf(viewOf(), steps), { width: 900, height: 400 }, 'en');
    const hot = boxes.filter((box) => box.hot === true).map(({ id }) => id);
    expect(hot.sort()).toEqual(['bucket:0:0', 'bucket:0:3', 'round:0:1']);
  });
});

function cycleOf(atMs: number): ExpiryView['cycles'][number] {
  return {
    atMs,
    kind: 'slow',
    sampled: 20,
    expired: 3,
    buckets: 9,
    costUs: 4,
    limitUs: 25_000,
    isCutOff: false,
    visits: [{ db: 0, rounds: 1, sampled: 20, expired: 3, fromCursor: 0, toCursor: 9 }],
  };
}

it('a round that comes round the table has visited every bucket once', () => {
  const table = { ...noTable, size: 4 };
  expect(lookedAt(sceneOf(viewOf(), [sample({ from: 6, cursor: 9 })]), table)).toEqual(new Set([2, 3, 0]));
  expect(lookedAt(sceneOf(viewOf(), [sample({ from: 6, cursor: 60 })]), table).size).toBe(4);
  expect(lookedAt(sceneOf(viewOf(), [sample({ db: 1 })]), table).size).toBe(0);
});

it('rounds are counted for each database, and the last one shows the result', () => {
  const steps = [cycle, sample({}), sample({ expired: 2 }), sample({ db: 3, sampled: 4, expired: 1 })];
  expect(roundsOf(steps, 10).map(({ db, round, verdict }) => [db, round, verdict])).toEqual([
    [0, 1, 'again'],
    [0, 2, 'content'],
    [3, 1, 'again'],
  ]);
  const end: Step = { type: 'expire.end', kind: 'slow', sampled: 44, expired: 11, cutOff: true };
  expect(roundsOf([...steps, end], 10).at(-1)!.verdict).toBe('cut');
});

it('the scale is logarithmic and ends at a round time', () => {
  expect(endOfScale(4000)).toBe(10_000);
  expect(endOfScale(61_000)).toBe(600_000);
  expect(shareOf(10_000, 10_000)).toBe(1);
  expect(shareOf(-5, 10_000)).toBe(0);
  expect(shareOf(1000, 10_000)).toBeGreaterThan(0.4);
});

it('a key that has just gone stays as a ghost until the end of its frame', () => {
  const removed: Step = { type: 'dict.remove', dict: 77, table: 0, bucket: 1, entry: 5, key: 'gone' };
  const expired: Step = { type: 'key.expired', db: 0, key: 'gone', how: 'lazy' };
  expect(goneOf(sceneOf(viewOf(), [removed]))).toEqual({ key: 'gone', how: null });
  expect(goneOf(sceneOf(viewOf(), [removed, expired]))).toEqual({ key: 'gone', how: 'lazy' });
  expect(goneOf(sceneOf(viewOf(), [{ ...removed, dict: 78 }]))).toBeNull();
  expect(goneOf({ ...sceneOf(viewOf(), [removed]), phase: 'after' })).toBeNull();
  const { boxes } = expiryLayout(null)(
    sceneOf(viewOf(), [removed, expired]),
    { width: 700, height: 9 },
    'en',
  );
  expect(boxes.find(({ id }) => id === 'key:gone')).toMatchObject({ tone: 'ghost', hot: true });
});

it('says who asked, how many were sampled, and the result', () => {
  const lazy: Step = { type: 'key.expired', db: 0, key: 'k', how: 'lazy' };
  const asker = { client: 2, command: 'GET k' };
  expect(narrateExpiry(lazy, viewOf(), asker, 'en')).toContain('Client 2 (GET k) accesses k');
  expect(narrateExpiry(lazy, viewOf(), asker, 'zh')).toContain('客户端 2（GET k）访问 k');
  expect(narrateExpiry(sample({}), viewOf(), null, 'en')).toContain('more than 10%');
  expect(narrateExpiry(sample({ expired: 2 }), viewOf(), null, 'zh')).toContain('剩下的以后再说');
  expect(narrateExpiry({ type: 'dict.hash', dict: 1, key: 'k', hash: '0' }, viewOf(), null, 'en')).toBeNull();
});

it('has an accessible table with the names of INFO, and keys with their milliseconds', () => {
  const { rows } = accessibleExpiry(viewOf(), 'en');
  expect(rows.find(({ id }) => id === 'expired_keys')!.text).toBe('5');
  expect(rows.find(({ id }) => id === 'key:soon')!.text).toBe('5000 ms · bucket 3 of expires ht[0]');
  expect(rows.find(({ id }) => id === 'key:late')!.text).toContain('expired 1,000 ms ago');
  expect(summariseExpiry(viewOf(), 10_000, 'en')).toEqual(['2 keys expire', '1 stale']);
  // Nothing is counted in a window that may leave some out.
  expect(summariseExpiry(viewOf({ volatileKeys: 9, order: 'bucket' }), 10_000, 'en')).toEqual([
    '9 keys expire',
  ]);
  expect(summariseExpiry(viewOf({ volatileKeys: 9 }), 20_000, 'en')).toEqual(['9 keys expire']);
});
