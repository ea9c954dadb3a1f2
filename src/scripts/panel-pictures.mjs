/**
 * The small pictures of the panel picker: `npm run panel-pictures`. Each is a part of the gallery, which shows recorded
 * states of the engine, and goes into `public/panels/` once for light and once for dark pages. Run it after a panel has
 * changed its looks. `--panel name` takes one panel, `--site folder` another build.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browseSite } from './browse-site.mjs';
import { rootFolder } from './run.mjs';

/** The state of each panel that says most in a small picture. Null: the gallery has none, and the lab is shown. */
/** @type {Readonly<Record<string, string | null>>} */
const chosen = {
  batch: null,
  bitmap: 'bitmap-count',
  bloom: 'bloom-set',
  clients: 'clients-transaction',
  cluster: 'cluster-ask',
  config: 'config-changed',
  acl: 'acl-refused',
  cost: 'cost-rank',
  dict: 'dict-rehash',
  disk: 'disk-append',
  eviction: 'eviction-sample',
  expiry: 'expiry-cycle',
  geo: 'geo-circle',
  hll: 'hll-dense',
  intset: 'intset-search',
  keyspace: 'keyspace',
  ladder: 'ladder-climb',
  list: 'list-split',
  locks: 'locks-wrong',
  loop: 'loop-turns',
  memory: 'memory-map',
  object: 'object-embstr',
  packed: 'packed-insert',
  pages: 'pages-copied',
  script: 'script-bucket',
  sentinel: 'sentinel-choice',
  sets: 'sets-intersection',
  skiplist: 'skiplist-search',
  stream: 'stream-append',
  timeseries: 'timeseries-bits',
  topology: 'topology-write',
  replication: 'replication-behind',
  wire: 'wire-map',
};

const size = { width: 360, height: 225 };
/** What says little in its upper left corner is shown smaller, so many times. */
const shrunk = { cluster: 1.4 };

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: join(rootFolder, 'dist') },
    panel: { type: 'string' },
  },
});

const folder = join(rootFolder, 'public/panels');
mkdirSync(folder, { recursive: true });
const { browser, address } = await browseSite(values.site);
/** A page of its own: the site allows no fetch of a data address. */
const converter = await browser.newPage();

/** @param {Buffer} png */
async function asWebp(png) {
  const bytes = await converter.evaluate(
    async ([source, width, height]) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    /** @type {const} */ ([`data:image/png;base64,${png.toString('base64')}`, size.width, size.height]),
  );
  return Uint8Array.from(bytes);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const page = await browser.newPage({
    locale: 'en-US',
    colorScheme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 640, height: 900 },
    serviceWorkers: 'block',
    // The site allows no style beside its own, and the gallery's frames are made smaller here.
    bypassCSP: true,
  });
  for (const [panel, story] of Object.entries(chosen)) {
    if (values.panel !== undefined && panel !== values.panel) continue;
    await page.goto(`${address}#/${story === null ? 'lab' : 'gallery'}/${panel}`);
    if (story !== null) {
      await page.locator(`.gallery-wall[data-panel="${panel}"][data-complete="true"]`).waitFor();
      await page.addStyleTag({ content: '.gallery-frame { width: 520px; height: 420px; }' });
    }
    const frame =
      story === null ? '.workbench-stage .panel-frame' : `#${story}[data-ready="true"] .panel-frame`;
    await page.locator(`${frame}[data-state="ready"]`).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const body = page.locator(`${frame} .panel-frame-body`);
    await body.scrollIntoViewIfNeeded();
    const box = await body.boundingBox();
    if (box === null) throw new Error(`nothing is drawn of ${panel}`);
    const times = shrunk[/** @type {keyof typeof shrunk} */ (panel)] ?? 1;
    const clip = { x: box.x, y: box.y, width: size.width * times, height: size.height * times };
    const picture = await asWebp(await page.screenshot({ clip, animations: 'disabled' }));
    writeFileSync(join(folder, `${panel}-${colorScheme}.webp`), picture);
    console.log(`${panel}-${colorScheme}: ${picture.length} bytes`);
  }
  await page.close();
}
await browser.close();
process.exit(0);
