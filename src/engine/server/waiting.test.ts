/** Clients that wait: virtual time, pipelines, hanging up, and what is told about it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { loadScripting } from '../scripting/loader.ts';
import { Engine } from './engine.ts';

const START_MS = 1_750_000_000_000;

class Bench {
  readonly engine: Engine;
  readonly steps: Step[] = [];
  wakeAfterMs: number | null = null;

  constructor(clients: number, config: Record<string, string> = {}) {
    this.engine = new Engine({
      generation: '7.0',
      seed: 1,
      startMs: START_MS,
      config: { save: '', ...config },
    });
    for (let client = 1; client <= clients; client++) {
      this.engine.step({ type: 'open', nowMs: START_MS, client });
    }
  }

  /** Lines of inline commands, and what came of them to whom. */
  send(afterMs: number, client: number, ...lines: string[]): string[] {
    const bytes = bytesOf(lines.map((line) => `${line}\r\n`).join(''));
    return this.#shown(this.engine.step({ type: 'data', nowMs: START_MS + afterMs, client, bytes }));
  }

  tick(afterMs: number): string[] {
    return this.#shown(this.engine.step({ type: 'tick', nowMs: START_MS + afterMs }));
  }

  close(afterMs: number, client: number): string[] {
    return this.#shown(this.engine.step({ type: 'close', nowMs: START_MS + afterMs, client }));
  }

  watch(): void {
    this.engine.listen({ step: (step) => this.steps.push(step) });
  }

  /** The steps about clients since this was last asked. */
  told(): Step[] {
    return this.steps.splice(0).filter(({ type }) => /^(client|multi|exec|watch)\./.test(type));
  }

  #shown(output: ReturnType<Engine['step']>): string[] {
    this.wakeAfterMs = output.wakeAtMs === null ? null : output.wakeAtMs - START_MS;
    const replies = output.replies.map(({ client, bytes }) => `${client} ${latin1(bytes)}`);
    return [...replies, ...output.closed.map((client) => `${client} closed`)];
  }
}

describe('timeouts', () => {
  test('a wait ends at its instant and not before', () => {
    const bench = new Bench(1);
    expect(bench.send(5, 1, 'BLPOP l 1.5')).toEqual([]);
    expect(bench.wakeAfterMs).toBe(1505);
    expect(bench.tick(1504.9)).toEqual([]);
    expect(bench.tick(1505)).toEqual(['1 *-1\r\n']);
    expect(bench.wakeAfterMs).toBe(null);
  });

  test.each([
    ['0.0001', 1],
    ['0.001', 1],
    ['0.0011', 2],
    ['0x1p-2', 250],
    ['1e1', 10_000],
    ['2.0000000000000000001', 2000],
  ])('%s seconds are %d milliseconds', (seconds, milliseconds) => {
    const bench = new Bench(1);
    bench.send(0, 1, `BLPOP l ${seconds}`);
    expect(bench.wakeAfterMs).toBe(milliseconds);
  });

  test('no time is no end, and neither is a time beyond 64 bits', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'BLPOP l 0');
    expect(bench.wakeAfterMs).toBe(null);
    bench.send(0, 2, 'XREAD BLOCK 9223372036854775807 STREAMS s 0');
    expect(bench.wakeAfterMs).toBe(null);
  });

  test('those whose time is over are answered in the order of their times', () => {
    const bench = new Bench(3);
    bench.send(0, 1, 'BLPOP l 3');
    bench.send(0, 2, 'BZPOPMIN z 1');
    bench.send(0, 3, 'WAIT 1 2000');
    expect(bench.wakeAfterMs).toBe(1000);
    expect(bench.tick(5000)).toEqual(['2 *-1\r\n', '3 :0\r\n', '1 *-1\r\n']);
  });

  test('input that comes late finds them gone', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'BLPOP l 1');
    expect(bench.send(1000, 2, 'RPUSH l x')).toEqual(['2 :1\r\n', '1 *-1\r\n']);
    expect(bench.send(1001, 2, 'LLEN l')).toEqual(['2 :1\r\n']);
  });

  test('a client served in time gets one reply', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'BLPOP l 1');
    expect(bench.send(999, 2, 'RPUSH l x')).toEqual(['2 :1\r\n', '1 *2\r\n$1\r\nl\r\n$1\r\nx\r\n']);
    expect(bench.wakeAfterMs).toBe(null);
    expect(bench.tick(2000)).toEqual([]);
  });

  test('a sleeping server lets them wait', () => {
    const bench = new Bench(2, { 'enable-debug-command': 'yes' });
    bench.send(0, 1, 'BLPOP l 0.1');
    bench.send(0, 2, 'DEBUG SLEEP 1');
    expect(bench.tick(500)).toEqual([]);
    expect(bench.tick(1000)).toEqual(['2 +OK\r\n', '1 *-1\r\n']);
  });
});

describe('what is sent while waiting', () => {
  test('lies until the wait ends, also in the same portion', () => {
    const bench = new Bench(2);
    expect(bench.send(0, 1, 'PING', 'BLPOP l 0', 'ECHO after')).toEqual(['1 +PONG\r\n']);
    expect(bench.send(1, 1, 'ECHO later')).toEqual([]);
    expect(bench.send(2, 2, 'RPUSH l x')).toEqual([
      '2 :1\r\n',
      '1 *2\r\n$1\r\nl\r\n$1\r\nx\r\n$5\r\nafter\r\n$5\r\nlater\r\n',
    ]);
  });

  test('runs when the time is over', () => {
    const bench = new Bench(1);
    bench.send(0, 1, 'BLPOP l 1', 'BLPOP l 1', 'PING');
    expect(bench.tick(1000)).toEqual(['1 *-1\r\n']);
    expect(bench.wakeAfterMs).toBe(2000);
    expect(bench.tick(2000)).toEqual(['1 *-1\r\n+PONG\r\n']);
  });

  test('survives that the portion is used again for other bytes', () => {
    const { engine } = new Bench(2);
    const portion = bytesOf('BLPOP l 0\r\nECHO kept\r\n');
    engine.step({ type: 'data', nowMs: START_MS, client: 1, bytes: portion });
    portion.fill(0x21);
    const push = bytesOf('RPUSH l x\r\n');
    const { replies } = engine.step({ type: 'data', nowMs: START_MS, client: 2, bytes: push });
    expect(latin1(replies[1].bytes)).toBe('*2\r\n$1\r\nl\r\n$1\r\nx\r\n$4\r\nkept\r\n');
  });

  test('runs after the one who ended the wait has had its turn', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'BLPOP l 0', 'APPEND k 1');
    expect(bench.send(1, 2, 'RPUSH l x', 'APPEND k 2', 'GET k')).toEqual([
      '2 :1\r\n:1\r\n$1\r\n2\r\n',
      '1 *2\r\n$1\r\nl\r\n$1\r\nx\r\n:2\r\n',
    ]);
  });

  test('may wake others, in the order in which their waits end', () => {
    const bench = new Bench(4);
    bench.send(0, 1, 'BLPOP a 0', 'RPUSH b 1', 'PING');
    bench.send(0, 2, 'BLPOP b 0', 'RPUSH c 1');
    bench.send(0, 3, 'BLPOP c 0');
    expect(bench.send(1, 4, 'RPUSH a 1')).toEqual([
      '4 :1\r\n',
      '1 *2\r\n$1\r\na\r\n$1\r\n1\r\n:1\r\n+PONG\r\n',
      '2 *2\r\n$1\r\nb\r\n$1\r\n1\r\n:1\r\n',
      '3 *2\r\n$1\r\nc\r\n$1\r\n1\r\n',
    ]);
  });

  test('is refused as ever if it is no command', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'BLPOP l 0', '*x');
    expect(bench.send(1, 2, 'RPUSH l x')).toEqual([
      '2 :1\r\n',
      '1 *2\r\n$1\r\nl\r\n$1\r\nx\r\n-ERR Protocol error: invalid multibulk length\r\n',
      '1 closed',
    ]);
  });
});

describe('a client that leaves', () => {
  test('is not served and leaves no trace', () => {
    const bench = new Bench(3);
    const { server } = bench.engine;
    bench.send(0, 1, 'BLPOP l m 5', 'RPUSH ghost 1');
    bench.send(0, 2, 'BLPOP l 0');
    bench.close(1, 1);
    expect(bench.wakeAfterMs).toBe(null);
    expect(server.blocking.count).toBe(1);
    expect([...server.blocking.queues].map(({ key }) => latin1(key))).toEqual(['l']);
    expect(bench.send(2, 3, 'RPUSH l x')).toEqual(['3 :1\r\n', '2 *2\r\n$1\r\nl\r\n$1\r\nx\r\n']);
    expect(bench.send(3, 3, 'EXISTS ghost')).toEqual(['3 :0\r\n']);
    expect(server.keyspace.waiters).toBe(null);
  });

  test('is not served either when it was hung up on in the same step', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'BLPOP l 0');
    expect(bench.send(1, 2, 'CLIENT KILL ID 1', 'RPUSH l x', 'LLEN l')).toEqual([
      '2 :1\r\n:1\r\n:1\r\n',
      '1 closed',
    ]);
    expect(bench.engine.server.blocking.count).toBe(0);
  });

  test('watches nothing any more', () => {
    const bench = new Bench(2);
    const { server } = bench.engine;
    bench.send(0, 1, 'WATCH a b', 'MULTI', 'SET a 1');
    expect(server.watching.size).toBe(2);
    bench.close(1, 1);
    expect(server.watching.size).toBe(0);
    expect(server.keyspace.watchers).toBe(null);
  });
});

describe('CLIENT UNBLOCK', () => {
  test('ends a wait as its time would, or with an error', () => {
    const bench = new Bench(3);
    bench.send(0, 1, 'BLPOP l 0', 'PING');
    bench.send(0, 2, 'XREAD BLOCK 0 STREAMS s 0');
    expect(bench.send(1, 3, 'CLIENT UNBLOCK 1', 'CLIENT UNBLOCK 1', 'CLIENT UNBLOCK 2 ERROR')).toEqual([
      '3 :1\r\n:0\r\n:1\r\n',
      '1 *-1\r\n+PONG\r\n',
      '2 -UNBLOCKED client unblocked via CLIENT UNBLOCK\r\n',
    ]);
    expect(bench.engine.server.statistics.errorsByCode.get('UNBLOCKED')).toBe(1);
  });

  test('ends WAIT with the number of replicas', () => {
    const bench = new Bench(2);
    bench.send(0, 1, 'WAIT 3 0');
    expect(bench.send(1, 2, 'CLIENT UNBLOCK 1 TIMEOUT')).toEqual(['2 :1\r\n', '1 :0\r\n']);
  });
});

describe('steps', () => {
  test('tell who waits, for what, and why no longer', () => {
    const bench = new Bench(2);
    bench.watch();
    bench.send(0, 1, 'BLPOP a b a 2');
    expect(bench.told()).toEqual([
      { type: 'client.blocked', client: 1, why: 'list', keys: ['a', 'b'], untilMs: START_MS + 2000 },
    ]);
    bench.send(1, 2, 'RPUSH b x');
    expect(bench.told()).toEqual([{ type: 'client.unblocked', client: 1, how: 'key', key: 'b' }]);
    bench.send(2, 1, 'BLPOP a 1');
    bench.told();
    bench.tick(1002);
    expect(bench.told()).toEqual([{ type: 'client.unblocked', client: 1, how: 'timeout', key: null }]);
    bench.send(1003, 1, 'BLPOP a 1');
    bench.told();
    bench.send(1003, 2, 'CLIENT UNBLOCK 1');
    expect(bench.told()).toEqual([{ type: 'client.unblocked', client: 1, how: 'command', key: null }]);
  });

  test('tell what is queued, what runs, and what was spoilt', () => {
    const bench = new Bench(2);
    bench.watch();
    bench.send(0, 1, 'WATCH k', 'MULTI', 'SET k 1', 'CLIENT ID', 'EXEC');
    expect(bench.told()).toEqual([
      { type: 'multi.queued', client: 1, command: 'set', position: 0 },
      { type: 'multi.queued', client: 1, command: 'client|id', position: 1 },
      { type: 'exec.begin', client: 1, commands: 2 },
      { type: 'exec.command', client: 1, command: 'set', position: 0 },
      { type: 'exec.command', client: 1, command: 'client|id', position: 1 },
      { type: 'exec.end', client: 1 },
    ]);
    bench.send(1, 1, 'WATCH k');
    bench.send(1, 2, 'SET k 2');
    expect(bench.told()).toEqual([{ type: 'watch.touched', client: 1, db: 0, key: 'k' }]);
    bench.send(1, 1, 'MULTI', 'EXEC');
    expect(bench.told()).toEqual([{ type: 'exec.refused', client: 1, why: 'watch' }]);
    bench.send(1, 1, 'MULTI', 'GET', 'EXEC');
    expect(bench.told()).toEqual([{ type: 'exec.refused', client: 1, why: 'error' }]);
  });
});

describe('a long script', () => {
  beforeAll(() => loadScripting());
  const pushing =
    "EVAL \"redis.call('rpush','l','x') for i = 1, 3000000 do end return redis.call('del','l')\" 0";

  /** Ticks until the engine asks for no more. */
  function pass(bench: Bench): string[] {
    const heard: string[] = [];
    while (bench.wakeAfterMs !== null) heard.push(...bench.tick(bench.wakeAfterMs));
    return heard;
  }

  test('is not looked at before its end by those who wait', () => {
    const bench = new Bench(2, { 'busy-reply-threshold': '10' });
    bench.send(0, 1, 'BLPOP l 0');
    expect(bench.send(1, 2, pushing)).toEqual([]);
    expect(pass(bench)).toEqual(['2 :1\r\n']);
    expect(bench.engine.server.blocking.count).toBe(1);
    expect(bench.send(9999, 2, 'RPUSH l y')).toEqual(['2 :1\r\n', '1 *2\r\n$1\r\nl\r\n$1\r\ny\r\n']);
  });

  test('lets those whose time is over wait for its end', () => {
    const bench = new Bench(3, { 'busy-reply-threshold': '10' });
    bench.send(0, 1, 'BLPOP m 0.02', 'PING');
    bench.send(0, 3, 'BLPOP m 0.03');
    bench.send(1, 2, pushing);
    bench.close(50, 3);
    expect(pass(bench)).toEqual(['2 :1\r\n', '1 *-1\r\n+PONG\r\n']);
    expect(bench.engine.server.blocking.count).toBe(0);
  });
});

test('what is queued is kept when the bytes it came in are used again', () => {
  const bench = new Bench(1);
  const portion = bytesOf('MULTI\r\nSET key value\r\n');
  bench.engine.step({ type: 'data', nowMs: START_MS, client: 1, bytes: portion });
  portion.fill(0x21);
  expect(bench.send(1, 1, 'EXEC', 'GET key')).toEqual(['1 *1\r\n+OK\r\n$5\r\nvalue\r\n']);
});

test('what was waited for is told to the log as the command that does not wait', () => {
  const bench = new Bench(2);
  const told: string[] = [];
  bench.engine.server.propagation.addSink((_db, args) =>
    told.push(args.map((word) => latin1(word)).join(' ')),
  );
  const heard = (...lines: string[]) => {
    bench.send(0, 2, ...lines);
    return told.splice(0);
  };
  bench.send(0, 1, 'BLPOP l 0');
  expect(heard('RPUSH l a')).toEqual(['RPUSH l a', 'LPOP l']);
  bench.send(0, 1, 'BLMPOP 0 1 l RIGHT COUNT 5');
  expect(heard('RPUSH l a b')).toEqual(['RPUSH l a b', 'RPOP l 2']);
  bench.send(0, 1, 'BLMOVE l m LEFT RIGHT 0');
  expect(heard('RPUSH l a')).toEqual(['RPUSH l a', 'LMOVE l m left right']);
  bench.send(0, 1, 'BRPOPLPUSH l m 0');
  expect(heard('RPUSH l a')).toEqual(['RPUSH l a', 'RPOPLPUSH l m']);
  bench.send(0, 1, 'BZPOPMAX z 0');
  expect(heard('ZADD z 1 a')).toEqual(['ZADD z 1 a', 'ZPOPMAX z']);
  bench.send(0, 1, 'BZMPOP 0 1 z MIN COUNT 2');
  expect(heard('ZADD z 1 a')).toEqual(['ZADD z 1 a', 'ZPOPMIN z 1']);
  expect(
    heard('RPUSH l a b c d', 'BLPOP l 0', 'BLMPOP 0 1 l LEFT COUNT 2', 'BLMOVE l n LEFT LEFT 0'),
  ).toEqual(['RPUSH l a b c d', 'LPOP l', 'LPOP l 2', 'LMOVE l n LEFT LEFT']);
  expect(heard('MULTI', 'SET k 1', 'GET k', 'INCR k', 'EXEC')).toEqual([
    'MULTI',
    'SET k 1',
    'INCR k',
    'EXEC',
  ]);
  expect(heard('MULTI', 'GET k', 'EXEC')).toEqual([]);
});
