import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

async function saved(page: Page, panel: Locator, kind: 'SVG' | 'PNG'): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: /save a picture$/ }).click();
  await page.getByRole('button', { name: `Save as ${kind}` }).click();
  return readFile(await (await download).path());
}

test('a panel is saved as a drawing with all its words, and as pixels', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/skiplist');
  await lab.run('CONFIG SET zset-max-listpack-entries 0', 'OK');
  await lab.run('ZADD board 10 ann 20 bob 30 cat', '(integer) 3');
  await lab.rest();
  const panel = lab.panel('Skiplist');
  const svg = (await saved(page, panel, 'SVG')).toString('utf8');
  const words = await page.evaluate((source) => {
    const drawing = new DOMParser().parseFromString(source, 'image/svg+xml');
    if (drawing.querySelector('parsererror') !== null) return null;
    return [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent);
  }, svg);
  expect(words).toEqual(expect.arrayContaining(['Skiplist', 'ann', 'bob', 'cat', '10', '20', '30']));
  // It stands alone: nothing in it refers to a style sheet or to another file.
  expect(svg).not.toMatch(/class=|var\(--|https?:\/\/(?!www\.w3\.org)/);
  const png = await saved(page, panel, 'PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const box = (await panel.boundingBox())!;
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    Math.ceil(box.width * 2),
    Math.ceil(box.height * 2),
  ]);
  lab.expectNoTroubles();
});
