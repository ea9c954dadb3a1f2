import { expect, type Locator, test } from '@playwright/test';
import { ask, backTo, openStill } from './panels.ts';

/** The panel's accessible table: bucket by bucket, both tables. */
async function drawnBuckets(panel: Locator): Promise<Map<string, string[]>> {
  const rows = await panel
    .locator('table tr[data-bucket]')
    .evaluateAll((elements) =>
      elements.map(
        (row) => [(row as HTMLElement).dataset.bucket!, row.querySelector('td')!.textContent!] as const,
      ),
    );
  return new Map(rows.map(([bucket, keys]) => [bucket, keys === 'empty' ? [] : keys.split(', ')]));
}

/** The keys inside the entries that are painted, and how many more the chips count. */
async function paintedKeys(panel: Locator): Promise<{ keys: string[]; counted: number }> {
  const keys = await panel.locator('svg .entry:not(.leaving) .entry-key').allTextContents();
  const chips = await panel.locator('svg .more text').allTextContents();
  return { keys: keys.sort(), counted: chips.reduce((sum, chip) => sum + Number(chip.slice(1)), 0) };
}

interface TableFigures {
  readonly size: number;
  readonly elements: number;
  readonly slots: number;
  readonly longest: number;
}

/** DEBUG HTSTATS for each table of the main dictionary. */
function readStatistics(reply: string): TableFigures[] {
  const [main] = reply.split('[Expires HT]');
  const figure = (part: string, name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(part)?.[1] ?? 0);
  return main
    .split(/Hash table \d stats/)
    .slice(1)
    .map((part) => ({
      size: figure(part, 'table size'),
      elements: figure(part, 'number of elements'),
      slots: figure(part, 'different slots'),
      longest: figure(part, 'max chain length'),
    }));
}

function figuresOf(buckets: Map<string, string[]>, table: 0 | 1): TableFigures {
  const chains = [...buckets]
    .filter(([bucket]) => bucket.startsWith(`${table}:`))
    .map(([, keys]) => keys.length);
  return {
    size: chains.length,
    elements: chains.reduce((sum, length) => sum + length, 0),
    slots: chains.filter((length) => length > 0).length,
    longest: Math.max(0, ...chains),
  };
}

const nine = Array.from({ length: 9 }, (_, nth) => `SET user:${nth + 1} v${nth + 1}`);

test('before the first key the panel says what to type', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  await expect(dict).toContainText('SET user:1 ann');
  await lab.typeAll(['SET user:1 ann']);
  await lab.settle();
  await expect(dict).toContainText('1 key · load 0.25 · rehashidx -1');
  expect((await drawnBuckets(dict)).size).toBe(4);
  lab.expectNoTroubles();
});

test('the drawing agrees with DEBUG HTSTATS, before, during and after a rehash', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  await lab.typeAll(nine.slice(0, 8));
  await lab.settle();
  // One drawing for it all: tables grow and swap in it by movements, not in new drawings.
  const drawing = await dict.locator('svg.dict-drawing > g').first().elementHandle();
  let sawBoth = false;
  const reads = [
    'GET user:1',
    'MGET user:1 user:2 user:3',
    'MGET user:4 user:5 user:6',
    'MGET user:7 user:8 user:9',
  ];
  for (const command of [...nine.slice(8), ...reads]) {
    await lab.typeAll([command]);
    // The statistics do not touch the keys, so nothing moves between the picture and the count.
    const tables = readStatistics(await ask(lab, 'DEBUG HTSTATS 0'));
    await lab.settle();
    const buckets = await drawnBuckets(dict);
    for (const [table, figures] of tables.entries()) {
      expect(figuresOf(buckets, table === 0 ? 0 : 1)).toEqual(figures);
    }
    const painted = await paintedKeys(dict);
    expect(painted.keys.length + painted.counted).toBe(9);
    sawBoth ||= tables.length === 2;
  }
  expect(sawBoth).toBe(true);
  expect(await drawing!.evaluate((node) => node.isConnected)).toBe(true);
  await expect(dict).toContainText('9 keys · load 0.56 · rehashidx -1');
  lab.expectNoTroubles();
});

test('an entry is one element on its way from ht[0] to ht[1], with a ghost where it was', async ({
  page,
}) => {
  const { lab, dict } = await openStill(page);
  await lab.typeAll(nine);
  await lab.settle();
  // Back to a moment at which an entry has just been moved.
  const [, from, key, to] = /Bucket (\d+) of ht\[0\] moves: (\S+) goes to bucket (\d+) of ht\[1\]/.exec(
    await backTo(lab, dict, /moves: /),
  )!;
  await expect(dict.locator('.ghost')).toHaveText(key);
  await expect(dict.locator('.entry.hot:not(.leaving) .entry-key')).toHaveText(key);
  expect((await drawnBuckets(dict)).get(`1:${to}`)).toContain(key);

  // The same element, one step earlier and again now; it stands at its bucket.
  const address = (await dict.locator('.entry.hot').getAttribute('data-entry'))!;
  const element = await dict.locator(`[data-entry="${address}"]`).elementHandle();
  await lab.back();
  await expect(dict.locator('.ghost', { hasText: key })).toHaveCount(0);
  expect((await drawnBuckets(dict)).get(`0:${from}`)).toContain(key);
  await lab.button('Forward').click();
  await expect(dict.locator('.entry.hot:not(.leaving) .entry-key')).toHaveText(key);
  expect(
    await element!.evaluate(
      (node, wanted) => node.isConnected && node.getAttribute('data-entry') === wanted,
      address,
    ),
  ).toBe(true);
  const middle = async (selector: string) => {
    const box = (await dict.locator(selector).boundingBox())!;
    return box.y + box.height / 2;
  };
  await expect
    .poll(async () =>
      Math.abs(
        (await middle(`[data-entry="${address}"] rect`)) -
          (await middle(`.bucket[data-bucket="1:${to}"] rect`)),
      ),
    )
    .toBeLessThan(2);
  lab.expectNoTroubles();
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('steps follow each other without travel', async ({ page }) => {
    const { lab, dict } = await openStill(page);
    await lab.typeAll(nine);
    await lab.settle();
    for (let steps = 0; steps < 8; steps++) {
      await lab.back();
      // Painted at once: nothing is half transparent and every entry stands level with its bucket.
      const halfway = await dict.locator('svg.dict-drawing').evaluate((svg) => {
        const level = (node: Element) => {
          const box = node.querySelector('rect')!.getBoundingClientRect();
          return box.y + box.height / 2;
        };
        const rows = [...svg.querySelectorAll('.bucket')].map(level);
        const adrift = [...svg.querySelectorAll('.entry')].filter(
          (entry) => !rows.some((y) => Math.abs(y - level(entry)) < 2),
        );
        return adrift.length + svg.querySelectorAll('[opacity]:not([opacity="1"])').length;
      });
      expect(halfway).toBe(0);
    }
    lab.expectNoTroubles();
  });
});

test('the calculation of the hash names the bucket that is opened', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  await lab.typeAll(nine.slice(0, 6));
  await lab.typeAll(['GET user:3']);
  await lab.settle();
  const [, digits, mask, bucket] = /(…[0-9a-f]+) & (0x[0-9a-f]+) = bucket (\d+) of ht\[0\]/.exec(
    await backTo(lab, dict, /is hashed/),
  )!;
  expect(Number.parseInt(digits.slice(1), 16) & Number.parseInt(mask, 16)).toBe(Number(bucket));
  await expect(dict.locator('.dict-lane')).toContainText(`${mask} = ${bucket}`);
  await lab.button('Forward').click();
  await expect(dict.locator('.bucket.hot text')).toHaveText(bucket);
  await lab.settle();
});

test('the dictionary of expiry times, and that of another database', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  await lab.typeAll(['SET plain 1', 'SET timed 1 EX 100', 'SELECT 3', 'SET elsewhere 1']);
  await lab.settle();
  const keys = async () => [...(await drawnBuckets(dict)).values()].flat().sort();
  await expect.poll(keys).toEqual(['plain', 'timed']);
  await lab.choose('expires');
  await expect.poll(keys).toEqual(['timed']);
  await dict.getByRole('combobox', { name: 'Database' }).selectOption('3');
  await expect(dict).toContainText('No key has an expiry time');
  await lab.choose('keys');
  await expect.poll(keys).toEqual(['elsewhere']);
  lab.expectNoTroubles();
});

test('a table too large to draw has a window that goes anywhere', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  await ask(lab, 'DEBUG POPULATE 20000');
  await lab.settle();
  await lab.typeAll(['GET key:77']);
  await lab.settle();
  await expect(dict).toContainText('20,000 keys');
  const [table] = readStatistics(await ask(lab, 'DEBUG HTSTATS 0'));
  await expect(dict).toContainText(`${table.size.toLocaleString('en')} buckets`);
  await expect(
    dict.getByRole('img', { name: /^Chain lengths of ht\[0\]: .*buckets.* with 1 entry/ }),
  ).toBeVisible();

  const first = async () => [...(await drawnBuckets(dict)).keys()][0];
  const jump = dict.getByRole('textbox', { name: 'First bucket shown of ht[0]' });
  await jump.fill('12345');
  await jump.press('Enter');
  await expect.poll(first).toBe('0:12345');
  const shown = (await drawnBuckets(dict)).size;
  await dict.getByRole('button', { name: 'Later buckets of ht[0]' }).click();
  await expect.poll(first).toBe(`0:${12345 + shown}`);
  await dict.getByRole('button', { name: 'Earlier buckets of ht[0]' }).click();
  await expect.poll(first).toBe('0:12345');
  await dict.locator('.dict-scroll').hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(first).toBe('0:12349');

  // Every drawn key stands in the bucket where the engine finds it by its hash.
  const [key] = [...(await drawnBuckets(dict)).values()].flat();
  const [bucket] = [...(await drawnBuckets(dict))].find(([, keys]) => keys.includes(key))!;
  await dict.getByRole('button', { name: 'Follow' }).click();
  await lab.typeAll([`GET ${key}`]);
  await lab.settle();
  expect(await backTo(lab, dict, /is opened/)).toContain(`Bucket ${bucket.slice(2)} of ht[0] is opened`);

  // Following: another key's bucket comes into the window by itself.
  await lab.settle();
  await lab.typeAll(['GET key:15000']);
  await expect.poll(async () => [...(await drawnBuckets(dict)).values()].flat()).toContain('key:15000');

  await dict.getByRole('button', { name: 'Show more buckets' }).click();
  await expect.poll(async () => (await drawnBuckets(dict)).size).toBe(2 * shown);
  await lab.settle();
  lab.expectNoTroubles();
});

test('arrow keys walk the buckets, and each is announced', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  await lab.typeAll(nine.slice(0, 4));
  await lab.settle();
  const stage = dict.getByRole('application');
  await stage.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const spoken = dict.locator('.dict-stage > .visually-hidden[aria-live]');
  const said = async (bucket: number) => {
    const keys = (await drawnBuckets(dict)).get(`0:${bucket}`)!;
    await expect(spoken).toContainText(`ht[0] bucket ${bucket}`);
    await expect(spoken).toContainText(keys.length === 0 ? 'empty' : keys.join(', '));
  };
  await said(0);
  await page.keyboard.press('ArrowDown');
  await said(1);
  await page.keyboard.press('End');
  await said(3);
  // The timeline received none of these keys.
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 4 of 4 · done');
  lab.expectNoTroubles();
});

test('a long key is cut in the drawing and whole under the pointer', async ({ page }) => {
  const { lab, dict } = await openStill(page);
  const key = 'user:profile:10000017:settings:language';
  await lab.typeAll([`SET ${key} zh`]);
  await lab.settle();
  const label = dict.locator('.entry .entry-key');
  await expect(label).toContainText('…');
  await label.hover();
  await expect(dict.locator('.panel-tip')).toContainText(key);
  lab.expectNoTroubles();
});
