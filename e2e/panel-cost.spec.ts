import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

test('the meter agrees with SLOWLOG, COMMAND DOCS, OBJECT ENCODING and the memory in use', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/cost');
  const panel = lab.panel('Cost meter');
  await expect(panel).toContainText('No command has run yet');
  await lab.stopClock();
  const row = (id: string) => panel.locator(`[data-row="${id}"] td`);
  const used = async () => Number(/used_memory:(\d+)/.exec(await ask(lab, 'INFO memory'))?.[1]);

  await ask(lab, 'CONFIG SET slowlog-log-slower-than 0');
  await ask(lab, 'CONFIG SET zset-max-listpack-entries 4');
  const members = Array.from({ length: 40 }, (_, nth) => `${nth} m${nth}`).join(' ');
  await ask(lab, `ZADD z ${members}`);
  const encoding = await ask(lab, 'OBJECT ENCODING z');
  await ask(lab, 'ZRANGE z 10 19');
  await lab.settle();
  await expect(row('command')).toHaveText('ZRANGE z 10 19');
  await expect(row('complexity')).toContainText('N = 40 · size of the key before it ran · M = 10 · returned');
  await expect(row('count:visits')).toHaveText('10');
  await expect(row('count:answered')).toHaveText('10');
  await expect(panel.locator('[data-box="key:0"]')).toContainText(
    `zset · ${encoding.replaceAll('"', '')} · 40 elements`,
  );
  const time = await row('time').textContent();
  const slow = (await ask(lab, 'SLOWLOG GET 1')).split('\n').map((line) => line.trim());
  expect(slow.join(' ')).toContain('"ZRANGE"');
  expect(time).toBe(`${/\(integer\) (\d+)$/.exec(slow[2])?.[1]} µs`);
  const docs = await ask(lab, 'COMMAND DOCS zrange');
  expect(docs).toContain('"O(log(N)+M)"');

  const before = await used();
  await ask(lab, 'DEL z');
  await lab.settle();
  const note = await panel.locator('[data-label="note:memory"]').textContent();
  const freed = await row('count:freed').textContent();
  expect(Number(freed)).toBeGreaterThan(80);
  const after = await used();
  const gone = before - after;
  expect(note).toBe(`−${gone < 1024 ? `${gone} B` : `${(gone / 1024).toFixed(2)} KB`} in all`);
  lab.expectNoTroubles();
});
