/**
 * Random commands of every family, and then the append only file alone: replaying it gives the same data
 * set, to the byte where the encodings are packed. Expiries, draws and claims are in it as they came out. The seed is
 * printed; FUZZ_SEED repeats a run.
 */
import { expect, test } from 'vitest';
import { BitsFuzz } from '../../testing/bits-fuzz.ts';
import { CollectionFuzz } from '../../testing/collection-fuzz.ts';
import { CommandFuzz } from '../../testing/command-fuzz.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { GeoFuzz } from '../../testing/geo-fuzz.ts';
import { ListFuzz } from '../../testing/list-fuzz.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { SortFuzz } from '../../testing/sort-fuzz.ts';
import { StreamFuzz } from '../../testing/stream-fuzz.ts';
import { ZsetFuzz } from '../../testing/zset-fuzz.ts';
import { Engine } from '../server/engine.ts';
import type { Server } from '../state/server.ts';
import { datasetDigest, digestText } from './digest.ts';

const START_MS = 1_790_000_000_000;
const COMMANDS = 1500;

interface Family {
  next(): { readonly args: readonly (string | Uint8Array)[] };
}

const FAMILIES: Readonly<Record<string, (seed: number) => Family>> = {
  strings: (seed) => new CommandFuzz(seed),
  bits: (seed) => new BitsFuzz(seed),
  collections: (seed) => new CollectionFuzz(seed),
  lists: (seed) => new ListFuzz(seed),
  'sorted sets': (seed) => new ZsetFuzz(seed),
  places: (seed) => new GeoFuzz(seed),
  streams: (seed) => new StreamFuzz(seed),
  sorting: (seed) => new SortFuzz(seed),
};

/**
 * Parameters are not in the file, and other limits would make other encodings. And a BITFIELD that fails to do
 * anything still makes its key longer, which the real server does not tell its file either.
 */
function isRepeatable(args: readonly (string | Uint8Array)[]): boolean {
  const words = args.map((word) => String(word).toLowerCase());
  return words[0] !== 'config' && !(words[0] === 'bitfield' && words.includes('fail'));
}

/** Every key with the instant of its expiry. */
function expiriesOf(server: Server): string[] {
  return server.keyspace.databases.flatMap((db) =>
    [...db.expires.entries()].map((entry) => `${db.id} ${entry.keyBytes} ${entry.value}`).sort(),
  );
}

for (const [name, family] of Object.entries(FAMILIES)) {
  test(`${name} come out of the file as they went in, seed ${fuzzSeed}`, () => {
    const fuzz = family(fuzzSeed);
    let nowMs = START_MS;
    const config = { appendonly: 'yes', save: '', 'auto-aof-rewrite-percentage': '0' };
    const engine = new Engine({ generation: '7.0', seed: 1, startMs: nowMs, config });
    const send = (args: readonly (string | Uint8Array)[]) =>
      engine.step({ type: 'data', nowMs, client: 1, bytes: encodeCommand(args) });
    for (let life = 0; life < 3; life++) {
      engine.step({ type: 'open', nowMs, client: 1 });
      for (let count = 0; count < COMMANDS; count++) {
        if (count % 10 === 0) nowMs += 3;
        const { args } = fuzz.next();
        if (isRepeatable(args)) send(args);
        if (count === COMMANDS >> 1) send(['BGREWRITEAOF']);
      }
      const digest = digestText(datasetDigest(engine.server));
      const expiries = expiriesOf(engine.server);
      const size = engine.server.keyspace.databases.reduce((sum, { keys }) => sum + keys.size, 0);
      engine.step({ type: 'crash', nowMs, loss: 'nothing' });
      engine.step({ type: 'restart', nowMs });
      expect(engine.downBecause).toBe(null);
      expect(size).toBeGreaterThan(0);
      expect(digestText(datasetDigest(engine.server))).toBe(digest);
      expect(expiriesOf(engine.server)).toEqual(expiries);
    }
  }, 120_000);
}
