import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, backTo, pass, tableRows } from './panels.ts';

const infoOf = (reply: string, name: string) => new RegExp(`${name}:(\\d+)`).exec(reply)?.[1];
const integerOf = (reply: string) => /\(integer\) (\d+)/.exec(reply)![1];

test('idle times, counters, the pool and the evicted keys agree with OBJECT, INFO and EXISTS', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/eviction');
  const panel = lab.panel('Eviction');
  await expect(panel).toContainText('CONFIG SET maxmemory 100kb');
  await lab.stopClock();
  await lab.typeAll(['CONFIG SET maxmemory-policy allkeys-lru']);
  for (let nth = 1; nth <= 6; nth++) await lab.typeAll([`SETRANGE page:${nth} 900 x`]);
  await pass(lab, '+1 s', '+1 s');
  await lab.typeAll(['GET page:1', 'GET nobody']);
  for (const key of ['page:1', 'page:5']) {
    const idle = integerOf(await ask(lab, `OBJECT IDLETIME ${key}`));
    await lab.settle();
    expect((await tableRows(panel)).get(`key:${key}`)).toBe(`idle ${idle} s`);
  }
  const used = Number(infoOf(await ask(lab, 'INFO memory'), 'used_memory'));
  const before = integerOf(await ask(lab, 'DBSIZE'));
  await lab.typeAll([`CONFIG SET maxmemory ${used - 1000}`]);
  await lab.settle();
  expect(Number((await tableRows(panel)).get('maxmemory'))).toBe(used - 1000);
  await expect(panel.locator('[data-box="memory"]')).toHaveClass(/tone-(bad|good)/);

  // The next command that may need memory makes room first.
  await lab.typeAll(['SETRANGE page:9 900 x']);
  await lab.settle();
  const stats = await ask(lab, 'INFO stats');
  const after = integerOf(await ask(lab, 'DBSIZE'));
  await lab.settle();
  const said = await tableRows(panel);
  const evicted = Number(infoOf(stats, 'evicted_keys'));
  expect(evicted).toBeGreaterThan(0);
  expect(Number(before) + 1 - evicted).toBe(Number(after));
  expect(said.get('evicted_keys')).toBe(String(evicted));
  expect(said.get('keyspace_misses')).toBe(infoOf(stats, 'keyspace_misses'));
  const gone = [...said].filter(([id]) => id.startsWith('gone:')).map(([, key]) => key);
  expect(gone).toHaveLength(evicted);
  for (const key of gone) expect(await ask(lab, `EXISTS ${key}`)).toBe('(integer) 0');
  await lab.settle();

  // Inside the command: a sample and its places in the pool, then the one that goes.
  const sentence = await backTo(lab, panel, /is evicted/);
  const victim = /(\S+) is evicted \(idle \d+ s/.exec(sentence)![1];
  expect(gone).toContain(victim);
  await expect(panel.locator('[data-box^="gone:"].hot text').first()).toHaveText(`−${victim}`);
  await backTo(lab, panel, /drawn at random/);
  expect(await panel.locator('[data-box^="pool:"].hot').count()).toBeGreaterThan(0);
  expect(await panel.locator('[data-box^="sample:"].hot').count()).toBeGreaterThan(0);
  await lab.settle();

  // Counters of use.
  await lab.typeAll(['CONFIG SET maxmemory 0', 'CONFIG SET maxmemory-policy allkeys-lfu', 'SET busy v']);
  for (let use = 0; use < 4; use++) await ask(lab, 'GET busy');
  const frequency = integerOf(await ask(lab, 'OBJECT FREQ busy'));
  await lab.settle();
  expect((await tableRows(panel)).get('key:busy')).toBe(`counter ${frequency}`);
  await expect(panel.locator(`[data-box="dot:${frequency}"]`)).toBeVisible();
  lab.expectNoTroubles();
});
