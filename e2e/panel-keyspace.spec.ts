import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, openStill } from './panels.ts';

interface Row {
  readonly type: string;
  readonly encoding: string;
  readonly value: string;
  readonly left: string;
  readonly memory: string;
}

async function rowsOf(panel: Locator): Promise<Map<string, Row>> {
  const rows = await panel.locator('tbody tr:not(.is-removed)').evaluateAll((elements) =>
    elements.map((row) => {
      const text = (nth: number) => row.children[nth].textContent ?? '';
      const type = row.children[1].querySelector('span')?.textContent ?? '';
      return { key: text(0), type, encoding: text(2), value: text(3), left: text(4), memory: text(5) };
    }),
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

const integer = (reply: string) => Number(/\(integer\) (-?\d+)/.exec(reply)?.[1]);

test('an empty database says what to type', async ({ page }) => {
  const { lab, keyspace } = await openStill(page);
  await expect(keyspace).toContainText('SET greeting hello EX 60');
  lab.expectNoTroubles();
});

test('every column agrees with the engine', async ({ page }) => {
  const { lab, keyspace } = await openStill(page);
  await lab.typeAll([
    'SET counter 42',
    'SET name ann EX 100',
    `SET long ${'x'.repeat(60)}`,
    'SET grown abc PX 90500',
    'APPEND grown def',
    'SET "two words" 1',
  ]);
  await lab.settle();
  const keys = ['counter', 'grown', 'long', 'name', 'two words'];
  await expect.poll(async () => [...(await rowsOf(keyspace)).keys()]).toEqual(keys);
  const rows = await rowsOf(keyspace);
  for (const key of keys) {
    const row = rows.get(key)!;
    const name = key.includes(' ') ? `"${key}"` : key;
    expect(await ask(lab, `TYPE ${name}`)).toBe(row.type);
    expect(await ask(lab, `OBJECT ENCODING ${name}`)).toBe(`"${row.encoding}"`);
    expect(`${integer(await ask(lab, `MEMORY USAGE ${name}`))} B`).toBe(row.memory);
    const ttl = integer(await ask(lab, `TTL ${name}`));
    expect(ttl === -1 ? '—' : `${ttl} s`).toBe(row.left);
    if (key !== 'long') expect(await ask(lab, `GET ${name}`)).toBe(`"${row.value}"`);
  }
  await expect(keyspace).toContainText('5 keys · 2 with a TTL');
  expect(rows.get('grown')?.encoding).toBe('raw');
  const used = Number(/used_memory:(\d+)/.exec(await ask(lab, 'INFO memory'))?.[1]);
  const shown = /([\d.]+) (B|KB|MB) used/.exec(await keyspace.innerText())!;
  const unit = { B: 1, KB: 1024, MB: 1024 ** 2 }[shown[2]]!;
  expect(Math.abs(Number(shown[1]) * unit - used) / used).toBeLessThan(0.02);
  lab.expectNoTroubles();
});

test('the changed row is marked, and a removed one stays for that moment', async ({ page }) => {
  const { lab, keyspace } = await openStill(page);
  await lab.typeAll(['SET a 1', 'SET b 2', 'SET a other']);
  await lab.settle();
  await expect(keyspace.locator('tr.is-touched th')).toHaveText(['a']);
  await expect(keyspace.locator('.panel-frame-narration')).toContainText('encoded as embstr instead of int');
  await lab.typeAll(['DEL b']);
  await lab.settle();
  for (let steps = 0; (await keyspace.locator('tr.is-removed').count()) === 0; steps++) {
    expect(steps).toBeLessThan(10);
    await lab.back();
  }
  await expect(keyspace.locator('tr.is-removed th')).toHaveText(['b']);
  await expect(keyspace.locator('.panel-frame-narration')).toContainText('b is gone');
  await lab.settle();
  await expect(keyspace.locator('tbody tr')).toHaveCount(1);
  lab.expectNoTroubles();
});

test('time runs out with the clock of the server', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  const keyspace = lab.panel('Keyspace');
  await lab.typeAll(['SET stays 1 EX 1000', 'SET goes 1 PX 8000']);
  await lab.settle();
  const bar = (key: string) =>
    keyspace
      .locator('tr', { has: page.locator('th', { hasText: key }) })
      .locator('.keyspace-bar > i')
      .evaluate((element) =>
        Number(/scaleX\(([\d.]+)\)/.exec((element as HTMLElement).style.transform)?.[1]),
      );
  const early = await bar('goes');
  expect(early).toBeGreaterThan(0);
  await expect.poll(() => bar('goes')).toBeLessThan(early);
  expect(await bar('stays')).toBeGreaterThan(0.98);
  await expect(keyspace.locator('tbody tr:not(.is-removed) th')).toHaveText(['stays'], { timeout: 20_000 });
  expect(await ask(lab, 'EXISTS goes')).toBe('(integer) 0');
  lab.expectNoTroubles();
});

test('an expired key that nobody has deleted is shown as such', async ({ page }) => {
  const { lab, keyspace } = await openStill(page);
  await lab.typeAll(['DEBUG SET-ACTIVE-EXPIRE 0', 'SET late 1 PX 300']);
  await lab.settle();
  await page.getByRole('button', { name: /^Server clock/ }).click();
  await page
    .getByRole('button', { name: /\+\s*1 s|1 s/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(keyspace.locator('tr', { hasText: 'late' })).toContainText('expired');
  expect(await ask(lab, 'GET late')).toBe('(nil)');
  await lab.settle();
  await expect(keyspace.locator('tbody tr:not(.is-removed)')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('thousands of keys: the order is stated, and each can be reached', async ({ page }) => {
  const { lab, keyspace } = await openStill(page);
  await ask(lab, 'DEBUG POPULATE 5000');
  await lab.settle();
  await expect(keyspace).toContainText('5,000 keys');
  await expect(keyspace).toContainText('in bucket order');
  const list = keyspace.locator('.keyspace-scroll');
  expect(await keyspace.locator('tbody tr').count()).toBeLessThan(200);
  const lastIndex = () => keyspace.locator('tbody tr').last().getAttribute('aria-rowindex');
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(lastIndex).toBe('5001');
  // The shown key is in the database.
  const key = await keyspace.locator('tbody tr th').last().innerText();
  expect(await ask(lab, `EXISTS ${key}`)).toBe('(integer) 1');
  lab.expectNoTroubles();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('rows are cards and nothing is cut off sideways', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/lab');
    const keyspace = lab.panel('Keyspace');
    await lab.typeAll(['SET name ann EX 1000', 'SET other 5']);
    await lab.settle();
    await page.getByRole('tab', { name: 'Keyspace' }).click();
    await expect(keyspace.locator('tbody tr')).toHaveCount(2);
    const sideways = await keyspace.evaluate((panel) => {
      const edge = panel.getBoundingClientRect().right;
      return [...panel.querySelectorAll('tbody *')].filter(
        (node) => node.getBoundingClientRect().right > edge,
      ).length;
    });
    expect(sideways).toBe(0);
    await expect(keyspace.locator('tbody tr').first()).toContainText(/\d+ min \d+ s/);
    lab.expectNoTroubles();
  });
});
