import { expect, type Locator, type Page, test } from '@playwright/test';
import { splitArguments } from '../src/protocol/split-arguments.ts';
import { Lab } from './lab.ts';
import { ask, backTo } from './panels.ts';

/** The lab with the packed bytes as its main panel, a stopped clock, and uncompressed dumps. */
async function openPacked(
  page: Page,
  generation: '7.0' | '6.2' = '7.0',
): Promise<{ lab: Lab; panel: Locator }> {
  const lab = new Lab(page);
  await lab.open('./#/lab/packed');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  if (generation === '6.2') {
    await lab.choose('6.2');
    await expect(page.getByText('Redis 6.2')).toBeVisible();
  }
  await lab.stopClock();
  await ask(lab, 'CONFIG SET rdbcompression no');
  return { lab, panel: lab.panel('Packed bytes') };
}

/** Types a command too long for the console to show whole. */
async function typeLong(lab: Lab, command: string): Promise<void> {
  const entries = lab.replies.locator('[data-key]');
  const before = await entries.count();
  await lab.type(command);
  await expect(entries).toHaveCount(before + 1);
}

/** The bytes in the drawing, in the order of their offsets. Nothing may be folded. */
async function drawnBytes(panel: Locator): Promise<string> {
  return panel.locator('.packed-drawing').evaluate((svg) =>
    [...svg.querySelectorAll<SVGElement>('.cell:not(.leaving)')]
      .sort((a, b) => Number(a.dataset.offset) - Number(b.dataset.offset))
      .map((cell) => cell.querySelector('.hex')!.textContent)
      .join(''),
  );
}

async function showAll(panel: Locator): Promise<void> {
  const fold = panel.getByRole('button', { name: 'Fold long data' });
  if ((await fold.getAttribute('aria-pressed')) === 'true') await fold.click();
}

interface DrawnEntry {
  readonly part: string;
  readonly value: string;
  readonly encoding: string;
  readonly bytes: string;
}

async function drawnEntries(panel: Locator): Promise<DrawnEntry[]> {
  return panel.locator('.packed-entries tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [, value, encoding, bytes] = row.children;
      const [part, text] = value.children;
      return {
        part: part.textContent!,
        value: text.textContent!,
        encoding: encoding.textContent!,
        bytes: bytes.textContent!,
      };
    }),
  );
}

/** The bytes of a quoted reply. */
function unquote(printed: string): Buffer {
  return Buffer.from(splitArguments(printed.slice(printed.indexOf('"')).trimEnd())![0]);
}

/** Reads the strings of a DUMP payload: the length of each, then its bytes. */
class Payload {
  readonly type: number;
  readonly #bytes: Buffer;
  #at = 1;

  constructor(printed: string) {
    this.#bytes = unquote(printed);
    this.type = this.#bytes[0];
  }

  length(): number {
    const first = this.#bytes[this.#at++];
    if (first >> 6 === 0) return first & 0x3f;
    if (first >> 6 === 1) return ((first & 0x3f) << 8) | this.#bytes[this.#at++];
    expect(first).toBe(0x80);
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  blob(): string {
    const length = this.length();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at).toString('hex');
  }

  /** The rest is the version and the checksum. */
  expectEnd(): void {
    expect(this.#bytes.length - this.#at).toBe(10);
  }
}

async function dump(lab: Lab, key: string): Promise<Payload> {
  return new Payload(await ask(lab, `DUMP ${key}`));
}

/** How many bytes do not stand where their span is outlined, or are half transparent. */
async function adrift(panel: Locator): Promise<number> {
  return panel.locator('.packed-drawing').evaluate((svg) => {
    const level = (node: Element) => node.getBoundingClientRect().top;
    const rows = [...svg.querySelectorAll('.segment rect')].map(level);
    const cells = [...svg.querySelectorAll('.cell rect')];
    const astray = cells.filter((cell) => !rows.some((y) => Math.abs(y - level(cell)) < 1.5));
    return astray.length + svg.querySelectorAll('[opacity]:not([opacity="1"])').length;
  });
}

test('before the first collection the panel says what to type', async ({ page }) => {
  const { lab, panel } = await openPacked(page);
  await expect(panel).toContainText('HSET user:1 name ann age 41');
  await ask(lab, 'SET plain 1');
  await expect(panel).toContainText('No command has used a collection yet');
  await ask(lab, 'HSET user:1 name ann age 41');
  await lab.settle();
  await expect(panel).toContainText('listpack · 2 fields · 25 bytes');
  lab.expectNoTroubles();
});

for (const generation of ['7.0', '6.2'] as const) {
  const packed = generation === '7.0' ? 'listpack' : 'ziplist';

  test(`the drawing agrees with DUMP and OBJECT ENCODING, in ${generation}`, async ({ page }) => {
    const { lab, panel } = await openPacked(page, generation);
    await showAllOnce(lab, panel);
    const types = generation === '7.0' ? { hash: 16, zset: 17 } : { hash: 13, zset: 12 };
    const look = async (key: string, encoding: string, type: number) => {
      await lab.settle();
      await expect(panel.getByRole('combobox', { name: 'Key shown' }).locator('option').first()).toHaveText(
        key,
      );
      const payload = await dump(lab, key);
      expect(payload.type).toBe(type);
      const blob = payload.blob();
      payload.expectEnd();
      await lab.settle();
      await expect.poll(() => drawnBytes(panel)).toBe(blob);
      expect(await ask(lab, `OBJECT ENCODING ${key}`)).toBe(`"${encoding}"`);
      await lab.settle();
      await expect(panel.locator('.panel-frame-summary')).toContainText(encoding);
    };

    await ask(lab, 'HSET h name ann age 41 zip 310000 big 9007199254740993 neg -5 empty ""');
    await look('h', packed, types.hash);
    expect((await drawnEntries(panel)).map(({ part, value }) => `${part} ${value}`)).toEqual([
      ...['field name', 'value ann', 'field age', 'value 41', 'field zip', 'value 310000'],
      ...['field big', 'value 9007199254740993', 'field neg', 'value -5', 'field empty', 'value ""'],
    ]);
    await ask(lab, 'HSET h name "a much longer name than before" age 4100');
    await look('h', packed, types.hash);
    await ask(lab, 'HDEL h zip name');
    await look('h', packed, types.hash);

    await ask(lab, 'ZADD z 90 ann 85.5 bob 1000000 cat -inf dan');
    await look('z', packed, types.zset);
    expect((await drawnEntries(panel)).map(({ value }) => value)).toEqual([
      ...['dan', '-inf', 'bob', '85.5', 'ann', '90', 'cat', '1000000'],
    ]);
    await ask(lab, 'ZINCRBY z 10 ann');
    await look('z', packed, types.zset);

    await ask(lab, 'SADD s 5 1 3 900');
    await look('s', 'intset', 11);
    await ask(lab, 'SADD s 70000');
    await look('s', 'intset', 11);
    await ask(lab, 'SADD s -9000000000');
    await look('s', 'intset', 11);
    expect((await drawnEntries(panel)).map(({ value }) => value)).toEqual([
      ...['-9000000000', '1', '3', '5', '900', '70000'],
    ]);
    lab.expectNoTroubles();
  });

  test(`every node of a list agrees with DUMP, in ${generation}`, async ({ page }) => {
    const { lab, panel } = await openPacked(page, generation);
    await ask(lab, `CONFIG SET list-max-${packed}-size 3`);
    await ask(lab, 'RPUSH l a b c 1 2 3 x y');
    await ask(lab, 'LINSERT l BEFORE 2 new');
    await lab.settle();
    await showAll(panel);
    const payload = await dump(lab, 'l');
    expect(payload.type).toBe(generation === '7.0' ? 18 : 14);
    await lab.settle();
    const nodes = payload.length();
    const buttons = panel.getByRole('group', { name: 'Nodes of the list' }).getByRole('button');
    await expect(buttons).toHaveCount(nodes);
    for (let node = 0; node < nodes; node++) {
      // A node of 7.0 says first whether it is packed.
      if (generation === '7.0') expect(payload.length()).toBe(2);
      await buttons.nth(node).click();
      await expect(buttons.nth(node)).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => drawnBytes(panel)).toBe(payload.blob());
    }
    payload.expectEnd();
    expect(await ask(lab, 'OBJECT ENCODING l')).toBe('"quicklist"');
    lab.expectNoTroubles();
  });
}

/** The button is there once there are bytes; it stays as it was set. */
async function showAllOnce(lab: Lab, panel: Locator): Promise<void> {
  await ask(lab, 'HSET first a 1');
  await lab.settle();
  await showAll(panel);
}

test('a cascade is found entry by entry, with the wrong prevlen in sight, and then grows at once', async ({
  page,
}) => {
  const { lab, panel } = await openPacked(page, '6.2');
  const letters = (letter: string, count: number) => letter.repeat(count);
  await typeLong(lab, `RPUSH l ${letters('a', 250)} ${letters('b', 250)} z`);
  await typeLong(lab, `LPUSH l ${letters('x', 251)}`);
  await lab.settle();
  // Folded, the whole list fits on the sheet.
  await expect(panel.locator('.fold')).toHaveCount(3);

  const stale = panel.locator('.segment.stale');
  await backTo(lab, panel, /All are found, now they grow: 2 prevlens become four bytes longer, 8 bytes/);
  await expect(stale).toHaveCount(0);
  await expect(panel.locator('.segment.prevlen.hot')).not.toHaveCount(0);
  await lab.back();
  for (const entry of [3, 2]) {
    await backTo(lab, panel, new RegExp(`The entry before entry ${entry} now takes 257 bytes`));
    await expect(stale).toHaveCount(1);
    await expect(panel.locator(`.packed-entries tr[data-entry="${entry}"]`)).toHaveClass(/is-touched/);
    await expect(panel.locator('.packed-lane')).toContainText('fe 01 01 00 00');
  }
  await backTo(lab, panel, /Entry 1 now follows an entry of 254 bytes/);
  await lab.settle();
  await expect(stale).toHaveCount(0);

  await showAll(panel);
  const payload = await dump(lab, 'l');
  expect([payload.type, payload.length()]).toEqual([14, 1]);
  await lab.settle();
  const blob = payload.blob();
  await expect.poll(() => drawnBytes(panel)).toBe(blob);
  expect(blob.length / 2).toBe(786);
  lab.expectNoTroubles();
});

test('a byte stays the same element while others are inserted before it', async ({ page }) => {
  const { lab, panel } = await openPacked(page);
  await ask(lab, 'RPUSH l middle');
  await ask(lab, 'LPUSH l first');
  await lab.settle();
  await backTo(lab, panel, /"first" is written at byte 6/);
  const byte = panel.locator('.cell[data-offset="14"]:not(.leaving)');
  await expect(byte).toContainText('6d');
  const element = await byte.elementHandle();
  const identity = await byte.getAttribute('data-identity');
  await lab.back();
  await expect(panel.locator('.cell[data-offset="7"]:not(.leaving)')).toHaveAttribute(
    'data-identity',
    identity!,
  );
  await lab.button('Forward').click();
  await expect(byte).toHaveAttribute('data-identity', identity!);
  expect(await element!.evaluate((node) => node.isConnected)).toBe(true);
  // A byte at rest stands level with its span.
  await lab.rest();
  await expect.poll(() => adrift(panel)).toBe(0);
  lab.expectNoTroubles();
});

test('a value that passes a limit is shown in the moment it converts', async ({ page }) => {
  const { lab, panel } = await openPacked(page);
  await ask(lab, 'CONFIG SET hash-max-listpack-entries 2');
  await ask(lab, 'HSET h a 1 b 2');
  await lab.settle();
  await expect(panel).toContainText('hash-max-listpack-entries2 of 2');
  expect(await ask(lab, 'OBJECT ENCODING h')).toBe('"listpack"');
  const before = await ask(lab, 'MEMORY USAGE h');
  await ask(lab, 'HSET h c 3');
  await lab.settle();
  const card = panel.locator('.packed-converted');
  await expect(card).toContainText('h is no longer a listpack: it has become a hashtable.');
  await expect(card.locator('[data-over="true"]')).toContainText('hash-max-listpack-entries3 of 2');
  expect(await ask(lab, 'OBJECT ENCODING h')).toBe('"hashtable"');
  const after = await ask(lab, 'MEMORY USAGE h');
  await lab.settle();
  await lab.back();
  await backTo(lab, panel, /is converted from listpack to hashtable/);
  await expect(panel.locator('.packed-drawing.is-ghost .cell')).not.toHaveCount(0);
  await expect(panel.locator('.packed-drawing .hot')).toHaveCount(0);
  await lab.settle();
  const bytes = (printed: string) => Number(/\d+/.exec(printed)![0]);
  await expect(card).toContainText(String(bytes(after)));
  expect(bytes(after)).toBeGreaterThan(bytes(before));

  // Smaller again, it keeps its encoding; a new one starts packed.
  await ask(lab, 'HDEL h b c');
  await lab.settle();
  await expect(card).toContainText('h is a hashtable');
  await ask(lab, 'DEL h');
  await ask(lab, 'HSET h a 1');
  await lab.settle();
  await expect(panel).toContainText('listpack · 1 field');
  lab.expectNoTroubles();
});

test('any collection can be chosen, and the bytes of one that is gone are said to be gone', async ({
  page,
}) => {
  const { lab, panel } = await openPacked(page);
  await ask(lab, 'HSET h a 1');
  await ask(lab, 'ZADD z 1 a');
  await lab.settle();
  const choice = panel.getByRole('combobox', { name: 'Key shown' });
  await choice.selectOption('h');
  await expect(panel).toContainText('1 field');
  await ask(lab, 'ZADD z 2 b');
  await lab.settle();
  await expect(panel).toContainText('1 field');
  await ask(lab, 'DEL h');
  await lab.settle();
  await expect(panel).toContainText('h does not exist');
  await choice.selectOption({ index: 0 });
  await expect(panel).toContainText('2 members');
  lab.expectNoTroubles();
});

test('arrow keys walk the bytes, and each is announced', async ({ page }) => {
  const { lab, panel } = await openPacked(page);
  await ask(lab, 'HSET h name ann');
  await lab.settle();
  const stage = panel.getByRole('application');
  await stage.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  const spoken = panel.locator('.packed-stage > .visually-hidden[aria-live]');
  await expect(spoken).toContainText('Byte 0: 0x12');
  await expect(spoken).toContainText('total: 18 bytes in all');
  await page.keyboard.press('PageDown');
  await expect(spoken).toContainText('Entry 0 of 2, field "name", encoded as str6, bytes 6 to 11.');
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText('Data of the field "name", the character n.');
  await page.keyboard.press('PageDown');
  await expect(spoken).toContainText('Entry 1 of 2, value "ann"');
  await page.keyboard.press('End');
  await expect(spoken).toContainText('spare');
  // The timeline received none of these keys.
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', 'command 2 of 2 · done');
  lab.expectNoTroubles();
});

test('the pointer shows the purpose of a byte, and highlights its entry', async ({ page }) => {
  const { lab, panel } = await openPacked(page);
  await ask(lab, 'HSET h name ann age 41');
  await lab.settle();
  await panel.locator('.cell[data-offset="22"]').hover();
  await expect(panel.locator('.packed-tip')).toContainText('the integer 41 is in this very byte');
  await expect(panel.locator('.packed-entries tr[data-entry="3"]')).toHaveClass(/is-near/);
  await panel.locator('.packed-entries tr[data-entry="1"]').hover();
  await expect(panel.locator('.segment.near')).toHaveCount(3);
  lab.expectNoTroubles();
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('steps follow each other without travel', async ({ page }) => {
    const { lab, panel } = await openPacked(page);
    await ask(lab, 'RPUSH l a b c d e f g h');
    await ask(lab, 'LPUSH l first');
    await lab.settle();
    for (let steps = 0; steps < 6; steps++) {
      await lab.back();
      expect(await adrift(panel)).toBe(0);
    }
    lab.expectNoTroubles();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('bytes stand in rows of eight, and nothing is wider than the page', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/lab/packed');
    const panel = lab.panel('Packed bytes');
    await expect(panel).toContainText('No command has used a collection yet');
    await ask(lab, 'HSET h name ann age 41 city Hangzhou');
    await lab.settle();
    await expect(panel.locator('.packed-rows text').nth(1)).toHaveText('8');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    const sheet = panel.locator('.packed-sheet');
    expect(await sheet.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    await panel.locator('.packed-entries tr[data-entry="5"]').scrollIntoViewIfNeeded();
    await expect(panel.locator('.packed-entries tr[data-entry="5"]')).toBeInViewport();
    lab.expectNoTroubles();
  });
});

test('the lesson shows the cascade in 6.2, and that there is none in 7.0', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/ziplist-and-listpack/cascade');
  const panel = lab.panel('Packed bytes');
  await expect(panel.locator('.fold')).toHaveCount(3);
  await expect(page.getByText('Redis 6.2')).toBeVisible();
  await lab.hurry();
  await lab.choose('4, every one of them');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('This is the cascade.')).toBeVisible({ timeout: 30_000 });
  await expect(panel.locator('.segment.prevlen').filter({ hasText: 'prevlen 257' })).not.toHaveCount(0);
  await lab.open('./#/learn/ziplist-and-listpack/listpack');
  await expect(page.getByText('Redis 7.0')).toBeVisible();
  await expect(panel.locator('.segment.backlen')).not.toHaveCount(0);
  await expect(panel.locator('.segment.prevlen')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('many bytes are shown a page at a time', async ({ page }) => {
  const { lab, panel } = await openPacked(page);
  await ask(lab, 'CONFIG SET set-max-intset-entries 5000');
  const members = (from: number) => Array.from({ length: 500 }, (_, nth) => (from + nth) * 100).join(' ');
  for (let from = 0; from < 2000; from += 500) await typeLong(lab, `SADD s ${members(from)}`);
  await lab.settle();
  await expect(panel).toContainText('2,000 members');
  await panel.getByRole('button', { name: 'Later bytes' }).click();
  await expect(panel).toContainText(/bytes [1-9][\d,]* to/);
  const first = (await drawnEntries(panel))[0];
  const offset = Number(first.bytes.split('–')[0]);
  // An integer is drawn at its offset: after the header, in its order.
  expect(offset).toBe(8 + (Number(first.value) / 100) * 4);
  await expect(panel.getByRole('button', { name: 'Earlier bytes' })).toBeEnabled();
  lab.expectNoTroubles();
});
