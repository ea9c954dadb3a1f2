import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, backTo } from './panels.ts';

/** A row of the accessible table. */
const row = (panel: Locator, id: string) => panel.locator(`tr[data-row="${id}"] td`);

/** The bits of a row, by their offsets. */
async function drawnBits(panel: Locator, prefix = 'bit:'): Promise<string> {
  return panel.locator('.stage-drawing').evaluate(
    (svg, start) =>
      [...svg.querySelectorAll<SVGElement>(`[data-box^="${start}"]:not(.leaving)`)]
        .map((box) => ({ offset: Number(box.dataset.box!.split(':').at(-1)), text: box.textContent! }))
        .sort((a, b) => a.offset - b.offset)
        .map(({ text }) => text)
        .join(''),
    prefix,
  );
}

const integer = (reply: string) => reply.replace('(integer) ', '');

test('the bits drawn are those of GETBIT, BITCOUNT and BITFIELD', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/bitmap');
  const panel = lab.panel('Bitmap');
  await expect(panel).toContainText('SETBIT visited 10 1');
  await lab.stopClock();
  for (const command of [
    'SETBIT b 10 1',
    'SETBIT b 0 1',
    'SETBIT b 37 1',
    'BITFIELD b SET u12 14 2989',
    'SETBIT b 0 0',
  ]) {
    await ask(lab, command);
    await lab.settle();
    // Sixty bits at a time are a number of their own.
    const [, first] = /(\d+)$/.exec(await ask(lab, 'BITFIELD_RO b GET u40 0'))!;
    const ones = integer(await ask(lab, 'BITCOUNT b'));
    const length = integer(await ask(lab, 'STRLEN b'));
    const memory = integer(await ask(lab, 'MEMORY USAGE b'));
    await lab.settle();
    const bits = Number(first)
      .toString(2)
      .padStart(40, '0')
      .slice(0, Number(length) * 8);
    await expect.poll(() => drawnBits(panel), command).toBe(bits);
    await expect(row(panel, 'ones')).toHaveText(ones);
    await expect(row(panel, 'length')).toHaveText(length);
    await expect(row(panel, 'memory')).toHaveText(memory);
  }
  // Ranges in bits and bytes, and the place of a bit.
  for (const command of ['BITCOUNT b 9 30 BIT', 'BITCOUNT b 1 -2', 'BITPOS b 1', 'BITPOS b 1 2']) {
    const reply = integer(await ask(lab, command));
    await lab.settle();
    await expect(row(panel, 'range')).toContainText(`= ${reply}`);
    await expect(panel.locator('[data-box^="range:"]')).not.toHaveCount(0);
  }
  // Fields are framed, with their values.
  const reply = await ask(lab, 'BITFIELD b GET u12 14 INCRBY i4 36 9 OVERFLOW FAIL INCRBY u4 0 20');
  await lab.settle();
  expect(reply).toContain('2989');
  await expect(panel.locator('[data-label="field:0"]')).toHaveText('u12 = 2989');
  const signed = (await ask(lab, 'BITFIELD_RO b GET i4 36')).replace(/.*\(integer\) /, '');
  await lab.settle();
  await lab.back();
  await lab.settle();
  await expect(panel.locator('[data-label="field:0"]')).toHaveText(`i4 = ${signed}`);

  // A bit far away: the window goes there, and an overview shows where the ones are.
  await ask(lab, 'SETBIT b 100000 1');
  await lab.settle();
  await expect(panel.locator('[data-box="bit:100000"]')).toHaveText('1');
  await expect(panel.locator('[data-box^="stretch:"].tone-old')).toHaveCount(1);
  await panel.locator('[data-box="stretch:0"]').click();
  await expect(panel.locator('[data-box="bit:10"]')).toHaveText('1');
  lab.expectNoTroubles();
});

test('BITOP is drawn column by column, with the result of the engine', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/bitmap');
  const panel = lab.panel('Bitmap');
  await lab.stopClock();
  await ask(lab, 'BITFIELD x SET u24 0 15790320');
  await ask(lab, 'BITFIELD y SET u16 0 43690');
  const binary = (value: number, bits: number) => value.toString(2).padStart(bits, '0');
  for (const operation of ['AND', 'OR', 'XOR', 'NOT']) {
    await ask(lab, `BITOP ${operation} d x${operation === 'NOT' ? '' : ' y'}`);
    await lab.settle();
    await expect(panel.locator('[data-box="source:0:0"]')).toBeVisible();
    const drawn = await drawnBits(panel);
    expect(await drawnBits(panel, 'source:0:')).toBe(binary(15790320, 24));
    if (operation !== 'NOT') {
      // The shorter one is padded with zeros, which do not exist.
      expect(await drawnBits(panel, 'source:1:')).toBe(`${binary(43690, 16)}00000000`);
      await expect(panel.locator('[data-box="source:1:16"]')).toHaveClass(/tone-ghost/);
    }
    const [, value] = /(\d+)$/.exec(await ask(lab, 'BITFIELD_RO d GET u24 0'))!;
    expect(drawn, operation).toBe(binary(Number(value), 24));
  }
  // In the middle of it the last byte is still to come.
  await ask(lab, 'BITOP OR d x y');
  await lab.settle();
  await backTo(lab, panel, /Byte 1 of d/);
  await expect.poll(async () => (await drawnBits(panel)).slice(16)).toBe('········');
  await expect(panel.locator('.sheet-box.hot')).toHaveCount(24);
  lab.expectNoTroubles();
});
