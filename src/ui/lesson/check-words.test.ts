import { describe, expect, it } from 'vitest';
import type { Check } from '../../protocol/checks.ts';
import { observationWords } from '../../protocol/observations/index.ts';
import { foundInstead, wishOf } from './check-words.ts';

const cases: [Check, string, string][] = [
  [
    { type: 'observe', path: 'db0.rehashIndex', is: -1 },
    '没有在 rehash（rehashidx 是 -1）。',
    'No rehash is under way (rehashidx is -1).',
  ],
  [
    { type: 'reached', path: 'db0.rehashIndex', atLeast: 0 },
    '某一刻，正在 rehash（rehashidx 不再是 -1）。',
    'At some moment: a rehash is under way (rehashidx is no longer -1).',
  ],
  [
    { type: 'observe', path: 'db0.ht0.size', is: 16 },
    'ht[0] 的桶数是 16。',
    'The number of buckets of ht[0] is 16.',
  ],
  [
    { type: 'reached', path: 'db3.keys', atLeast: 2 },
    '某一刻，db 3 里，键的个数至少是 2。',
    'At some moment: the number of keys is at least 2 in db 3.',
  ],
  [
    { type: 'observe', path: 'db0.volatileKeys', atMost: 3 },
    '带过期时间的键最多有 3 个。',
    'The number of keys with an expiry is at most 3.',
  ],
  [
    { type: 'observe', path: 'last.moved', atLeast: 1, atMost: 3 },
    '这条命令搬走 1 到 3 个键。',
    'The command moves between 1 and 3 keys.',
  ],
  [
    { type: 'observe', path: 'last.spans', atLeast: 4 },
    '查找一跳就到，跨度至少是 4。',
    'The search arrives with one hop, whose span is at least 4.',
  ],
  [
    { type: 'observe', path: 'db0.lock(lock:order).state', is: 'orphaned' },
    '锁还在，但加锁的客户端已经断开。',
    'The lock is still there, but the client that took it is gone.',
  ],
  [
    { type: 'observe', path: 'db0.lock(lock:order).refused', atLeast: 1 },
    '加锁被拒绝了至少 1 次。',
    'Taking the lock was refused at least once.',
  ],
  [
    { type: 'reached', path: 'db0.lock(lock:order).holders', atLeast: 2 },
    '某一刻，自认为持有锁的客户端至少有 2 个。',
    'At some moment: the number of clients that act as holders is at least 2.',
  ],
  [
    { type: 'unreached', path: 'last.reply', is: '(integer) 0' },
    '从未出现：服务器的回复是 (integer) 0。',
    'At no moment: the server replies (integer) 0.',
  ],
  [
    { type: 'observe', path: 'db0.packed(small).bytes', atMost: 27 },
    'small 最多占 27 字节。',
    'small takes at most 27 bytes.',
  ],
  [{ type: 'key', db: 0, key: 'a', exists: false }, '键 a 不存在。', 'Key a does not exist.'],
  [
    { type: 'key', db: 0, key: 'a', encoding: 'embstr', hasExpiry: true },
    '键 a 的编码是 embstr，有过期时间。',
    'Key a has the encoding embstr and has an expiry.',
  ],
  [{ type: 'trace', readsOnly: true }, '只用读命令。', 'Use only commands that read.'],
  [{ type: 'trace', never: ['keys', 'scan'] }, '不用 KEYS、SCAN。', 'Do not use KEYS or SCAN.'],
];

/** As the compiler of lessons gives it to the page. */
function compiled(check: Check): Check {
  return 'path' in check ? { ...check, words: observationWords(check.path) } : check;
}

describe('a check is a sentence', () => {
  it.each(cases)('%j', (written, zh, en) => {
    const check = compiled(written);
    expect(wishOf(check, 'zh')).toBe(zh);
    expect(wishOf(check, 'en')).toBe(en);
  });
});

describe('what was found instead', () => {
  const check = compiled({ type: 'observe', path: 'db0.ht0.size', is: 4 });

  it('is said unless it is what was wanted', () => {
    expect(foundInstead(check, { passed: false, found: '16' }, 'en')).toBe('Now it is 16.');
    expect(foundInstead(check, { passed: false, found: '16' }, 'zh')).toBe('现在是 16。');
    expect(foundInstead(check, { passed: true, found: '4' }, 'en')).toBeNull();
    expect(foundInstead(check, { passed: false, found: '' }, 'en')).toBeNull();
  });

  it('speaks of the moment shown', () => {
    expect(foundInstead(check, { passed: false, found: '16' }, 'en', true)).toBe('At that moment it was 16.');
    expect(foundInstead(check, { passed: false, found: '16' }, 'zh', true)).toBe('那一刻是 16。');
  });

  it('says what a command did', () => {
    const spans = compiled({ type: 'observe', path: 'last.spans', atLeast: 4 });
    expect(foundInstead(spans, { passed: false, found: '4+3+1' }, 'en')).toBe('This time it was 4+3+1.');
    expect(foundInstead(spans, { passed: false, found: '4+3+1' }, 'zh')).toBe('这次是 4+3+1。');
  });

  it('has words for states', () => {
    const state = compiled({ type: 'observe', path: 'db0.lock(l).state', is: 'orphaned' });
    expect(foundInstead(state, { passed: false, found: 'free' }, 'en')).toBe('Now: the lock is free.');
    expect(foundInstead(state, { passed: false, found: 'free' }, 'zh')).toBe('现在锁空着，没有人持有。');
  });

  it('names the part of a key that differs', () => {
    const key: Check = { type: 'key', db: 0, key: 'a', encoding: 'embstr', hasExpiry: true };
    expect(foundInstead(key, { passed: false, found: 'int 1' }, 'en')).toBe('Now it has the encoding int.');
    expect(foundInstead(key, { passed: false, found: 'embstr 0' }, 'zh')).toBe('现在它没有过期时间。');
    const gone: Check = { type: 'key', db: 0, key: 'a', exists: false };
    expect(foundInstead(gone, { passed: false, found: '1' }, 'en', true)).toBe('Then it exists.');
  });

  it('names the commands that were not wanted', () => {
    const trace: Check = { type: 'trace', readsOnly: true };
    expect(foundInstead(trace, { passed: false, found: 'set del' }, 'en')).toBe('But SET and DEL were used.');
    expect(foundInstead(trace, { passed: false, found: 'set' }, 'zh')).toBe('但用了 SET。');
  });
});
