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
  seed: 5,
  startMs: 1000,
  config: { loadmodule: 'timeseries bloom', 'stream-node-max-entries': '3' },
};
const commands = 140;

const targets: Readonly<Record<string, WatchTarget>> = {
  stream: {
    kind: 'stream',
    db: 0,
    key: null,
    from: null,
    node: null,
    entries: { from: -1, count: 24 },
    group: null,
    pending: { from: 0, count: 40 },
  },
  timeseries: { kind: 'timeseries', db: 0, key: null, chunk: -1, window: { from: 1e9, count: 20 } },
  bloom: {
    kind: 'bloom',
    db: 0,
    key: null,
    layer: -1,
    window: { from: 0, count: 256 },
    item: null,
    strangers: 50,
  },
};

function watched(session: Session): Session {
  for (const [id, target] of Object.entries(targets)) session.watch(id, target, session.lastIndex);
  return session;
}

it(`seed ${fuzzSeed}: every picture of streams, series and filters is that of a fresh replay`, () => {
  const random = new Random(fuzzSeed).stream('sampling');
  const pick = <T>(items: readonly T[]) => items[random.below(items.length)];
  const key = (prefix: string) => `${prefix}${random.below(3)}`;
  const consumer = () => pick(['ann', 'bob', 'cat']);
  const id = () => `${random.below(400)}-${random.below(2)}`;
  const command = (): string =>
    pick([
      () => `XADD ${key('x')} * f ${random.below(9)} ${pick(['', 'g 1'])}`,
      () => `XADD ${key('x')} MAXLEN ${pick(['~', '='])} 4 * f 1`,
      () => `XDEL ${key('x')} ${id()}`,
      () => `XTRIM ${key('x')} MAXLEN ${pick(['~', '='])} ${random.below(5)}`,
      () => `XGROUP CREATE ${key('x')} g ${pick(['0', '$'])} MKSTREAM`,
      () => `XREADGROUP GROUP g ${consumer()} COUNT 2 STREAMS ${key('x')} ${pick(['>', '>', '0'])}`,
      () => `XAUTOCLAIM ${key('x')} g ${consumer()} 0 0 COUNT 2`,
      () => `XGROUP DELCONSUMER ${key('x')} g ${consumer()}`,
      () =>
        `TS.ADD ${key('t')} ${1000 + random.below(300)} ${random.below(50) / 7} ON_DUPLICATE SUM CHUNK_SIZE 48`,
      () => `TS.DEL ${key('t')} ${1000 + random.below(100)} ${1100 + random.below(200)}`,
      () => `TS.CREATERULE ${key('t')} ${key('t')} AGGREGATION ${pick(['avg', 'max'])} 20`,
      () => `BF.ADD ${key('b')} item${random.below(60)}`,
      () => `BF.RESERVE ${key('b')} 0.1 5`,
      () => `BF.EXISTS ${key('b')} item${random.below(60)}`,
      () => `DEL ${key(pick(['x', 't', 'b']))}`,
      () => `RENAME ${key('x')} ${key('x')}`,
      () => `COPY ${key('x')} ${key('x')} REPLACE`,
      () => pick(['SAVE', 'DEBUG RELOAD']),
    ])();
  const lived = watched(new Session(start));
  lived.open(start.startMs);
  for (let at = 0; at < commands; at++) {
    lived.send(1, encodeCommand(splitArguments(command().trim())!), lived.nowMs + random.below(20));
  }
  const replayed = watched(Session.replay(start, lived.inputs));
  expect(replayed.lastIndex).toBe(lived.lastIndex);
  const kinds = new Set<string>();
  // Backwards, for a session photographs a few frames before the one it is asked for.
  for (let frame = lived.lastIndex; frame >= 0; frame--) {
    const told = lived.frames[frame].summary.text;
    const detail = lived.detail(frame);
    for (const { step } of detail.moments) if (step !== null) kinds.add(step.type.split('.')[0]);
    expect(sameValue(replayed.detail(frame), detail), `${frame} ${told}`).toBe(true);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['stream', 'group', 'rax', 'series', 'bloom']));
});
