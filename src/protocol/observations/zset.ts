/** A sorted set, its skiplist, and the geohashes that scores can be. */
import { observation } from './observation.ts';

/** Converts from listpack immediately. */
const board = 'CONFIG SET zset-max-listpack-entries 0\nZADD board 310 ann 120 bob 275 cat 90 dan';

export const zsetObservations = [
  observation({
    path: 'db<db>.zset(<key>).length',
    value: 'number',
    zh: ({ key }) => `${key} 的成员数`,
    en: ({ key }) => `members of ${key}`,
    example: { given: board, path: 'db0.zset(board).length', reportedBy: ['ZCARD board'] },
    read: (engine, { db, key }) => engine.zset(db, key)?.length ?? null,
  }),
  observation({
    path: 'db<db>.zset(<key>).score(<member>)',
    value: 'number',
    zh: ({ member }) => `${member} 的分数`,
    en: ({ member }) => `score of ${member}`,
    reads: 'value',
    note: 'null if there is no such member',
    example: { given: board, path: 'db0.zset(board).score(bob)', reportedBy: ['ZSCORE board bob'] },
    read: (engine, { db, key, member }) => engine.zset(db, key)?.scoreOf(member) ?? null,
  }),
  observation({
    path: 'db<db>.zset(<key>).level',
    value: 'number',
    zh: ({ key }) => `${key} 的层数`,
    en: ({ key }) => `levels of ${key}`,
    note: 'levels in use in its skiplist; null while it is packed',
    example: { given: board, path: 'db0.zset(board).level' },
    read: (engine, { db, key }) => engine.zset(db, key)?.level ?? null,
  }),
  observation({
    path: 'db<db>.zset(<key>).levels(<member>)',
    value: 'number',
    zh: ({ member }) => `${member} 的层数`,
    en: ({ member }) => `levels of ${member}`,
    note: "levels of a member's node; null while it is packed",
    example: { given: board, path: 'db0.zset(board).levels(bob)' },
    read: (engine, { db, key, member }) => engine.zset(db, key)?.levelsOf(member) ?? null,
  }),
  observation({
    path: 'db<db>.zset(<key>).nodesOn(<level>)',
    value: 'number',
    zh: ({ level }) => `第 ${level} 层的节点数`,
    en: ({ level }) => `nodes on level ${level}`,
    note: 'nodes that a level links, the lowest is 0; null while it is packed',
    example: { given: board, path: 'db0.zset(board).nodesOn(0)' },
    read: (engine, { db, key, level }) => engine.zset(db, key)?.nodesOn(level) ?? null,
  }),
  observation({
    path: 'db<db>.geo(<key>).cell(<member>,<cuts>)',
    value: 'text',
    zh: ({ member, cuts }) => `${member} 的分数的前 ${2 * cuts} 位`,
    en: ({ member, cuts }) => `first ${2 * cuts} bits of the score of ${member}`,
    sentence: {
      zh: ({ member, cuts }) => `${member} 的分数的前 ${2 * cuts} 位是 {n}`,
      en: ({ member, cuts }) => `The first ${2 * cuts} bits of the score of ${member} are {n}`,
    },
    note: 'two bits per cut, at most 26 cuts; null for a score that is not a geohash',
    example: { given: 'GEOADD cars 116.034579 39.030452 33', path: 'db0.geo(cars).cell(33,5)' },
    read(engine, { db, key, member, cuts }) {
      const score = engine.zset(db, key)?.scoreOf(member) ?? null;
      return score === null ? null : firstBits(score, 2 * cuts);
    },
  }),
];

/** For a 52-bit score; null for a score that is not a geohash. */
function firstBits(score: number, bits: number): string | null {
  if (!Number.isInteger(score) || score < 0 || score >= 2 ** 52) return null;
  return score.toString(2).padStart(52, '0').slice(0, bits);
}
