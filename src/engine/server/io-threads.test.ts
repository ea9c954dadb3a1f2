/** How many replies the I/O threads wrote: a redis-server 7.0 with io-threads 4 gave the same figures. */
import { expect, test } from 'vitest';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

function threadedWrites(subscribers: number, config: Record<string, string>): string | undefined {
  const clients = new EngineClients(config);
  for (let client = 2; client < 2 + subscribers; client++)
    clients.send(['SUBSCRIBE', 'news'], String(client));
  clients.send(['PUBLISH', 'news', 'hello']);
  return /io_threaded_writes_processed:(\d+)/.exec(latin1(clients.send(['INFO', 'stats'])))?.[1];
}

test('I/O threads write from two clients a thread on, and the publisher counts as one', () => {
  expect([6, 7, 9].map((count) => threadedWrites(count, { 'io-threads': '4' }))).toEqual(['0', '8', '10']);
});

test('with one thread there is nothing to share', () => {
  expect(threadedWrites(9, {})).toBe('0');
});
