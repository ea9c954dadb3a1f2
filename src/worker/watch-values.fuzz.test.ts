import { expect, it } from 'vitest';
import { Random } from '../engine/base/random.ts';
import { sameValue } from '../protocol/parts.ts';
import { encodeCommand } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import type { WatchTarget } from '../protocol/views.ts';
import { fuzzSeed } from '../testing/fuzz-seed.ts';
import { Session } from './session.ts';

const start = {
  generation: '7.0' as const,
  seed: 3,
  startMs: 0,
  config: { 'zset-max-listpack-entries': '6' },
};
const commands = 160;

const targets: Readonly<Record<string, WatchTarget>> = {
  sets: { kind: 'sets', db: 0, keys: null },
  ladder: { kind: 'ladder', db: 0, key: null, window: { from: 0, count: 20 } },
  hll: { kind: 'hll', db: 0, key: null },
  memory: { kind: 'memory', db: 0, count: 10 },
};

function watched(session: Session): Session {
  for (const [id, target] of Object.entries(targets)) session.watch(id, target, session.lastIndex);
  return session;
}

it(`seed ${fuzzSeed}: every picture of sets, ladders, HyperLogLogs and memory is that of a fresh replay`, () => {
  const random = new Random(fuzzSeed).stream('sampling');
  const pick = <T>(items: readonly T[]) => items[random.below(items.length)];
  const key = (prefix: string) => `${prefix}${random.below(4)}`;
  const members = () => Array.from({ length: 1 + random.below(6) }, () => `m${random.below(12)}`).join(' ');
  const command = (): string =>
    pick([
      () => `SADD ${key('s')} ${members()}`,
      () => `SREM ${key('s')} ${members()}`,
      () => `${pick(['SINTER', 'SUNION', 'SDIFF'])} ${key('s')} ${key('s')} ${key('s')}`,
      () => `${pick(['SINTERSTORE', 'SUNIONSTORE', 'SDIFFSTORE'])} ${key('s')} ${key('s')} ${key('s')}`,
      () => `SINTERCARD 2 ${key('s')} ${key('s')} LIMIT ${random.below(3)}`,
      () => `ZADD ${key('z')} ${random.below(9)} m${random.below(12)}`,
      () => `ZINCRBY ${key('z')} ${random.below(9) - 4} m${random.below(12)}`,
      () => `ZRANGE ${key('z')} ${random.below(6) - 3} ${random.below(6) - 3}`,
      () => `ZRANGEBYSCORE ${key('z')} (${random.below(4)} +inf LIMIT ${random.below(2)} 3`,
      () => `ZREVRANK ${key('z')} m${random.below(12)}`,
      () => `PFADD ${key('h')} ${members()}`,
      () => `PFMERGE ${key('h')} ${key('h')} ${key('h')}`,
      () => `PFCOUNT ${key('h')}`,
      () => `${pick(['DEL', 'UNLINK'])} ${key(pick(['s', 'z', 'h']))}`,
      () => `RENAME ${key('h')} ${key('h')}`,
      () => `COPY ${key('h')} ${key('h')} REPLACE`,
      () => `SET ${key(pick(['s', 'h']))} text`,
      () => pick(['MULTI', 'EXEC', 'FLUSHALL', 'SAVE']),
    ])();
  const lived = watched(new Session(start));
  lived.open(0);
  for (let at = 0; at < commands; at++) {
    lived.send(1, encodeCommand(splitArguments(command())!), lived.nowMs + random.below(20));
  }
  const replayed = watched(Session.replay(start, lived.inputs));
  expect(replayed.lastIndex).toBe(lived.lastIndex);
  // Backwards, for a session photographs a few frames before the one it is asked for.
  for (let frame = lived.lastIndex; frame >= 0; frame--) {
    const told = lived.frames[frame].summary.text;
    // Thousands of bytes in each picture: compared by hand, which is quicker.
    expect(sameValue(replayed.detail(frame), lived.detail(frame)), `${frame} ${told}`).toBe(true);
  }
});
