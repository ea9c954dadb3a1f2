/** What hangs in the gallery: each panel in the states it can be in. */
import type { Step } from '../../protocol/steps.ts';
import type { DictView, View, WatchTarget } from '../../protocol/views.ts';
import type { Pair } from '../i18n/pair.ts';
import type { Exhibit } from './gallery-link.ts';
import { geoHangings } from './geo-exhibits.ts';
import { locksHangings } from './locks-exhibits.ts';
import { packedHangings } from './packed-exhibits.ts';
import {
  dictAddress as dict,
  emptyKeyspace,
  hugeDict,
  hugeKeyspace,
  sampleDict,
  sampleHash,
  sampleKeyspace,
  users,
} from './samples.ts';
import { skiplistHangings } from './skiplist-exhibits.ts';

export interface Hanging {
  readonly id: string;
  readonly panel: string;
  readonly title: Pair;
  readonly exhibit: Exhibit;
  /** The moment shown at first. */
  readonly moment: number;
}

function still(view: (target: WatchTarget) => View | null): Exhibit {
  return { steps: [null, null], view: (_, target) => view(target) };
}

/** A sequence of photographs with the steps that led to each. */
function sequence(pictures: readonly { readonly step: Step | null; readonly view: View | null }[]): Exhibit {
  return { steps: pictures.map((picture) => picture.step), view: (moment) => pictures[moment].view };
}

function bucketIn(view: DictView, table: 0 | 1, key: string): { bucket: number; entry: number } {
  const shown = view.tables[table];
  for (let nth = 0; nth < shown.buckets.length; nth++) {
    const entry = shown.buckets[nth].find((candidate) => candidate.key === key);
    if (entry !== undefined) return { bucket: shown.from + nth, entry: entry.address };
  }
  throw new Error(`${key} is not in the sample`);
}

/** A lookup that walks a chain to its end. */
function lookup(): Exhibit {
  const view = sampleDict({ keys: users(8), size: 8 });
  const shown = view.tables[0];
  const bucket = shown.buckets.findIndex(
    (chain) => chain.length === Math.max(...shown.buckets.map((c) => c.length)),
  );
  const chain = shown.buckets[bucket];
  const key = chain[chain.length - 1].key;
  const walk = chain.map((entry): { step: Step; view: View } => ({
    step: {
      type: 'dict.walk',
      dict,
      table: 0,
      bucket,
      entry: entry.address,
      key: entry.key,
      match: entry.key === key,
    },
    view,
  }));
  return sequence([
    { step: null, view },
    { step: { type: 'dict.hash', dict, key, hash: sampleHash(key) }, view },
    { step: { type: 'dict.bucket', dict, table: 0, bucket }, view },
    ...walk,
    { step: null, view },
  ]);
}

/** One bucket carried over, entry by entry; then the swap at the end of it all. */
function rehash(keys: readonly string[], size: number): Exhibit {
  const pictures: { step: Step | null; view: View }[] = [];
  let before = sampleDict({ keys, size, nextSize: size * 2, rehashIndex: 0 });
  pictures.push({ step: null, view: before });
  for (let bucket = 0; bucket < size; bucket++) {
    const chain = before.tables[0].buckets[bucket];
    const after = sampleDict({ keys, size, nextSize: size * 2, rehashIndex: bucket + 1 });
    chain.forEach((entry, nth) => {
      const moved = bucketIn(after, 1, entry.key).bucket;
      const step: Step = {
        type: 'dict.move',
        dict,
        fromBucket: bucket,
        toBucket: moved,
        entry: entry.address,
        key: entry.key,
      };
      pictures.push({ step, view: halfMoved(before, bucket, nth + 1, after) });
    });
    pictures.push({
      step: { type: 'dict.rehash', dict, bucket, moved: chain.length, empty: 0 },
      view: after,
    });
    before = after;
  }
  const [, grown] = before.tables;
  const swapped: DictView = {
    ...before,
    rehashIndex: -1,
    tables: [
      grown,
      { ...before.tables[0], address: 0, size: 0, used: 0, buckets: [], chainLengths: [], sampledBuckets: 0 },
    ],
  };
  pictures.push({ step: { type: 'dict.swap', dict, size: grown.size }, view: swapped });
  pictures.push({ step: null, view: swapped });
  return sequence(pictures);
}

/** The picture after the first `count` entries of a bucket have gone, before the index moves on. */
function halfMoved(before: DictView, bucket: number, count: number, after: DictView): DictView {
  const gone = before.tables[0].buckets[bucket].slice(0, count).map((entry) => entry.address);
  const staying = before.tables[0].buckets[bucket].slice(count).map((entry) => entry.address);
  const [first, second] = before.tables;
  return {
    ...before,
    tables: [
      {
        ...first,
        used: first.used - gone.length,
        buckets: first.buckets.map((chain) => chain.filter((entry) => !gone.includes(entry.address))),
      },
      {
        ...after.tables[1],
        used: second.used + gone.length,
        buckets: after.tables[1].buckets.map((chain) =>
          chain.filter((entry) => !staying.includes(entry.address)),
        ),
      },
    ],
  };
}

function insertion(): Exhibit {
  const before = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 3 });
  const after = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 3, lateKeys: ['user:10'] });
  const { bucket, entry } = bucketIn(after, 1, 'user:10');
  const removed = bucketIn(before, 0, before.tables[0].buckets.flat()[1].key);
  const key = before.tables[0].buckets.flat()[1].key;
  const without: DictView = {
    ...after,
    tables: [
      {
        ...after.tables[0],
        buckets: after.tables[0].buckets.map((chain) => chain.filter((e) => e.address !== removed.entry)),
      },
      after.tables[1],
    ],
  };
  return sequence([
    { step: null, view: before },
    { step: { type: 'dict.hash', dict, key: 'user:10', hash: sampleHash('user:10') }, view: before },
    { step: { type: 'dict.insert', dict, table: 1, bucket, entry, key: 'user:10' }, view: after },
    {
      step: { type: 'dict.remove', dict, table: 0, bucket: removed.bucket, entry: removed.entry, key },
      view: without,
    },
    { step: null, view: without },
  ]);
}

function hugeLookup(): Exhibit {
  const bucket = 418_204;
  const steps: Step[] = [
    { type: 'dict.hash', dict, key: 'key:77', hash: `00000005000${bucket.toString(16)}` },
    { type: 'dict.bucket', dict, table: 0, bucket },
  ];
  return {
    steps: [null, ...steps, null],
    view: (_, target) => (target.kind === 'dict' ? hugeDict(target.windows, 418_180) : null),
  };
}

const longKeys = [
  'user:profile:10000017:settings',
  'user:profile:10000018:settings',
  '用户:资料:一千零一',
  'cache:page:/articles/2024/05/how-a-dict-grows',
  'k',
  'session:9f3cbb1a',
  '',
  'two words',
];

export const hangings: readonly Hanging[] = [
  {
    id: 'dict-empty',
    panel: 'dict',
    title: { en: 'Dictionary, empty', zh: '字典：空' },
    exhibit: still(() => sampleDict({ keys: [], size: 0 })),
    moment: 1,
  },
  {
    id: 'dict-lookup',
    panel: 'dict',
    title: { en: 'Dictionary, a lookup', zh: '字典：一次查找' },
    exhibit: lookup(),
    moment: 3,
  },
  {
    id: 'dict-rehash',
    panel: 'dict',
    title: { en: 'Dictionary, a rehash', zh: '字典：一次 rehash' },
    exhibit: rehash(users(9), 8),
    moment: 3,
  },
  {
    id: 'dict-change',
    panel: 'dict',
    title: { en: 'Dictionary, a key comes and a key goes', zh: '字典：一个键来，一个键走' },
    exhibit: insertion(),
    moment: 2,
  },
  {
    id: 'dict-whole',
    panel: 'dict',
    title: { en: 'Dictionary, 32 buckets', zh: '字典：32 个桶' },
    exhibit: still(() => sampleDict({ keys: users(24), size: 16, nextSize: 32, rehashIndex: 6 })),
    moment: 1,
  },
  {
    id: 'dict-crowded',
    panel: 'dict',
    title: { en: 'Dictionary, crowded while a save runs', zh: '字典：保存期间很拥挤' },
    exhibit: still(() => sampleDict({ keys: users(38), size: 8, canResize: false })),
    moment: 1,
  },
  {
    id: 'dict-long',
    panel: 'dict',
    title: { en: 'Dictionary, long and odd keys', zh: '字典：长键与怪键' },
    exhibit: still(() => sampleDict({ keys: longKeys, size: 8 })),
    moment: 1,
  },
  {
    id: 'dict-huge',
    panel: 'dict',
    title: { en: 'Dictionary, a million buckets', zh: '字典：一百万个桶' },
    exhibit: hugeLookup(),
    moment: 2,
  },
  {
    id: 'keyspace',
    panel: 'keyspace',
    title: { en: 'Keyspace', zh: '键空间' },
    exhibit: still(() => sampleKeyspace()),
    moment: 1,
  },
  {
    id: 'keyspace-empty',
    panel: 'keyspace',
    title: { en: 'Keyspace, empty', zh: '键空间：空' },
    exhibit: still(() => emptyKeyspace()),
    moment: 1,
  },
  {
    id: 'keyspace-huge',
    panel: 'keyspace',
    title: { en: 'Keyspace, a million keys', zh: '键空间：一百万个键' },
    exhibit: still((target) => (target.kind === 'keyspace' ? hugeKeyspace(target.window) : null)),
    moment: 1,
  },
  ...skiplistHangings,
  ...geoHangings,
  ...packedHangings,
  ...locksHangings,
];
