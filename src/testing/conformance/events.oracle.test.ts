import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeReplies } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { eventCases } from '../event-cases.ts';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';

let redis: RunningRedis;
let client: WireClient;
let listener: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--notify-keyspace-events', 'EAmn', '--enable-debug-command', 'yes']);
  client = await WireClient.connect(redis.port);
  listener = await WireClient.connect(redis.port);
  await listener.send(['PSUBSCRIBE', '*']);
  // An expired key stays until a command finds it.
  await client.send(['DEBUG', 'SET-ACTIVE-EXPIRE', '0']);
});
afterAll(async () => {
  client?.close();
  listener?.close();
  await redis?.stop();
});

async function statistics(): Promise<number[]> {
  const info = Buffer.from(await client.send(['INFO'])).toString();
  const names = ['keyspace_hits', 'keyspace_misses', 'rdb_changes_since_last_save'];
  return names.map((name) => Number(new RegExp(`${name}:(\\d+)`).exec(info)![1]));
}

/** The events that came before a message of our own. */
async function eventsSoFar(): Promise<string> {
  await client.send(['PUBLISH', 'done', 'done']);
  const events: string[] = [];
  for (;;) {
    const [message] = decodeReplies(await listener.next());
    if (message.type !== 'array') throw new Error('a message is an array');
    const [, , channel, key] = message.items.map((item) =>
      item.type === 'string' ? Buffer.from(item.bytes).toString('latin1') : '',
    );
    if (channel === 'done') return events.join(' ');
    const [, db, event] = /^__keyevent@(\d+)__:(.*)$/.exec(channel)!;
    events.push(`${event}:${key}${db === '0' ? '' : `@${db}`}`);
  }
}

test('the server sends the recorded events', async () => {
  const found: unknown[] = [];
  for (const [command] of eventCases) {
    const before = await statistics();
    await client.send(splitArguments(Buffer.from(command))!);
    const after = await statistics();
    found.push([command, await eventsSoFar(), ...after.map((value, index) => value - before[index])]);
  }
  expect(found).toEqual(eventCases);
});
