import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { EvictionView, UsedKeyRow } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import type { Scene } from '../stage/sheet.ts';
import { accessibleEviction, summariseEviction } from './describe.ts';
import { layoutEviction } from './layout.ts';
import { narrateEviction } from './narrate.ts';

const row = (key: string, part: Partial<UsedKeyRow> = {}): UsedKeyRow => ({
  key,
  lru: 1000,
  idleSeconds: 10,
  counter: 5,
  frequency: 5,
  decayMinute: 0,
  expireAtMs: -1,
  memoryBytes: 56,
  pooled: false,
  ...part,
});

function viewOf(part: Partial<EvictionView> = {}): EvictionView {
  return {
    kind: 'eviction',
    db: 0,
    nowMs: 100_000,
    policy: 'allkeys-lru',
    usedBytes: 1100,
    maxBytes: 1000,
    samples: 5,
    tenacity: 10,
    clock: 100,
    minutes: 1,
    logFactor: 10,
    decayMinutes: 1,
    poolSize: 16,
    pool: [
      { db: 0, key: 'b', score: 3000, ghost: true },
      { db: 0, key: 'a', score: 9000, ghost: false },
    ],
    lastSamples: [
      { db: 0, key: 'a', score: 9000, place: 1 },
      { db: 0, key: 'c', score: 1000, place: -1 },
    ],
    evicted: [
      { atMs: 90_000, db: 0, key: 'x', policy: 'allkeys-lru', score: 20_000, freedBytes: 64 },
      { atMs: 99_000, db: 0, key: 'y', policy: 'allkeys-lru', score: 8000, freedBytes: 2048 },
    ],
    evictedKeys: 2,
    hits: 3,
    misses: 1,
    lookups: {
      perSpan: 2,
      spans: [
        { hits: 2, lookups: 2 },
        { hits: 1, lookups: 2 },
      ],
    },
    keys: 2,
    order: 'score',
    from: 0,
    rows: [row('a', { idleSeconds: 9, pooled: true }), row('c', { idleSeconds: 1 })],
    ...part,
  };
}

function draw(view: EvictionView, step: Step | null = null, width = 900, language: Language = 'en') {
  const scene: Scene<EvictionView> = {
    view,
    before: null,
    step,
    steps: step === null ? [] : [step],
    phase: step === null ? 'after' : 'inside',
  };
  const sheet = layoutEviction(scene, { width, height: 400 }, language);
  return { sheet, box: (id: string) => sheet.boxes.find((each) => each.id === id) };
}

const sample: Step = { type: 'eviction.sample', db: 0, keys: ['a', 'c'], taken: 1, pool: 2 };

describe('the sheet', () => {
  it('says how full the memory is, and that it is too full', () => {
    expect(draw(viewOf()).box('memory')).toMatchObject({ tone: 'bad', share: 1 });
    expect(draw(viewOf({ usedBytes: 250 })).box('memory')).toMatchObject({ tone: 'good', share: 0.25 });
    expect(draw(viewOf({ maxBytes: 0 })).box('memory')).toMatchObject({ tone: 'soft' });
    expect(draw(viewOf()).box('memory')!.says!.detail).toContain('keys are evicted');
    expect(draw(viewOf({ policy: 'noeviction' })).box('memory')!.says!.detail).toContain('are refused');
  });

  it('has sixteen places: ghosts, the next victim, and free ones', () => {
    const { sheet, box } = draw(viewOf());
    expect(box('pool:0:b:0')).toMatchObject({ tone: 'ghost' });
    expect(box('pool:0:a:0')).toMatchObject({ tone: 'bad' });
    expect(sheet.boxes.filter(({ id }) => id.startsWith('free:'))).toHaveLength(14);
  });

  it('drops the word before a digit on a narrow sheet', () => {
    const pool = [{ db: 0, key: 'item:2249', score: -613_000, ghost: false }];
    const { box } = draw(viewOf({ policy: 'volatile-ttl', pool }), null, 334, 'zh');
    expect(box('pool:0:item:2249:0')?.texts?.at(-1)?.text).toBe('→ 513 秒');
  });

  it('leads from the sample to the place it got, and both are hot', () => {
    const { sheet } = draw(viewOf(), sample);
    expect(sheet.links!.filter(({ hot }) => hot).map(({ id }) => id)).toEqual(['offer:0:a']);
    expect(sheet.boxes.filter(({ hot }) => hot === true).map(({ id }) => id)).toEqual([
      'sample:0',
      'sample:1',
      'pool:0:a:0',
    ]);
    expect(draw(viewOf()).sheet.links!.filter(({ id }) => id.startsWith('offer'))).toEqual([]);
  });

  it('lists the evicted keys, the latest first, and highlights the present one', () => {
    const gone: Step = { type: 'key.evicted', db: 0, key: 'y', policy: 'allkeys-lru', freedBytes: 2048 };
    const { box } = draw(viewOf(), gone);
    expect(box('gone:2')).toMatchObject({ hot: true });
    expect(box('gone:2')!.texts![0].text).toBe('−y');
    expect(box('gone:1')!.hot).toBe(false);
  });

  it('shows counters on their curve under LFU, and no curve otherwise', () => {
    const rows = [row('a', { frequency: 20 }), row('c', { frequency: 20 }), row('d', { frequency: 6 })];
    const step: Step = { type: 'lfu.increment', key: 'd', from: 5, to: 6, probability: 1 };
    const { sheet, box } = draw(viewOf({ policy: 'allkeys-lfu', rows }), step);
    expect(sheet.boxes.filter(({ id }) => id.startsWith('dot:')).map(({ id }) => id)).toEqual([
      'dot:20',
      'dot:6',
    ]);
    expect(box('dot:6')!.hot).toBe(true);
    expect(box('key:d')!.hot).toBe(true);
    expect(box('dot:20')!.x).toBeGreaterThan(box('dot:6')!.x);
    expect(draw(viewOf()).sheet.links!.some(({ id }) => id.startsWith('curve:'))).toBe(false);
  });

  it('draws a bar of lookups as high as its share of hits', () => {
    const { box } = draw(viewOf());
    expect(box('span:0:hits')!.height).toBe(box('span:0')!.height);
    expect(box('span:1:hits')!.height).toBe(box('span:1')!.height / 2);
  });

  it('has no pool if nothing is compared', () => {
    for (const policy of ['allkeys-random', 'noeviction']) {
      const { sheet } = draw(viewOf({ policy }));
      expect(sheet.boxes.some(({ id }) => /^(pool|free|sample):/.test(id))).toBe(false);
    }
  });

  it('keys without an expiry stand back if they are no candidates', () => {
    const rows = [row('a', { expireAtMs: 130_000 }), row('c')];
    const { box } = draw(viewOf({ policy: 'volatile-ttl', rows }));
    expect(box('key:a')).toMatchObject({ tone: 'plain', share: 1 });
    expect(box('key:c')).toMatchObject({ tone: 'ghost' });
  });

  it.each([300, 700, 1400])('keeps inside a width of %i, each box once', (width) => {
    for (const policy of ['allkeys-lru', 'volatile-lfu', 'volatile-ttl', 'allkeys-random']) {
      const { sheet } = draw(viewOf({ policy }), sample, width);
      for (const box of sheet.boxes) expect(box.x + box.width, box.id).toBeLessThanOrEqual(width);
      expect(new Set(sheet.boxes.map(({ id }) => id)).size).toBe(sheet.boxes.length);
    }
  });
});

it('says what happened and why', () => {
  const gone: Step = { type: 'key.evicted', db: 0, key: 'y', policy: 'allkeys-lru', freedBytes: 2048 };
  expect(narrateEviction(gone, viewOf(), 'en')).toBe(
    'y is evicted (idle 8 s, the best candidate of the pool): 2.00 KB freed.',
  );
  expect(narrateEviction(sample, viewOf(), 'zh')).toBe(
    '内存超出上限。从 0 号库随机抽 2 个键：1 个进了候选池，池里现在有 2 个。',
  );
  const missed: Step = { type: 'lfu.increment', key: 'a', from: 15, to: 15, probability: 1 / 101 };
  expect(narrateEviction(missed, viewOf(), 'en')).toContain('1 in 101 fails');
  expect(narrateEviction({ ...missed, to: 16 }, viewOf(), 'zh')).toContain('加到 16');
});

it('has an accessible table with the names of INFO and the figures of OBJECT', () => {
  const accessible = (part: Partial<EvictionView>) =>
    new Map(accessibleEviction(viewOf(part), 'en').rows.map(({ id, text }) => [id, text]));
  expect(accessible({}).get('evicted_keys')).toBe('2');
  expect(accessible({}).get('key:a')).toBe('idle 9 s');
  expect(accessible({}).get('pool:0')).toBe('b: gone');
  expect(accessible({ policy: 'allkeys-lfu' }).get('key:a')).toBe('counter 5');
  expect(summariseEviction(viewOf(), 'zh')).toEqual(['allkeys-lru', '2 个键']);
});
