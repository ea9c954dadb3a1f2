import { deflateSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import type { Input } from '../src/protocol/session.ts';
import { encodeLink } from '../src/worker/session-file.ts';
import { Lab } from './lab.ts';

const startMs = 1_700_000_000_000;

async function linkOf(inputs: readonly Input[]): Promise<string> {
  const start = { generation: '7.0', seed: 1, startMs, config: {} } as const;
  const position = { frame: 0, moment: 0 };
  return `#/s/${await encodeLink({ start, inputs, position, page: { route: '#/lab' } })}`;
}

async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, hash);
}

async function work(page: Page): Promise<Lab> {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.hurry();
  await lab.run('SET mine 1', 'OK');
  return lab;
}

test('a link with a long replay shows its progress and can be stopped', async ({ page }) => {
  const lab = await work(page);
  // An expiring key, so that each of the 1.7 million ticks has work to do.
  const bytes = new TextEncoder().encode('SET theirs 1 EX 10000000\r\n');
  const inputs: Input[] = [
    { type: 'open', nowMs: startMs, client: 1 },
    { type: 'data', nowMs: startMs, client: 1, bytes },
  ];
  for (let nth = 1; nth <= 1_700_000; nth++) inputs.push({ type: 'tick', nowMs: startMs + nth * 100 });
  const link = await linkOf(inputs);
  expect(link.length).toBeLessThan(400);
  await follow(page, link);
  const dialog = page.getByRole('dialog', { name: 'Replaying the session' });
  const bar = dialog.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuetext', /^Replaying \d\.\d of 1\.7 million inputs$/);
  await expect(bar).toHaveAttribute('aria-valuemax', '1700002');
  const early = Number(await bar.getAttribute('aria-valuenow'));
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(early);
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Stopped. Everything is as it was.')).toBeVisible();
  await lab.run('GET mine', '"1"');
  lab.expectNoTroubles();
});

test('a link may not start a command that would end the tab', async ({ page }) => {
  const lab = await work(page);
  // As a stranger makes it: format 1 is plain text inside.
  const text = JSON.stringify({
    format: 'rediscope',
    version: 1,
    start: { generation: '7.0', seed: 1, startMs, config: { databases: '30000000' } },
    position: { frame: 0, moment: 0 },
    page: {},
    inputs: [],
  });
  await follow(page, `#/s/${deflateSync(text).toString('base64url')}`);
  await expect(page.locator('.notices')).toContainText('a setting that a link or file may not set');
  await expect(page.locator('.notices')).toContainText('databases 30000000, at most 1024');
  await lab.button('Dismiss').click();
  await lab.run('GET mine', '"1"');
  lab.expectNoTroubles();
});
