import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

async function openMap(page: Page): Promise<{ lab: Lab; geo: Locator }> {
  const lab = new Lab(page);
  await lab.open('./#/lab/geo');
  // The server runs once its empty keyspace is shown; before, there is no clock to stop.
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.stopClock();
  return { lab, geo: lab.panel('GeoHash') };
}

interface Drawn {
  readonly member: string;
  readonly longitude: string;
  readonly latitude: string;
  readonly score: string;
  readonly geohash: string;
}

/** The panel's text for each member. */
async function drawnMembers(geo: Locator): Promise<Drawn[]> {
  return geo
    .locator('table tr[data-member]')
    .evaluateAll((rows) => rows.map((row) => ({ ...(row as HTMLElement).dataset }) as unknown as Drawn));
}

/** Strings of a reply as redis-cli prints it. */
function strings(reply: string): string[] {
  return [...reply.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
}

async function rungs(geo: Locator) {
  return geo.locator('.geo-rung').evaluateAll((elements) =>
    elements.map((element) => {
      const { cell, min, max, found } = (element as HTMLElement).dataset;
      const searched = element.classList.contains('searched');
      return { cell: cell!, min: min!, max: max!, searched, found: found === '' ? [] : found!.split(',') };
    }),
  );
}

const sicily = [
  'GEOADD sicily 13.361389 38.115556 Palermo',
  'GEOADD sicily 15.087269 37.502669 Catania 14.268 40.852 Naples 12.496 41.903 Rome 14.514 35.899 Valletta',
];

test('before the first place the panel says what to type', async ({ page }) => {
  const { lab, geo } = await openMap(page);
  await expect(geo).toContainText('GEOADD cars:locations 116.37 39.86 33');
  lab.expectNoTroubles();
});

test('every place is drawn where GEOPOS, ZSCORE and GEOHASH put it', async ({ page }) => {
  const { lab, geo } = await openMap(page);
  await lab.typeAll(sicily);
  await lab.settle();
  await expect(geo).toContainText('5 places');
  const members = await drawnMembers(geo);
  expect(members.map(({ member }) => member)).toEqual(strings(await ask(lab, 'ZRANGE sicily 0 -1')));
  for (const { member, longitude, latitude, score, geohash } of members) {
    expect(strings(await ask(lab, `GEOPOS sicily ${member}`))).toEqual([longitude, latitude]);
    expect(strings(await ask(lab, `ZSCORE sicily ${member}`))).toEqual([score]);
    expect(strings(await ask(lab, `GEOHASH sicily ${member}`))).toEqual([geohash]);
  }
  await lab.settle();

  // Distances between points are in proportion to their degrees: the map has one scale factor only.
  const at = new Map<string, { x: number; y: number }>();
  for (const { member } of members) {
    const box = (await geo.locator(`svg .geo-member[data-member="${member}"] circle`).boundingBox())!;
    at.set(member, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  const [first, ...others] = members;
  const scales = others.flatMap((other) => {
    const east = +other.longitude - +first.longitude;
    const north = +other.latitude - +first.latitude;
    const dx = at.get(other.member)!.x - at.get(first.member)!.x;
    const dy = at.get(first.member)!.y - at.get(other.member)!.y;
    return [
      { degrees: east, pixels: dx },
      { degrees: north, pixels: dy },
    ].filter(({ degrees }) => Math.abs(degrees) > 1);
  });
  expect(scales.length).toBeGreaterThan(3);
  const perDegree = scales[0].pixels / scales[0].degrees;
  for (const { degrees, pixels } of scales) expect(Math.abs(pixels - degrees * perDegree)).toBeLessThan(0.8);

  // The shown bits are those of the score.
  for (const { member, score } of members) {
    await geo.getByRole('combobox', { name: 'Location in bits' }).selectOption(member);
    const bits = await geo.locator('tr[data-row="together"] td').allTextContents();
    expect(Number.parseInt(bits.join(''), 2)).toBe(Number(score));
    const axis = (name: string) => geo.locator(`tr[data-row="${name}"] .geo-bit`).allTextContents();
    const [longitude, latitude] = [await axis('longitude'), await axis('latitude')];
    expect(longitude.flatMap((bit, nth) => [bit, latitude[nth]])).toEqual(bits);
  }
  lab.expectNoTroubles();
});

test('a place is cut bit by bit into its score', async ({ page }) => {
  const { lab, geo } = await openMap(page);
  await lab.typeAll(['GEOADD cars:locations 116.37 39.86 33']);
  await lab.settle();
  const narration = geo.locator('.panel-frame-narration');
  await lab.button('First').click();
  let bits = '';
  for (let steps = 0; bits.length < 10; steps++) {
    expect(steps).toBeLessThan(40);
    await lab.button('Forward').click();
    const cut =
      /^Step \d+ of \d+\s*Cut (\d+) of the (longitude|latitude): .* The location lies in the (\w+): ([01])/.exec(
        await narration.innerText(),
      );
    if (cut === null) continue;
    bits += cut[4];
    await expect(geo.locator('.geo-bit.hot')).toHaveText([cut[4], cut[4]]);
    await expect(geo.locator('.geo-kept')).toBeVisible();
    // The kept part is half of the cut one.
    const share = async () => {
      const area = async (selector: string) => {
        const box = geo.locator(selector);
        return Number(await box.getAttribute('width')) * Number(await box.getAttribute('height'));
      };
      return (await area('.geo-kept')) / (await area('.geo-focus.cut'));
    };
    await expect.poll(share).toBeGreaterThan(0.49);
    await expect.poll(share).toBeLessThan(0.51);
  }
  expect(bits).toBe('1110011101');
  await lab.settle();
  const [score] = strings(await ask(lab, 'ZSCORE cars:locations 33'));
  expect(Number(score).toString(2).padStart(52, '0').slice(0, 10)).toBe(bits);
  lab.expectNoTroubles();
});

test('the nine cells together return the result of the search, and each the members of its range of scores', async ({
  page,
}) => {
  const { lab, geo } = await openMap(page);
  await lab.typeAll(sicily);
  for (const search of [
    'GEOSEARCH sicily FROMLONLAT 15 37 BYRADIUS 200 km',
    'GEOSEARCH sicily FROMMEMBER Naples BYBOX 500 300 km',
    'GEORADIUS sicily 13 40 1000 km',
  ]) {
    const returned = strings(await ask(lab, search));
    await lab.settle();
    await expect(geo.locator('.geo-cell')).toHaveCount(9);
    const cells = await rungs(geo);
    expect(cells.flatMap(({ found }) => found).sort()).toEqual([...returned].sort());
    const green = await geo
      .locator('svg .geo-member.found')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-member')!));
    for (const member of green) expect(returned).toContain(member);
    const begins = cells.map(({ min }) => Number(min));
    expect([...begins].sort((a, b) => a - b)).toEqual(begins);
    for (const { min, max, searched, found } of cells) {
      const held = strings(await ask(lab, `ZRANGEBYSCORE sicily ${min} (${max}`));
      if (searched) expect(held).toEqual(expect.arrayContaining(found));
      else expect(held.filter((member) => returned.includes(member) && found.includes(member))).toEqual([]);
    }
    await lab.settle();
  }
  lab.expectNoTroubles();
});

test('the map can be moved, by pointer and by key, and follows again when asked', async ({ page }) => {
  const { lab, geo } = await openMap(page);
  await lab.typeAll(sicily);
  await lab.settle();
  const follow = geo.getByRole('button', { name: 'Follow' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  const span = async () => {
    const [a, b] = await Promise.all(
      ['Palermo', 'Rome'].map((member) => geo.locator(`[data-member="${member}"] circle`).boundingBox()),
    );
    return a === null || b === null ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  };
  const before = await span();
  const map = geo.getByRole('application');
  await geo.locator('svg .geo-member[data-member="Rome"] circle').hover({ force: true });
  await page.mouse.wheel(0, -400);
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(span).toBeGreaterThan(before * 2);
  await map.press('0');
  await expect.poll(span).toBeLessThan(before * 1.01);
  await map.press('+');
  await expect.poll(span).toBeGreaterThan(before * 1.4);
  await follow.click();
  await expect.poll(span).toBeLessThan(before * 1.01);
  lab.expectNoTroubles();
});

test('a grid of two cuts names its sixteen cells', async ({ page }) => {
  const { lab, geo } = await openMap(page);
  // In the corner of its cell, where it covers no code.
  await lab.typeAll(['GEOADD corner 1 1 here']);
  await lab.settle();
  for (let cuts = 5; cuts > 2; cuts--) await geo.getByRole('button', { name: 'Coarser grid' }).click();
  const codes = geo.locator('svg .geo-code');
  await expect(codes).toHaveCount(16);
  const y = async (code: string) => (await codes.filter({ hasText: code }).boundingBox())!.y;
  expect(await y('1000')).toBeGreaterThan((await y('0111')) + 60);
  await geo.getByRole('button', { name: 'Order' }).click();
  await expect(geo.locator('svg .geo-curve')).toHaveAttribute('d', /^M[^M]*$/);
  lab.expectNoTroubles();
});

test('the panel is accessible', async ({ page }) => {
  const { lab, geo } = await openMap(page);
  await lab.typeAll([...sicily, 'GEOSEARCH sicily FROMLONLAT 15 37 BYRADIUS 200 km']);
  await lab.settle();
  await expect(geo.locator('caption')).toHaveText(
    'World map of sicily: 5 places; latest search: 200 km around 15°, 37°, 3 found.',
  );
  const { violations } = await new AxeBuilder({ page }).include('.panel-frame:has(.geo-map)').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
});

test('on a phone the map and the bits are there', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const lab = new Lab(page);
  await lab.open('./#/learn/geohash/halves');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('tab', { name: 'Console' }).click();
  await lab.type('GEOADD cars:locations 116.37 39.86 33');
  await lab.settle();
  const geo = lab.panel('GeoHash');
  await expect(geo.locator('.geo-map')).toBeInViewport({ ratio: 0.99 });
  await expect(geo.locator('tr[data-row="together"]')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
