/** Other people's clients listen: channels, patterns, notifications, pushes, MONITOR. */
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

let server: TcpServer;

beforeAll(async () => {
  const config = { 'notify-keyspace-events': 'KEA' };
  server = await listen({
    port: 0,
    host: '127.0.0.1',
    start: { generation: '7.0', seed: 1, startMs: wallClockMs(), config },
  });
});

afterAll(() => server.stop());

/** Resolves when so many have come. */
function gathering<Item>(count: number): { add(item: Item): void; all: Promise<Item[]> } {
  const items: Item[] = [];
  let done: (items: Item[]) => void = () => {};
  const all = new Promise<Item[]>((resolve) => {
    done = resolve;
  });
  return {
    all,
    add(item) {
      items.push(item);
      if (items.length === count) done(items);
    },
  };
}

describe('ioredis', () => {
  it('receives channels and patterns in the order of publishing', async () => {
    const listener = new Redis(server.port, '127.0.0.1');
    const speaker = new Redis(server.port, '127.0.0.1');
    try {
      const received = gathering<string>(2000);
      listener.on('message', (channel, message) => received.add(`${channel} ${message}`));
      listener.on('pmessage', (pattern, channel, message) =>
        received.add(`${pattern} ${channel} ${message}`),
      );
      expect(await listener.subscribe('io:1', 'io:2')).toBe(2);
      expect(await listener.psubscribe('io:*')).toBe(3);
      const pipeline = speaker.pipeline();
      for (let number = 0; number < 1000; number++) pipeline.publish('io:1', String(number));
      const counts = await pipeline.exec();
      expect(counts?.every(([, receivers]) => receivers === 2)).toBe(true);
      expect(await received.all).toEqual(
        Array.from({ length: 1000 }, (_, number) => [`io:1 ${number}`, `io:* io:1 ${number}`]).flat(),
      );
      expect(await listener.unsubscribe('io:1')).toBe(2);
      expect(await listener.punsubscribe('io:*')).toBe(1);
      expect(await speaker.publish('io:1', 'nobody')).toBe(0);
      expect(await speaker.pubsub('NUMSUB', 'io:1', 'io:2')).toEqual(['io:1', 0, 'io:2', 1]);
      listener.disconnect();
      await expect.poll(() => speaker.publish('io:2', 'gone')).toBe(0);
    } finally {
      listener.disconnect();
      speaker.disconnect();
    }
  });

  it('is notified of keys that expire', async () => {
    const listener = new Redis(server.port, '127.0.0.1');
    const speaker = new Redis(server.port, '127.0.0.1');
    try {
      const received = gathering<string>(1);
      listener.on('message', (channel, key) => received.add(`${channel} ${key}`));
      await listener.subscribe('__keyevent@0__:expired');
      await speaker.set('io:short', 'x', 'PX', 20);
      expect(await received.all).toEqual(['__keyevent@0__:expired io:short']);
    } finally {
      listener.disconnect();
      speaker.disconnect();
    }
  });

  it('monitors', async () => {
    const watched = new Redis(server.port, '127.0.0.1');
    const monitor = await watched.monitor();
    try {
      const received = gathering<string>(2);
      monitor.on('monitor', (_time: string, args: string[]) => {
        if (args.includes('io:seen')) received.add(args.join(' '));
      });
      await watched.set('io:seen', 'a "b"');
      await watched.get('io:seen');
      expect(await received.all).toEqual(['set io:seen a "b"', 'get io:seen']);
    } finally {
      monitor.disconnect();
      watched.disconnect();
    }
  });
});

describe('node-redis', () => {
  for (const RESP of [2, 3] as const) {
    it(`receives channels, patterns and shard channels with RESP${RESP}`, async () => {
      const options = { socket: { port: server.port, host: '127.0.0.1' }, RESP };
      const listener = createClient(options);
      const speaker = createClient(options);
      await Promise.all([listener.connect(), speaker.connect()]);
      try {
        const received = gathering<string>(3);
        const note = (message: string, channel: string) => received.add(`${channel} ${message}`);
        await listener.subscribe(`node:${RESP}`, note);
        await listener.pSubscribe(`node:${RESP}?`, note);
        await listener.sSubscribe(`node:${RESP}`, note);
        expect(await speaker.publish(`node:${RESP}`, 'one')).toBe(1);
        expect(await speaker.publish(`node:${RESP}x`, 'two')).toBe(1);
        expect(await speaker.sPublish(`node:${RESP}`, 'three')).toBe(1);
        expect(await received.all).toEqual([`node:${RESP} one`, `node:${RESP}x two`, `node:${RESP} three`]);
        await listener.unsubscribe();
        await listener.pUnsubscribe();
        await listener.sUnsubscribe();
        expect(await speaker.publish(`node:${RESP}`, 'nobody')).toBe(0);
        expect(String(await listener.ping())).toBe('PONG');
      } finally {
        listener.destroy();
        speaker.destroy();
      }
    });
  }

  it('goes on with commands while it listens, and is pushed what has changed, with RESP3', async () => {
    const client = createClient({ socket: { port: server.port, host: '127.0.0.1' }, RESP: 3 });
    const other = createClient({ socket: { port: server.port, host: '127.0.0.1' }, RESP: 3 });
    await Promise.all([client.connect(), other.connect()]);
    try {
      const received = gathering<string>(1);
      await client.subscribe('node:both', (message) => received.add(message));
      expect(await client.set('node:k', '1')).toBe('OK');
      await other.publish('node:both', 'hi');
      expect(await received.all).toEqual(['hi']);
      expect(await client.get('node:k')).toBe('1');
      expect(await client.sendCommand(['CLIENT', 'TRACKING', 'ON'])).toBe('OK');
      expect(await client.get('node:k')).toBe('1');
      expect(await other.sendCommand(['INFO', 'clients'])).toContain('tracking_clients:1');
      await other.set('node:k', '2');
      expect(await client.get('node:k')).toBe('2');
    } finally {
      client.destroy();
      other.destroy();
    }
  });
});
