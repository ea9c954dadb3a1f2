import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

/** Rungs from the highest down. */
async function rungs(panel: Locator, which = ''): Promise<string[]> {
  const boxes = panel.locator(`[data-box^="rung:"]${which}:not(.leaving)`);
  const found = await boxes.evaluateAll((all) =>
    all.map((box) => ({ id: box.getAttribute('data-box')!.slice(5), y: box.getBoundingClientRect().y })),
  );
  return found.sort((a, b) => a.y - b.y).map(({ id }) => id);
}

const membersIn = (printed: string) => [...printed.matchAll(/"([^"]+)"/g)].map(([, member]) => member);

test('the ladder agrees with ZRANGE, in both encodings, and windows are the queried ones', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/ladder');
  const panel = lab.panel('Sorted-set ladder');
  await expect(panel).toContainText('ZADD board');
  await lab.stopClock();
  await lab.hurry();
  await ask(lab, 'ZADD board 120 ann 90 bob 210 cat 90 dan 340 eve');
  for (const encoding of ['listpack', 'skiplist']) {
    if (encoding === 'skiplist') {
      await lab.typeAll(['CONFIG SET zset-max-listpack-entries 2', 'ZADD board 10 zed']);
    }
    expect(await ask(lab, 'OBJECT ENCODING board')).toBe(`"${encoding}"`);
    const all = membersIn(await ask(lab, 'ZREVRANGE board 0 -1'));
    await lab.settle();
    await expect(panel).toContainText(encoding);
    await expect.poll(() => rungs(panel)).toEqual(all);
    for (const command of [
      'ZRANGE board 1 -2',
      'ZRANGEBYSCORE board (90 +inf LIMIT 1 2',
      'ZRANGE board 210 0 BYSCORE REV',
    ]) {
      const members = membersIn(await ask(lab, command));
      await lab.settle();
      await expect
        .poll(async () => (await rungs(panel, '.tone-new')).sort(), { message: command })
        .toEqual(members.sort());
    }
    // A member climbs: score and rank are those of the engine.
    await ask(lab, 'ZINCRBY board 100 bob');
    await lab.settle();
    const row = panel.locator('[data-row="rung:bob"]');
    const score = (await ask(lab, 'ZSCORE board bob')).replaceAll('"', '');
    const rank = (await ask(lab, 'ZRANK board bob')).replace('(integer) ', '');
    await lab.settle();
    await expect(row).toContainText(`score ${score}, ZRANK ${rank}, matched`);
    await expect.poll(() => rungs(panel)).toEqual(membersIn(await ask(lab, 'ZREVRANGE board 0 -1')));
  }
  // On the scale of scores the same order, and a point for each.
  await lab.choose('By score');
  await expect(panel.locator('[data-box^="point:"]:not(.leaving)')).toHaveCount(6);
  lab.expectNoTroubles();
});
