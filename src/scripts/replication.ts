/**
 * `npm run replication -- --writes 200000 --seed 7 --cuts 40`: random writes of all types on chains of ours and of real
 * servers, while links are cut and mended. Prints figures, and fails if the data differ at the end.
 * `--chain real,ours,real` runs only that one. With a small `--backlog` a link that is cut for long loses its place, and
 * its replica takes a whole file again.
 */
import { type Kind, ReplicationRun } from '../testing/replication-run.ts';

const CHAINS: readonly (readonly Kind[])[] = [
  ['real', 'ours'],
  ['ours', 'real'],
  ['real', 'ours', 'real'],
  ['ours', 'real', 'ours'],
];

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const writes = Number(option('writes', '20000'));
const cuts = Number(option('cuts', String(Math.max(1, Math.floor(writes / 5000)))));
const seed = Number(option('seed', '1'));
const backlog = option('backlog', '64mb');
const wanted = option('chain', '');
const chains = wanted === '' ? CHAINS : [wanted.split(',') as Kind[]];

for (const kinds of chains) {
  const startedAt = performance.now();
  const run = await ReplicationRun.start(kinds, seed, { 'repl-backlog-size': backlog });
  try {
    await run.write(writes, { cuts });
    const writtenAt = performance.now();
    await run.settle();
    const settledMs = performance.now() - writtenAt;
    const { full, partial, refused } = await run.syncs();
    const perSecond = Math.round((run.written / (writtenAt - startedAt)) * 1000);
    console.log(
      `${kinds.join(' -> ')}: ${run.written} commands (${run.errors} refused), ${perSecond} a second; ${run.cuts} cuts, ${full} full and ${partial} partial resynchronisations (${refused} asked for and not possible); equal ${Math.round(settledMs)} ms after the last write`,
    );
  } finally {
    await run.stop();
  }
}
