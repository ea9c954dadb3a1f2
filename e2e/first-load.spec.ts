import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { chunksOf, FIRST_LOAD_LIMIT, firstLoadBytes, isWords } from '../src/scripts/chunk-sizes.mjs';
import { Lab } from './lab.ts';

const site = process.env.REDISCOPE_E2E_SITE ?? join(import.meta.dirname, '../dist');

test('the first command is answered before much has been fetched', async ({ page, context }) => {
  const lab = new Lab(page);
  const fetched: string[] = [];
  // The worker's own requests too.
  context.on('request', (request) => {
    const script = /assets\/([^/]+\.js)$/.exec(request.url());
    if (script !== null) fetched.push(script[1]);
  });
  await lab.open();
  await page.getByRole('button', { name: 'SET user:1 ann' }).click();
  await expect(lab.replies).toContainText('OK');
  const until = [...new Set(fetched)];

  const chunks = chunksOf(site);
  const first = new Set(chunks.filter(({ isFirst }) => isFirst).map(({ name }) => name));
  const size = (name: string) => gzipSync(readFileSync(join(site, 'assets', name))).length;
  const others = until.filter((name) => !first.has(name));
  test.info().annotations.push({
    type: 'first load',
    description: `${firstLoadBytes(chunks)} bytes, and ${others.map((name) => `${name} ${size(name)}`).join(', ')}`,
  });
  expect(firstLoadBytes(chunks)).toBeLessThanOrEqual(FIRST_LOAD_LIMIT);
  // The size computed from the files is the size the browser has fetched.
  expect([...first].filter((name) => !until.includes(name) && !isWords(name))).toEqual([]);
  expect(until.filter(isWords)).toHaveLength(1);

  // The rest of the engine comes afterwards, and completes a server that began without it.
  await lab.run('COMMAND COUNT', /\(integer\) \d{3}/);
  await lab.run('HSET h field value', '(integer) 1');
  await lab.run('BF.ADD seen ann', '(integer) 1');
  await lab.run('GET user:1', '"ann"');
  await lab.run('DEBUG SLEEP 0', 'OK');
  lab.expectNoTroubles();
});

test('the words of the other language are fetched on demand, and again if they did not arrive', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open();
  await expect(lab.command).toBeVisible();
  const chinese = /\/assets\/zh-[^/]+\.js$/;
  await page.route(chinese, (route) => route.abort());
  const toChinese = page.getByRole('button', { name: '切换到中文' });
  await toChinese.click();
  await expect(page.getByText('could not be loaded')).toBeVisible();
  await page.unroute(chinese);
  await toChinese.click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('textbox', { name: 'Redis 命令' })).toBeVisible();
});
