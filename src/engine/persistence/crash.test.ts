/**
 * A server under a random workload loses its power at random instants, a thousand times for each way of syncing.
 * After every restart the data set has to be what it was after some command (half a command or half a transaction
 * never is), and what may be missing at its end is what the policy allows:
 *
 *     always     nothing that was acknowledged
 *     everysec   what was acknowledged within the last second
 *     no         what was acknowledged within the last thirty seconds, after which the kernel writes back
 *
 * The seed is printed; FUZZ_SEED repeats a run.
 */
import { describe, expect, test } from 'vitest';
import type { CrashLoss } from '../../protocol/session.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { latin1 } from '../base/bytes.ts';
import { RandomStream } from '../base/random.ts';
import { Engine } from '../server/engine.ts';
import { WRITE_BACK_MS } from '../state/disk/disk.ts';
import { checkAof } from './check-files.ts';
import { datasetDigest, digestText } from './digest.ts';

const CRASHES = 1000;
const START_MS = 1_790_000_000_000;

class Bench {
  readonly engine: Engine;
  readonly chance: RandomStream;
  nowMs = START_MS;
  wakeAtMs: number | null = null;
  /** What the data set was after each acknowledged command since the last restart, and when that was. */
  states: { text: string; atMs: number }[] = [];
  lostCommands = 0;

  constructor(config: Record<string, string>, seed: number) {
    this.chance = new RandomStream(seed, 7, 7);
    this.engine = new Engine({ generation: '7.0', seed, startMs: START_MS, config });
    this.open();
  }

  open(): void {
    this.engine.step({ type: 'open', nowMs: this.nowMs, client: 1 });
    this.states = [{ text: this.look(), atMs: this.nowMs }];
  }

  send(...args: string[]): string {
    const bytes = encodeCommand(args);
    const output = this.engine.step({ type: 'data', nowMs: this.nowMs, client: 1, bytes });
    this.wakeAtMs = output.wakeAtMs;
    return output.replies.map((reply) => latin1(reply.bytes)).join('');
  }

  /** Time passes, and the engine is woken when it asked to be. */
  wait(ms: number): void {
    const untilMs = this.nowMs + ms;
    while (this.wakeAtMs !== null && this.wakeAtMs <= untilMs) {
      this.nowMs = Math.max(this.nowMs, this.wakeAtMs);
      this.wakeAtMs = this.engine.step({ type: 'tick', nowMs: this.nowMs }).wakeAtMs;
    }
    this.nowMs = untilMs;
  }

  /** The whole data set in short. */
  look(): string {
    return digestText(datasetDigest(this.engine.server));
  }

  command(number: number): void {
    const { chance } = this;
    const value = `v${number}`;
    const any = (keys: string) => keys[chance.below(keys.length)];
    switch (chance.below(11)) {
      case 0:
      case 1:
        this.send('SET', any('abc'), value);
        break;
      case 2:
        this.send('SET', any('abc'), value, 'EX', '100000');
        break;
      case 3:
        this.send('INCR', 'n');
        break;
      case 4:
        this.send('RPUSH', 'log', value);
        break;
      case 5:
        this.send('LTRIM', 'log', '-20', '-1');
        break;
      case 6:
        this.send('HSET', 'h', `f${chance.below(20)}`, value);
        break;
      case 7:
        this.send('SADD', 's', String(chance.below(100)));
        break;
      case 8:
        this.send('SPOP', 's');
        break;
      case 9:
        this.send('ZADD', 'z', String(number), `m${chance.below(20)}`);
        break;
      default:
        this.send('MULTI');
        this.send('SET', 'x', value);
        this.send('SET', 'y', value);
        this.send('EXEC');
    }
    this.states.push({ text: this.look(), atMs: this.nowMs });
  }

  /**
   * A file torn inside a command of a transaction keeps the open MULTI, and the next start would drop what is written
   * behind it (see aof-load.ts). Does as redis-check-aof --fix does, and says whether there was one.
   */
  closeOpenTransaction(): boolean {
    const { disk } = this.engine;
    for (const path of disk.paths().filter((each) => each.endsWith('.incr.aof'))) {
      const file = disk.find(path)!;
      const { validBytes } = checkAof(file.view());
      if (validBytes === file.length) continue;
      file.truncate(validBytes, this.nowMs);
      return true;
    }
    return false;
  }

  crash(loss: CrashLoss, boundMs: number): void {
    const { closed } = this.engine.step({ type: 'crash', nowMs: this.nowMs, loss });
    expect(closed).toEqual([1]);
    const crashedAtMs = this.nowMs;
    this.nowMs += this.chance.below(3000);
    this.wakeAtMs = this.engine.step({ type: 'restart', nowMs: this.nowMs }).wakeAtMs;
    if (this.closeOpenTransaction()) {
      this.wakeAtMs = this.engine.step({ type: 'restart', nowMs: this.nowMs }).wakeAtMs;
    }
    expect(this.engine.downBecause).toBe(null);
    const before = this.states;
    this.open();
    const found = this.states[0].text;
    let last = before.length - 1;
    while (last >= 0 && before[last].text !== found) last--;
    if (last < 0) expect.fail(`a state that never was: ${found}\nthe last: ${before.at(-1)?.text}`);
    this.lostCommands += before.length - 1 - last;
    for (const { atMs } of before.slice(last + 1)) {
      if (crashedAtMs - atMs > boundMs)
        expect.fail(`lost what was acknowledged ${crashedAtMs - atMs} ms before`);
    }
  }
}

describe('crashes', () => {
  for (const [policy, boundMs] of [
    ['always', -1],
    ['everysec', 1000],
    ['no', WRITE_BACK_MS],
  ] as const) {
    test(`appendfsync ${policy}: ${CRASHES} of them, seed ${fuzzSeed}`, () => {
      const bench = new Bench(
        {
          appendonly: 'yes',
          appendfsync: policy,
          save: '5 10',
          'auto-aof-rewrite-min-size': '4kb',
          'auto-aof-rewrite-percentage': '100',
        },
        fuzzSeed,
      );
      const { chance } = bench;
      let number = 0;
      for (let crash = 0; crash < CRASHES; crash++) {
        for (let left = chance.below(12); left > 0; left--) {
          bench.command(number++);
          if (chance.below(30) === 0) bench.send('BGREWRITEAOF');
          if (chance.below(50) === 0) bench.send('BGSAVE');
          bench.wait(
            chance.below(5) === 0 ? chance.below(policy === 'no' ? 40_000 : 1500) : chance.below(60),
          );
        }
        bench.crash(chance.below(4) === 0 ? 'unsynced' : 'torn', boundMs);
      }
      // A policy under which nothing can be lost is not put to the test by luck alone.
      if (policy === 'always') expect(bench.lostCommands).toBe(0);
      else expect(bench.lostCommands).toBeGreaterThan(100);
      expect(bench.engine.server.persistence.aof.manifest.base!.seq).toBeGreaterThan(5);
    }, 300_000);
  }

  test('a process that dies loses nothing, whatever the policy', () => {
    const bench = new Bench({ appendonly: 'yes', appendfsync: 'no', save: '' }, fuzzSeed);
    for (let number = 0; number < 200; number++) {
      bench.command(number);
      if (number % 10 === 9) bench.crash('nothing', -1);
    }
    expect(bench.lostCommands).toBe(0);
  });

  test('with save points alone everything since the last photograph is lost', () => {
    const bench = new Bench({ save: '10 1', appendfsync: 'always' }, fuzzSeed);
    bench.send('SET', 'a', '1');
    bench.wait(12_000);
    bench.send('SET', 'a', '2');
    bench.wait(5000);
    bench.engine.step({ type: 'crash', nowMs: bench.nowMs, loss: 'unsynced' });
    bench.engine.step({ type: 'restart', nowMs: bench.nowMs });
    bench.open();
    expect(bench.send('GET', 'a')).toBe('$1\r\n1\r\n');
  });

  test('a slow disk makes a write wait for two seconds and no longer', () => {
    const bench = new Bench({ appendonly: 'yes', appendfsync: 'everysec', save: '' }, fuzzSeed);
    bench.engine.step({ type: 'disk', nowMs: bench.nowMs, fsyncMs: 5000 });
    bench.wait(1500);
    bench.send('SET', 'a', '1');
    const { aof } = bench.engine.server.persistence;
    expect(bench.engine.server.jobs.find('aof-fsync')).not.toBe(null);
    const writtenBytes = aof.file!.length;
    bench.wait(100);
    bench.send('SET', 'a', '2');
    expect(aof.file!.length).toBe(writtenBytes);
    bench.wait(1990);
    expect(aof.file!.length).toBe(writtenBytes);
    bench.wait(20);
    expect(aof.file!.length).toBeGreaterThan(writtenBytes);
    expect(aof.delayedFsyncs).toBe(1);
  });
});
