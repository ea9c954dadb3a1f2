/**
 * Split brain to the second: a client goes on writing to a master that was parted from its replica, or stood still, while
 * the replica was promoted. The same scenes on real redis-servers, on ours and in a world of virtual time.
 *
 *   npm run split-brain -- [--times N] [--scene N]
 *
 * Prints which writes the old master accepted, when NOREPLICAS began and which writes were gone after it followed the new
 * one. Ends with 1 if ours or the world differ from the real servers in more than instants.
 */
import { parseArgs } from 'node:util';
import { loadScripting } from '../engine/index.ts';
import {
  type Counts,
  ProcessStage,
  playSplit,
  SPLIT_SCENES,
  type SplitOutcome,
  WorldStage,
} from '../testing/split-brain.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '1' }, scene: { type: 'string' } },
});

/** The lag is counted in whole seconds, once in a second. */
const TOLERANCE_MS = 2000;
const WRITES_IN_TOLERANCE = TOLERANCE_MS / 100;

const seconds = (ms: number | null): string => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);
const counted = ({ accepted, refused }: Counts): string => `${accepted} accepted, ${refused} refused`;

function shown(outcome: SplitOutcome): string {
  const { during, after, refusedFromMs, lost, lostOfNew, fullSyncs } = outcome;
  return `during it ${counted(during)}; after it ${counted(after)}; NOREPLICAS from ${seconds(refusedFromMs)}; ${lost} lost of the old master, ${lostOfNew} of the new one; ${fullSyncs} full resynchronisations`;
}

/** Whether a write that is under way at the promotion still gets to the replica is chance. */
const UNDER_WAY = 1;

function isAlike(one: SplitOutcome, other: SplitOutcome): boolean {
  const isNear = (a: number, b: number, most: number): boolean =>
    Math.abs(a - b) <= most && a > UNDER_WAY === b > UNDER_WAY;
  const times = [one.refusedFromMs, other.refusedFromMs];
  return (
    isNear(one.during.accepted, other.during.accepted, WRITES_IN_TOLERANCE) &&
    isNear(one.lost, other.lost, WRITES_IN_TOLERANCE) &&
    one.lostOfNew === other.lostOfNew &&
    (times[0] === null) === (times[1] === null) &&
    Math.abs((times[0] ?? 0) - (times[1] ?? 0)) <= TOLERANCE_MS
  );
}

await loadScripting();
const scenes = values.scene === undefined ? SPLIT_SCENES : [SPLIT_SCENES[Number(values.scene) - 1]];
for (let time = 0; time < Number(values.times); time++) {
  for (const scene of scenes) {
    console.log(scene.name);
    const [real, ours, world] = await Promise.all([
      playSplit(scene, new ProcessStage('real')),
      playSplit(scene, new ProcessStage('ours')),
      playSplit(scene, new WorldStage(1 + time)),
    ]);
    console.log(`  real   ${shown(real)}`);
    for (const [name, outcome] of Object.entries({ ours, world })) {
      const isSame = isAlike(real, outcome);
      console.log(`  ${name.padEnd(5)}  ${shown(outcome)}${isSame ? '' : '  <- not as the real servers'}`);
      if (!isSame) process.exitCode = 1;
    }
  }
}
process.exit();
