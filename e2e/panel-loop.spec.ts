import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

test('the turns have every command, for as long as INFO commandstats says', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/loop');
  const panel = lab.panel('Event loop');
  await expect(panel.locator('[data-row="turn:1"]')).toContainText('client 1 connects');
  await lab.stopClock();
  await ask(lab, `SET big ${'x'.repeat(6000)}`);
  await ask(lab, 'GET big');
  await ask(lab, 'APPEND big y');
  await ask(lab, 'LPUSH big nothing');
  await ask(lab, 'GET small');
  const reply = await ask(lab, 'INFO commandstats');
  await lab.settle();
  const drawn = await panel
    .locator('[data-box^="part:"]')
    .evaluateAll((boxes) =>
      boxes.map((box) => [...box.querySelectorAll('text')].map(({ textContent }) => textContent ?? '')),
    );
  for (const name of ['set', 'get', 'append', 'lpush']) {
    const [, calls, usec] = new RegExp(`cmdstat_${name}:calls=(\\d+),usec=(\\d+)`).exec(reply) ?? [];
    const own = drawn.filter(([label]) => label.toLowerCase().startsWith(`${name} `));
    expect([name, own.length], reply).toEqual([name, Number(calls)]);
    const sum = own.reduce((total, [, time]) => total + Number.parseInt(time, 10), 0);
    expect([name, sum]).toEqual([name, Number(usec)]);
  }
  // As many turns as there were inputs, and all bytes that the server reports as read.
  const turns = await panel.locator('[data-row^="turn:"]').count();
  expect(turns).toBe(7);
  // A press on a turn goes to it.
  await panel.locator('[data-box="part:3:runs:0"]').click();
  await expect.poll(() => lab.place()).toContain('command 2 of 6');
  await expect(panel.locator('[data-row="turn:4"]')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('the epoll view has the latest turn in six stages', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/loop');
  await lab.stopClock();
  await ask(lab, 'SET k 1');
  await lab.settle();
  await lab.choose('epoll');
  const panel = lab.panel('Event loop');
  const rows = panel.locator('[data-row^="stage:"]');
  await expect(rows).toHaveCount(6);
  await expect(panel.locator('[data-row="stage:wait"]')).toContainText('1 of 2 ready');
  await expect(panel.locator('[data-row="stage:run"]')).toContainText('SET k 1');
  await expect(panel.locator('[data-box="socket:1"]')).toBeVisible();
  lab.expectNoTroubles();
});
