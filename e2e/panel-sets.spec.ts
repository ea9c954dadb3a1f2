import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

/** Members that are drawn as part of the result. */
async function taken(panel: Locator): Promise<string[]> {
  const boxes = panel.locator('[data-box^="member:"].tone-new:not(.leaving)');
  const ids = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('data-box')!.slice(7)));
  return ids.sort();
}

const membersIn = (printed: string) => [...printed.matchAll(/"([^"]+)"/g)].map(([, member]) => member).sort();

test('regions, results and lookups agree with SINTER, SUNION, SDIFF and the like', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/sets');
  const panel = lab.panel('Set algebra');
  await expect(panel).toContainText('SADD a 1 2 3');
  await lab.stopClock();
  await lab.hurry();
  await lab.typeAll([
    'SADD ann bob cat dan eve',
    'SADD bob ann cat dan gus',
    'SADD cat dan gus',
    'SADD d dan',
  ]);
  for (const command of [
    'SINTER ann bob cat',
    'SUNION ann cat',
    'SDIFF ann bob',
    'SDIFF ann bob cat d d d',
  ]) {
    const printed = await ask(lab, command);
    await lab.settle();
    await expect.poll(() => taken(panel), { message: command }).toEqual(membersIn(printed));
    const work = panel.locator('[data-row="work"]');
    await expect(work).toContainText(new RegExp(`\\b${membersIn(printed).length} members? in the result`));
  }
  // A region holds the members that a command returns for it.
  await ask(lab, 'SINTERCARD 2 ann bob LIMIT 1');
  await lab.settle();
  await expect(panel.locator('[data-row="region:3"]')).toContainText('cat');
  await expect(panel.locator('[data-box="taken"]')).toContainText('result 1 · stops at 1');
  // Its first step is the choice of the smallest set, and going back shows nothing taken yet.
  await lab.type('SINTERSTORE both ann bob');
  await lab.settle();
  await expect(panel.locator('[data-box="stored"]')).toHaveText('stored at both');
  expect(await ask(lab, 'SMEMBERS both')).toContain('dan');
  // Chosen sets, in the order in which they are pressed, have no command behind them.
  await panel.getByRole('button', { name: 'cat', exact: true }).click();
  await panel.getByRole('button', { name: 'both', exact: true }).click();
  await expect(panel.locator('[data-label="title:work"]')).toHaveText('What they share');
  const shared = membersIn(await ask(lab, 'SINTER cat both'));
  await expect(panel.locator('[data-row="region:3"]')).toContainText(shared.join(', '));
  await lab.choose('Table');
  await expect(panel.locator('[data-box="has:1:dan"].tone-old')).toHaveCount(1);
  lab.expectNoTroubles();
});
