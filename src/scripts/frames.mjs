/**
 * How smoothly the page moves: `npm run frames`. In Chromium, on the built site, it prints the share of frames that took
 * longer than 33 ms, while the home page plays its scenes, and in the lab under load: there the same stream of 5,000
 * commands a second runs with a thousand keys and with a million, in turns, so that other work of the machine affects
 * both. At full speed slow frames may be too few to compare, so the page also runs at half the speed. `--only home` or
 * `--only lab` measures one of them, `--site folder` takes another build, `--seconds n` longer turns, `--rounds n` more
 * of them, `--slower 1,4` other speeds.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browseSite } from './browse-site.mjs';
import { rootFolder } from './run.mjs';

const slowMs = 33;
const perSecond = 5000;
const settleMs = 5000;

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: join(rootFolder, 'dist') },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    slower: { type: 'string', default: '1,2' },
    only: { type: 'string', default: 'home,lab' },
  },
});
const speeds = values.slower.split(',').map(Number);
const viewport = { width: 1440, height: 900 };

/**
 * Watches the scenes that the home page plays, each from its beginning, at each speed in turn.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {(slower: number, frames: number[], label: string) => void} seen
 */
async function measureHome(browser, address, seen) {
  const page = await browser.newPage({ locale: 'en-US', viewport, serviceWorkers: 'block' });
  await page.goto(address);
  const show = page.getByRole('region', { name: 'A short show' });
  const plays = page.locator('[data-phase="playing"]');
  await plays.waitFor();
  const scenes = await show.getByRole('button').filter({ hasText: /./ }).all();
  const devtools = await page.context().newCDPSession(page);
  for (const slower of speeds) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    for (const scene of scenes) {
      await scene.click();
      await plays.waitFor();
      const frames = await page.evaluate(framesFor, Number(values.seconds) * 1000);
      seen(slower, frames, await scene.innerText());
    }
  }
  await page.close();
}

/**
 * Watches the stream with so many keys at each speed in turn.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {number} keys
 * @param {(slower: number, frames: number[], label: string) => void} seen
 */
async function measure(browser, address, keys, seen) {
  const page = await browser.newPage({ locale: 'en-US', viewport, serviceWorkers: 'block' });
  await page.goto(`${address}#/lab`);
  /** @param {string} name */
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  await press('Fill');
  await press(`${keys.toLocaleString('en')} keys`);
  await page
    .getByRole('status')
    .filter({ hasText: `${keys.toLocaleString('en')} keys` })
    .waitFor({ timeout: 300_000 });
  await press('Traffic');
  await page.getByRole('spinbutton', { name: 'Keys', exact: true }).fill(String(keys));
  await page.getByRole('spinbutton', { name: 'Commands per second' }).fill(String(perSecond));
  await press('Start');
  const figures = page.getByText(/% hits$/);
  await figures.waitFor();
  // Leftovers of filling, such as garbage, are no part of the stream.
  await page.waitForTimeout(settleMs);
  const devtools = await page.context().newCDPSession(page);
  for (const slower of speeds) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const frames = await page.evaluate(framesFor, Number(values.seconds) * 1000);
    seen(slower, frames, await figures.innerText());
  }
  await page.close();
}

/**
 * Runs in the page: how long each frame took.
 *
 * @param {number} ms
 * @returns {Promise<number[]>}
 */
function framesFor(ms) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const taken = [];
    const startedMs = performance.now();
    let lastMs = startedMs;
    /** @param {number} nowMs */
    const next = (nowMs) => {
      taken.push(nowMs - lastMs);
      lastMs = nowMs;
      if (nowMs - startedMs < ms) requestAnimationFrame(next);
      else resolve(taken);
    };
    requestAnimationFrame(next);
  });
}

/** @param {readonly number[]} frames */
function summary(frames) {
  const sorted = [...frames].sort((a, b) => a - b);
  const slow = frames.filter((ms) => ms > slowMs).length / frames.length;
  return { slow, median: sorted[sorted.length >> 1], worst: sorted[sorted.length - 1] };
}

const { browser, address } = await browseSite(values.site);
const sizes = [1_000, 1_000_000];
/** @type {Map<string, number[]>} */
const all = new Map();

/**
 * @param {string} what
 * @param {readonly number[]} frames
 */
function report(what, frames) {
  const { slow, median, worst } = summary(frames);
  const count = frames.filter((ms) => ms > slowMs).length;
  console.log(
    `${what}: ${count} of ${frames.length} frames (${(slow * 100).toFixed(2)} %) over ${slowMs} ms, ` +
      `median ${median.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`,
  );
  return slow;
}

/** @param {number} slower */
const atSpeed = (slower) => (slower === 1 ? '' : `, 1/${slower} of the speed`);
/**
 * @param {number} keys
 * @param {number} slower
 */
const named = (keys, slower) => `${keys.toLocaleString('en').padStart(9)} keys${atSpeed(slower)}`;

async function home() {
  for (let round = 0; round < Number(values.rounds); round++) {
    await measureHome(browser, address, (slower, frames, label) => {
      const name = `home${atSpeed(slower)}`;
      all.set(name, [...(all.get(name) ?? []), ...frames]);
      report(`${name}, ${label}`, frames);
    });
  }
  for (const slower of speeds)
    report(`all scenes, home${atSpeed(slower)}`, all.get(`home${atSpeed(slower)}`) ?? []);
}

async function lab() {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const keys of round % 2 === 0 ? sizes : sizes.toReversed()) {
      await measure(browser, address, keys, (slower, frames, label) => {
        const name = named(keys, slower);
        all.set(name, [...(all.get(name) ?? []), ...frames]);
        report(`${name}, ${label}`, frames);
      });
    }
  }
  console.log('all rounds');
  for (const slower of speeds) {
    const [few, many] = sizes.map((keys) => {
      const name = named(keys, slower);
      return report(name, all.get(name) ?? []);
    });
    console.log(
      `ratio of the shares: ${few === 0 ? 'none, no frame was slow with few keys' : (many / few).toFixed(2)}`,
    );
  }
}

const only = values.only.split(',');
if (only.includes('home')) await home();
if (only.includes('lab')) await lab();
await browser.close();
process.exit(0);
