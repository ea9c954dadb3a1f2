import { describe, expect, it } from 'vitest';
import type { Check } from '../../protocol/checks.ts';
import { observationName } from '../../protocol/observations/index.ts';
import { foundInstead, subjectOf, wantedOf } from './check-words.ts';

const cases: [Check, string, string][] = [
  [{ type: 'observe', path: 'db0.rehashIndex', is: -1 }, 'rehashidx = -1', 'rehashidx = -1'],
  [{ type: 'observe', path: 'db0.ht0.size', is: 16 }, 'ht[0] 的桶数 = 16', 'buckets of ht[0] = 16'],
  [{ type: 'reached', path: 'db3.keys', atLeast: 2 }, 'db 3 键的个数 ≥ 2', 'db 3 keys ≥ 2'],
  [
    { type: 'observe', path: 'last.moved', atLeast: 1, atMost: 3 },
    '搬走的键 ≥ 1，≤ 3',
    'keys moved by rehash ≥ 1, ≤ 3',
  ],
  [
    { type: 'reached', path: 'db0.lock(lock:order).holders', atLeast: 2 },
    '自认为持有锁的客户端 ≥ 2',
    'clients that act as holders ≥ 2',
  ],
  [{ type: 'key', db: 0, key: 'a', exists: false }, 'a 不存在', 'a does not exist'],
  [
    { type: 'key', db: 0, key: 'a', encoding: 'embstr', hasExpiry: true },
    'a embstr，有过期时间',
    'a embstr, has an expiry',
  ],
  [{ type: 'trace', readsOnly: true }, '用过的命令 只有读命令', 'commands used reads only'],
  [{ type: 'trace', never: ['keys'] }, '用过的命令 不用 KEYS', 'commands used never KEYS'],
];

/** As the compiler of lessons gives it to the page. */
function compiled(check: Check): Check {
  return 'path' in check ? { ...check, name: observationName(check.path) } : check;
}

describe('a check in words', () => {
  it.each(cases)('%j', (written, zh, en) => {
    const check = compiled(written);
    expect(`${subjectOf(check, 'zh')} ${wantedOf(check, 'zh')}`).toBe(zh);
    expect(`${subjectOf(check, 'en')} ${wantedOf(check, 'en')}`).toBe(en);
  });
});

describe('what was found instead', () => {
  const check: Check = { type: 'observe', path: 'db0.ht0.size', is: 4 };
  it('is said unless it is what was wanted', () => {
    expect(foundInstead(check, { passed: false, found: '16' }, 'en')).toBe('now 16');
    expect(foundInstead(check, { passed: false, found: '16' }, 'zh')).toBe('现在是 16');
    expect(foundInstead(check, { passed: true, found: '4' }, 'en')).toBeNull();
    expect(foundInstead(check, { passed: false, found: '' }, 'en')).toBeNull();
    expect(foundInstead({ type: 'trace', readsOnly: true }, { passed: false, found: 'set del' }, 'en')).toBe(
      'used SET DEL',
    );
  });
});
