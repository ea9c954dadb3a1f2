import { expect, test } from 'vitest';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

/** What the slow log says of a flush of 2,000 keys. */
function flushMicroseconds(...args: string[]): number {
  const clients = new EngineClients({ 'slowlog-log-slower-than': '0' });
  for (let key = 0; key < 2000; key++) clients.send(['SET', `key:${key}`, 'x']);
  clients.send(args);
  return Number(/:\d+\r\n:\d+\r\n:(\d+)\r\n/.exec(latin1(clients.send(['SLOWLOG', 'GET', '1'])))?.[1]);
}

test('a flush in the background visits no keys, so it takes as long as any other command', () => {
  expect(flushMicroseconds('FLUSHALL', 'ASYNC')).toBeLessThan(10);
  expect(flushMicroseconds('FLUSHDB', 'ASYNC')).toBeLessThan(10);
  expect(flushMicroseconds('FLUSHALL')).toBeGreaterThan(100);
});
