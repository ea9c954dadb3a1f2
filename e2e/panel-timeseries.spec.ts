import { expect, test } from '@playwright/test';
import { ask, drawn, openPanel, rowText, valueAfter } from './panels.ts';

/** Samples in a reply of TS.RANGE. */
const samplesIn = (reply: string) =>
  [...reply.matchAll(/\(integer\) (\d+)\s+2\) "?([-\d.]+)"?/g)].map(([, time, value]) => `${time} ${value}`);

test('a time series is drawn as TS.INFO and TS.RANGE report it, bit by bit', async ({ page }) => {
  const { lab, panel } = await openPanel(page, 'timeseries', 'Time series');
  await expect(panel).toContainText('TS.ADD temp');

  await ask(lab, 'TS.CREATE temp CHUNK_SIZE 48 RETENTION 600000 LABELS room kitchen');
  await ask(lab, 'TS.CREATE avg LABELS kind average');
  await ask(lab, 'TS.CREATERULE temp avg AGGREGATION avg 60000');
  await ask(lab, 'TS.MADD temp 1000 30 temp 1010 30 temp 1020 31 temp 1030 31.5');
  await lab.settle();
  const range = samplesIn(await ask(lab, 'TS.RANGE temp - +'));
  await lab.settle();
  const shown = async () =>
    panel
      .locator('tr[data-row^="sample:"]')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            `${row.querySelector('th')!.textContent} ${row.querySelector('td')!.textContent!.split(',')[0]}`,
        ),
      );
  expect(range).toEqual(['1000 30', '1010 30', '1020 31', '1030 31.5']);
  expect(await shown()).toEqual(range);
  await expect(drawn(panel, 'dot:')).toHaveCount(4);
  // The bits that the compression makes of them.
  const bits = async (time: number) => (await drawn(panel, `bits:${time}:`).allTextContents()).join(' ');
  expect(await bits(1010)).toBe('10 0001010 0');
  expect(await bits(1020)).toBe('0 11 01111 000001 1');

  // Until a chunk is full, another one is opened and its bits are shown.
  const more = Array.from({ length: 16 }, (_, nth) => `temp ${1040 + nth * 10} ${(1040 + nth * 10) / 7}`);
  await ask(lab, `TS.MADD ${more.join(' ')}`);
  await lab.settle();
  const info = await ask(lab, 'TS.INFO temp');
  await lab.settle();
  expect(Number(valueAfter(info, 'chunkCount'))).toBeGreaterThan(2);
  await expect(panel).toContainText(
    `${valueAfter(info, 'totalSamples')} samples · ${valueAfter(info, 'chunkCount')} chunks`,
  );
  await expect(drawn(panel, 'chunk:')).toHaveCount(Number(valueAfter(info, 'chunkCount')));
  const bytes = async (row: string) => (await rowText(panel, row)).replace(',', '');
  expect(await bytes('chunkBytes')).toBe(`${valueAfter(info, 'chunkSize')} B`);
  expect(await bytes('memory')).toBe(`${valueAfter(info, 'memoryUsage')} B`);
  await drawn(panel, 'chunk:').first().click();
  await expect.poll(shown).toContain('1010 30');
  const all = samplesIn(await ask(lab, 'TS.RANGE temp - +'));
  expect(await shown()).toEqual(all.slice(0, (await shown()).length));
  expect(await rowText(panel, 'label:room=kitchen')).toBe('temp');

  // The bucket is open until a sample falls after its end; then it is in the other series.
  await expect(drawn(panel, 'bucket:avg')).toHaveCount(1);
  await ask(lab, 'TS.ADD temp 61000 40');
  await lab.settle();
  const [written] = samplesIn(await ask(lab, 'TS.RANGE avg - +'));
  const mean = all.reduce((sum, sample) => sum + Number(sample.split(' ')[1]), 0) / all.length;
  expect(Number(written.split(' ')[1])).toBeCloseTo(mean, 6);
  lab.expectNoTroubles();
});
