/** DEBUG SLEEP: a step cannot wait, so a sleeping server holds its replies and lets input lie. */
import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { Engine } from './engine.ts';

const START_MS = 1_750_000_000_000;

class Bench {
  readonly engine = new Engine({
    generation: '7.0',
    seed: 1,
    startMs: START_MS,
    config: { 'enable-debug-command': 'yes', save: '' },
  });

  constructor(clients: number) {
    for (let client = 1; client <= clients; client++) {
      this.engine.step({ type: 'open', nowMs: START_MS, client });
    }
  }

  send(afterMs: number, client: number, text: string) {
    const nowMs = START_MS + afterMs;
    return this.#shown(this.engine.step({ type: 'data', nowMs, client, bytes: bytesOf(text) }));
  }

  close(afterMs: number, client: number) {
    return this.#shown(this.engine.step({ type: 'close', nowMs: START_MS + afterMs, client }));
  }

  tick(afterMs: number) {
    return this.#shown(this.engine.step({ type: 'tick', nowMs: START_MS + afterMs }));
  }

  #shown(output: ReturnType<Engine['step']>) {
    return {
      replies: output.replies.map(({ client, bytes }) => `${client} ${latin1(bytes)}`),
      closed: [...output.closed],
      wakeAfterMs: output.wakeAtMs === null ? null : output.wakeAtMs - START_MS,
    };
  }
}

const silent = { replies: [], closed: [] };

describe('a sleeping server', () => {
  test('answers when it wakes, and says when that is', () => {
    const bench = new Bench(1);
    expect(bench.send(0, 1, 'DEBUG SLEEP 1.5\r\n')).toEqual({ ...silent, wakeAfterMs: 1500 });
    expect(bench.tick(1499)).toEqual({ ...silent, wakeAfterMs: 1500 });
    expect(bench.tick(1500)).toEqual({ replies: ['1 +OK\r\n'], closed: [], wakeAfterMs: null });
  });

  test('runs what came meanwhile in the order in which it came', () => {
    const bench = new Bench(3);
    bench.send(0, 1, 'SET k 0\r\nDEBUG SLEEP 1\r\nAPPEND k a\r\n');
    expect(bench.send(100, 3, 'APPEND k c\r\n')).toEqual({ ...silent, wakeAfterMs: 1000 });
    expect(bench.send(200, 2, 'APPEND k b\r\nGET k\r\n')).toEqual({ ...silent, wakeAfterMs: 1000 });
    expect(bench.send(300, 3, 'GET k\r\n')).toEqual({ ...silent, wakeAfterMs: 1000 });
    expect(bench.tick(1000).replies).toEqual([
      '1 +OK\r\n+OK\r\n:2\r\n',
      '3 :3\r\n$3\r\n0ac\r\n',
      '2 :4\r\n$4\r\n0acb\r\n',
    ]);
  });

  test('is woken by input that comes late as well', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\n');
    expect(bench.send(2000, 2, 'PING\r\n').replies).toEqual(['1 +OK\r\n', '2 +PONG\r\n']);
    expect(bench.send(2001, 1, 'PING\r\n').replies).toEqual(['1 +PONG\r\n']);
  });

  test('may be sent to sleep again by what was waiting', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\nDEBUG SLEEP 2\r\nPING\r\n');
    bench.send(10, 2, 'PING\r\n');
    expect(bench.tick(1000)).toEqual({ ...silent, wakeAfterMs: 3000 });
    expect(bench.tick(3000).replies).toEqual(['1 +OK\r\n+OK\r\n+PONG\r\n', '2 +PONG\r\n']);
  });

  test('still runs what a client sent before it hung up', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\n');
    bench.send(10, 2, 'SET left behind\r\n');
    bench.close(20, 2);
    expect(bench.tick(1000)).toEqual({ replies: ['1 +OK\r\n'], closed: [], wakeAfterMs: null });
    expect(bench.engine.server.clients.has(2)).toBe(false);
    expect(bench.send(1001, 1, 'GET left\r\n').replies).toEqual(['1 $6\r\nbehind\r\n']);
  });

  test('forgets a client that hangs up without having sent anything', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\n');
    bench.close(20, 2);
    expect(bench.engine.server.clients.has(2)).toBe(false);
  });

  test('takes half a command along', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\n');
    bench.send(10, 2, '*2\r\n$4\r\nECHO\r\n$5\r\nhe');
    bench.send(20, 2, 'llo\r\n');
    expect(bench.tick(1000).replies).toEqual(['1 +OK\r\n', '2 $5\r\nhello\r\n']);
  });

  test('does not expire keys; the cron does when it comes round again', () => {
    const bench = new Bench(1);
    bench.send(0, 1, 'SET k v PX 50\r\nDEBUG SLEEP 1\r\n');
    bench.tick(500);
    expect(bench.engine.server.keyspace.expiredKeys).toBe(0);
    bench.tick(1000);
    expect(bench.engine.server.keyspace.expiredKeys).toBe(1);
  });

  test('does not answer a client that another one kills on waking', () => {
    const bench = new Bench(3);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\n');
    bench.send(10, 2, 'CLIENT KILL ID 3\r\n');
    bench.send(20, 3, 'SET k v\r\n');
    expect(bench.tick(1000)).toEqual({ replies: ['1 +OK\r\n', '2 :1\r\n'], closed: [3], wakeAfterMs: null });
    expect(bench.send(1001, 1, 'EXISTS k\r\n').replies).toEqual(['1 :0\r\n']);
  });

  test('hangs up after QUIT when it wakes', () => {
    const bench = new Bench(1);
    bench.send(0, 1, 'DEBUG SLEEP 1\r\nQUIT\r\nSET k v\r\n');
    expect(bench.tick(1000)).toEqual({ replies: ['1 +OK\r\n+OK\r\n'], closed: [1], wakeAfterMs: null });
  });
});

test.each(['0', '-1', 'x', '0.0000001', 'nan'])('a sleep of %s is none', (seconds) => {
  expect(new Bench(1).send(0, 1, `DEBUG SLEEP ${seconds}\r\n`).replies).toEqual(['1 +OK\r\n']);
});
