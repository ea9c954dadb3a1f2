import { expect, test } from '@playwright/test';
import { ask, drawn, openPanel, rowText, valueAfter } from './panels.ts';

/** Ids in a reply, in its order. */
const idsIn = (reply: string) => [...reply.matchAll(/"(\d+-\d+)"/g)].map(([, id]) => id);

test('a stream is drawn as XINFO, XRANGE and XPENDING report it', async ({ page }) => {
  const { lab, panel } = await openPanel(page, 'stream', 'Stream');
  await expect(panel).toContainText('XADD log');
  await ask(lab, 'CONFIG SET stream-node-max-entries 3');
  for (const id of ['1001', '1002', '1003', '1300', '1301', '70000', '70001']) {
    await ask(lab, `XADD room ${id}-0 temp ${id} unit C`);
  }
  await ask(lab, 'XADD room 70002-5 temp 1 humidity 40');
  await ask(lab, 'XDEL room 70001-0');
  await lab.settle();

  const info = await ask(lab, 'XINFO STREAM room');
  await lab.settle();
  await expect(panel).toContainText(`XLEN ${valueAfter(info, 'length')}`);
  expect(await ask(lab, 'XLEN room')).toBe(`(integer) ${await rowText(panel, 'length')}`);
  expect(await rowText(panel, 'lastId')).toBe(valueAfter(info, 'last-generated-id'));
  expect(await rowText(panel, 'maxDeletedId')).toBe(valueAfter(info, 'max-deleted-entry-id'));
  expect(await rowText(panel, 'entriesAdded')).toBe(valueAfter(info, 'entries-added'));
  expect(await rowText(panel, 'raxNodes')).toBe(
    `${valueAfter(info, 'radix-tree-nodes')} nodes, ${valueAfter(info, 'radix-tree-keys')} keys of 16 bytes`,
  );
  // As many boxes as there are nodes of the tree, and a box for each of its keys.
  await expect(drawn(panel, 'rax:')).toHaveCount(Number(valueAfter(info, 'radix-tree-nodes')));
  await expect(drawn(panel, 'node:')).toHaveCount(Number(valueAfter(info, 'radix-tree-keys')));

  // The last listpack is open; the tombstone is drawn, and XRANGE does not return it.
  const range = idsIn(await ask(lab, 'XRANGE room 70001 +'));
  await lab.settle();
  expect(range).toEqual(['70002-5']);
  await expect(drawn(panel, 'cell:70001-0:flags')).toContainText('DELETED');
  await expect(drawn(panel, 'cell:70002-5:flags')).toContainText('0');
  await expect(drawn(panel, 'cell:70002-5:ms')).toContainText('+1');
  await expect(drawn(panel, 'cell:70002-5:field:1')).toContainText('humidity');

  // Another listpack is opened by hand, and its entries are those of XRANGE.
  await drawn(panel, 'node:1001-0').click();
  await expect(drawn(panel, 'cell:1003-0:value:0')).toContainText('1003');
  const entries = await panel
    .locator('tr[data-row^="entry:"]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')!.slice(6)));
  expect(entries).toEqual(idsIn(await ask(lab, 'XRANGE room - 1299')));
  await panel.getByRole('button', { name: 'Follow' }).click();

  await ask(lab, 'XTRIM room MAXLEN ~ 4');
  await lab.settle();
  await expect(drawn(panel, 'node:')).toHaveCount(
    Number(valueAfter(await ask(lab, 'XINFO STREAM room'), 'radix-tree-keys')),
  );
  await expect(drawn(panel, 'node:1001-0')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('groups, and the pending entries of each consumer, agree with XPENDING', async ({ page }) => {
  const { lab, panel } = await openPanel(page, 'stream', 'Stream');
  for (const id of [1, 2, 3, 4, 5]) await ask(lab, `XADD jobs ${id}-0 n ${id}`);
  await ask(lab, 'XGROUP CREATE jobs work 0');
  await ask(lab, 'XREADGROUP GROUP work alice COUNT 3 STREAMS jobs >');
  await ask(lab, 'XREADGROUP GROUP work bob COUNT 1 STREAMS jobs >');
  await ask(lab, 'XACK jobs work 2-0');
  await ask(lab, 'XCLAIM jobs work bob 0 1-0');
  await lab.settle();

  const pending = await ask(lab, 'XPENDING jobs work - + 10');
  await lab.settle();
  const rows = pending.split(/\n(?=\d+\))/).map((entry) => {
    const [, id, consumer] = /"(\d+-\d+)"[\s\S]*?"(\w+)"/.exec(entry)!;
    const [, , deliveries] = /\(integer\) (\d+)\s+4\) \(integer\) (\d+)/.exec(entry)!;
    return `${id} ${consumer} ×${deliveries}`;
  });
  const shown = await panel
    .locator('tr[data-row^="pending:"]')
    .evaluateAll((all) =>
      all.map((row) => `${row.querySelector('th')!.textContent} ${row.querySelector('td')!.textContent}`),
    );
  expect(shown).toEqual(rows);
  expect(shown).toEqual(['1-0 bob ×2', '3-0 alice ×1', '4-0 bob ×1']);
  await expect(drawn(panel, 'nack:')).toHaveCount(3);

  // Each is drawn in the lane of its consumer.
  const lanesOf = (svg: Element) => {
    const top = (box: Element) => Math.round(box.getBoundingClientRect().top);
    const all = [...svg.querySelectorAll('.sheet-box:not(.leaving)')];
    const named = all.filter((box) => box.getAttribute('data-box')!.startsWith('consumer:'));
    return named.map((lane) => ({
      name: lane.textContent,
      has: all
        .filter((box) => box.getAttribute('data-box')!.startsWith('nack:') && top(box) === top(lane))
        .map((box) => box.textContent!.split(' ')[0]),
    }));
  };
  // They may still be on their way there.
  await expect
    .poll(() => panel.locator('svg.stage-drawing').evaluate(lanesOf))
    .toEqual([
      { name: 'alice', has: ['3-0'] },
      { name: 'bob', has: ['1-0', '4-0'] },
    ]);

  const groups = await ask(lab, 'XINFO GROUPS jobs');
  await lab.settle();
  const group = await rowText(panel, 'group:work');
  expect(group).toContain(`last-delivered-id ${valueAfter(groups, 'last-delivered-id')}`);
  expect(group).toContain(`lag ${valueAfter(groups, 'lag')}`);
  expect(group).toContain(`entries-read ${valueAfter(groups, 'entries-read')}`);
  expect(group).toContain(`${valueAfter(groups, 'pending')} pending`);

  // By keys alone: every box can be reached, and is announced.
  await panel.getByRole('application').focus();
  await page.keyboard.press('Home');
  await expect(panel.locator('.visually-hidden[aria-live]')).toContainText(/work.*last-delivered-id/);
  lab.expectNoTroubles();
});
