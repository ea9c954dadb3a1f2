import { expect, type Page, test } from '@playwright/test';
import { fuzzSeed } from '../src/testing/fuzz-seed.ts';
import { type Action, randomActions } from './fuzz-actions.ts';
import { type FuzzHands, installFuzz } from './fuzz-page.ts';
import { Lab } from './lab.ts';

/** Two readers share the actions, so that they can work at the same time. */
const readers = 2;
const count = Math.ceil(Number(process.env.FUZZ_ACTIONS ?? 2000) / readers);
const between = 50;
declare const fuzz: FuzzHands;

for (let reader = 1; reader <= readers; reader++) {
  test(`whatever reader ${reader} does in the lab, the page shows what a fresh replay shows`, ({ page }) =>
    play(page, fuzzSeed + reader - 1, count));
}

test('nor does a worker that is far behind change the page', ({ page }) =>
  play(page, fuzzSeed + readers, 3 * between, 300));

async function play(page: Page, seed: number, count: number, lateMs = 0): Promise<void> {
  test.setTimeout(120_000 + count * (200 + 10 * lateMs));
  const lab = new Lab(page);
  await page.addInitScript(installFuzz, lateMs);
  // Without animations to wait for.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await lab.open('./#/lab');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  let done = 0;
  let longest = 0;
  let batch: Action[] = [];
  const flush = async () => {
    await page.evaluate(async (actions) => {
      for (const action of actions) await fuzz.act(action);
    }, batch);
    batch = [];
  };
  const seen: string[] = [];
  for (const action of randomActions(seed, count)) {
    done++;
    seen.push(JSON.stringify(action));
    if (action.do === 'scrub') {
      await flush();
      const box = await page.locator('.track-line').boundingBox();
      if (box !== null) {
        await page.mouse.move(box.x + box.width * action.from, box.y + 3);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * action.to, box.y + 3, { steps: 3 });
        await page.mouse.up();
      }
    } else batch.push(action);
    if (done % between !== 0 && done !== count) continue;
    await flush();
    const { problems, frames } = await page.evaluate(() => fuzz.check());
    longest = Math.max(longest, frames);
    const where = `seed ${seed}, after ${done} actions, the last of them\n${seen.slice(-between).join('\n')}`;
    expect(problems, where).toEqual([]);
    expect(lab.troubles, where).toEqual([]);
    await expect(page.locator('.track'), where).toBeVisible();
  }
  // A history that never grew would have tried little.
  expect(longest).toBeGreaterThan(count / 25);
}
