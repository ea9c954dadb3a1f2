/**
 * Append only files that nobody vouches for: cut, flipped, doubled and mixed up at random places. The server starts
 * or says why not; it never fails. The seed is printed; FUZZ_SEED repeats a run.
 */
import { expect, test } from 'vitest';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { bytesOf, concatBytes } from '../base/bytes.ts';
import { RandomStream } from '../base/random.ts';
import { Engine } from '../server/engine.ts';
import { checkAof } from './check-files.ts';
import { spansOfFile } from './file-spans.ts';

const START_MS = 1_790_000_000_000;
const config = { appendonly: 'yes', save: '' };

function filesOf(preamble: string): { path: string; bytes: Uint8Array }[] {
  const start = { generation: '7.0', seed: 1, startMs: START_MS } as const;
  const engine = new Engine({ ...start, config: { ...config, 'aof-use-rdb-preamble': preamble } });
  engine.step({ type: 'open', nowMs: START_MS, client: 1 });
  const lines = [
    'SET a 1 EX 100',
    'RPUSH l 1 2 3',
    'SADD s a b',
    'ZADD z 1 m',
    'HSET h f v',
    'XADD x 1-1 f v',
  ];
  for (const line of [...lines, 'BGREWRITEAOF', ...lines]) {
    engine.step({ type: 'data', nowMs: START_MS, client: 1, bytes: encodeCommand(line.split(' ')) });
  }
  engine.step({ type: 'tick', nowMs: START_MS + 5000 });
  return engine.disk.contents();
}

function damaged(bytes: Uint8Array, chance: RandomStream): Uint8Array {
  const at = chance.below(bytes.length + 1);
  const changed = bytes.slice();
  switch (chance.below(5)) {
    case 0:
      return changed.subarray(0, at);
    case 1:
      changed[at] ^= 1 << chance.below(8);
      return changed;
    case 2:
      return concatBytes([changed.subarray(0, at), chance.bytes(chance.below(9)), changed.subarray(at)]);
    case 3:
      return concatBytes([
        changed.subarray(0, at),
        changed.subarray(Math.min(at + chance.below(9), bytes.length)),
      ]);
    default:
      return concatBytes([changed, bytesOf('*-1\r\n$5'), changed.subarray(at)]);
  }
}

for (const preamble of ['yes', 'no']) {
  test(`damaged files are refused or repaired, preamble ${preamble}, seed ${fuzzSeed}`, () => {
    const chance = new RandomStream(fuzzSeed, 3, 1);
    const files = filesOf(preamble);
    let started = 0;
    let refused = 0;
    for (let round = 0; round < 400; round++) {
      const victim = chance.below(files.length);
      const given = files.map(({ path, bytes }, index) => ({
        path,
        bytes: index === victim ? damaged(bytes, chance) : bytes,
      }));
      const start = { generation: '7.0', seed: 1, startMs: START_MS + 9000, config, files: given } as const;
      const engine = new Engine(start);
      if (engine.downBecause === null) started++;
      else refused++;
      for (const { path, bytes } of given) {
        for (const { from, to } of spansOfFile(path, bytes)) expect(from).toBeLessThanOrEqual(to);
        if (path.endsWith('.incr.aof')) {
          const report = checkAof(bytes);
          expect(report.validBytes).toBeLessThanOrEqual(bytes.length);
          // Cut where the report says, nothing is wrong any more.
          expect(checkAof(bytes.subarray(0, report.validBytes)).problem).toBe(null);
        }
      }
    }
    expect(started).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });
}
