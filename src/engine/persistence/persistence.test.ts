/** Saving, loading, rewriting and ending, as somebody who sits before the server sees it. */
import { describe, expect, test } from 'vitest';
import type { DiskContent, Generation } from '../../protocol/session.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { bytesOf, concatBytes, latin1 } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';
import { checkAof, checkRdb } from './check-files.ts';

const START_MS = 1_790_000_000_500;

class Bench {
  readonly engine: Engine;
  nowMs = START_MS;
  wakeAtMs: number | null = null;
  closed: number[] = [];

  constructor(
    config: Record<string, string> = {},
    files: readonly DiskContent[] = [],
    generation: Generation = '7.0',
  ) {
    const all = { 'enable-debug-command': 'yes', ...config };
    this.engine = new Engine({ generation, seed: 1, startMs: START_MS, config: all, files });
    this.open();
  }

  open(client = 1): void {
    this.#take(this.engine.step({ type: 'open', nowMs: this.nowMs, client }));
  }

  #take(output: ReturnType<Engine['step']>): string {
    this.wakeAtMs = output.wakeAtMs;
    this.closed = [...output.closed];
    return output.replies.map(({ bytes }) => latin1(bytes)).join('');
  }

  send(line: string): string {
    const bytes = encodeCommand(line.split(' '));
    return this.#take(this.engine.step({ type: 'data', nowMs: this.nowMs, client: 1, bytes }));
  }

  wait(ms: number): string {
    const untilMs = this.nowMs + ms;
    let written = '';
    while (this.wakeAtMs !== null && this.wakeAtMs <= untilMs) {
      this.nowMs = Math.max(this.nowMs, this.wakeAtMs);
      written += this.#take(this.engine.step({ type: 'tick', nowMs: this.nowMs }));
    }
    this.nowMs = untilMs;
    return written;
  }

  crash(loss: 'nothing' | 'unsynced' | 'torn' = 'unsynced'): void {
    this.#take(this.engine.step({ type: 'crash', nowMs: this.nowMs, loss }));
  }

  disk(change: { full?: boolean; fsyncMs?: number }): void {
    this.#take(this.engine.step({ type: 'disk', nowMs: this.nowMs, ...change }));
  }

  restart(): void {
    this.#take(this.engine.step({ type: 'restart', nowMs: this.nowMs }));
    if (this.engine.downBecause === null) this.open();
  }

  info(field: string): string {
    return new RegExp(`${field}:([^\r]*)`).exec(this.send('INFO persistence'))?.[1] ?? '';
  }

  file(path: string): Uint8Array {
    return this.engine.disk.find(path)?.view() ?? new Uint8Array();
  }
}

describe('RDB', () => {
  test('a key that is called like an opcode is not counted as one', () => {
    const bench = new Bench({ save: '' });
    bench.send('SET EXPIRETIME_MS v');
    bench.send('SAVE');
    expect(checkRdb(bench.file('dump.rdb'))).toMatchObject({ keys: 1, expires: 0 });
  });

  test('SAVE writes a file that a restart reads', () => {
    const bench = new Bench({ save: '' });
    bench.send('SET k v');
    bench.send('SET short x PX 50');
    bench.send('SADD s 1 2 3');
    expect(bench.info('rdb_changes_since_last_save')).toBe('5');
    expect(bench.send('SAVE')).toBe('+OK\r\n');
    expect(bench.info('rdb_changes_since_last_save')).toBe('0');
    expect(bench.engine.disk.paths()).toEqual(['dump.rdb']);
    expect(checkRdb(bench.file('dump.rdb'))).toEqual({ version: 10, keys: 3, expires: 1, problem: null });
    bench.send('SET lost 1');
    bench.nowMs += 100;
    bench.crash();
    expect(bench.closed).toEqual([1]);
    bench.restart();
    // The one whose time has passed is left out.
    expect(bench.send('DBSIZE')).toBe(':2\r\n');
    expect(bench.info('rdb_last_load_keys_expired')).toBe('1');
    expect(bench.send('SMEMBERS s')).toBe('*3\r\n$1\r\n1\r\n$1\r\n2\r\n$1\r\n3\r\n');
  });

  test('BGSAVE keeps the data set of its instant and takes its time', () => {
    const bench = new Bench({ save: '' });
    bench.send('SET k old');
    expect(bench.send('BGSAVE')).toBe('+Background saving started\r\n');
    expect(bench.send('BGSAVE')).toBe('-ERR Background save already in progress\r\n');
    expect(bench.send('SAVE')).toBe('-ERR Background save already in progress\r\n');
    expect(bench.send('BGSAVE nonsense')).toBe('-ERR syntax error\r\n');
    expect(bench.engine.server.env.dictCanResize).toBe(false);
    bench.send('SET k new');
    expect(bench.info('rdb_bgsave_in_progress')).toBe('1');
    expect(bench.engine.disk.find('dump.rdb')).toBe(null);
    bench.wait(100);
    expect(bench.info('rdb_bgsave_in_progress')).toBe('0');
    expect(bench.info('rdb_changes_since_last_save')).toBe('1');
    expect(bench.engine.server.env.dictCanResize).toBe(true);
    expect(bench.engine.disk.paths()).toEqual(['dump.rdb']);
    bench.crash();
    bench.restart();
    expect(bench.send('GET k')).toBe('$3\r\nold\r\n');
  });

  test('a crash in the middle of BGSAVE leaves the old file whole', () => {
    const bench = new Bench({ save: '', 'rdb-key-save-delay': '1000' });
    bench.send('SET k old');
    bench.send('SAVE');
    for (let i = 0; i < 50; i++) bench.send(`SET key:${i} value`);
    bench.send('SET k new');
    bench.send('BGSAVE');
    bench.wait(40);
    bench.send('PING');
    const temporary = bench.engine.disk.paths().find((path) => path.startsWith('temp-'));
    expect(temporary).toBeDefined();
    expect(bench.file(temporary as string).length).toBeGreaterThan(100);
    bench.crash('torn');
    bench.restart();
    expect(bench.send('GET k')).toBe('$3\r\nold\r\n');
    expect(bench.send('DBSIZE')).toBe(':1\r\n');
  });

  test('save points save by themselves, after the time and the changes', () => {
    const bench = new Bench({ save: '10 2' });
    bench.send('SET k 1');
    bench.wait(20_000);
    expect(bench.info('rdb_changes_since_last_save')).toBe('1');
    bench.send('SET k 2');
    bench.wait(200);
    expect(bench.info('rdb_changes_since_last_save')).toBe('0');
    expect(checkRdb(bench.file('dump.rdb')).keys).toBe(1);
    const saved = Number(bench.send('LASTSAVE').slice(1));
    expect(saved).toBe(Math.floor((bench.nowMs - 200) / 1000));
    // A photograph by another name for another configuration.
    bench.send('CONFIG SET save 3600 1000');
    bench.send('SET k 3');
    bench.wait(60_000);
    expect(bench.info('rdb_changes_since_last_save')).toBe('1');
  });

  test('FLUSHALL writes over what would bring the data back', () => {
    const bench = new Bench({ save: '3600 1' });
    bench.send('SET k 1');
    bench.send('SAVE');
    bench.send('FLUSHALL');
    bench.crash();
    bench.restart();
    expect(bench.send('DBSIZE')).toBe(':0\r\n');
  });

  test('a full disk refuses writes until it has room', () => {
    const bench = new Bench({ save: '5 1' });
    bench.send('SET k 1');
    bench.disk({ full: true });
    expect(bench.send('SAVE')).toBe('-ERR\r\n');
    // The child is forked all the same; its failure shows when it ends.
    expect(bench.send('BGSAVE')).toBe('+Background saving started\r\n');
    bench.wait(100);
    expect(bench.info('rdb_last_bgsave_status')).toBe('err');
    expect(bench.send('SET k 2')).toMatch(
      /^-MISCONF Redis is configured to save RDB snapshots, but it's currently/,
    );
    expect(bench.send('PING')).toMatch(/^-MISCONF/);
    expect(bench.send('GET k')).toBe('$1\r\n1\r\n');
    bench.send('CONFIG SET stop-writes-on-bgsave-error no');
    expect(bench.send('SET k 2')).toBe('+OK\r\n');
    bench.send('CONFIG SET stop-writes-on-bgsave-error yes');
    bench.disk({ full: false });
    bench.wait(7000);
    expect(bench.info('rdb_last_bgsave_status')).toBe('ok');
    expect(bench.send('SET k 3')).toBe('+OK\r\n');
  });

  test('damaged files are refused with the words of the server', () => {
    const whole = new Bench({ save: '' });
    whole.send('SET key value');
    whole.send('RPUSH l 1 2 3');
    whole.send('SAVE');
    const bytes = whole.file('dump.rdb').slice();
    const because = (damaged: Uint8Array) =>
      new Bench({ save: '' }, [{ path: 'dump.rdb', bytes: damaged }]).engine.downBecause;
    expect(because(bytes)).toBe(null);
    expect(because(bytesOf('NOTREDIS0010'))).toBe('Wrong signature trying to load DB from file');
    expect(because(bytesOf('REDIS0011'))).toBe("Can't handle RDB format version 11");
    expect(because(bytes.subarray(0, bytes.length - 3))).toMatch(/^Short read or OOM loading DB/);
    const flipped = bytes.slice();
    flipped[flipped.length - 1] ^= 1;
    expect(because(flipped)).toMatch(/^Wrong RDB checksum expected: \([0-9a-f]+\) but got/);
    // Any byte at all: either it loads or it says why not, and no client is let in.
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x55;
      expect(because(damaged)).not.toBe(undefined);
      expect(because(bytes.subarray(0, at))).toMatch(/Short read|signature/);
    }
    const refused = new Bench({ save: '' }, [{ path: 'dump.rdb', bytes: flipped }]);
    expect(refused.closed).toEqual([1]);
  });

  test('DEBUG RELOAD, MERGE and DIGEST', () => {
    const bench = new Bench({ save: '' });
    for (const line of [
      'SET a 1',
      'HSET h f v',
      'ZADD z 1 m',
      'XADD s 1-1 f v',
      'RPUSH l 1 2',
      'SADD s2 a b',
    ]) {
      bench.send(line);
    }
    const digest = bench.send('DEBUG DIGEST');
    expect(bench.send('DEBUG RELOAD')).toBe('+OK\r\n');
    expect(bench.send('DEBUG DIGEST')).toBe(digest);
    bench.send('SET a 2');
    bench.send('SET b 2');
    expect(bench.send('DEBUG DIGEST')).not.toBe(digest);
    expect(bench.send('DEBUG RELOAD NOSAVE NOFLUSH')).toBe(
      '-ERR Error trying to load the RDB dump, check server logs.\r\n',
    );
    expect(bench.send('DEBUG RELOAD NOSAVE NOFLUSH MERGE')).toBe('+OK\r\n');
    expect(bench.send('MGET a b')).toBe('*2\r\n$1\r\n1\r\n$1\r\n2\r\n');
    expect(bench.send('DEBUG RELOAD NOSAVE')).toBe('+OK\r\n');
    expect(bench.send('DEBUG DIGEST')).toBe(digest);
    expect(bench.send('DEBUG RELOAD SOON')).toMatch(/only supports the MERGE, NOFLUSH and NOSAVE/);
  });
});

describe('AOF', () => {
  const on = { appendonly: 'yes', save: '' };

  test('has the parts and names of 7.0', () => {
    const bench = new Bench({ ...on, appendfsync: 'always' });
    bench.send('SET k v');
    expect(bench.engine.disk.paths()).toEqual([
      'appendonlydir/appendonly.aof.1.base.rdb',
      'appendonlydir/appendonly.aof.1.incr.aof',
      'appendonlydir/appendonly.aof.manifest',
    ]);
    expect(latin1(bench.file('appendonlydir/appendonly.aof.manifest'))).toBe(
      'file appendonly.aof.1.base.rdb seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n',
    );
    expect(latin1(bench.file('appendonlydir/appendonly.aof.1.incr.aof'))).toBe(
      '*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\nv\r\n',
    );
    bench.crash('torn');
    bench.restart();
    expect(bench.send('GET k')).toBe('$1\r\nv\r\n');
  });

  test('everysec is synced at the end of the second', () => {
    const bench = new Bench(on);
    const path = 'appendonlydir/appendonly.aof.1.incr.aof';
    bench.send('SET k v');
    expect(bench.engine.disk.find(path)!.syncedBytes).toBe(0);
    expect(bench.wakeAtMs).toBe(START_MS + 500);
    bench.wait(499);
    expect(bench.engine.disk.find(path)!.syncedBytes).toBe(0);
    bench.wait(1);
    expect(bench.engine.disk.find(path)!.syncedBytes).toBe(bench.file(path).length);
  });

  for (const form of ['yes', 'no']) {
    test(`BGREWRITEAOF begins a new base and a new increment, preamble ${form}`, () => {
      const bench = new Bench({ ...on, 'aof-use-rdb-preamble': form });
      for (let i = 0; i < 100; i++) bench.send('INCR n');
      for (const line of [
        'RPUSH l 1 2',
        'SADD s 1',
        'ZADD z 1.5 m',
        'HSET h f v',
        'XADD x 1-1 f v',
        'EXPIRE l 1000',
      ]) {
        bench.send(line);
      }
      const digest = bench.send('DEBUG DIGEST');
      expect(bench.send('BGREWRITEAOF')).toBe('+Background append only file rewriting started\r\n');
      expect(bench.send('BGREWRITEAOF')).toBe(
        '-ERR Background append only file rewriting already in progress\r\n',
      );
      expect(bench.send('BGSAVE')).toMatch(/^-ERR Another child process is active/);
      expect(bench.send('BGSAVE SCHEDULE')).toBe('+Background saving scheduled\r\n');
      bench.send('SET during 1');
      bench.wait(1000);
      bench.send('SET after 1');
      expect(bench.engine.disk.paths()).toEqual([
        `appendonlydir/appendonly.aof.2.base.${form === 'yes' ? 'rdb' : 'aof'}`,
        'appendonlydir/appendonly.aof.2.incr.aof',
        'appendonlydir/appendonly.aof.manifest',
        'dump.rdb',
      ]);
      bench.wait(1000);
      bench.crash();
      bench.restart();
      expect(bench.send('MGET during after')).toBe('*2\r\n$1\r\n1\r\n$1\r\n1\r\n');
      bench.send('DEL during after');
      expect(bench.send('DEBUG DIGEST')).toBe(digest);
      expect(bench.send('DEBUG LOADAOF')).toBe('+OK\r\n');
      expect(bench.send('DEBUG DIGEST')).toBe(digest);
    });
  }

  test('CONFIG SET appendonly begins with a rewrite and ends with a whole file', () => {
    const bench = new Bench({ save: '' });
    bench.send('SET before 1');
    expect(bench.send('CONFIG SET appendonly yes')).toBe('+OK\r\n');
    bench.send('SET during 1');
    expect(bench.info('aof_rewrite_in_progress')).toBe('1');
    bench.wait(2000);
    bench.send('SET after 1');
    bench.wait(2000);
    expect(bench.engine.disk.paths()).toEqual([
      'appendonlydir/appendonly.aof.1.base.rdb',
      'appendonlydir/appendonly.aof.1.incr.aof',
      'appendonlydir/appendonly.aof.manifest',
    ]);
    expect(bench.send('CONFIG SET appendonly no')).toBe('+OK\r\n');
    bench.send('SET unwritten 1');
    expect(bench.info('aof_enabled')).toBe('0');
    const again = new Bench(on, bench.engine.disk.contents());
    expect(again.send('MGET before during after unwritten')).toBe(
      '*4\r\n$1\r\n1\r\n$1\r\n1\r\n$1\r\n1\r\n$-1\r\n',
    );
  });

  test('grows and is rewritten by itself', () => {
    const bench = new Bench({ ...on, 'auto-aof-rewrite-min-size': '1kb' });
    for (let i = 0; i < 200; i++) {
      bench.send('INCR n');
      bench.wait(10);
    }
    expect(bench.engine.server.persistence.aof.manifest.base!.seq).toBeGreaterThan(1);
    expect(Number(bench.info('aof_current_size'))).toBeLessThan(4000);
  });

  test('a cut end is found and cut off, or refused', () => {
    const text = concatBytes([
      encodeCommand(['SELECT', '0']),
      encodeCommand(['SET', 'a', '1']),
      encodeCommand(['MULTI']),
      encodeCommand(['SET', 'a', '2']),
      encodeCommand(['SET', 'b', '2']),
      encodeCommand(['EXEC']),
    ]);
    const multiAt = latin1(text).indexOf('*1\r\n$5\r\nMULTI');
    const wholeEnds = [...latin1(text).matchAll(/\*\d/g)].map(({ index }) => index);
    const path = 'appendonlydir/appendonly.aof.1.incr.aof';
    const manifest = bytesOf('file appendonly.aof.1.incr.aof seq 1 type i\n');
    const start = (bytes: Uint8Array, config: Record<string, string> = {}) =>
      new Bench({ ...on, ...config }, [
        { path: 'appendonlydir/appendonly.aof.manifest', bytes: manifest },
        { path, bytes },
      ]);
    expect(start(text).send('MGET a b')).toBe('*2\r\n$1\r\n2\r\n$1\r\n2\r\n');
    for (let cut = multiAt; cut < text.length; cut++) {
      const bench = start(text.subarray(0, cut));
      // Half a transaction is no transaction.
      expect(bench.send('MGET a b')).toBe('*2\r\n$1\r\n1\r\n$-1\r\n');
      // Cut between two commands it goes back to the MULTI; cut inside of one, only to the end of the one before.
      const whole = wholeEnds.filter((end) => end <= cut).at(-1)!;
      expect(bench.file(path).length).toBe(cut === whole ? multiAt : whole);
      expect(checkAof(text.subarray(0, cut)).validBytes).toBe(multiAt);
    }
    const refused = start(text.subarray(0, text.length - 1), { 'aof-load-truncated': 'no' });
    expect(refused.engine.downBecause).toMatch(
      /^Unexpected end of file reading the append only file appendonly.aof.1.incr.aof. You can: 1\)/,
    );
    expect(refused.closed).toEqual([1]);
    const damaged = text.slice();
    damaged[multiAt] = 65;
    expect(start(damaged).engine.downBecause).toMatch(/^Bad file format reading the append only file/);
    const unknown = concatBytes([encodeCommand(['NOSUCH', 'x'])]);
    expect(start(unknown).engine.downBecause).toBe(
      "Unknown command 'NOSUCH' reading the append only file appendonly.aof.1.incr.aof",
    );
    expect(checkAof(text)).toMatchObject({ validBytes: text.length, commands: 6, problem: null });
    expect(checkAof(damaged)).toMatchObject({ validBytes: multiAt, problem: "Expected prefix '*'" });
  });

  test('a manifest that makes no sense keeps the server from starting', () => {
    for (const [text, why] of [
      ['', 'Found an empty AOF manifest'],
      ['nonsense\n', 'Invalid AOF manifest file format'],
      ['file a.aof seq 1 type i\nfile b.aof seq 1 type i\n', 'Found a non-monotonic sequence number'],
      ['file ../a.aof seq 1 type i\n', "File can't be a path, just a filename"],
      ['file a.aof seq 1 type q\n', 'Unknown AOF file type'],
    ]) {
      const files = [{ path: 'appendonlydir/appendonly.aof.manifest', bytes: bytesOf(text) }];
      expect(new Bench(on, files).engine.downBecause).toContain(why);
    }
    const missing = [
      { path: 'appendonlydir/appendonly.aof.manifest', bytes: bytesOf('file a.aof seq 1 type i\n') },
    ];
    expect(new Bench(on, missing).engine.downBecause).toMatch(/can't open the append log file a.aof/);
  });

  test('a full disk: with everysec writes wait and are refused, with always the server ends', () => {
    const bench = new Bench(on);
    bench.send('SET k 1');
    bench.wait(1000);
    bench.disk({ full: true });
    // This one is acknowledged before the disk has been tried.
    bench.send('SET k 2');
    expect(bench.send('SET k 3')).toBe(
      '-MISCONF Errors writing to the AOF file: No space left on device\r\n',
    );
    bench.disk({ full: false });
    bench.wait(2000);
    expect(bench.send('SET k 4')).toBe('+OK\r\n');
    bench.wait(1500);
    bench.crash();
    bench.restart();
    expect(bench.send('GET k')).toBe('$1\r\n4\r\n');

    const strict = new Bench({ ...on, appendfsync: 'always' });
    strict.send('SET k 1');
    strict.disk({ full: true });
    expect(strict.send('SET k 2')).toBe('');
    expect(strict.closed).toEqual([1]);
    expect(strict.engine.downBecause).toMatch(/^Can't recover from AOF write error/);
    strict.disk({ full: false });
    strict.restart();
    expect(strict.send('GET k')).toBe('$1\r\n1\r\n');
  });

  test('writes behind a MULTI that a torn file left open are lost at the next start, as with 7.0.15', () => {
    const text = concatBytes([
      encodeCommand(['SELECT', '0']),
      encodeCommand(['SET', 'stock', '5']),
      encodeCommand(['MULTI']),
      encodeCommand(['DECR', 'stock']),
      encodeCommand(['INCR', 'sold']),
      encodeCommand(['EXEC']),
    ]);
    const path = 'appendonlydir/appendonly.aof.1.incr.aof';
    const bench = new Bench(on, [
      {
        path: 'appendonlydir/appendonly.aof.manifest',
        bytes: bytesOf('file appendonly.aof.1.incr.aof seq 1 type i\n'),
      },
      { path, bytes: text.subarray(0, text.length - 20) },
    ]);
    expect(bench.send('GET stock')).toBe('$1\r\n5\r\n');
    expect(bench.file(path).length).toBe(94);
    bench.send('SET later 1');
    bench.send('SHUTDOWN');
    bench.restart();
    expect(bench.send('MGET stock later')).toBe('*2\r\n$1\r\n5\r\n$-1\r\n');
    expect(bench.file(path).length).toBe(54);
  });

  test('the next EXEC in the file runs what a MULTI that was left open had queued, as with 7.0.15', () => {
    const text = concatBytes([
      encodeCommand(['SELECT', '0']),
      encodeCommand(['MSET', 'ann', '100', 'bob', '100']),
      encodeCommand(['MULTI']),
      encodeCommand(['DECRBY', 'ann', '50']),
      encodeCommand(['SET', 'x', '0']),
      encodeCommand(['MULTI']),
      encodeCommand(['SET', 'x', '1']),
      encodeCommand(['SET', 'y', '1']),
      encodeCommand(['EXEC']),
    ]);
    const bench = new Bench(on, [
      {
        path: 'appendonlydir/appendonly.aof.manifest',
        bytes: bytesOf('file appendonly.aof.1.incr.aof seq 1 type i\n'),
      },
      { path: 'appendonlydir/appendonly.aof.1.incr.aof', bytes: text },
    ]);
    expect(bench.send('MGET ann bob x y')).toBe('*4\r\n$2\r\n50\r\n$3\r\n100\r\n$1\r\n1\r\n$1\r\n1\r\n');
  });

  test('6.2 has one file, which a rewrite replaces', () => {
    const bench = new Bench(on, [], '6.2');
    for (let i = 0; i < 50; i++) bench.send('INCR n');
    expect(bench.engine.disk.paths()).toEqual(['appendonly.aof']);
    bench.send('BGREWRITEAOF');
    bench.send('INCR n');
    bench.wait(500);
    bench.send('INCR n');
    expect(bench.engine.disk.paths()).toEqual(['appendonly.aof']);
    expect(latin1(bench.file('appendonly.aof'), 0, 9)).toBe('REDIS0009');
    bench.wait(2000);
    bench.crash('torn');
    bench.restart();
    expect(bench.send('GET n')).toBe('$2\r\n52\r\n');
  });
});

describe('ending', () => {
  test('SHUTDOWN saves as configured, closes everybody and can be followed by a start', () => {
    const bench = new Bench({ save: '3600 1' });
    bench.open(2);
    bench.send('SET k 1');
    expect(bench.send('SHUTDOWN SAVE NOSAVE')).toBe('-ERR syntax error\r\n');
    expect(bench.send('SHUTDOWN ABORT')).toBe('-ERR No shutdown in progress.\r\n');
    expect(bench.send('SHUTDOWN')).toBe('');
    expect(bench.closed).toEqual([1, 2]);
    expect(bench.engine.downBecause).toMatch(/bye bye/);
    bench.open();
    expect(bench.closed).toEqual([1]);
    bench.restart();
    expect(bench.send('GET k')).toBe('$1\r\n1\r\n');
    bench.send('SET k 2');
    bench.send('SHUTDOWN NOSAVE');
    bench.restart();
    expect(bench.send('GET k')).toBe('$1\r\n1\r\n');
    bench.disk({ full: true });
    expect(bench.send('SHUTDOWN')).toBe('-ERR Errors trying to SHUTDOWN. Check logs.\r\n');
    expect(bench.send('SHUTDOWN FORCE')).toBe('');
    expect(bench.engine.downBecause).not.toBe(null);
  });

  test('nothing runs after SHUTDOWN, and nobody gets a reply to what ran before it in the same step', () => {
    const bench = new Bench({ save: '', appendonly: 'yes' });
    const bytes = concatBytes(
      ['SET k 1', 'SHUTDOWN', 'SET k 2'].map((line) => encodeCommand(line.split(' '))),
    );
    const output = bench.engine.step({ type: 'data', nowMs: bench.nowMs, client: 1, bytes });
    expect(output).toEqual({ replies: [], closed: [1], wakeAtMs: null });
    bench.restart();
    expect(bench.send('GET k')).toBe('$1\r\n1\r\n');
  });

  test('DEBUG RESTART keeps what is saved, DEBUG CRASH-AND-RECOVER what was saved', () => {
    const bench = new Bench({ save: '3600 1' });
    bench.send('SET k 1');
    bench.send('DEBUG RESTART');
    expect(bench.closed).toEqual([1]);
    bench.open();
    bench.send('SET k 2');
    bench.send('DEBUG CRASH-AND-RECOVER');
    bench.open();
    expect(bench.send('GET k')).toBe('$1\r\n1\r\n');
  });

  test('SAVE of much data holds everybody up', () => {
    const bench = new Bench({ save: '', rdbcompression: 'no' });
    bench.send('DEBUG POPULATE 100 key 10000');
    expect(bench.send('SAVE')).toBe('');
    expect(bench.wakeAtMs).toBe(START_MS + 10);
    expect(bench.wait(10)).toBe('+OK\r\n');
  });
});
