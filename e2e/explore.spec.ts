import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';

/** The page of one scenario, by its accessible names. */
class Explorer {
  readonly page: Page;
  readonly player: Locator;
  readonly schedule: Locator;

  constructor(page: Page) {
    this.page = page;
    this.player = page.getByRole('region', { name: 'Who goes next?' });
    this.schedule = this.player.getByRole('list', { name: 'What happened' });
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.player).toBeVisible();
    await expect(this.schedule.getByRole('listitem').first()).toBeVisible();
  }

  /** Presses what a client would do next, and waits until it has happened. */
  async choose(client: string, what: RegExp | string): Promise<void> {
    const before = await this.schedule.getByRole('listitem').count();
    await this.player
      .getByRole('group', { name: client, exact: true })
      .getByRole('button', { name: what })
      .click();
    await this.happened(before);
  }

  async happened(before: number): Promise<void> {
    await expect(this.schedule.getByRole('listitem')).toHaveCount(before + 1);
    await expect(this.schedule.getByRole('listitem').last()).toHaveAttribute('aria-current', 'step');
  }

  async search(): Promise<void> {
    await this.page.getByRole('button', { name: /^Search (every order|again)$/ }).click();
    await expect(this.verdict.first()).toBeVisible({ timeout: 60_000 });
  }

  get verdict(): Locator {
    return this.page.getByRole('region', { name: 'What the search found' }).getByRole('article');
  }

  /** What the servers held, event by event: the sentences, and the table with a column for each part. */
  get held(): Locator {
    return this.page.getByRole('region', { name: 'What the servers held, event by event' });
  }

  /** The row of the table after so many events: its header is the first of its cells. */
  heldAfter(events: number): Locator {
    return this.held.getByRole('row').nth(events + 1);
  }

  /** Replaces a program, as somebody who types would. */
  async write(program: RegExp, source: string): Promise<void> {
    const editor = this.page.getByRole('textbox', { name: program }).first();
    await editor.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(source);
  }
}

/** The order in which a stranger deletes the lock. */
async function breakTheLock(explorer: Explorer): Promise<void> {
  await explorer.choose('Worker A', /SET lock a NX EX 10/);
  await explorer.choose('Worker A', /db\.write/);
  await explorer.choose('Surroundings', /10 s pass/);
  await explorer.choose('Worker B', /SET lock b NX EX 10/);
  await explorer.choose('Worker A', /DEL lock/);
}

const repaired = `local mine = token()
if not redis('SET', 'lock', mine, 'NX', 'EX', 10) then return 'busy' end
hold('lock')
db.write('file', me)
note('wrote')
redis('EVAL', "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", 1, 'lock', mine)
release('lock')
return 'done'`;

test('break the lock by hand, repair it, prove it, and share that', async ({ page, context, browser }) => {
  test.setTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/lock-single/set-ex');

  await breakTheLock(explorer);
  const rows = explorer.schedule.getByRole('listitem');
  // Two believe that they hold it, which the drawing shows and the words say.
  await expect(rows.nth(4)).toContainText('Two hold lock at once!');
  await expect(rows.nth(5)).toContainText('Broken: B is robbed of its lock');
  await expect(page.locator('.row').nth(4).locator('[data-double="true"]').first()).toBeVisible();
  const conditions = page.getByRole('region', { name: 'What must hold' });
  await expect(conditions).toContainText('happened in your schedule');
  await expect(conditions.locator('.goal[data-done="true"]')).toContainText([
    'Break it yourself: B is robbed of its lock',
  ]);

  await explorer.search();
  await expect(explorer.verdict.first()).toContainText('7 of 59 orders break.');
  await expect(explorer.verdict.first()).toContainText('at most 1 crash, 1 pause');
  await expect(page.getByRole('article', { name: 'The shortest way to break it' })).toContainText(
    'Point of no return',
  );
  await expect(page.getByRole('article', { name: 'The nearest schedule that is fine' })).toContainText(
    'this one moves',
  );
  // The simplest failure needs a fault and two switches.
  const ladder = page.getByRole('region', { name: 'From the simplest failure up' });
  await expect(ladder.getByRole('cell', { name: '0 / 6', exact: true }).first()).toBeVisible();
  await expect(ladder.getByRole('cell', { name: '6 / 31' })).toBeVisible();

  await explorer.write(/^Program of Worker A/, repaired);
  await expect(page.getByRole('button', { name: 'Reset programs' })).toBeVisible();
  await explorer.search();
  await expect(explorer.verdict.first()).toContainText('Original programs');
  await expect(explorer.verdict.first()).toContainText('7 of 59 orders break.');
  await expect(explorer.verdict.nth(1)).toContainText('Your programs');
  await expect(explorer.verdict.nth(1)).toContainText(/proved All \d+ orders tried, 0 broken/);
  await expect(explorer.verdict.nth(1)).toContainText('A gets the lock is possible');

  await explorer.player.getByRole('button', { name: 'Start over' }).click();
  await expect(rows).toHaveCount(1);
  await explorer.choose('Worker B', /SET lock/);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/explore\/lock-single\/set-ex\/s\/[\w-]+$/);

  const elsewhere = await browser.newContext();
  const other = new Explorer(await elsewhere.newPage());
  await other.open(link);
  await expect(other.schedule.getByRole('listitem')).toHaveCount(2);
  await expect(other.schedule).toContainText('Worker B: SET lock b:1 NX EX 10 → OK');
  await expect(other.page.getByRole('textbox', { name: /^Program of Worker A/ })).toContainText('local mine');
  await other.search();
  await expect(other.verdict.nth(1)).toContainText('0 broken');
  await elsewhere.close();
});

test('a schedule goes back and forward, and another choice replaces what was to come', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/stock-decrement/get-set');
  await explorer.choose('Buyer A', 'GET stock');
  await explorer.choose('Buyer B', 'GET stock');
  await explorer.player.getByRole('button', { name: 'One event back' }).click();
  await expect(explorer.player.getByRole('status')).toHaveText('event 1 of 2');
  await explorer.player.getByRole('button', { name: 'One event on' }).click();
  await expect(explorer.player.getByRole('status')).toHaveText('event 2 of 2');
  await explorer.schedule.getByRole('button', { name: 'Start' }).click();
  await expect(explorer.player.getByRole('status')).toHaveText('event 0 of 2');
  await explorer.player
    .getByRole('group', { name: 'Buyer B' })
    .getByRole('button', { name: 'GET stock' })
    .click();
  await expect(explorer.player.getByRole('status')).toHaveText('event 1 of 1');
});

test('a program stands there in other languages too, to read and to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/lock-single/token-script');
  const program = page.getByRole('article', { name: 'Worker A' });
  await program.getByRole('tab', { name: 'Lua' }).focus();
  await page.keyboard.press('End');
  await expect(program.getByRole('tab', { name: 'Python' })).toBeFocused();
  const text = program.getByRole('tabpanel', { name: 'Python' });
  await expect(text).toContainText("if r.set('lock', mine, nx=True, ex=10):");
  await program.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^import uuid\nimport redis\n/);
  const { violations } = await new AxeBuilder({ page }).include('.program').analyze();
  expect(violations).toEqual([]);
  // Lua is what runs, and a program that is there in Lua only has no tabs.
  await program.getByRole('tab', { name: 'Lua' }).click();
  await expect(page.getByRole('textbox', { name: /^Program of Worker A/ })).toContainText('local mine');
  await page.goto('./#/explore/lock-single/token');
  await expect(page.getByRole('textbox', { name: /^Program of Worker A, token\.lua/ })).toBeVisible();
  await expect(program.getByRole('tab')).toHaveCount(0);
});

test('a cache that is made stale by hand is said to be, and from which event on', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/cache-and-database/delete-last-cold');
  // Nothing has changed yet, so there is nothing to draw.
  await expect(explorer.held).toHaveCount(0);
  await explorer.choose('Reader', 'GET item');
  await explorer.choose('Reader', /db\.read/);
  await explorer.choose('Writer', /db\.write/);
  await explorer.choose('Writer', 'DEL item');
  await explorer.choose('Reader', 'SET item 1');
  await expect(explorer.held).toContainText(
    'redis item is stale since event 5: it is still 1, but db item is 2.',
  );
  const cells = explorer.heldAfter(5).getByRole('cell');
  await expect(cells).toHaveText([/^1 stale$/, '2']);
  await expect(cells.first()).toHaveAttribute('data-behind', 'stale');
  await expect(explorer.heldAfter(5)).toHaveAttribute('aria-current', 'step');
  await explorer.choose('Second reader', 'GET item');
  await explorer.choose('Second reader', 'GET item');
  await expect(explorer.held).toContainText('redis item is stale from event 5 to the end');
  // A click on a cell goes to its event, and what the servers hold is what they held then.
  await explorer.heldAfter(3).getByRole('cell').last().click();
  await expect(explorer.player.getByRole('status')).toHaveText('event 3 of 7');
  await expect(explorer.heldAfter(3)).toHaveAttribute('aria-current', 'step');
  await explorer.held.getByRole('button', { name: /DEL item/ }).click();
  await expect(explorer.player.getByRole('status')).toHaveText('event 4 of 7');
});

test('a task that is lost is seen to leave and to arrive nowhere', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/queue-crash/rpop');
  await explorer.choose('Consumer A', 'RPOP tasks');
  await expect(explorer.held).toContainText('Only Consumer A has it now: no server holds it.');
  await expect(explorer.heldAfter(0).getByRole('cell')).toHaveText('1-0');
  await expect(explorer.heldAfter(1).getByRole('cell')).toContainText('1-0 leaves');
  await explorer.choose('Consumer A', 'crash');
  await expect(explorer.held).toContainText(
    'Event 1 takes 1-0 out of redis tasks, and Consumer A crashes at event 2. From then on no server holds 1-0.',
  );
  // Of a stream, what is pending, and with whom.
  await explorer.open('./#/explore/queue-crash/ack-last');
  await explorer.choose('Consumer A', /XREADGROUP/);
  await expect(explorer.heldAfter(0).getByRole('cell')).toHaveText(/1-0\s+new/);
  await expect(explorer.heldAfter(1).getByRole('cell')).toHaveText(/1-0\s+pending: a/);
  await explorer.choose('Consumer A', 'crash');
  await expect(explorer.held).toContainText(
    '1-0 stays pending in redis tasks, group team: Consumer A crashes at event 2',
  );
});

test('the level of a bucket is what the server answers at that event', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/rate-limit-buckets/fraction');
  // Both run the same file: B only looks, and the limiter stays as it is.
  await page
    .getByRole('textbox', { name: /^Program of Client B/ })
    .first()
    .focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(
    `if me == 'b' then for n = 1, 9 do redis('HGET', 'bucket', 'tokens') sleep(50) end return end `,
  );
  await expect(
    explorer.player
      .getByRole('group', { name: 'Client B' })
      .getByRole('button', { name: 'HGET bucket tokens' }),
  ).toBeVisible();
  const levels: string[] = [];
  for (let round = 0; round < 4; round++) {
    if (round > 0) await explorer.choose('Surroundings', /50 ms pass/);
    await explorer.choose('Patient client', /EVAL/);
    await explorer.choose('Client B', 'HGET bucket tokens');
    const said = await explorer.schedule.getByRole('listitem').last().textContent();
    const answer = /HGET bucket tokens → "([^"]+)"/.exec(said ?? '')?.[1] ?? '';
    const events = (await explorer.schedule.getByRole('listitem').count()) - 1;
    const column = await explorer.held.getByRole('columnheader').allTextContents();
    const nth = column.findIndex((text) => /bucket\s+tokens/.test(text)) - 1;
    await expect(explorer.heldAfter(events).getByRole('cell').nth(nth)).toHaveText(answer);
    levels.push(answer);
  }
  expect(new Set(levels).size).toBeGreaterThan(1);
});

test('an infamous schedule is one click away, and opens where it broke', async ({ page }) => {
  await page.goto('./#/explore');
  await page.getByRole('link', { name: /^The lock deleted by a stranger/ }).click();
  const explorer = new Explorer(page);
  await expect(explorer.schedule).toContainText('Broken: B is robbed of its lock', { timeout: 60_000 });
  const choices = page.getByRole('region', { name: 'The choices at each step' });
  await expect(choices.getByRole('listitem').filter({ hasText: 'taken' })).not.toHaveCount(0);
  await expect(choices).toContainText('100% of the continuations break');
});

test('an LSM store shows what is on its disk, and a power failure takes the rest', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/lsm-store/confirm-first');
  const store = page.getByRole('region', { name: 'What the servers hold' });
  await explorer.choose('Client A', /store\.put/);
  await expect(store).toContainText('Logorder:a 1not synced');
  await explorer.choose('Surroundings', /The system writes the next record/);
  await expect(store).toContainText('Logorder:a 1on disk');
  const { violations } = await new AxeBuilder({ page }).include('.nodes').analyze();
  expect(violations).toEqual([]);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(explorer.schedule.getByRole('listitem')).toHaveCount(1);
  await explorer.choose('Client A', /store\.put/);
  await explorer.choose('Surroundings', /cut the power/);
  await expect(store).toContainText('Memtableempty');
  await expect(explorer.schedule).toContainText('store loses power and starts again');
  await expect(explorer.schedule).toContainText('Broken: A confirmed write is lost');
});

test('servers of a world show their place among the others, and what they believe', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/sentinel-failover/known-master');
  const servers = page.getByRole('region', { name: 'What the servers hold' });
  const server = (name: string) =>
    servers.locator('.node').filter({ has: page.getByRole('heading', { name }) });
  await expect(servers).toContainText('Their own messages take their one course.');
  await expect(server('copy')).toContainText('replica of redis');
  await explorer.choose('Surroundings', /is cut off from the other servers/);
  await expect(server('redis')).toContainText('cut off from the other servers');
  await explorer.choose('Client A', /SET order:a/);
  for (let stage = 0; stage < 5; stage++) await explorer.choose('Surroundings', /pass/);
  await expect(explorer.schedule).toContainText('+elected-leader; copy: master now');
  await expect(server('s1')).toContainText('the master is copy');
  await expect(server('redis')).toContainText('order:a');
  await explorer.choose('Client B', /SENTINEL get-master-addr-by-name/);
  await explorer.choose('Client B', /SET order:b/);
  await expect(explorer.schedule).toContainText('Broken: A confirmed order is lost');

  await explorer.open('./#/explore/slot-migration/migrating-first');
  await explorer.choose('The mover', /MIGRATING/);
  await expect(server('left')).toContainText('slot 3808: its own, leaving for right (MIGRATING)');
  await explorer.choose('The customer', /INCR/);
  await expect(explorer.schedule).toContainText('ASK 3808 10.0.0.2:6379');
  const { violations } = await new AxeBuilder({ page }).include('.nodes').analyze();
  expect(violations).toEqual([]);
});

test('an address with a version that does not exist says so and shows the first', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/stock-decrement/no-such-version');
  await expect(page.getByText('This scenario has no version “no-such-version”')).toBeVisible();
  const stages = page.getByRole('navigation', { name: 'Versions' });
  await expect(stages.locator('[aria-current="true"]')).toHaveCount(1);
  await explorer.choose('Buyer A', 'GET stock');
  await stages.getByRole('link').nth(1).click();
  await expect(page.getByText('This scenario has no version')).toHaveCount(0);
});

test('a mistake stands at its line, and a loop without an end is stopped', async ({ page }) => {
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/stock-decrement/get-set');
  await explorer.write(/^Program of Buyer A/, `redis('PING')\nlocal x = nil\nreturn x.y`);
  await explorer.search().catch(() => undefined);
  await expect(page.getByRole('alert').first()).toContainText('get-set.lua, line 3');
  await explorer.write(/^Program of Buyer A/, 'while true do end');
  await expect(page.getByRole('alert').first()).toContainText('A loop without an operation never ends', {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Reset programs' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('ten thousand runs under latencies are a number', async ({ page }) => {
  test.setTimeout(120_000);
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/stock-decrement/get-set');
  await explorer.search();
  await page.getByRole('button', { name: 'Run it ten thousand times' }).click();
  const likelihood = page.getByRole('region', { name: 'How likely is it?' });
  await expect(likelihood).toContainText(/[\d,]+ of 10,000 runs broke \([\d.]+%\), the first with seed \d+/, {
    timeout: 90_000,
  });
});

test('the keyboard alone breaks the lock and searches', async ({ page }) => {
  test.setTimeout(120_000);
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/stock-decrement/get-set');
  await explorer.player.focus();
  const rows = explorer.schedule.getByRole('listitem');
  // Both read, then both write.
  for (const [nth, key] of ['1', '2', '1', '2'].entries()) {
    // After its last operation a buyer is done, and the other's digit is 1.
    await page.keyboard.press(nth === 3 ? '1' : key);
    await expect(rows).toHaveCount(nth + 2);
    await expect(rows.last()).toHaveAttribute('aria-current', 'step');
  }
  await expect(explorer.schedule).toContainText('Broken');
  await page.keyboard.press('Backspace');
  await expect(explorer.player.getByRole('status')).toHaveText('event 3 of 4');
  const search = page.getByRole('button', { name: 'Search every order' });
  await search.focus();
  await page.keyboard.press('Enter');
  await expect(explorer.verdict.first()).toContainText('4 of 6 orders break.', { timeout: 60_000 });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no barriers in ${colorScheme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const expectNoBarriers = async () => {
      const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
      const { violations } = await axe.analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`),
      ).toEqual([]);
    };
    await page.goto('./#/explore');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarriers();
    const explorer = new Explorer(page);
    await explorer.open('./#/explore/lock-single/set-ex');
    await explorer.choose('Worker A', /SET lock/);
    await explorer.player.getByRole('button', { name: 'One event back' }).click();
    await expectNoBarriers();
    await page.goto('./#/explore/lock-single/set-ex/found');
    await expect(explorer.verdict.first()).toBeVisible({ timeout: 60_000 });
    await expect(
      page.getByRole('region', { name: 'From the simplest failure up' }).getByRole('cell').first(),
    ).toBeVisible();
    await expectNoBarriers();
  });
}

test('a phone has all of it without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const explorer = new Explorer(page);
  await explorer.open('./#/explore/lock-single/set-ex/found');
  await expect(explorer.verdict.first()).toBeVisible({ timeout: 60_000 });
  const main = page.getByRole('main');
  const aside = () => main.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await aside()).toBe(0);
  // Many versions, long names, a node that goes down.
  await explorer.open('./#/explore/flash-sale');
  expect(await aside()).toBe(0);
});
