/**
 * How smoothly the lab moves under load: `npm run frames`. In Chromium, on the built site, the same stream of 5,000
 * commands a second is watched with a thousand keys and with a million, in turns, so that whatever else the machine
 * does strikes both; told is the share of frames that took longer than 33 ms. `--site folder` looks at another build,
 * `--seconds n` at longer turns, `--rounds n` at more of them.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findOrInstallChromium } from './prerequisites.mjs';
import { rootFolder } from './run.mjs';
import { serve } from './static-server.mjs';

const slowMs = 33;
const perSecond = 5000;
const settleMs = 5000;

const { values } = parseArgs({
  options: {
    site: { type: 'string', default: join(rootFolder, 'dist') },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
});

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {number} keys
 */
async function measure(browser, address, keys) {
  const page = await browser.newPage({
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
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
  await page.getByRole('spinbutton', { name: 'Commands a second' }).fill(String(perSecond));
  await press('Start');
  await page.getByText(/% hits$/).waitFor();
  // What is left of filling, such as its garbage, is no part of the stream.
  await page.waitForTimeout(settleMs);
  const frames = await page.evaluate(
    (ms) =>
      /** @type {Promise<number[]>} */ (
        new Promise((resolve) => {
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
        })
      ),
    Number(values.seconds) * 1000,
  );
  const told = await page.getByText(/% hits$/).innerText();
  await press('Stop the traffic');
  await page.close();
  return { frames, told };
}

/** @param {readonly number[]} frames */
function summary(frames) {
  const sorted = [...frames].sort((a, b) => a - b);
  const slow = frames.filter((ms) => ms > slowMs).length / frames.length;
  return { slow, median: sorted[sorted.length >> 1], worst: sorted[sorted.length - 1] };
}

const executablePath = await findOrInstallChromium();
if (executablePath === null) throw new Error('No Chromium was found; CHROMIUM_PATH can name one.');
const port = await serve({ folder: values.site, host: '127.0.0.1', port: 4190, tries: 50 });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const sizes = [1_000, 1_000_000];
/** @type {Map<number, number[]>} */
const seen = new Map(sizes.map((keys) => [keys, []]));
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
for (let round = 0; round < Number(values.rounds); round++) {
  for (const keys of round % 2 === 0 ? sizes : sizes.toReversed()) {
    const { frames, told } = await measure(browser, `http://127.0.0.1:${port}/`, keys);
    seen.get(keys)?.push(...frames);
    report(`${keys.toLocaleString('en').padStart(9)} keys, ${told}`, frames);
  }
}
console.log('all rounds');
const [few, many] = sizes.map((keys) =>
  report(`${keys.toLocaleString('en').padStart(9)} keys`, seen.get(keys) ?? []),
);
console.log(
  `ratio of the shares: ${few === 0 ? (many === 0 ? '1 (no frame was slow)' : 'no frame was slow with few keys') : (many / few).toFixed(2)}`,
);
await browser.close();
process.exit(0);
