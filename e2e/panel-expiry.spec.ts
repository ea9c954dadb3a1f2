import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, backTo, pass, tableRows } from './panels.ts';

const infoOf = (reply: string, name: string) => new RegExp(`${name}:([\\d.]+)`).exec(reply)?.[1];

test('time left, stale keys and what found them agree with PTTL, DBSIZE and INFO', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/expiry');
  const panel = lab.panel('Expiry');
  await expect(panel).toContainText('SET session:1 ann EX 20');
  await lab.stopClock();
  await lab.typeAll([
    'DEBUG SET-ACTIVE-EXPIRE 0',
    'SET plain v',
    'SET soon v PX 40',
    'SET other v PX 50',
    'SET token v EX 100',
    'SET cart v EX 4000',
  ]);
  await lab.settle();
  await expect(panel).toContainText('4 keys expire');
  for (const key of ['soon', 'token', 'cart']) {
    const pttl = /\d+/.exec(await ask(lab, `PTTL ${key}`))![0];
    await lab.settle();
    expect((await tableRows(panel)).get(`key:${key}`)).toMatch(new RegExp(`^${pttl} ms · bucket \\d`));
    await expect(panel.locator(`[data-box="key:${key}"]`)).toBeVisible();
  }
  // Keys with more time have longer bars.
  const barOf = (key: string) =>
    panel
      .locator(`[data-box="key:${key}"] .sheet-share`)
      .evaluate((bar) => Number(bar.getAttribute('width')));
  expect(await barOf('soon')).toBeLessThan(await barOf('token'));
  expect(await barOf('token')).toBeLessThan(await barOf('cart'));

  // Their time passes unnoticed: they exist, and are stale.
  await pass(lab, '+100 ms');
  expect(await ask(lab, 'DBSIZE')).toBe('(integer) 5');
  await lab.settle();
  await expect(panel.locator('[data-box="key:soon"]')).toHaveClass(/tone-bad/);
  await expect(panel).toContainText('2 stale');
  expect(await ask(lab, 'GET soon')).toBe('(nil)');
  await lab.settle();
  await expect(panel.locator('[data-box="key:soon"]:not(.leaving)')).toHaveCount(0);
  // Back to the moment it was found: a ghost, and the command that found it.
  expect(await backTo(lab, panel, /accesses soon/)).toContain('Client 1 (GET soon) accesses soon');
  await expect(panel.locator('[data-box="key:soon"].hot')).toHaveClass(/tone-ghost/);
  await lab.settle();
  expect(await ask(lab, 'DBSIZE')).toBe('(integer) 4');
  let info = await ask(lab, 'INFO stats');
  await lab.settle();
  expect((await tableRows(panel)).get('expired_keys')).toBe(infoOf(info, 'expired_keys'));
  expect((await tableRows(panel)).get('lazy')).toBe('1');

  // The cycle finds the other one.
  await lab.typeAll(['DEBUG SET-ACTIVE-EXPIRE 1']);
  await pass(lab, '+100 ms', '+100 ms');
  expect(await ask(lab, 'EXISTS other')).toBe('(integer) 0');
  info = await ask(lab, 'INFO stats');
  await lab.settle();
  const said = await tableRows(panel);
  expect(said.get('expired_keys')).toBe('2');
  for (const name of ['expired_keys', 'expired_stale_perc', 'expired_time_cap_reached_count']) {
    expect(said.get(name), name).toBe(infoOf(info, name));
  }
  expect(said.get('lazy')).toBe('1');
  const average = /avg_ttl=(\d+)/.exec(await ask(lab, 'INFO keyspace'))![1];
  await lab.settle();
  expect((await tableRows(panel)).get('avg_ttl')).toBe(average);
  await expect(panel.locator('[data-box^="cycle:"]').first()).toBeVisible();
  // The table that is drawn holds as many keys as the panel counts.
  const inBuckets = await panel.locator('[data-box^="bucket:"]:not(.leaving) text').allTextContents();
  expect(inBuckets.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)).toBe(2);
  lab.expectNoTroubles();
});
