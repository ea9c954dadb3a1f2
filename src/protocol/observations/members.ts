/** What hashes and sets hold, whatever their encoding. */
import { observation } from './observation.ts';

export const memberObservations = [
  observation({
    path: 'db<db>.hash(<key>).value(<field>)',
    value: 'text',
    zh: ({ key, field }) => `${key} 的字段 ${field}`,
    en: ({ key, field }) => `field ${field} of ${key}`,
    sentence: {
      zh: ({ key, field }) => `${key} 的字段 ${field} 是 {n}`,
      en: ({ key, field }) => `Field ${field} of ${key} is {n}`,
    },
    note: 'null if there is no such field',
    example: {
      given: 'HSET user:1 name ann age 41',
      path: 'db0.hash(user:1).value(name)',
      reportedBy: ['HGET user:1 name'],
    },
    read: (engine, { db, key, field }) => engine.hashValue(db, key, field),
  }),
  observation({
    path: 'db<db>.set(<key>).has(<member>)',
    value: 'number',
    zh: ({ key, member }) => `${key} 是否包含 ${member}`,
    en: ({ key, member }) => `${member} in ${key}`,
    sentence: {
      zh: ({ key, member }) => `SISMEMBER ${key} ${member} 是 {n}`,
      en: ({ key, member }) => `SISMEMBER ${key} ${member} is {n}`,
    },
    note: '1 or 0; null if the key is no set',
    example: {
      given: 'SADD tags redis nosql',
      path: 'db0.set(tags).has(redis)',
      reportedBy: ['SISMEMBER tags redis'],
    },
    read(engine, { db, key, member }) {
      const has = engine.setHas(db, key, member);
      return has === null ? null : Number(has);
    },
  }),
  observation({
    path: 'db<db>.setLookups',
    value: 'number',
    zh: '集合运算查找成员的次数',
    en: 'lookups of the latest set operation',
    note: 'how often the latest SINTER, SUNION, SDIFF or a relative of them asked a set for a member; null before the first',
    example: { given: 'SADD big {1..100}\nSADD small 7 300 9\nSINTER big small', path: 'db0.setLookups' },
    read: (engine, { db }) => engine.view({ kind: 'sets', db, keys: null })?.operation?.probes ?? null,
  }),
];
