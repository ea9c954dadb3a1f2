import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

test('areas, figures and tables are those of MEMORY USAGE, INFO memory and MALLOC-STATS', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/memory');
  const panel = lab.panel('Memory');
  await expect(panel).toContainText('This database has no keys');
  await lab.stopClock();
  await lab.hurry();
  const members = Array.from({ length: 300 }, (_, at) => `member:${at}`).join(' ');
  await lab.typeAll(['SET greeting hello', 'HSET user:1 name ann city paris', `RPUSH queue a b c`]);
  await ask(lab, `SADD big ${members}`);
  await lab.settle();
  const keys = ['greeting', 'user:1', 'queue', 'big'];
  for (const key of keys) {
    const bytes = (await ask(lab, `MEMORY USAGE ${key}`)).replace('(integer) ', '');
    await lab.settle();
    const text = await panel.locator(`[data-row="key:${key}"] td`).innerText();
    expect(text, key).toMatch(new RegExp(`^${bytes} B, `));
    const parts = text.slice(text.indexOf(': ') + 2).split(', ');
    const sum = parts.reduce((total, part) => total + Number(part.slice(part.lastIndexOf(' ') + 1)), 0);
    expect(String(sum), key).toBe(bytes);
  }
  await expect(panel.locator('[data-box^="key:"]:not(.leaving)')).toHaveCount(keys.length);
  const info = await ask(lab, 'INFO memory');
  await lab.settle();
  const figure = (name: string) => new RegExp(`${name}:(\\d+)`).exec(info)?.[1];
  await expect(panel.locator('[data-row="startup"] td')).toHaveText(`${figure('used_memory_startup')} B`);
  await expect(panel.locator('[data-row="dataset"] td')).toHaveText(`${figure('used_memory_dataset')} B`);
  // A key opens into its parts, by keys as well.
  await panel.locator('[data-box="key:big"] text').first().click();
  await expect(panel.locator('[data-label="title:opened"]')).toHaveText('Parts of big');
  await lab.button('All keys').click();
  // Size classes as the allocator reports them.
  await lab.choose('Size classes');
  const stats = await ask(lab, 'MEMORY MALLOC-STATS');
  await lab.settle();
  for (const [, size, slots, live] of stats.matchAll(/\s(\d+)\s+\d+\s+(\d+)\s+(\d+)(?=\s|\\n|$)/g)) {
    const label = panel.locator(`[data-label="slots:${size}"]`);
    const text = `${Number(live).toLocaleString('en-US')} of ${Number(slots).toLocaleString('en-US')}`;
    await expect(label).toHaveText(new RegExp(`^${text}( · \\d+ empty)?$`));
  }
  // Over time: the last column is the present.
  await lab.choose('Over time');
  const used = /used_memory:(\d+)/.exec(await ask(lab, 'INFO memory'))?.[1];
  await lab.settle();
  await expect(panel.locator('[data-row^="past:"] td').last()).toContainText(`${used} B in use`);
  await expect(panel.locator('[data-box^="live:all:"]:not(.leaving)').first()).toBeVisible();
  // Tables of big keys.
  await lab.choose('Big keys');
  await expect(panel.locator('tr[data-type="set"]')).toContainText('300 members');
  await expect(panel.locator('tr[data-key="big"]')).toContainText('UNLINK is worth it');
  await lab.choose('Map');
  // An unlinked value waits for the thread; the clock is stopped, so it goes on waiting.
  await lab.type('UNLINK big');
  await lab.settle();
  await expect(panel.locator('[data-label="title:lazy"]')).toHaveText('Waiting to be freed');
  await expect(panel.locator('[data-box^="job:"]')).toContainText('300 pieces');
  lab.expectNoTroubles();
});
