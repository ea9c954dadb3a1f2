/** Clients that wait for a pause, are too many, too idle or too slow; slow commands and denials in virtual time. */
import { describe, expect, test } from 'vitest';
import type { Output } from '../../protocol/session.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { latin1 } from '../base/bytes.ts';
import { Engine } from './engine.ts';

const START_MS = 1_750_000_000_000;

class Talk {
  readonly engine: Engine;
  nowMs = START_MS;

  constructor(config: Record<string, string> = {}) {
    this.engine = new Engine({
      generation: '7.0',
      seed: 1,
      startMs: START_MS,
      config: { 'enable-debug-command': 'yes', ...config },
    });
  }

  open(client: number): Output {
    return this.engine.step({ type: 'open', nowMs: this.nowMs, client });
  }

  say(client: number, ...lines: string[]): Output {
    const bytes = Buffer.concat(lines.map((line) => encodeCommand(line.split(' '))));
    return this.engine.step({ type: 'data', nowMs: this.nowMs, client, bytes: new Uint8Array(bytes) });
  }

  /** Ticks when the engine asks for it, up to so many milliseconds later; what came of it all. */
  pass(ms: number): { replies: Record<number, string>; closed: number[] } {
    const end = this.nowMs + ms;
    const replies: Record<number, string> = {};
    const closed: number[] = [];
    for (;;) {
      const output = this.engine.step({ type: 'tick', nowMs: this.nowMs });
      for (const { client, bytes } of output.replies)
        replies[client] = (replies[client] ?? '') + latin1(bytes);
      closed.push(...output.closed);
      const next = output.wakeAtMs;
      if (this.nowMs === end) return { replies, closed };
      this.nowMs = next === null || next > end ? end : Math.max(next, this.nowMs + 0.001);
    }
  }
}

function heard(output: Output, client: number): string {
  return output.replies
    .filter((reply) => reply.client === client)
    .map(({ bytes }) => latin1(bytes))
    .join('');
}

describe('CLIENT PAUSE', () => {
  test('ALL: everybody waits with what they send, and goes on in order when the time is over', () => {
    const talk = new Talk();
    for (const client of [1, 2, 3]) talk.open(client);
    expect(heard(talk.say(1, 'CLIENT PAUSE 500 ALL'), 1)).toBe('+OK\r\n');
    expect(talk.say(2, 'SET k 1', 'GET k').replies).toEqual([]);
    expect(talk.say(1, 'CLIENT UNPAUSE').replies).toEqual([]);
    expect(talk.say(3, 'INCR k').replies).toEqual([]);
    expect(talk.engine.server.blocking.count).toBe(3);
    expect(talk.pass(499).replies).toEqual({});
    expect(talk.pass(1).replies).toEqual({ 1: '+OK\r\n', 2: '+OK\r\n$1\r\n1\r\n', 3: ':2\r\n' });
    expect(talk.engine.server.blocking.count).toBe(0);
  });

  test('WRITE: readers go on; a second pause makes the first longer and stricter only', () => {
    const talk = new Talk();
    for (const client of [1, 2]) talk.open(client);
    talk.say(1, 'CLIENT PAUSE 1000 WRITE');
    expect(heard(talk.say(2, 'GET k'), 2)).toBe('$-1\r\n');
    talk.say(1, 'CLIENT PAUSE 100 WRITE');
    expect(talk.say(2, 'SET k v').replies).toEqual([]);
    expect(talk.pass(999).replies).toEqual({});
    expect(talk.pass(1).replies).toEqual({ 2: '+OK\r\n' });
  });

  test('keys that expire meanwhile are hidden and stay', () => {
    const talk = new Talk();
    talk.open(1);
    talk.say(1, 'SET k v PX 100', 'CLIENT PAUSE 10000 WRITE');
    talk.pass(1000);
    expect(heard(talk.say(1, 'GET k'), 1)).toBe('$-1\r\n');
    expect(talk.engine.server.keyspace.expiredKeys).toBe(0);
    talk.say(1, 'CLIENT UNPAUSE');
    expect(heard(talk.say(1, 'GET k'), 1)).toBe('$-1\r\n');
    expect(talk.engine.server.keyspace.expiredKeys).toBe(1);
  });

  test('who hangs up while waiting is forgotten', () => {
    const talk = new Talk();
    for (const client of [1, 2]) talk.open(client);
    talk.say(1, 'CLIENT PAUSE 100 WRITE');
    talk.say(2, 'SET k v');
    talk.engine.step({ type: 'close', nowMs: talk.nowMs, client: 2 });
    expect(talk.pass(200)).toEqual({ replies: {}, closed: [] });
    expect(heard(talk.say(1, 'EXISTS k'), 1)).toBe(':0\r\n');
  });
});

describe('limits', () => {
  test('maxclients: one too many is told so and hung up on', () => {
    const talk = new Talk({ maxclients: '2' });
    expect(talk.open(1).closed).toEqual([]);
    expect(talk.open(2).closed).toEqual([]);
    const output = talk.open(3);
    expect(heard(output, 3)).toBe('-ERR max number of clients reached\r\n');
    expect(output.closed).toEqual([3]);
    expect(talk.engine.server.clients.size).toBe(2);
    expect(heard(talk.say(1, 'INFO stats'), 1)).toMatch(
      /total_connections_received:2\r\n[\s\S]*rejected_connections:1\r\n/,
    );
  });

  test('timeout: the idle go, those who wait or listen stay', () => {
    const talk = new Talk({ timeout: '10' });
    for (const client of [1, 2, 3, 4]) talk.open(client);
    talk.say(2, 'BLPOP k 0');
    talk.say(3, 'SUBSCRIBE c');
    talk.pass(5000);
    talk.say(4, 'PING');
    expect(talk.pass(4999).closed).toEqual([]);
    expect(talk.pass(1001).closed).toEqual([1]);
    expect(talk.pass(5000).closed).toEqual([4]);
    expect([...talk.engine.server.clients.keys()]).toEqual([2, 3]);
  });

  test('a reply beyond the hard limit closes the client, which hears nothing of it', () => {
    const talk = new Talk({ 'client-output-buffer-limit': 'normal 100000 0 0' });
    for (const client of [1, 2]) talk.open(client);
    talk.say(1, `SET k ${'x'.repeat(200_000)}`);
    expect(heard(talk.say(2, 'STRLEN k'), 2)).toBe(':200000\r\n');
    const output = talk.say(2, 'GET k');
    expect(output).toMatchObject({ replies: [], closed: [2] });
    expect(heard(talk.say(1, 'PING'), 1)).toBe('+PONG\r\n');
  });

  test('the soft limit gives a slow reader some seconds', () => {
    const talk = new Talk({ 'client-output-buffer-limit': 'normal 0 50000 3' });
    for (const client of [1, 2]) talk.open(client);
    const unsent = (client: number, bytes: number) =>
      talk.engine.step({ type: 'unsent', nowMs: talk.nowMs, client, bytes });
    unsent(1, 100_000);
    unsent(2, 100_000);
    talk.pass(2000);
    unsent(2, 0);
    expect(talk.pass(1999).closed).toEqual([]);
    expect(talk.pass(1).closed).toEqual([1]);
    expect(talk.pass(10_000).closed).toEqual([]);
    expect([...talk.engine.server.clients.keys()]).toEqual([2]);
  });

  test('subscribers have a limit of their own', () => {
    const talk = new Talk({ 'client-output-buffer-limit': 'pubsub 60000 0 0' });
    for (const client of [1, 2]) talk.open(client);
    talk.say(2, 'SUBSCRIBE c');
    const output = talk.say(1, `PUBLISH c ${'x'.repeat(200_000)}`);
    expect(heard(output, 1)).toBe(':1\r\n');
    expect(output.closed).toEqual([2]);
  });

  test('maxmemory-clients closes the largest client, unless it is protected', () => {
    const talk = new Talk({ 'maxmemory-clients': '400000' });
    for (const client of [1, 2, 3]) talk.open(client);
    talk.say(3, 'CLIENT NO-EVICT on');
    expect(talk.say(1, 'PING').closed).toEqual([]);
    const half = (bytes: number) => Buffer.from(`*2\r\n$4\r\nECHO\r\n$${bytes * 2}\r\n${'x'.repeat(bytes)}`);
    const send = (client: number, bytes: Uint8Array) =>
      talk.engine.step({ type: 'data', nowMs: talk.nowMs, client, bytes: new Uint8Array(bytes) });
    expect(send(3, half(250_000)).closed).toEqual([]);
    expect(send(2, half(200_000)).closed).toEqual([2]);
    expect(heard(talk.say(1, 'INFO stats'), 1)).toContain('evicted_clients:1\r\n');
  });
});

describe('slow commands', () => {
  test('DEBUG SLEEP is slow for as long as it sleeps, and the entry says so', () => {
    const talk = new Talk({ 'latency-monitor-threshold': '100' });
    talk.open(1);
    talk.say(1, 'CLIENT SETNAME sleepy', 'DEBUG SLEEP 0.25');
    talk.pass(250);
    const [entry] = talk.engine.server.slowLog.entries;
    expect(entry).toMatchObject({ id: 0, microseconds: 250_003, clientName: 'sleepy' });
    expect(entry.args.map((argument) => latin1(argument))).toEqual(['DEBUG', 'SLEEP', '0.25']);
    expect(heard(talk.say(1, 'LATENCY LATEST'), 1)).toBe(
      '*1\r\n*4\r\n$7\r\ncommand\r\n:1750000000\r\n:250\r\n:250\r\n',
    );
    talk.pass(2000);
    talk.say(1, 'DEBUG SLEEP 0.5');
    talk.pass(500);
    expect(heard(talk.say(1, 'LATENCY HISTORY command'), 1)).toBe(
      '*2\r\n*2\r\n:1750000000\r\n:250\r\n*2\r\n:1750000002\r\n:500\r\n',
    );
    expect(heard(talk.say(1, 'LATENCY GRAPH command'), 1)).toContain(
      'high 500 ms, low 250 ms (all time high 500 ms)',
    );
    expect(heard(talk.say(1, 'LATENCY RESET'), 1)).toBe(':1\r\n');
    expect(heard(talk.say(1, 'LATENCY LATEST'), 1)).toBe('*0\r\n');
  });

  test('long commands are cut to 32 arguments of 128 bytes, and passwords are not shown', () => {
    const talk = new Talk({ 'slowlog-log-slower-than': '0', 'slowlog-max-len': '4' });
    talk.open(1);
    talk.say(1, `MSET ${'k v '.repeat(20).trim()}`, `SET k ${'y'.repeat(130)}`, 'AUTH default secret');
    talk.say(1, 'ACL SETUSER joe >secret', 'CONFIG SET requirepass x');
    const shown = talk.engine.server.slowLog.entries.map(({ args }) =>
      args.map((argument) => latin1(argument)),
    );
    expect(shown).toEqual([
      ['CONFIG', 'SET', 'requirepass', '(redacted)'],
      ['ACL', 'SETUSER', '(redacted)', '(redacted)'],
      ['AUTH', '(redacted)', '(redacted)'],
      ['SET', 'k', `${'y'.repeat(128)}... (2 more bytes)`],
    ]);
    talk.say(1, `MSET ${'k v '.repeat(20).trim()}`);
    const [{ args }] = talk.engine.server.slowLog.entries;
    expect(args).toHaveLength(32);
    expect(latin1(args[31])).toBe('... (10 more arguments)');
  });

  test('durations fall into the classes of the server', () => {
    const talk = new Talk();
    talk.open(1);
    talk.say(1, 'GET k', 'GET k', 'SET k v');
    expect(heard(talk.say(1, 'LATENCY HISTOGRAM get'), 1)).toBe(
      '*2\r\n$3\r\nget\r\n*4\r\n$5\r\ncalls\r\n:2\r\n$14\r\nhistogram_usec\r\n*2\r\n:1\r\n:2\r\n',
    );
    expect(heard(talk.say(1, 'INFO latencystats'), 1)).toContain(
      'latency_percentiles_usec_get:p50=1.003,p99=1.003,p99.9=1.003\r\n',
    );
    expect(heard(talk.say(1, 'INFO latencystats'), 1)).toContain('usec_set:p50=3.007,');
    talk.say(1, 'CONFIG RESETSTAT');
    expect(heard(talk.say(1, 'LATENCY HISTOGRAM get'), 1)).toBe('*0\r\n');
  });
});

describe('the log of denials', () => {
  test('the same again within a minute is counted, and is older by then', () => {
    const talk = new Talk();
    for (const client of [1, 2]) talk.open(client);
    talk.say(1, 'ACL SETUSER joe on nopass +get ~a');
    talk.say(2, 'AUTH joe x', 'GET b', 'GET b', 'GET c', 'SET a 1');
    const told = () =>
      talk.engine.server.acl.log.entries.map(({ count, reason, object }) => `${count} ${reason} ${object}`);
    expect(told()).toEqual(['1 command set', '1 key c', '2 key b']);
    talk.pass(59_000);
    talk.say(2, 'GET b');
    talk.pass(60_001);
    talk.say(2, 'GET b');
    expect(told()).toEqual(['1 key b', '1 command set', '1 key c', '3 key b']);
    expect(heard(talk.say(1, 'ACL LOG 1'), 1)).toMatch(
      /^\*1\r\n\*14\r\n\$5\r\ncount\r\n:1\r\n\$6\r\nreason\r\n\$3\r\nkey\r\n\$7\r\ncontext\r\n\$8\r\ntoplevel\r\n/,
    );
    talk.say(1, 'CONFIG SET acllog-max-len 2');
    talk.say(2, 'GET d');
    expect(told()).toEqual(['1 key d', '1 key b']);
  });

  test('a user that is deleted loses its connections, the one that asks after its answer', () => {
    const talk = new Talk();
    for (const client of [1, 2, 3]) talk.open(client);
    talk.say(1, 'ACL SETUSER joe on nopass +@all');
    talk.say(2, 'AUTH joe x');
    talk.say(3, 'AUTH joe x');
    const output = talk.say(2, 'ACL DELUSER joe');
    expect(heard(output, 2)).toBe(':1\r\n');
    expect([...output.closed].sort()).toEqual([2, 3]);
  });
});
