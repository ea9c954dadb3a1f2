/** Ours as a replica of a real redis-server, as its master, and between two of them. */
import { describe, expect, test } from 'vitest';
import { type Kind, ReplicationRun } from '../../testing/replication-run.ts';

const CHAINS: readonly (readonly Kind[])[] = [
  ['real', 'ours'],
  ['ours', 'real'],
  ['real', 'ours', 'real'],
  ['ours', 'real', 'ours'],
];

describe('random writes while links are cut', () => {
  for (const kinds of CHAINS) {
    for (const diskless of ['yes', 'no']) {
      test(`${kinds.join(' → ')}, diskless ${diskless}`, { timeout: 60_000 }, async () => {
        const run = await ReplicationRun.start(kinds, 1, { 'repl-diskless-sync': diskless });
        try {
          await run.write(1500, { cuts: 2 });
          await run.settle();
          const { full, partial, refused } = await run.syncs();
          expect({ full, refused }).toEqual({ full: kinds.length - 1, refused: kinds.length - 1 });
          expect(partial).toBeGreaterThan(0);
          expect(run.errors).toBeLessThan(run.written / 2);
        } finally {
          await run.stop();
        }
      });
    }
  }
});
