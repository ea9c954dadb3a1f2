/**
 * What the home page plays by itself: three short scenes on a live engine. Every line happens on a server in a worker
 * and the panel of the scene draws that server. A test runs the lines and holds each sentence to what the engine says.
 */
import type { SessionStart } from '../../protocol/session.ts';
import type { Pair } from '../i18n/pair.ts';

export interface ShowScene {
  readonly id: string;
  readonly title: Pair;
  /** The panel that draws it, and the key it looks at. */
  readonly panel: string;
  readonly watchedKey?: string;
  /** Decides where keys lie. */
  readonly seed: number;
  /** What has happened before it begins (see protocol/action-lines.ts). */
  readonly given: readonly string[];
  readonly beats: readonly ShowBeat[];
}

/** One thing that happens, and the sentence about it. */
export interface ShowBeat {
  readonly line: string;
  readonly sentence: Pair;
  /** Observations that make the sentence true once the line has happened (content/OBSERVATIONS.md). */
  readonly holds: Readonly<Record<string, string | number>>;
}

/** The server of a scene. Its clock stands still, and time passes where a line says so. */
export function startOf({ seed }: ShowScene): SessionStart {
  return { generation: '7.0', seed, startMs: Date.UTC(2024, 4, 1, 8), config: {} };
}

export const showScenes: readonly ShowScene[] = [
  {
    id: 'rehash',
    title: { zh: '字典 rehash', en: 'A rehash' },
    panel: 'dict',
    seed: 3,
    given: Array.from({ length: 8 }, (_, nth) => `SET user:${nth + 1} ${nth + 1}`),
    beats: [
      {
        line: 'SET user:9 9',
        sentence: {
          zh: '8 个桶装了 8 个键，第 9 个键一来，旁边就多出一张 16 个桶的新表。',
          en: 'Eight buckets hold eight keys. The ninth key brings a second table with sixteen.',
        },
        holds: { 'db0.keys': 9, 'db0.ht0.size': 8, 'db0.ht1.size': 16, 'last.insertedTable': 1 },
      },
      {
        line: 'GET user:1',
        sentence: {
          zh: 'Redis 不会停下来一次搬完：这条 GET 顺手搬走一个桶。',
          en: 'Redis doesn’t stop to move everything: this GET moves one bucket on its way.',
        },
        holds: { 'last.rehashedBuckets': 1, 'last.reply': '"1"' },
      },
      {
        line: 'GET user:2',
        sentence: {
          zh: '下一条命令再搬一个。还没搬完，所以这次两张表都查了。',
          en: 'The next command moves another one. Until all are moved, a lookup may need both tables.',
        },
        holds: { 'last.rehashedBuckets': 1, 'last.tables': '0,1', 'db0.ht0.used': 3 },
      },
    ],
  },
  {
    id: 'lock',
    title: { zh: '锁被误删', en: 'A lock goes wrong' },
    panel: 'locks',
    watchedKey: 'lock:order',
    seed: 1,
    given: [],
    beats: [
      {
        line: '1> SET lock:order a NX PX 10000',
        sentence: {
          zh: '客户端 1 拿到锁，期限 10 秒。',
          en: 'Client 1 takes a lock for ten seconds.',
        },
        holds: { 'db0.lock(lock:order).holder': '1', 'db0.lock(lock:order).state': 'held' },
      },
      {
        line: '@ 11 s',
        sentence: {
          zh: '活还没干完，锁先过期了，而它不知道。',
          en: 'Its work takes longer. The lock expires, and nobody tells it.',
        },
        holds: { 'db0.lock(lock:order).expired': 1, 'db0.lock(lock:order).state': 'free' },
      },
      {
        line: '2> SET lock:order b NX PX 10000',
        sentence: {
          zh: '客户端 2 也拿到了锁：现在两边都以为锁是自己的。',
          en: 'Client 2 takes it too. Now both believe they hold it.',
        },
        holds: { 'db0.lock(lock:order).holder': '2', 'db0.lock(lock:order).holders': 2 },
      },
      {
        line: '1> DEL lock:order',
        sentence: {
          zh: '客户端 1 干完活去解锁，删掉的却是客户端 2 的锁。',
          en: 'Client 1 finishes and unlocks. The lock it deletes belongs to client 2.',
        },
        holds: { 'db0.lock(lock:order).wrongReleases': 1, 'db0.lock(lock:order).state': 'free' },
      },
    ],
  },
  {
    id: 'map',
    title: { zh: '把地图切开', en: 'Cutting the map' },
    panel: 'geo',
    watchedKey: 'cars',
    seed: 1,
    given: [
      'GEOADD cars 116.397 39.909 car:1',
      'GEOADD cars 121.474 31.230 car:2',
      'GEOADD cars 120.212 30.208 car:3',
      'GEOADD cars 120.155 30.274 car:4',
    ],
    beats: [
      {
        line: 'GEOADD cars 120.081 30.303 car:5',
        sentence: {
          zh: '存一个位置，就是把地图对半切 26 次，经度纬度各一遍，每一刀记 1 位。',
          en: 'To store a place, Redis halves the map 26 times each way. Every cut writes one bit.',
        },
        holds: {
          'db0.zset(cars).length': 5,
          'db0.geo(cars).cell(car:5,26)': '1110011001110011011010010110010001010111001101000001',
        },
      },
      {
        line: 'GEOSEARCH cars FROMLONLAT 120.15 30.27 BYRADIUS 15 km ASC',
        sentence: {
          zh: '找附近的车只看 6 个格子：5 辆里只量了 3 辆的距离。',
          en: 'To find what is near, a search opens six cells. Of five cars it measures three.',
        },
        holds: { 'last.cells': 6, 'last.candidates': 3, 'last.found': 3, 'db0.zset(cars).length': 5 },
      },
    ],
  },
];
