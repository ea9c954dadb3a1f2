import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const step = './#/learn/skiplist/delete';

async function answer(lab: Lab): Promise<void> {
  await lab.open(step);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  const { page } = lab;
  // The goal would tell what the question asks.
  await expect(lab.panel('Goal · Skiplist')).toHaveCount(0);
  const ask = page.locator('.lesson-item[data-item="lower"]');
  await ask.getByRole('radio').first().check({ force: true });
  await ask.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('.lesson-item[data-item="flat"]')).toBeVisible();
}

test('the goal of a task stands beside the live panel, drawn by the same one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const lab = new Lab(page);
  await answer(lab);
  const goal = lab.panel('Goal · Skiplist');
  const live = page.getByRole('region', { name: 'Skiplist', exact: true });
  await expect(goal).toContainText('2 levels');
  await expect(live).toContainText('3 levels');
  await expect(live).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.workbench-stage').analyze();
  expect(violations).toEqual([]);

  // Another way than the one that is drawn; the checks are the judge.
  await lab.type('ZREM board dan');
  await expect(page.locator('.lesson-task[data-status="solved"]')).toHaveCount(1);
  await expect(goal).toHaveCount(0);
  await expect(live).toContainText('2 levels');
  lab.expectNoTroubles();
});

test('on a narrow window the goal is behind a tab', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  const lab = new Lab(page);
  await answer(lab);
  const goal = lab.panel('Goal · Skiplist');
  const live = page.getByRole('region', { name: 'Skiplist', exact: true });
  await expect(live).toBeVisible();
  await expect(goal).toBeHidden();
  await lab.choose('Goal');
  await expect(goal).toBeVisible();
  await expect(goal).toContainText('2 levels');
  await expect(live).toBeHidden();
});
