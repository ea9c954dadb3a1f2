/**
 * The speed of searches in the page: `npm run explore-page`. It opens the built site in Chromium, searches all variants of
 * every scenario as a reader would, and prints what the page's own worker has measured: transitions a second, and the
 * time until the first schedule that breaks. `--only NAME` takes one scenario, `--site folder` another build, `--json`
 * prints data.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browseSite } from './browse-site.mjs';
import { speedTable } from './explore-table.mjs';
import { rootFolder } from './run.mjs';

/** @typedef {import('./explore-table.mjs').Search} Search */

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: join(rootFolder, 'dist') },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** Runs in the page before it begins: notes what its workers say. */
function listen() {
  const heard = /** @type {Search[]} */ ([]);
  Object.assign(window, { heard });
  window.Worker = class extends Worker {
    /**
     * @param {string | URL} url
     * @param {WorkerOptions} [options]
     */
    constructor(url, options) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        // A second verdict of the same search only adds its ladder.
        const isFirst = data.ladder === null || data.ladder?.length === 0;
        if (data.type === 'verdict' && isFirst) heard.push(data);
      });
    }
  };
}

const { browser, address } = await browseSite(values.site);
const page = await browser.newPage({ locale: 'en-US', serviceWorkers: 'block' });
await page.addInitScript(listen);
await page.goto(`${address}#/explore`);
const cards = page.locator('.explore-card-link');
await cards.first().waitFor();
const links = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('href') ?? ''));
const wanted = links.filter((link) => values.only === undefined || link === `#/explore/${values.only}`);
if (wanted.length === 0) {
  console.error(`There is no scenario "${values.only}".`);
  process.exitCode = 1;
}
/** @type {Search[]} */
const searches = [];
for (const link of wanted) {
  await page.goto(`${address}${link}`);
  await page.reload();
  await page.getByRole('button', { name: /^Search all/ }).click();
  const variants = await page.locator('.stage').count();
  await page.waitForFunction(
    (count) => /** @type {{ heard: Search[] }} */ (/** @type {unknown} */ (window)).heard.length >= count,
    variants,
    { timeout: 300_000 },
  );
  const heard = await page.evaluate(
    () => /** @type {{ heard: Search[] }} */ (/** @type {unknown} */ (window)).heard,
  );
  searches.push(...heard.map(({ verdict, ms, firstBrokenMs }) => ({ verdict, ms, firstBrokenMs })));
}
await browser.close();
if (values.json) console.log(JSON.stringify(searches, null, 2));
else console.log(speedTable(searches));
process.exit();
