import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, backTo } from './panels.ts';

/** A row of the accessible table. */
const row = (panel: Locator, id: string) => panel.locator(`tr[data-row="${id}"] td`);

/** Number and bytes of every cell, in the order of reading. */
async function drawnNumbers(panel: Locator): Promise<{ value: string; hex: string }[]> {
  return panel.locator('.stage-drawing').evaluate((svg) =>
    [...svg.querySelectorAll('[data-box^="number:"]:not(.leaving)')]
      .map((box) => ({ texts: box.querySelectorAll('text'), at: box.getBoundingClientRect() }))
      .sort((a, b) => Math.round(a.at.top - b.at.top) || a.at.left - b.at.left)
      .map(({ texts }) => ({ value: texts[0].textContent!, hex: texts[1].textContent!.replaceAll(' ', '') })),
  );
}

/** The bytes of an intset in a DUMP payload, as hexadecimal text; it is short and not compressed. */
function blobOf(printed: string): string {
  const inside = printed.slice(printed.indexOf('"') + 1, printed.lastIndexOf('"'));
  const escapes: Record<string, string> = {
    n: '0a',
    r: '0d',
    t: '09',
    a: '07',
    b: '08',
    '"': '22',
    '\\': '5c',
  };
  const bytes = [...inside.matchAll(/\\x(..)|\\(.)|([\s\S])/g)].map(
    ([, hex, escaped, plain]) => hex ?? escapes[escaped] ?? plain.charCodeAt(0).toString(16).padStart(2, '0'),
  );
  const length = Number.parseInt(bytes[1], 16);
  return bytes.slice(2, 2 + length).join('');
}

const integer = (reply: string) => reply.replace('(integer) ', '');

test('the numbers drawn are the bytes of DUMP, before and after each upgrade', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/intset');
  const panel = lab.panel('Integer set');
  await expect(panel).toContainText('SADD numbers 5 1 3');
  await lab.stopClock();
  await ask(lab, 'CONFIG SET rdbcompression no');
  for (const command of [
    'SADD s 5 1 3',
    'SADD s 2',
    'SREM s 3',
    'SADD s 70000',
    'SADD s -9000000000',
    'SREM s -9000000000',
  ]) {
    await ask(lab, command);
    await lab.settle();
    const blob = blobOf(await ask(lab, 'DUMP s'));
    const memory = integer(await ask(lab, 'MEMORY USAGE s'));
    const encoding = await ask(lab, 'OBJECT ENCODING s');
    await lab.settle();
    expect(encoding).toBe('"intset"');
    await expect(row(panel, 'encoding')).toHaveText('intset');
    await expect(row(panel, 'memory')).toHaveText(memory);
    const header = panel.locator('[data-box^="header:"] text:last-of-type');
    await expect
      .poll(async () => {
        const fields = (await header.allTextContents()).map((text) => text.replaceAll(' ', ''));
        return fields.join('') + (await drawnNumbers(panel)).map(({ hex }) => hex).join('');
      }, command)
      .toBe(blob);
  }
  expect((await drawnNumbers(panel)).map(({ value }) => value)).toEqual(['1', '2', '5', '70000']);

  // In the middle of an upgrade some are wide and the others still narrow; every number keeps its element.
  await ask(lab, 'SADD u 10 20 30');
  await ask(lab, 'SADD u 100000');
  await lab.settle();
  const ten = await panel.locator('[data-box="number:10"]').elementHandle();
  await backTo(lab, panel, /2 to go/);
  await expect
    .poll(async () => (await drawnNumbers(panel)).map(({ value, hex }) => `${value}:${hex.length / 2}`))
    .toEqual(['10:2', '20:2', '30:4']);
  await expect(panel.locator('[data-box^="number:"].hot')).toHaveCount(1);
  expect(await ten!.evaluate((node) => node.isConnected)).toBe(true);

  // Too many, or no integer: a table.
  await lab.settle();
  await ask(lab, 'CONFIG SET set-max-intset-entries 4');
  await ask(lab, 'SADD u 40');
  await lab.settle();
  const encoding = await ask(lab, 'OBJECT ENCODING u');
  await lab.settle();
  expect(encoding).toBe('"hashtable"');
  await expect(row(panel, 'encoding')).toHaveText('hashtable');
  const members = (await row(panel, 'members').innerText()).split(' ').sort();
  const real = [...(await ask(lab, 'SMEMBERS u')).matchAll(/"([^"]*)"/g)].map(([, member]) => member).sort();
  expect(members).toEqual(real);
  lab.expectNoTroubles();
});
