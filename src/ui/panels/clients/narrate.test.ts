import { expect, test } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import { narrateClients } from './narrate.ts';

const steps: readonly Step[] = [
  { type: 'client.blocked', client: 2, why: 'list', keys: ['jobs', 'a b'], untilMs: 0 },
  { type: 'client.unblocked', client: 2, how: 'key', key: 'jobs' },
  { type: 'client.unblocked', client: 2, how: 'timeout', key: null },
  { type: 'client.unblocked', client: 2, how: 'command', key: null },
  { type: 'multi.queued', client: 1, command: 'config|get', position: 0 },
  { type: 'watch.touched', client: 1, db: 0, key: 'stock' },
  { type: 'exec.refused', client: 1, why: 'watch' },
  { type: 'exec.refused', client: 1, why: 'error' },
  { type: 'exec.begin', client: 1, commands: 1 },
  { type: 'exec.command', client: 1, command: 'incr', position: 1 },
  { type: 'exec.end', client: 1 },
  { type: 'pubsub.subscribed', client: 3, kind: 'pattern', name: 'news.*' },
  { type: 'pubsub.unsubscribed', client: 3, kind: 'channel', name: 'news' },
  { type: 'pubsub.published', client: 0, channel: 'news', message: 'hi', shard: false, receivers: 1 },
  { type: 'pubsub.delivered', client: 3, channel: 'news', pattern: 'n*' },
  { type: 'tracking.remembered', client: 4, key: 'user:1' },
  { type: 'tracking.invalidated', client: 4, to: 5, keys: null },
];

test('every step has one whole sentence in each language', () => {
  for (const step of steps) {
    const english = narrateClients(step, null, 'en');
    const chinese = narrateClients(step, null, 'zh');
    expect(english, step.type).toMatch(/^[^.]+(?:\.[^ ][^.]*)*\.$/);
    expect(chinese, step.type).toMatch(/^[^。]+。$/);
    // Between Chinese and Latin letters or digits there is a space.
    expect(chinese, step.type).not.toMatch(/[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/);
    expect(`${english}${chinese}`).not.toMatch(/undefined|null/);
  }
});

test('a step of another structure is not narrated here', () => {
  expect(narrateClients({ type: 'dict.swap', dict: 1, size: 4 }, null, 'en')).toBeNull();
});
