import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

/** The lab with the panel of locks, several consoles and a stopped clock. */
class Race extends Lab {
  readonly locks: Locator;

  constructor(page: Page) {
    super(page);
    this.locks = this.panel('Locks');
  }

  static async start(page: Page, clients = 2): Promise<Race> {
    const race = new Race(page);
    await race.open('./#/lab/locks');
    await expect(race.panel('Keyspace')).toContainText('0 keys');
    await race.stopClock();
    for (let client = 2; client <= clients; client++) {
      await race.connect(client);
    }
    return race;
  }

  tab(client: number): Locator {
    return this.page.getByRole('tab', { name: `client ${client}`, exact: true });
  }

  /** Types a command into the console of a client and returns what it printed. */
  async as(client: number, command: string): Promise<string> {
    await this.tab(client).click();
    const printed = await ask(this, command);
    await this.settle();
    return printed;
  }

  /** Moves the clock by a second. */
  async pass(): Promise<void> {
    const table = this.locks.locator('table[data-owner]');
    const now = async () => Number(await table.getAttribute('data-now'));
    const before = await now();
    await this.page.getByRole('button', { name: /^Server clock/ }).click();
    await this.button('+1 s').click();
    await expect.poll(now).toBe(before + 1000);
    await this.page.keyboard.press('Escape');
    await this.settle();
  }

  /** The lock as the panel shows it. */
  async shown(): Promise<{ owner: string; token: string; leftMs: number; states: Record<string, string> }> {
    const table = this.locks.locator('table[data-owner]');
    const { owner, token, expireAt, now } = await table.evaluate((element) => ({
      ...(element as HTMLElement).dataset,
    }));
    const states = await table
      .locator('tr[data-lane]')
      .evaluateAll((rows) =>
        rows.map((row) => [(row as HTMLElement).dataset.lane!, (row as HTMLElement).dataset.state!]),
      );
    return {
      owner: owner!,
      token: token!,
      leftMs: Number(expireAt) < 0 ? -1 : Number(expireAt) - Number(now),
      states: Object.fromEntries(states),
    };
  }

  /** Bars of a client's lane, in the order of time. */
  async bars(client: number): Promise<string[]> {
    return this.locks.locator(`svg .span:not(.leaving)[data-client="${client}"]`).evaluateAll((bars) =>
      bars
        .map((bar) => ({
          kind: (bar as SVGElement).dataset.kind!,
          x: Number(bar.querySelector('rect')!.getAttribute('x')),
        }))
        .sort((a, b) => a.x - b.x)
        .map(({ kind }) => kind),
    );
  }

  async signs(): Promise<string[]> {
    return this.locks
      .locator('svg .event:not(.leaving)')
      .evaluateAll((signs) =>
        signs.map((sign) => `${(sign as SVGElement).dataset.client} ${(sign as SVGElement).dataset.kind}`),
      );
  }

  get alarm(): Locator {
    return this.locks.locator('svg .conflict:not(.leaving)');
  }
}

const release = (token: string) =>
  `EVAL "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('DEL', KEYS[1])" 1 lock:order ${token}`;

test('before anybody tries, the panel says what to type', async ({ page }) => {
  const race = await Race.start(page, 1);
  await expect(race.locks).toContainText('SET lock:order token NX EX 10');
  race.expectNoTroubles();
});

test('two consoles race for a lock, and the lanes agree with GET and PTTL', async ({ page }) => {
  const race = await Race.start(page);
  expect(await race.as(1, 'SET lock:order a NX PX 60000')).toBe('OK');
  expect(await race.as(2, 'SET lock:order b NX PX 60000')).toBe('(nil)');
  expect(await race.signs()).toEqual(['1 acquired', '2 refused']);
  expect(await race.bars(1)).toEqual(['held']);
  expect(await race.bars(2)).toEqual(['waiting']);
  await race.pass();

  // The drawing agrees with the engine: the value, and the time left.
  const before = await race.shown();
  expect(before).toMatchObject({ owner: '1', states: { 1: 'held', 2: 'waiting' } });
  expect(`"${before.token}"`).toBe(await race.as(2, 'GET lock:order'));
  expect(await race.as(2, 'PTTL lock:order')).toBe(`(integer) ${(await race.shown()).leftMs}`);
  expect(before.leftMs).toBeLessThan(60_000);
  expect(before.leftMs).toBeGreaterThan(0);

  // The bar of the key ends at the present, and continues as a dashed one to its expiry.
  const edge = async (selector: string) => {
    const box = (await race.locks.locator(selector).boundingBox())!;
    return { left: box.x, right: box.x + box.width };
  };
  const now = await edge('svg .now line');
  expect(Math.abs((await edge('svg .lease .lived')).right - now.left)).toBeLessThan(3);
  expect(Math.abs((await edge('svg .lease .ahead')).left - now.left)).toBeLessThan(3);

  expect(await race.as(1, 'DEL lock:order')).toBe('(integer) 1');
  expect(await race.as(2, 'SET lock:order b NX PX 60000')).toBe('OK');
  expect(await race.bars(1)).toEqual(['held']);
  expect(await race.bars(2)).toEqual(['waiting', 'held']);
  expect((await race.shown()).owner).toBe('2');
  await expect(race.alarm).toHaveCount(0);
  race.expectNoTroubles();
});

test('a wrong release is shown: two holders, an alarm, and whose lock it was', async ({ page }) => {
  const race = await Race.start(page, 3);
  await race.as(1, 'SET lock:order 1 NX PX 500');
  await race.pass();
  expect((await race.shown()).states).toEqual({ 1: 'believed' });
  expect(await race.as(2, 'SET lock:order 1 NX PX 600000')).toBe('OK');
  await expect(race.alarm).toHaveCount(1);
  await expect(race.alarm).toHaveAttribute('data-clients', '1,2');
  await expect(race.locks).toContainText('⚠ 2 act as holders');

  // The slow client's command answers as if all were well; the lanes show the mistake.
  expect(await race.as(1, 'DEL lock:order')).toBe('(integer) 1');
  expect(await race.as(3, 'EXISTS lock:order')).toBe('(integer) 0');
  expect(await race.signs()).toEqual(['1 acquired', '0 expired', '2 acquired', '1 wrongRelease']);
  expect(await race.bars(1)).toEqual(['held', 'believed']);
  expect(await race.bars(2)).toEqual(['held', 'believed']);
  expect(await race.shown()).toMatchObject({ owner: '0', token: '', states: { 1: 'none', 2: 'believed' } });
  expect(await race.as(3, 'SET lock:order 1 NX PX 600000')).toBe('OK');
  await expect(race.alarm).toHaveCount(2);
  await expect(race.alarm.last()).toHaveAttribute('data-clients', '2,3');

  // Back to before the release: the second client still holds the lock. Another history can begin there.
  await race.locks.getByRole('button', { name: /client 2 takes the lock/i }).click();
  await expect(race.locks.locator('svg .event:not(.leaving)')).toHaveCount(3);
  expect(await race.shown()).toMatchObject({ owner: '2', token: '1' });
  await race.as(2, 'DEL lock:order');
  expect(await race.signs()).toEqual(['1 acquired', '0 expired', '2 acquired', '2 released']);
  race.expectNoTroubles();
});

test('released by a script that compares, the lock of the other survives', async ({ page }) => {
  const race = await Race.start(page);
  await race.as(1, 'SET lock:order a NX PX 500');
  await race.pass();
  await race.as(2, 'SET lock:order b NX PX 600000');
  expect(await race.as(1, release('a'))).toBe('(integer) 0');
  expect(await race.signs()).toEqual(['1 acquired', '0 expired', '2 acquired', '1 spared']);
  expect(await race.shown()).toMatchObject({ owner: '2', token: 'b', states: { 1: 'none', 2: 'held' } });
  expect(await race.as(1, 'GET lock:order')).toBe('"b"');
  expect(await race.as(2, release('b'))).toBe('(integer) 1');
  expect(await race.as(2, 'EXISTS lock:order')).toBe('(integer) 0');
  expect((await race.shown()).owner).toBe('0');
  expect((await race.signs()).filter((sign) => sign.endsWith('wrongRelease'))).toEqual([]);
  race.expectNoTroubles();
});

test('a client that is closed leaves its lock behind', async ({ page }) => {
  const race = await Race.start(page);
  await race.as(1, 'SETNX lock:order 1');
  await race.tab(1).click();
  await race.button('Close client 1').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(race.tab(1)).toHaveCount(0);
  expect(await race.as(2, 'SETNX lock:order 1')).toBe('(integer) 0');
  expect(await race.as(2, 'PTTL lock:order')).toBe('(integer) -1');
  expect(await race.shown()).toMatchObject({
    owner: '1',
    leftMs: -1,
    states: { 1: 'orphaned', 2: 'waiting' },
  });
  await expect(race.locks).toContainText('left behind by client 1');
  race.expectNoTroubles();
});

test('by keyboard: from sign to sign, a note on each, and to its place on the timeline', async ({ page }) => {
  const race = await Race.start(page);
  await race.as(1, 'SETNX lock:order a');
  await race.as(2, 'SETNX lock:order b');
  await race.as(1, 'DEL lock:order');
  const signs = race.locks.locator('svg .event:not(.leaving)');
  await signs.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(signs.nth(1)).toBeFocused();
  await expect(race.locks.locator('.panel-tip')).toContainText('SETNX lock:order b → (integer) 0');
  await page.keyboard.press('Home');
  await expect(signs.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(signs).toHaveCount(1);
  await expect(race.locks.locator('.panel-frame-narration')).toContainText(
    'Client 1 takes the lock: the key now holds a, without an expiry.',
  );
  await race.settle();
  const { violations } = await new AxeBuilder({ page }).include('.panel-frame:has(.locks)').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
});

/** The lesson by its accessible names. */
class LockLesson extends Race {
  async at(heading: string): Promise<Locator> {
    const step = this.lessonStep(heading);
    await expect(step).toHaveAttribute('aria-busy', 'false');
    return step;
  }

  /** Presses the next card of a scripted client. */
  async step(name: string, command: RegExp): Promise<void> {
    const frames = await this.place();
    await this.page.getByRole('button', { name: new RegExp(`^${name} sends ${command.source}`) }).click();
    await expect.poll(() => this.place()).not.toBe(frames);
  }

  async move(amount: string): Promise<void> {
    const clock = this.page.locator('.lesson-players').getByRole('status');
    const before = await clock.innerText();
    await this.page
      .locator('.lesson-players')
      .getByRole('button', { name: `+ ${amount}` })
      .click();
    await expect(clock).not.toHaveText(before);
  }

  async predict(step: Locator, option: string): Promise<Locator> {
    // Of two questions with the same option, the later one.
    const box = step
      .locator('.lesson-ask', { has: this.page.getByRole('radio', { name: option, exact: true }) })
      .last();
    await box.getByRole('radio', { name: option, exact: true }).check();
    await box.getByRole('button', { name: 'Run' }).click();
    await expect(box.getByRole('button', { name: 'Replay' })).toBeVisible();
    return box;
  }

  async runDemo(step: Locator, nth = 0): Promise<void> {
    const demo = step.getByRole('figure', { name: 'Demonstration' }).nth(nth);
    await demo.getByRole('button', { name: 'Run' }).click();
    await expect(demo.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 20_000 });
  }

  async solved(step: Locator): Promise<void> {
    await expect(step.locator('.lesson-task[data-status="solved"]')).toHaveCount(1);
  }

  /** Replaces the program of both workers and searches every order of it. */
  async prove(step: Locator, source: string): Promise<void> {
    const box = step.getByRole('region', { name: 'You decide the order' });
    await box.getByRole('textbox', { name: /^Program of Worker A/ }).focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(source);
    await box.getByRole('button', { name: /^Search (every order|again)$/ }).click();
    await expect(box).toHaveAttribute('data-solved', 'true', { timeout: 60_000 });
  }

  async next(): Promise<void> {
    await this.page.getByRole('link', { name: 'Next' }).click();
  }
}

const withScript = `local mine = token()
if not redis('SET', 'lock', mine, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
db.write('file', me)
note('wrote')
redis('EVAL', "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", 1, 'lock', mine)
release('lock')
return 'done'`;

test('a learner breaks four locks, cannot break the fifth, and breaks a fence', async ({ page }) => {
  test.setTimeout(180_000);
  const lesson = new LockLesson(page);
  await lesson.open('./#/learn/lock-evolution');
  let step = await lesson.at('First to write wins');
  await lesson.hurry();
  await lesson.runDemo(step);
  await expect(lesson.locks.locator('svg .span.held')).toHaveCount(2);
  await lesson.step('A', /SETNX/);
  await lesson.button('Crash A').click();
  await expect(step.getByText('crashed; its next command restarts it')).toBeVisible();
  await lesson.move('1 h');
  await lesson.step('B', /SETNX/);
  await lesson.solved(step);
  await expect(lesson.locks.locator('svg .span.orphaned')).toHaveCount(1);
  let box = await lesson.predict(step, '-1, it never expires');
  await expect(box).toContainText('You predicted it.');

  await lesson.next();
  step = await lesson.at('Add an expiry');
  await lesson.runDemo(step);
  await lesson.step('A', /SETNX/);
  await lesson.button('Crash A').click();
  await lesson.move('11 s');
  await lesson.step('B', /SETNX/);
  await lesson.solved(step);

  await lesson.next();
  step = await lesson.at('One command, but anybody may delete');
  await lesson.runDemo(step);
  await lesson.step('A', /SET/);
  await lesson.move('11 s');
  await lesson.step('B', /SET/);
  await expect(lesson.alarm).toHaveCount(1);
  await lesson.step('A', /DEL/);
  await lesson.solved(step);
  await expect(lesson.locks.locator('svg .event.wrongRelease')).toHaveCount(1);
  box = await lesson.predict(step, 'nil, because B is still inside');
  await expect(box).toContainText('You predicted “nil, because B is still inside”.');

  await lesson.next();
  step = await lesson.at('Put a name on the lock');
  await lesson.step('A', /SET/);
  await lesson.move('11 s');
  await lesson.step('B', /SET/);
  await lesson.step('A', /GET/);
  await lesson.solved(step);
  await expect(step.getByText('skipped: its condition does not hold')).toBeVisible();

  await lesson.next();
  step = await lesson.at('Look first, then act');
  await lesson.step('A', /SET/);
  await lesson.step('A', /GET/);
  await lesson.move('11 s');
  // By keyboard this time.
  await page.getByRole('button', { name: /^B sends SET/ }).focus();
  await page.keyboard.press('Enter');
  await expect(lesson.alarm).toHaveCount(1);
  await lesson.step('A', /DEL/);
  await lesson.solved(step);

  await lesson.next();
  step = await lesson.at('Compare and delete in one');
  await lesson.runDemo(step);
  box = await lesson.predict(step, "B's, as before");
  await expect(box).toContainText('You predicted it.');
  await expect(lesson.locks.locator('svg .event.spared')).toHaveCount(1);

  await lesson.next();
  step = await lesson.at('Try to break it');
  await lesson.step('A', /SET/);
  await lesson.move('11 s');
  await lesson.step('B', /SET/);
  await lesson.step('A', /EVAL/);
  await expect(lesson.locks.locator('svg .event.spared')).toHaveCount(1);
  await lesson.step('B', /EVAL/);
  await expect(lesson.locks.locator('svg .event.wrongRelease')).toHaveCount(0);
  await lesson.prove(step, withScript);

  await lesson.next();
  step = await lesson.at('Two holders all the same');
  await lesson.runDemo(step);
  await lesson.predict(step, 'nil, because the renewal counts from second 8');
  await lesson.runDemo(step, 1);
  await expect(lesson.alarm).toHaveCount(1);

  await lesson.next();
  step = await lesson.at('A fence around the data');
  await lesson.step('A', /SET/);
  await lesson.move('11 s');
  await lesson.step('B', /SET/);
  await lesson.step('B', /INCR/);
  await lesson.step('A', /INCR/);
  await lesson.solved(step);
  await lesson.runDemo(step);
  // The true holder is refused while the number is drawn apart from the lock.
  box = await lesson.predict(step, '1, written: B holds the lock');
  await expect(box).toContainText('reply = (integer) 0');
  await lesson.runDemo(step, 1);
  box = await lesson.predict(step, '0, refused: the order has seen 4');
  await expect(box).toContainText('You predicted it.');

  // All but the one with a script to mend, which has a test of its own.
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('link');
  await expect(steps.filter({ has: page.locator('svg') })).toHaveCount(8);
  lesson.expectNoTroubles();
});

test('a card says on what its command depends, before anybody runs it', async ({ page }) => {
  const lesson = new LockLesson(page);
  await lesson.open('./#/learn/lock-evolution/token');
  await lesson.at('Put a name on the lock');
  const cards = page.getByRole('region', { name: 'A', exact: true }).getByRole('listitem');
  await expect(cards).toHaveText([
    /again until the reply is OK/,
    /^GET lock:order$/,
    /^only if the reply before was "A:7f3a"DEL lock:order$/,
  ]);
  // Once its command is left out, the card says that instead.
  await lesson.step('A', /SET/);
  await lesson.move('11 s');
  await lesson.step('B', /SET/);
  await lesson.step('A', /GET/);
  await expect(cards.last()).not.toContainText('only if');
  lesson.expectNoTroubles();
});

test('scripted clients stand where the shown history left them', async ({ page }) => {
  const lesson = new LockLesson(page);
  await lesson.open('./#/learn/lock-evolution/race');
  await lesson.at('Look first, then act');
  await lesson.step('A', /SET/);
  await lesson.step('A', /GET/);
  await expect(page.getByRole('button', { name: /^A sends DEL/ })).toBeVisible();
  await page.locator('body').press('Shift+ArrowLeft');
  await expect(page.getByRole('button', { name: /^A sends GET/ })).toBeVisible();
  // Another way from here: a branch of its own, and the cards follow it.
  await lesson.step('B', /SET/);
  await expect(page.getByRole('button', { name: /^A sends GET/ })).toBeVisible();
  await expect(lesson.locks.locator('svg .event.refused')).toHaveCount(1);
  lesson.expectNoTroubles();
});

test('on a phone lanes and cards are in sight together', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const lesson = new LockLesson(page);
  await lesson.open('./#/learn/lock-evolution/hold');
  await lesson.at('Try to break it');
  const card = page.getByRole('button', { name: /^A sends SET/ });
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await expect(lesson.locks.locator('svg .event.acquired')).toBeInViewport();
  await expect(page.getByRole('button', { name: /^A sends EVAL/ })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing bars the way to the cards and the lanes, in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const lesson = new LockLesson(page);
    await lesson.open('./#/learn/lock-evolution/one-command');
    await lesson.at('One command, but anybody may delete');
    await lesson.step('A', /SET/);
    await lesson.step('B', /SET/);
    await lesson.move('11 s');
    await lesson.step('B', /SET/);
    await lesson.step('A', /DEL/);
    await lesson.button('Crash B').click();
    await expect(page.getByText('crashed; its next command restarts it')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    lesson.expectNoTroubles();
  });
}
