/**
 * Takes the pictures at the top of the README: `npm run cover`, after `npm run build`. They show the lab at one step of
 * a ZADD, light and dark. The seed is fixed, so that every run draws the same towers and chains.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browseSite } from './browse-site.mjs';
import { findOrInstallChineseFont } from './prerequisites.mjs';
import { rootFolder } from './run.mjs';

const folder = join(rootFolder, '.github/pictures');
const seed = 11;
const commands = [
  'CONFIG SET zset-max-listpack-entries 0',
  'ZADD board 310 ann 480 bob 520 cat 675 dan',
  'ZADD board 700 eve 815 fay 850 gus 870 hal',
  'ZADD board 905 ida',
  'ZADD board 990 joe',
  'ZADD board 880 kim',
];
/** Here the last command links its node into the skiplist, while the dictionary is in the middle of a rehash. */
const step = 19;

await findOrInstallChineseFont();
const { browser, address } = await browseSite(join(rootFolder, 'dist'));

/** @param {'light' | 'dark'} colorScheme */
async function take(colorScheme) {
  const page = await browser.newPage({
    locale: 'en-US',
    colorScheme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1200, height: 760 },
    deviceScaleFactor: 1.5,
    serviceWorkers: 'block',
  });
  await page.addInitScript((value) => {
    crypto.getRandomValues = (numbers) => /** @type {any} */ (numbers).fill(value);
  }, seed);
  await page.goto(`${address}#/lab/skiplist,dict`);
  const prompt = page.getByRole('textbox', { name: 'Redis command' });
  await prompt.waitFor();
  const sent = page.locator('.console-line');
  for (const [nth, command] of commands.entries()) {
    await prompt.fill(command);
    await prompt.press('Enter');
    await sent.nth(nth).waitFor();
  }
  // The dictionary of the sorted set, not that of the database.
  await page.getByRole('radio', { name: 'value', exact: true }).dispatchEvent('click');
  const timeline = page.getByRole('slider', { name: 'Timeline' });
  const place = async () => (await timeline.getAttribute('aria-valuetext')) ?? '';
  await page.getByRole('button', { name: 'Last', exact: true }).dispatchEvent('click');
  await page.waitForFunction(() =>
    /done$/.test(document.querySelector('[role=slider]')?.ariaValueText ?? ''),
  );
  while (!(await place()).includes(`step ${step} of`)) {
    const before = await place();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForFunction(
      (text) => document.querySelector('[role=slider]')?.ariaValueText !== text,
      before,
    );
    if (!(await place()).startsWith(`command ${commands.length}`))
      throw new Error(`there is no step ${step}`);
  }
  await page.locator('.panel-frame', { hasText: 'spans grow by 1' }).waitFor();
  await prompt.focus();
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  return png;
}

/**
 * WebP is a third of the size.
 *
 * @param {Buffer} png
 */
async function compress(png) {
  const page = await browser.newPage();
  const bytes = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Uint8Array.from(bytes);
}

mkdirSync(folder, { recursive: true });
for (const look of /** @type {const} */ (['light', 'dark'])) {
  const path = join(folder, `lab-${look}.webp`);
  const picture = await compress(await take(look));
  writeFileSync(path, picture);
  console.log(`${path}: ${Math.round(picture.length / 1000)} kB`);
}
await browser.close();
process.exit(0);
