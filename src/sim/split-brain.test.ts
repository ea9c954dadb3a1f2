/** The scenes of `npm run split-brain` in virtual time; there they are compared with real servers. */
import { describe, expect, test } from 'vitest';
import { playSplit, SPLIT_SCENES, type SplitOutcome, WorldStage } from '../testing/split-brain.ts';

const play = (name: string): Promise<SplitOutcome> => {
  const scene = SPLIT_SCENES.find((each) => each.name.startsWith(name));
  if (scene === undefined) throw new Error(`no scene ${name}`);
  return playSplit(scene, new WorldStage());
};

describe('a partition', () => {
  test('without a limit every write on the wrong side is accepted and lost', async () => {
    const { during, lost, lostOfNew } = await play('a partition, without');
    expect(during).toEqual({ accepted: 60, refused: 0 });
    expect([lost, lostOfNew]).toEqual([60, 0]);
  });

  test('with max-lag only those of the first seconds', async () => {
    const { during, lost, refusedFromMs } = await play('a partition, max-lag');
    expect(refusedFromMs).toBeGreaterThan(2000);
    expect(refusedFromMs).toBeLessThanOrEqual(4000);
    expect(lost).toBe(during.accepted);
    expect(during.refused).toBeGreaterThan(0);
  });
});

describe('a freeze', () => {
  test('max-lag does not refuse what came meanwhile: the replica is there, and its answers are read', async () => {
    const { during, after, lost } = await play('a freeze of 5 s with its replica still there');
    expect(during).toEqual({ accepted: 50, refused: 0 });
    expect(after.refused).toBe(0);
    expect(lost).toBe(0);
  });

  test('what came meanwhile is accepted and lost if the replica was promoted; then it refuses', async () => {
    const { during, after, lost } = await play('a freeze of 5 s, its replica promoted meanwhile, max-lag');
    expect(during).toEqual({ accepted: 50, refused: 0 });
    expect(after.refused).toBeGreaterThan(10);
    expect(lost).toBe(during.accepted + after.accepted);
  });
});
