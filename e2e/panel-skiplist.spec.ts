import { expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, backTo } from './panels.ts';

/** The lab with the skiplist as its main panel, and a stopped clock. */
async function openSkiplist(page: Page): Promise<{ lab: Lab; panel: Locator }> {
  const lab = new Lab(page);
  await lab.open('./#/lab/skiplist');
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.stopClock();
  return { lab, panel: lab.panel('Skiplist') };
}

interface DrawnNode {
  readonly rank: number;
  readonly member: string;
  readonly score: string;
  /** Per level, where the pointer leads and its span. */
  readonly links: readonly { readonly toRank: number; readonly span: number }[];
}

/** The panel's accessible table: the header, then node by node. */
async function drawnNodes(panel: Locator): Promise<DrawnNode[]> {
  const rows = await panel
    .locator('table tr[data-rank]')
    .evaluateAll((elements) => elements.map((row) => ({ ...(row as HTMLElement).dataset })));
  return rows.map(({ rank, member, score, links }) => ({
    rank: Number(rank),
    member: member!,
    score: score!,
    links: links!
      .split(' ')
      .map((link) => link.split(':').map(Number))
      .map(([toRank, span]) => ({ toRank, span })),
  }));
}

/** Members in the order in which they are painted, and the height of each tower. */
async function paintedTowers(panel: Locator): Promise<{ member: string; levels: number }[]> {
  return panel.locator('svg.skiplist-drawing').evaluate((svg) => {
    const left = (node: Element) => node.getBoundingClientRect().left;
    return [...svg.querySelectorAll('.node:not(.leaving)')]
      .sort((a, b) => left(a) - left(b))
      .map((node) => ({
        member: node.querySelector('.node-member')!.textContent!,
        levels: svg.querySelectorAll(`.cell:not(.leaving)[data-cell^="${node.getAttribute('data-node')}:"]`)
          .length,
      }));
  });
}

/** A reply of ZRANGE ... WITHSCORES as pairs. */
function readPairs(reply: string): { member: string; score: string }[] {
  const lines = [...reply.matchAll(/^\s*\d+\) "(.*)"$/gm)].map(([, text]) => text);
  const pairs: { member: string; score: string }[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) pairs.push({ member: lines[at], score: lines[at + 1] });
  return pairs;
}

function plain(nodes: readonly DrawnNode[]): { member: string; score: string }[] {
  return nodes.slice(1).map(({ member, score }) => ({ member, score }));
}

const unpack = 'CONFIG SET zset-max-listpack-entries 0';
const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'joe', 'kim', 'leo'];
const twelve = `ZADD board ${names.map((name, nth) => `${(nth + 1) * 10} ${name}`).join(' ')}`;

test('from nothing over a listpack to a skiplist, as OBJECT ENCODING says', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await expect(panel).toContainText('ZADD board 10 ann 20 bob');
  await lab.typeAll(['ZADD board 20 bob 10 ann']);
  await lab.settle();
  expect(await ask(lab, 'OBJECT ENCODING board')).toBe('"listpack"');
  await expect(panel).toContainText('Still packed: one listpack');
  await expect(panel).toContainText('zset-max-listpack-entries 128');
  const pairs = await panel.locator('.skiplist-pairs li').evaluateAll((items) =>
    items.map((item) => ({
      member: (item as HTMLElement).dataset.member!,
      score: (item as HTMLElement).dataset.score!,
    })),
  );
  expect(pairs).toEqual(readPairs(await ask(lab, 'ZRANGE board 0 -1 WITHSCORES')));

  await lab.typeAll(['CONFIG SET zset-max-listpack-entries 2', 'ZADD board 30 cat']);
  await lab.settle();
  expect(await ask(lab, 'OBJECT ENCODING board')).toBe('"skiplist"');
  await expect(panel).toContainText(/3 members · \d levels? · skiplist/);
  expect(plain(await drawnNodes(panel))).toEqual(readPairs(await ask(lab, 'ZRANGE board 0 -1 WITHSCORES')));
  await lab.typeAll(['DEL board']);
  await lab.settle();
  await expect(panel).toContainText('board does not exist');
  lab.expectNoTroubles();
});

test('the drawing agrees with ZRANGE and ZRANK, whatever comes and goes', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await lab.typeAll([unpack, twelve]);
  await lab.settle();
  const drawing = await panel.locator('svg.skiplist-drawing > g').first().elementHandle();
  for (const command of [
    'ZADD board 65 mia',
    'ZADD board 66 mia',
    'ZADD board 5 mia',
    'ZREM board ivy dan',
    'ZINCRBY board 100.5 ann',
    'ZADD board 20 "two words" -inf low +inf high',
    'ZREMRANGEBYRANK board 0 1',
    'ZPOPMAX board',
  ]) {
    await lab.typeAll([command]);
    await lab.settle();
    const nodes = await drawnNodes(panel);
    const pairs = readPairs(await ask(lab, 'ZRANGE board 0 -1 WITHSCORES'));
    expect(plain(nodes)).toEqual(pairs);
    await lab.settle();
    const towers = await paintedTowers(panel);
    expect(towers.map(({ levels }) => levels)).toEqual(nodes.slice(1).map(({ links }) => links.length));
    // Every span leads from a rank to a rank, and on each level the pointers reach every tower of that height.
    for (const { rank, links } of nodes) {
      links.forEach(({ toRank, span }, level) => {
        const next = nodes.find((node) => node.rank > rank && node.links.length > level);
        expect(toRank).toBe(next?.rank ?? 0);
        expect(span).toBe(next === undefined ? pairs.length - rank : next.rank - rank);
      });
    }
  }
  for (const { rank, member } of (await drawnNodes(panel)).slice(1)) {
    const word = member.includes(' ') ? `"${member}"` : member;
    expect(await ask(lab, `ZRANK board ${word}`)).toBe(`(integer) ${rank - 1}`);
  }
  // One drawing for it all.
  expect(await drawing!.evaluate((node) => node.isConnected)).toBe(true);
  lab.expectNoTroubles();
});

test('the spans of the hops add up to the rank, and the path is drawn', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await lab.typeAll([unpack, twelve]);
  await lab.settle();
  for (const member of ['hal', 'leo', 'ann']) {
    const answer = Number(/\d+/.exec(await ask(lab, `ZRANK board ${member}`))![0]);
    await lab.settle();
    const lane = panel.locator('.skiplist-lane');
    await expect(lane).toContainText(`rank ${answer + 1}`);
    const spans = (await lane.locator('.lane-span b').allTextContents()).map(Number);
    expect(spans.reduce((sum, span) => sum + span, 0)).toBe(answer + 1);

    // The last hop: its node is the requested one, and the search stands there.
    await backTo(lab, panel, /The search hops there/);
    await expect(panel.locator('.node.hot .node-member')).toHaveText(member);
    await expect(panel.locator('.pointer.hot .span text')).toHaveText(String(spans[spans.length - 1]));
    await expect
      .poll(async () => {
        const head = (await panel.locator('.search-head').boundingBox())!;
        const cell = (await panel.locator('.cell.hot').boundingBox())!;
        return Math.abs(head.x + head.width / 2 - (cell.x + cell.width / 2));
      })
      .toBeLessThan(2);
    await lab.settle();
  }
  lab.expectNoTroubles();
});

test('a new node is drawn, linked in, and taken out again', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await lab.typeAll([unpack, twelve, 'ZADD board 65 mia']);
  await lab.settle();
  const after = await drawnNodes(panel);
  const mia = after.find(({ member }) => member === 'mia')!;
  expect(mia.rank).toBe(7);

  await backTo(lab, panel, /is linked at rank 7/);
  await expect(panel.locator('.node.hot .node-member')).toHaveText('mia');
  await expect(panel.locator('.pointer.fresh')).toHaveCount(mia.links.length * 2);
  const sentence = await backTo(lab, panel, /mia draws its level/);
  const draws = /level: ([\d, ]+)\./.exec(sentence)![1].split(', ').map(Number);
  expect(draws).toHaveLength(mia.links.length);
  expect(draws.slice(0, -1).every((draw) => draw === 0)).toBe(true);
  expect(draws[draws.length - 1]).not.toBe(0);
  expect((await panel.locator('.lane-draw b').allTextContents()).map(Number)).toEqual(draws);
  await expect(panel.locator('.ghost .ghost-box')).toHaveCount(mia.links.length + 1);
  expect(plain(await drawnNodes(panel)).map(({ member }) => member)).toEqual(names);

  await lab.settle();
  await lab.typeAll(['ZREM board mia']);
  await lab.settle();
  await backTo(lab, panel, /mia is removed: pointers to it/);
  await expect(panel.locator('.ghost-member')).toHaveText('mia');
  await lab.settle();
  await expect(panel.locator('.ghost')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('a range takes the nodes that are in the reply, and no others', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await lab.typeAll([unpack, twelve]);
  await lab.settle();
  for (const command of ['ZRANGE board 50 80 BYSCORE', 'ZREVRANGE board 0 2', 'ZRANGE board 3 5']) {
    const reply = [...(await ask(lab, command)).matchAll(/"(\w+)"/g)].map(([, member]) => member);
    await lab.settle();
    expect((await panel.locator('.node.taken .node-member').allTextContents()).sort()).toEqual(
      [...reply].sort(),
    );
    expect(await panel.locator('.lane-taken').allTextContents()).toEqual(reply);
  }
  // Only counting takes nothing.
  await ask(lab, 'ZCOUNT board 50 80');
  await lab.settle();
  await expect(panel.locator('.node.taken')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('a long list has a window that goes anywhere and follows the search', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  const many = Array.from({ length: 400 }, (_, nth) => `${nth + 1} m:${nth + 1}`).join(' ');
  await lab.typeAll([unpack]);
  await lab.type(`ZADD crowd ${many}`);
  await expect(panel).toContainText('400 members', { timeout: 30_000 });
  await lab.settle();
  const ranks = async () => (await drawnNodes(panel)).slice(1).map(({ rank }) => rank);
  const jump = panel.getByRole('textbox', { name: 'First rank shown' });
  await jump.fill('201');
  await jump.press('Enter');
  await expect.poll(async () => (await ranks())[0]).toBe(201);
  const shown = await ranks();
  const pairs = readPairs(await ask(lab, `ZRANGE crowd 200 ${199 + shown.length} WITHSCORES`));
  await lab.settle();
  expect(plain(await drawnNodes(panel))).toEqual(pairs);
  await panel.getByRole('button', { name: 'Later nodes' }).click();
  await expect.poll(async () => (await ranks())[0]).toBe(201 + shown.length);
  await panel.getByRole('slider', { name: 'Window on the list' }).fill('100');
  await expect.poll(async () => (await ranks())[0]).toBe(101);
  await panel.getByRole('button', { name: 'Show more nodes' }).click();
  await expect.poll(async () => (await ranks()).length).toBeGreaterThan(shown.length);

  // A following window moves to where the search ends.
  await panel.getByRole('button', { name: 'Follow' }).click();
  await lab.typeAll(['ZRANK crowd m:333']);
  await lab.settle();
  await expect.poll(ranks).toContain(333);
  lab.expectNoTroubles();
});

test('the panel follows the commands until a sorted set is chosen', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await lab.typeAll([unpack, 'ZADD a 1 x 2 y', 'ZADD b 1 p']);
  await lab.settle();
  const members = async () => plain(await drawnNodes(panel)).map(({ member }) => member);
  await expect.poll(members).toEqual(['p']);
  await lab.typeAll(['ZSCORE a x']);
  await lab.settle();
  await expect.poll(members).toEqual(['x', 'y']);
  const choice = panel.getByRole('combobox', { name: 'Sorted set shown' });
  await choice.selectOption({ label: 'b' });
  await expect.poll(members).toEqual(['p']);
  await lab.typeAll(['ZADD a 3 z']);
  await lab.settle();
  await expect.poll(members).toEqual(['p']);
  await choice.selectOption({ index: 0 });
  await expect.poll(members).toEqual(['x', 'y', 'z']);
  lab.expectNoTroubles();
});

test('arrow keys follow the pointers, and each place is announced', async ({ page }) => {
  const { lab, panel } = await openSkiplist(page);
  await lab.typeAll([unpack, twelve]);
  await lab.settle();
  const nodes = await drawnNodes(panel);
  const top = nodes[0].links.length - 1;
  const spoken = panel.locator('.skiplist-stage > .visually-hidden[aria-live]');
  const stage = panel.getByRole('application');
  await stage.focus();
  await page.keyboard.press('Home');
  await expect(spoken).toContainText(`Header, level ${top}`);
  await page.keyboard.press('ArrowRight');
  const first = nodes.find(({ rank }) => rank === nodes[0].links[top].toRank)!;
  await expect(spoken).toContainText(`${first.member}, score ${first.score}, rank ${first.rank}`);
  for (let level = top; level > 0; level--) await page.keyboard.press('ArrowDown');
  await expect(spoken).toContainText('level 0 to');
  await page.keyboard.press('ArrowLeft');
  const previous = nodes.find(({ rank }) => rank === first.rank - 1)!;
  await expect(spoken).toContainText(previous.rank === 0 ? 'Header' : previous.member);
  // The timeline received none of these keys.
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /^command 2 of 2/);
  lab.expectNoTroubles();
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('steps follow each other without travel', async ({ page }) => {
    const { lab, panel } = await openSkiplist(page);
    await lab.typeAll([unpack, twelve, 'ZADD board 65 mia']);
    await lab.settle();
    for (let steps = 0; steps < 8; steps++) {
      await lab.back();
      await expect(panel.locator('svg [opacity]:not([opacity="1"])')).toHaveCount(0);
      await expect(panel.locator('svg .leaving')).toHaveCount(0);
    }
    lab.expectNoTroubles();
  });
});

test('the lesson predicts, runs and checks', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn/skiplist');
  await page.getByRole('combobox', { name: 'Playback speed' }).selectOption('4');
  const panel = lab.panel('Skiplist');
  await expect(panel).toContainText('12 members · 4 levels · skiplist');
  const step = lab.lessonStep('One list, several lanes');
  await step.getByRole('radio', { name: '8, one node after the other' }).check();
  await step.getByRole('button', { name: 'Run' }).click();
  await expect(step).toContainText('hops = 3');
  await expect(panel.locator('.skiplist-lane')).toContainText('rank 8');

  await page.getByRole('link', { name: 'Next' }).click();
  const rank = lab.lessonStep('The rank is a sum');
  await rank.getByRole('radio', { name: '9 + 1' }).check();
  await rank.getByRole('button', { name: 'Run' }).first().click();
  await expect(rank).toContainText('spans hopped = 9+1');
  await lab.run('ZRANK board cat', '(integer) 2');
  await expect(rank.locator('.lesson-check-found')).toHaveText('This time it was 3.');
  await lab.run('ZRANK board dan', '(integer) 3');
  await expect(rank.locator('.lesson-task')).toHaveAttribute('data-status', 'solved');
  lab.expectNoTroubles();
});
