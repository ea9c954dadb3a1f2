import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

const users = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `user:${from + at}`).join(' ');

test('runs, registers, estimate and the remembered count are those of PFDEBUG and PFCOUNT', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/hll');
  const panel = lab.panel('HyperLogLog');
  await expect(panel).toContainText('PFADD visitors');
  await lab.stopClock();
  await lab.hurry();
  await lab.type('PFADD visitors ann bob cat ann');
  await lab.settle();
  const row = (id: string) => panel.locator(`[data-row="${id}"] td`);
  await expect(row('seen')).toContainText('3, off by 0.00%');
  await expect(row('cached')).toHaveText('out of date');
  expect(await ask(lab, 'PFDEBUG ENCODING visitors')).toBe('sparse');
  // Every opcode, in order.
  const decoded = (await ask(lab, 'PFDEBUG DECODE visitors')).replaceAll('"', '').split(' ');
  await lab.settle();
  const runs = await panel.locator('[data-box^="run:"]:not(.leaving) text:first-of-type').allTextContents();
  expect(runs.map((run) => run.replaceAll(',', ''))).toEqual(
    decoded.map((word) => {
      const [kind, rest] = word.split(':');
      if (kind !== 'v') return `${kind === 'z' ? 'ZERO' : 'XZERO'} ${rest}`;
      const [value, count] = rest.split(',');
      return `VAL ${value}×${count}`;
    }),
  );
  expect(await ask(lab, 'PFCOUNT visitors')).toBe('(integer) 3');
  await lab.settle();
  await expect(row('cached')).toHaveText('3');
  // Many more: it turns dense, and the estimate is PFCOUNT's.
  await ask(lab, 'CONFIG SET hll-sparse-max-bytes 200');
  await ask(lab, `PFADD visitors ${users(0, 400)}`);
  await lab.settle();
  await expect(panel).toContainText('dense');
  await expect(row('seen')).toContainText('403');
  const count = (await ask(lab, 'PFCOUNT visitors')).replace('(integer) ', '');
  await lab.settle();
  await expect(row('estimate')).toHaveText(count);
  // Registers, as far as the console prints them.
  const registers = [...(await ask(lab, 'PFDEBUG GETREG visitors')).matchAll(/\(integer\) (\d+)/g)];
  await lab.settle();
  expect(registers.length).toBeGreaterThanOrEqual(40);
  const drawn = await panel
    .locator('[data-grid="registers"] path.tone-plain')
    .evaluate((path) => path.getAttribute('data-cells')?.split(' ').map(Number) ?? null);
  const low = registers.flatMap(([, value], register) => (value === '1' || value === '2' ? [register] : []));
  expect(low.length).toBeGreaterThan(0);
  expect(drawn?.filter((register) => register < registers.length)).toEqual(low);
  // Joined with another it has seen both.
  await lab.typeAll(['PFADD others ann zoe', 'PFMERGE visitors others']);
  await lab.settle();
  await expect(row('seen')).toContainText('404');
  lab.expectNoTroubles();
});
