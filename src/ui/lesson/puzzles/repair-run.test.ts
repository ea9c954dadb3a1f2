import { describe, expect, it } from 'vitest';
import { startOfStep } from '../../../protocol/lesson.ts';
import { sharedCourse } from '../../../testing/shared-course.ts';
import { runTrial } from '../../../worker/trial.ts';
import { isMended, runRepair } from './repair-run.ts';

const lesson = sharedCourse().lessons.find(({ id }) => id === 'lock-evolution')!;
const step = lesson.content.find(({ id }) => id === 'script')!;
const repair = step.items.find((item) => item.type === 'repair')!;
const run = (text: string) =>
  runRepair(repair, startOfStep(lesson, step).server, text, (trial) => runTrial(trial, async () => {}));

describe('a repair', () => {
  it('runs its cases up to the first that fails, and knows a near miss by what the engine shows', async () => {
    const outcome = await run(repair.broken);
    expect(outcome).toMatchObject({
      type: 'judged',
      verdicts: [{ passed: true }, { passed: false, printed: '(integer) 1' }],
      miss: { fails: 'others', say: { en: [{ text: expect.stringContaining("B's lock") }] } },
    });
    expect(isMended(repair, outcome)).toBe(false);
  });

  it('is mended when all cases pass', async () => {
    expect(isMended(repair, await run(repair.solution))).toBe(true);
  });

  it('says nothing of a failure that no near miss has', async () => {
    expect(await run('return redis.error_reply("no")')).toMatchObject({
      verdicts: [{ passed: false, printed: '(error) ERR no' }],
      miss: null,
    });
  });

  it('is not judged when something else was asked meanwhile', async () => {
    const { server } = startOfStep(lesson, step);
    expect(await runRepair(repair, server, '', async () => null)).toEqual({ type: 'stopped' });
  });
});
