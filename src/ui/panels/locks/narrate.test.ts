import { describe, expect, it } from 'vitest';
import type { LockEventKind } from '../../../protocol/views.ts';
import { locksStory } from '../../gallery/locks-items.ts';
import { clientName, describeEvent, describeLocks, formatElapsed, summariseLocks } from './describe.ts';
import { narrateLocks } from './narrate.ts';
import { signs } from './signs.ts';

const wrong = locksStory('wrong');
const last = wrong[wrong.length - 1];
const kinds = Object.keys(signs) as LockEventKind[];

describe('the lock in words', () => {
  it('every kind of event has a sentence in both languages', () => {
    const [sample] = last.events;
    for (const kind of kinds) {
      for (const owner of [0, 1, 2]) {
        for (const token of ['t1', null]) {
          for (const byScript of [false, true]) {
            const event = { ...sample, kind, owner, token, byScript };
            expect(describeEvent(last, event, 'en'), kind).toMatch(/^[A-Z].*\.$/);
            expect(describeEvent(last, event, 'zh'), kind).toMatch(/[一-鿿].*。$/);
            expect(describeEvent(last, event, 'en')).not.toContain('undefined');
          }
        }
      }
    }
  });

  it('tells the story of a wrong release', () => {
    const sentences = (language: 'en' | 'zh') => wrong.map((view) => narrateLocks(view, 0, language));
    expect(sentences('en')).toEqual([
      'A takes the lock: the key now holds 1, for 10 s.',
      'B is refused: the lock is A’s, with the value 1.',
      'The lock expires: 1 is gone, and nothing notifies A.',
      'B takes the lock: the key now holds 1, for 10 s. A and B each think they hold it!',
      'A removes a lock that is B’s: 1 is gone, and B does not know.',
      'C takes the lock: the key now holds 1, for 10 s. B and C each think they hold it!',
    ]);
    expect(sentences('zh')).toEqual([
      'A 拿到锁：键的值是 1，10 秒后过期。',
      'B 没抢到：锁在 A 手里，值是 1。',
      '锁到期了：1 没了，没人通知 A。',
      'B 拿到锁：键的值是 1，10 秒后过期。A、B 都以为自己持有锁！',
      'A 误删了 B 的锁：1 没了，B 却不知道。',
      'C 拿到锁：键的值是 1，10 秒后过期。B、C 都以为自己持有锁！',
    ]);
    expect(narrateLocks(last, 77, 'en')).toBeNull();
  });

  it('has figures with units', () => {
    expect(summariseLocks(last, last.nowMs, 'en')).toEqual(['held by C', '9.50 s left']);
    expect(summariseLocks(last, last.nowMs, 'zh')).toEqual(['C 持有', '还剩 9.50 秒']);
    const orphaned = locksStory('orphaned').at(-1)!;
    expect(summariseLocks(orphaned, orphaned.nowMs, 'en')).toEqual(['left behind by A', 'no expiry']);
    expect(summariseLocks(wrong[2], wrong[2].nowMs, 'en')).toEqual(['free']);
    expect(
      [0, 350, 1500, 12_000, 12_345, 65_000, 3_600_000, 41_400_000].map((ms) => formatElapsed(ms, 'en')),
    ).toEqual(['0 s', '350 ms', '1.50 s', '12 s', '12.3 s', '1 min 5 s', '1 h', '11 h 30 min']);
  });

  it('has a full text for screen readers', () => {
    expect(describeLocks(last, last.nowMs, 'en')).toBe(
      'Lock lock:order: held by C, 9.50 s left; 3 clients, 6 events; 1 wrong release; B and C each think they hold it.',
    );
    expect(describeLocks(last, last.nowMs, 'zh')).toBe(
      '锁 lock:order：C 持有，还剩 9.50 秒；3 个客户端，6 个事件；误删 1 次；B、C 都以为自己持有锁。',
    );
  });

  it('clients without a name have their number', () => {
    const crowd = locksStory('crowd')[0];
    expect(clientName(crowd, 1, 'en')).toBe('client 1');
    expect(clientName(crowd, 1, 'zh')).toBe('客户端 1');
  });
});
