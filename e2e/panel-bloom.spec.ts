import { expect, test } from '@playwright/test';
import { ask, drawn, openPanel, rowText, valueAfter } from './panels.ts';

test('a Bloom filter is drawn as BF.INFO and BF.EXISTS report it, and a false positive is one', async ({
  page,
}) => {
  const { lab, panel } = await openPanel(page, 'bloom', 'Bloom filter');
  await expect(panel).toContainText('BF.ADD seen');

  await ask(lab, 'BF.RESERVE seen 0.2 8');
  await ask(lab, `BF.MADD seen ${['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal'].join(' ')}`);
  await lab.settle();
  const info = await ask(lab, 'BF.INFO seen');
  await lab.settle();
  await expect(panel).toContainText(
    `${valueAfter(info, 'Number of items inserted')} of ${valueAfter(info, 'Capacity')} items`,
  );
  expect(await rowText(panel, 'size')).toBe(valueAfter(info, 'Size'));
  await expect(drawn(panel, 'layer:')).toHaveCount(Number(valueAfter(info, 'Number of filters')));

  // The bits drawn are those of the dump of the filter.
  const set = (await rowText(panel, 'bits')).split(' ').map(Number);
  const painted = panel.locator('.sheet-grid[data-grid="bits"] .sheet-cells.tone-old');
  expect((await painted.getAttribute('data-cells'))!.split(' ').map(Number)).toEqual(set);
  const dump = await ask(lab, 'BF.SCANDUMP seen 1');
  await lab.settle();
  const data = /2\) "(.*)"$/s.exec(dump)![1];
  const bytes = [...data.matchAll(/\\x([0-9a-f]{2})|\\([abnrt"\\])|([^\\])/g)].map(
    ([, hex, escaped, plain]) => {
      if (hex !== undefined) return Number.parseInt(hex, 16);
      const special: Record<string, number> = { a: 7, b: 8, n: 10, r: 13, t: 9 };
      return escaped === undefined ? plain.charCodeAt(0) : (special[escaped] ?? escaped.charCodeAt(0));
    },
  );
  expect(set).toEqual(
    bytes.flatMap((byte, at) =>
      [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => at * 8 + bit),
    ),
  );

  // A highlighted item has the verdict of BF.EXISTS.
  const field = panel.getByRole('textbox', { name: 'Look up an item' });
  for (const item of ['ann', 'nobody', 'zed']) {
    await field.fill(item);
    await expect(panel.locator('tr[data-row="item"] th')).toHaveText(`Bits of "${item}"`);
    const exists = await ask(lab, `BF.EXISTS seen ${item}`);
    await lab.settle();
    expect(await rowText(panel, 'item')).toContain(
      exists === '(integer) 1' ? 'Possibly present' : 'Certainly absent',
    );
  }

  // A false positive: the server says so too.
  await panel.getByRole('button', { name: 'Look for a false positive' }).click();
  const status = panel.getByRole('status');
  await expect(status).toContainText('is a false positive');
  const stranger = /^(stranger:\d+),/.exec(await status.innerText())![1];
  expect(await ask(lab, `BF.EXISTS seen ${stranger}`)).toBe('(integer) 1');

  // One item more than it was made for, and there is another layer.
  await ask(lab, 'BF.ADD seen ivy');
  await lab.settle();
  const grown = await ask(lab, 'BF.INFO seen');
  await lab.settle();
  expect(Number(valueAfter(grown, 'Number of filters'))).toBe(2);
  await expect(drawn(panel, 'layer:')).toHaveCount(2);
  lab.expectNoTroubles();
});
