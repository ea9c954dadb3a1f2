import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, backTo } from './panels.ts';

/** A row of the accessible table. */
const row = (panel: Locator, id: string) => panel.locator(`tr[data-row="${id}"] td`);

/** The texts in the nodes, in the order of reading. */
async function drawnElements(panel: Locator): Promise<string[]> {
  return panel.locator('.stage-drawing').evaluate((svg) =>
    [...svg.querySelectorAll('[data-box^="element:"]:not(.leaving)')]
      .map((box) => ({ text: box.querySelector('text')!.textContent!, at: box.getBoundingClientRect() }))
      .sort((a, b) => Math.round(a.at.top - b.at.top) || a.at.left - b.at.left)
      .map(({ text }) => text),
  );
}

/** Types a command too long for the console to show whole. */
async function typeLong(lab: Lab, command: string): Promise<void> {
  const entries = lab.replies.locator('[data-key]');
  const before = await entries.count();
  await lab.type(command);
  await expect(entries).toHaveCount(before + 1);
}

const integer = (reply: string) => reply.replace('(integer) ', '');
const listed = (reply: string) => [...reply.matchAll(/\d+\) "([^"]*)"/g)].map(([, value]) => value);

test('a list is drawn as LRANGE, DEBUG OBJECT and MEMORY USAGE report it', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/list');
  const panel = lab.panel('List');
  await expect(panel).toContainText('RPUSH queue a b c d e');
  await lab.stopClock();
  await ask(lab, 'CONFIG SET list-max-listpack-size 4');
  for (const command of [
    'RPUSH l a b c d e f g h i',
    'LINSERT l AFTER b X',
    'LINSERT l BEFORE f Y',
    'LPUSH l first',
    'RPOP l 2',
    'LREM l 1 d',
    'LSET l -1 last',
    'LTRIM l 1 -1',
  ]) {
    await ask(lab, command);
    await lab.settle();
    const elements = listed(await ask(lab, 'LRANGE l 0 -1'));
    const length = integer(await ask(lab, 'LLEN l'));
    const memory = integer(await ask(lab, 'MEMORY USAGE l'));
    const debug = await ask(lab, 'DEBUG OBJECT l');
    await lab.settle();
    await expect.poll(() => drawnElements(panel), command).toEqual(elements);
    await expect(row(panel, 'elements')).toHaveText(length);
    await expect(row(panel, 'memory')).toHaveText(memory);
    const nodes = /ql_nodes:(\d+)/.exec(debug)![1];
    await expect(panel.locator('[data-box^="node:"]:not(.leaving)')).toHaveCount(Number(nodes));
    await expect(panel.locator('[data-link^="next:"]:not(.leaving)')).toHaveCount(Number(nodes) - 1);
  }
  // An insertion into a full node, step by step: the node that was split and the new one are marked.
  await ask(lab, 'RPUSH s 1 2 3 4 5');
  await ask(lab, 'LINSERT s AFTER 2 new');
  await lab.settle();
  await backTo(lab, panel, /is full and splits/);
  await expect(panel.locator('.sheet-box.hot')).toHaveCount(2);
  await lab.settle();
  // Keys reach the elements, which are announced.
  await panel.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(panel.locator('.stage > .visually-hidden[aria-live]')).toContainText('index 0');
  lab.expectNoTroubles();
});

test('nodes of 6.2 are ziplists, compressed in the middle, and many are shown in a window', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/list');
  const panel = lab.panel('List');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.choose('6.2');
  await expect(page.getByText('Redis 6.2')).toBeVisible();
  await lab.stopClock();
  await ask(lab, 'CONFIG SET list-max-ziplist-size 8 list-compress-depth 1');
  await typeLong(lab, `RPUSH z ${Array.from({ length: 40 }, (_, nth) => `same-words-${nth}`).join(' ')}`);
  await lab.settle();
  await expect(row(panel, 'nodes')).toHaveText('5');
  await expect(panel.locator('.sheet-box.tone-meta[data-box^="node:"]')).toHaveCount(3);
  await expect(row(panel, 'node:1')).toContainText('LZF, 8 elements');
  await expect(row(panel, 'node:0')).toContainText('ziplist, 8 elements');
  expect(await ask(lab, 'DEBUG OBJECT z')).toContain('ql_compressed:1');

  await ask(lab, 'CONFIG SET list-max-ziplist-size 1 list-compress-depth 0');
  await typeLong(lab, `RPUSH many ${Array.from({ length: 120 }, (_, nth) => nth).join(' ')}`);
  await lab.settle();
  await expect(row(panel, 'nodes')).toHaveText('120');
  await panel.getByRole('textbox', { name: 'First node shown' }).fill('61');
  await page.keyboard.press('Enter');
  await expect.poll(() => drawnElements(panel)).toContain('60');
  const shown = await drawnElements(panel);
  expect(shown[0]).toBe('60');
  const at = await ask(lab, 'LINDEX many 60');
  expect(at).toBe('"60"');
  lab.expectNoTroubles();
});
