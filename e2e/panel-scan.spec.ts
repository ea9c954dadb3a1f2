import { expect, type Locator, test } from '@playwright/test';
import { ask, backTo, openStill } from './panels.ts';

/** The buckets with a sign of SCAN. */
async function signed(dict: Locator, state: 'visited' | 'next'): Promise<string[]> {
  const places = await dict
    .locator(`svg .scan-sign.${state}`)
    .evaluateAll((signs) => signs.map((sign) => (sign as SVGElement).dataset.scan!));
  return places.sort();
}

async function keysIn(dict: Locator, bucket: string): Promise<string[]> {
  const text = await dict.locator(`table tr[data-bucket="${bucket}"] td`).innerText();
  return text === 'empty' ? [] : text.split(', ');
}

/** The cursor and the keys of a reply of SCAN. */
function replyOf(printed: string): { cursor: number; keys: string[] } {
  const [cursor, ...keys] = [...printed.matchAll(/"([^"]*)"/g)].map(([, text]) => text);
  return { cursor: Number(cursor), keys };
}

test('SCAN has returned the keys of the buckets it has passed, also when the table grows', async ({
  page,
}) => {
  const { lab, dict } = await openStill(page);
  await lab.typeAll(Array.from({ length: 8 }, (_, nth) => `SET user:${nth + 1} v`));
  const returned: string[] = [];
  let cursor = 0;
  const compare = async () => {
    await lab.settle();
    const visited = await signed(dict, 'visited');
    const passed = (await Promise.all(visited.map((bucket) => keysIn(dict, bucket)))).flat();
    expect(new Set(passed)).toEqual(new Set(returned));
  };
  const scan = async () => {
    const reply = replyOf(await ask(lab, `SCAN ${cursor} COUNT 2`));
    cursor = reply.cursor;
    returned.push(...reply.keys);
  };
  await scan();
  expect(cursor).not.toBe(0);
  await compare();
  expect(await signed(dict, 'next')).toEqual([`0:${cursor}`]);
  await expect(dict).toContainText(`Cursor ${cursor}: `);

  // Inside the call: the bucket that is read, and the cursor from right to left.
  const [, bucket, visited] = /reads bucket (\d+) of ht\[0\].*read backwards [01]+ = (\d+)/.exec(
    await backTo(lab, dict, /The scan reads bucket/),
  )!;
  await expect(dict.locator(`.bucket[data-bucket="0:${bucket}"]`)).toHaveClass(/hot/);
  expect(await signed(dict, 'visited')).toHaveLength(Number(visited));
  await expect(dict.locator('.lane-mirrored')).toContainText(`= ${visited} of 8 behind`);

  // A new key opens a larger table in the middle of the walk.
  await lab.settle();
  await lab.typeAll(['SET user:9 v']);
  await lab.settle();
  expect(await ask(lab, 'DEBUG HTSTATS 0')).toContain('rehashing target');
  await scan();
  await lab.settle();
  const [, kin, small] = /reads bucket (\d+) of ht\[1\].*extends bucket (\d+) of ht\[0\]/.exec(
    await backTo(lab, dict, /It extends bucket/),
  )!;
  expect(Number(kin) % 8).toBe(Number(small));
  expect(await signed(dict, 'visited')).toContain(`0:${small}`);
  await lab.settle();
  while (cursor !== 0) await scan();
  await lab.settle();
  // Every key that was there from the beginning, and no other.
  for (let nth = 1; nth <= 8; nth++) expect(returned).toContain(`user:${nth}`);
  expect(new Set(returned).size).toBeLessThanOrEqual(9);
  const twice = returned.filter((key, nth) => returned.indexOf(key) !== nth);
  await expect(dict.locator('.dict-scan-note')).toContainText(
    twice.length === 0 ? 'none twice' : `${new Set(twice).size} more than once`,
  );
  await expect(dict.locator('.dict-scan-note')).toContainText('The scan is complete');
  // The next command ends its display.
  await lab.typeAll(['GET user:1']);
  await lab.settle();
  await expect(dict.locator('.scan-sign')).toHaveCount(0);

  // The same inside a value that is a table.
  await dict.getByRole('radio', { name: 'value' }).dispatchEvent('click');
  await lab.typeAll(['HSET user:1h a 1']);
  await lab.settle();
  await expect(dict).toContainText('user:1h is stored as listpack, without a table.');
  await lab.typeAll(['CONFIG SET hash-max-listpack-entries 1', 'HSET user:1h b 2 c 3 d 4']);
  const first = replyOf(await ask(lab, 'HSCAN user:1h 0 COUNT 1'));
  const fields = first.keys.filter((_, nth) => nth % 2 === 0);
  await lab.settle();
  const passed = await signed(dict, 'visited');
  expect((await Promise.all(passed.map((bucket) => keysIn(dict, bucket)))).flat().sort()).toEqual(
    fields.sort(),
  );
  // By chance all fields may lie in one bucket; then the scan is over, and the next command ends its display.
  await expect(dict).toContainText(`${(await ask(lab, 'HLEN user:1h')).replace(/\D/g, '')} entries`);
  lab.expectNoTroubles();
});
