/**
 * The gallery as pictures: `npm run pictures`. Every state of every panel, once in Chinese and light, once in English
 * and dark, goes into `pictures/`. `--against folder` also lists those that differ from an earlier run, and paints
 * where: the visual regression test. `--site folder` takes another build, `--into folder` writes elsewhere, `--panel
 * name` takes one panel, `--width 390` a phone's screen.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browseSite } from './browse-site.mjs';
import { findOrInstallChineseFont } from './prerequisites.mjs';
import { rootFolder } from './run.mjs';

/** @typedef {{ name: string, locale: string, colorScheme: 'light' | 'dark' }} Look */

/** @type {readonly Look[]} */
const looks = [
  { name: 'zh-light', locale: 'zh-CN', colorScheme: 'light' },
  { name: 'en-dark', locale: 'en-US', colorScheme: 'dark' },
];

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: join(rootFolder, 'dist') },
    into: { type: 'string', default: join(rootFolder, 'pictures') },
    against: { type: 'string' },
    panel: { type: 'string' },
    width: { type: 'string', default: '1280' },
  },
});

await findOrInstallChineseFont();
const { browser, address } = await browseSite(values.site);

/**
 * Takes the pictures of one look, and returns their names.
 *
 * @param {Look} look
 * @param {string} folder
 */
async function take({ locale, colorScheme }, folder) {
  const page = await browser.newPage({
    locale,
    colorScheme,
    timezoneId: 'UTC',
    // A drawing that still moves looks different every time.
    reducedMotion: 'reduce',
    viewport: { width: Number(values.width), height: 900 },
    serviceWorkers: 'block',
  });
  const gallery = `${address}#/gallery`;
  await page.goto(gallery);
  const links = page.locator('.gallery-index a');
  await links.first().waitFor();
  const panels = (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
    .map((href) => href.slice(href.lastIndexOf('/') + 1))
    .filter((panel) => values.panel === undefined || panel === values.panel);
  /** @type {string[]} */
  const names = [];
  for (const panel of panels) {
    await page.goto(`${gallery}/${panel}`);
    await page.locator(`.gallery-wall[data-panel="${panel}"][data-complete="true"]`).waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector('.gallery-piece[data-ready="false"]') === null &&
        document.querySelectorAll('.gallery-piece').length ===
          document.querySelectorAll('.gallery-piece .panel-frame').length &&
        document.querySelector('.panel-frame[data-state="loading"]') === null,
    );
    await page.evaluate(() => document.fonts.ready);
    for (const piece of await page.locator('.gallery-piece').all()) {
      const name = `${await piece.getAttribute('id')}.png`;
      await piece.screenshot({ path: join(folder, name), animations: 'disabled' });
      names.push(name);
    }
  }
  await page.close();
  return names;
}

/**
 * How many pixels of two pictures differ, and a picture of where; null if their sizes differ.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Buffer} one
 * @param {Buffer} other
 */
async function compare(page, one, other) {
  return page.evaluate(
    async (sources) => {
      const [a, b] = await Promise.all(
        sources.map(async (source) => {
          const bitmap = await createImageBitmap(await (await fetch(source)).blob());
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
          context.drawImage(bitmap, 0, 0);
          return { canvas, context, image: context.getImageData(0, 0, bitmap.width, bitmap.height) };
        }),
      );
      if (a.image.width !== b.image.width || a.image.height !== b.image.height) return null;
      const [before, after] = [a.image.data, b.image.data];
      let different = 0;
      for (let at = 0; at < after.length; at += 4) {
        const isSame =
          before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2];
        if (!isSame) different++;
        // Equal pixels fade; different ones are red.
        for (let channel = 0; channel < 3; channel++) {
          after[at + channel] = isSame ? 200 + after[at + channel] * 0.2 : channel === 0 ? 220 : 0;
        }
      }
      b.context.putImageData(b.image, 0, 0);
      const shown = new Uint8Array(await (await b.canvas.convertToBlob()).arrayBuffer());
      return { different, shown: Array.from(shown) };
    },
    [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`),
  );
}

let changed = 0;
for (const look of looks) {
  const folder = join(values.into, look.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = await take(look, folder);
  console.log(`${names.length} pictures in ${folder}`);
  if (values.against === undefined) continue;
  const judge = await browser.newPage();
  for (const name of names) {
    const earlier = join(values.against, look.name, name);
    if (!existsSync(earlier)) {
      console.log(`new        ${look.name}/${name}`);
      changed++;
      continue;
    }
    const found = await compare(judge, readFileSync(earlier), readFileSync(join(folder, name)));
    if (found?.different === 0) continue;
    changed++;
    if (found === null) {
      console.log(`resized    ${look.name}/${name}`);
      continue;
    }
    writeFileSync(join(folder, name.replace('.png', '.different.png')), Uint8Array.from(found.shown));
    console.log(`different  ${look.name}/${name}: ${found.different} pixels`);
  }
}
if (values.against !== undefined) console.log(`${changed} of the pictures look different`);
await browser.close();
process.exit(0);
