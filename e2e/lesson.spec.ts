import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

const address = './#/learn/global-dict-and-rehash';

/** The lesson by its accessible names. */
class LessonReader extends Lab {
  readonly dictionary: Locator;

  constructor(page: Page) {
    super(page);
    this.dictionary = this.panel('Dictionary');
  }

  async openStep(step = ''): Promise<void> {
    await this.open(step === '' ? address : `${address}/${step}`);
    await expect(this.page.getByRole('article').getByRole('group').first()).toHaveAttribute(
      'aria-busy',
      'false',
    );
    // Nobody waits for animations here.
    await this.page.getByRole('combobox', { name: 'Playback speed' }).selectOption('4');
  }

  async predict(step: Locator, question: RegExp, option: string): Promise<Locator> {
    const box = step.locator('.lesson-ask', { has: this.page.getByRole('group', { name: question }) });
    await expect(box.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true');
    await box.getByRole('radio', { name: option, exact: true }).check();
    await box.getByRole('button', { name: 'Run' }).click();
    await expect(box.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 15_000 });
    return box;
  }

  async next(): Promise<void> {
    await this.page.getByRole('link', { name: 'Next' }).click();
  }
}

test('a learner goes through the whole lesson', async ({ page }) => {
  test.setTimeout(120_000);
  const reader = new LessonReader(page);
  await reader.openStep();

  let step = reader.lessonStep('A database is one dictionary');
  await step.getByRole('button', { name: 'Run' }).first().click();
  await expect(step.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 20_000 });
  await expect(reader.dictionary).toContainText('4 keys');
  let box = await reader.predict(step, /How many nodes/, '1, straight to it');
  await expect(box).toContainText('You predicted “1, straight to it”.');
  await expect(box).toContainText('nodes compared = 2');

  await reader.next();
  step = reader.lessonStep('The fifth key');
  box = await reader.predict(step, /How many buckets/, '8');
  await expect(box).toContainText('You predicted it.');

  await reader.next();
  step = reader.lessonStep('One bucket at a time');
  // What follows an open question is not shown yet.
  await expect(step.getByText('Try the task first, then read on')).toBeVisible();
  await expect(step.getByText('rehashidx points at')).toBeHidden();
  await reader.type('SET user:8 hank');
  await expect(step.getByText('Now: no rehash is under way (rehashidx is -1).')).toBeVisible();
  // A near miss is recognised, and its sentence goes with the state.
  await expect(step.getByText('That key was there already.')).toBeVisible();
  await reader.type('SET user:9 ivy');
  await expect(step.getByText('That key was there already.')).toBeHidden();
  await expect(step.getByText('Try the task first, then read on')).toBeHidden();
  await expect(step.getByText('rehashidx points at')).toBeVisible();
  await expect(step.getByText('Guess and run it first, then read on')).toBeVisible();
  await reader.predict(step, /only reads/, '1');
  await reader.type('SET user:1 a');
  await expect(step.getByText('But SET was used.')).toBeVisible();
  // Undo: back to before the write, and on from there.
  await reader.command.blur();
  await page.keyboard.press('Shift+ArrowLeft');
  await reader.type('MGET user:1 user:2 user:3 user:4');
  await expect(step.getByText('But SET was used.')).toBeHidden();
  await expect(step.locator('.lesson-task[data-status="solved"]')).toHaveCount(2);

  await reader.next();
  step = reader.lessonStep('Two tables to search');
  await reader.predict(step, /GET user:2/, 'ht[0] only');
  box = await reader.predict(step, /GET user:7/, 'ht[0] only');
  await expect(box).toContainText('tables visited = 0,1');
  await reader.predict(step, /a new key comes/, 'ht[1]');
  // Stages are put in order from the last to the first, each to the top.
  for (const words of [/^ht\[1\] takes/, /^ht\[0\] is empty/, /^Command after/, /^A new key/, /^There are/]) {
    await step.getByRole('button', { name: words }).press('Home');
  }
  await expect(step.getByText('All in order.')).toBeVisible();

  await reader.next();
  step = reader.lessonStep('Turn the dial up');
  await expect(reader.dictionary).toContainText('1,024 keys');
  box = step.locator('.lesson-ask');
  await expect(box.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true');
  await box.getByRole('textbox', { name: 'Your guess' }).fill('600');
  await box.getByRole('button', { name: 'Run' }).click();
  await expect(box).toContainText('You said 600; it is 3.');
  await expect(box).toContainText('keys moved by rehash = 3');

  await reader.next();
  step = reader.lessonStep('It moves when nobody asks');
  await reader.predict(step, /What will rehashidx be/, '-1, all moved');
  // The demonstration before it was passed over: it runs first.
  box = await reader.predict(step, /Twenty keys in four buckets/, 'none, it still waits');
  await expect(box).toContainText('You predicted it.');
  await step.getByRole('button', { name: 'Run' }).click();
  await expect(step.getByRole('button', { name: 'Run' })).toHaveCount(0);
  await expect(reader.dictionary).toContainText('32 buckets');

  await reader.next();
  step = reader.lessonStep('Shrinking waits for the clock');
  await step.getByRole('button', { name: 'Run' }).first().click();
  await expect(step.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 20_000 });
  await reader.type('DEL user:8');
  await expect(step.getByText('Now it is 16.')).toBeVisible();
  await step.getByRole('button', { name: '+ 100 ms' }).click();
  await expect(step.locator('.lesson-task[data-status="solved"]')).toHaveCount(1);

  // The page remembers the work.
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('link');
  await expect(steps.filter({ has: page.locator('svg') })).toHaveCount(7);
  await page.reload();
  await expect(reader.lessonStep('Shrinking waits for the clock')).toBeVisible();
  await expect(steps.filter({ has: page.locator('svg') })).toHaveCount(7);
  reader.expectNoTroubles();
});

test('a prediction that is run first brings the server to where the text is', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.open('./#/learn/lock-evolution/script');
  const step = reader.lessonStep('Compare and delete in one');
  await expect(step).toHaveAttribute('aria-busy', 'false');
  await reader.hurry();
  const box = step.locator('.lesson-ask');
  await box.getByRole('radio', { name: "nobody's, it was deleted" }).check();
  await expect(box.getByText('it will run first')).toBeVisible();
  await box.getByRole('button', { name: 'Run' }).click();
  await expect(box.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 15_000 });
  await expect(box).toContainText("You predicted “nobody's, it was deleted”.");
  await expect(box).toContainText('lock owner = 2');
  await expect(step.getByRole('figure').getByRole('button', { name: 'Replay' })).toBeVisible();
  // The explanation is in sight, and only the repair is left.
  await expect(box.locator('.lesson-verdict p').last()).toBeInViewport();
  const left = page.getByRole('list', { name: 'Still to do in this step' }).getByRole('listitem');
  await expect(left).toHaveText([/^Repair/]);

  // Another command in between: the answer is not judged, and the text's server is one press away.
  await reader.button('Start this step over').click();
  await expect(step).toHaveAttribute('aria-busy', 'false');
  await step.getByRole('figure').getByRole('button', { name: 'Run' }).click();
  await expect(step.getByRole('figure').getByRole('button', { name: 'Replay' })).toBeVisible();
  await reader.run('DEL lock:order', '(integer) 1');
  await reader.predict(step, /Whose lock is it/, "nobody's, it was deleted");
  await expect(box).toContainText('lock owner = nobody');
  await expect(box).not.toContainText('You predicted');
  await reader.button('Run it as in the text').click();
  await expect(box).toContainText('lock owner = 2');
  await expect(box).toContainText("You predicted “nobody's, it was deleted”.");
  reader.expectNoTroubles();
});

test('what was done stays done, what is missing is named, and a task stands between', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.open('./#/learn/lock-evolution/one-key');
  const step = reader.lessonStep('First to write wins');
  const missing = page.getByRole('list', { name: 'Still to do in this step' }).getByRole('listitem');
  await expect(step).toHaveAttribute('aria-busy', 'false');
  await expect(missing).toHaveText([/^Run the demo SETNX/, /^Do the task/, /^Answer/]);
  await reader.hurry();
  await step.getByRole('figure').getByRole('button', { name: 'Run' }).click();
  await expect(missing).toHaveText([/^Do the task/, /^Answer/]);

  // A reader who does not want to try first reads on; the question still waits for its task.
  await reader.button('Show the rest anyway').click();
  const box = step.locator('.lesson-ask');
  await box.getByRole('radio', { name: '-2, the key is gone' }).check();
  await expect(box).toContainText('This is about the server after the task above.');
  await expect(box.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true');
  await box.getByRole('button', { name: 'Go there' }).click();
  await expect(step.locator('.lesson-item', { has: page.locator('.lesson-task') })).toBeFocused();

  await page.reload();
  await expect(step).toHaveAttribute('aria-busy', 'false');
  await expect(missing).toHaveText([/^Do the task/, /^Answer/]);
  await missing.first().getByRole('button').press('Enter');
  await expect(step.locator('.lesson-task')).toBeInViewport();
  reader.expectNoTroubles();
});

test('a lesson ends with what it was about, its drills and the next lesson', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.openStep('shrink');
  await reader.button('Show the rest anyway').click();
  const end = page.getByRole('region', { name: 'What this lesson was about' });
  await expect(end.getByRole('listitem')).toHaveCount(7);
  await expect(end).toContainText('7 steps are still open');
  await expect(end.getByRole('link', { name: /^Practise/ })).toHaveAttribute('href', '#/drills');
  await end.getByRole('link', { name: /^Next lesson/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SDS');
  await expect(reader.shownStep).toHaveAttribute('aria-busy', 'false');
  // After the last lesson the map is next.
  await reader.open('./#/learn/acl-and-dangerous-commands/recap');
  await expect(end.getByRole('link', { name: /^Next lesson/ })).toHaveCount(0);
  await expect(end.getByRole('link', { name: 'See all lessons' })).toBeVisible();
  reader.expectNoTroubles();
});

test('a claim is judged before it is told, and a lesson closes with its summary and interview', async ({
  page,
}) => {
  const reader = new LessonReader(page);
  await reader.openStep('fifth-key');
  await reader.button('Show the rest anyway').click();
  const claim = page.locator('.lesson-claim');
  const told = claim.getByText('The target is the smallest power of two');
  await expect(told).toHaveCount(0);
  await claim.getByRole('button', { name: 'True', exact: true }).press('Enter');
  await expect(told).toBeVisible();
  await expect(claim.getByRole('heading', { name: 'Half true · not what you thought' })).toBeVisible();

  await reader.openStep('shrink');
  await reader.button('Show the rest anyway').click();
  await expect(page.getByRole('region', { name: 'Remember' }).getByRole('listitem')).toHaveCount(5);
  const interview = page.getByRole('region', { name: 'In an interview' }).first();
  await expect(interview.getByText('The trap:')).toBeHidden();
  await interview.getByText('Sixty seconds').click();
  await expect(interview.getByText('The trap:')).toBeVisible();
  await interview.getByRole('checkbox').first().check();
  await interview.getByRole('link', { name: 'Go to the step that proves it' }).click();
  await expect(reader.lessonStep('Two tables to search')).toBeVisible();
  reader.expectNoTroubles();
});

test('hints come one by one, and a solution that was shown does not count', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.openStep('shrink');
  const step = reader.lessonStep('Shrinking waits for the clock');
  await step.getByRole('button', { name: 'Give me a hint' }).click();
  await expect(step.getByText('Hint 1 of 3')).toBeVisible();
  await step.getByRole('button', { name: 'Another hint' }).click();
  await expect(step.getByText('Hint 2 of 3')).toBeVisible();
  await step.getByRole('button', { name: 'Show a solution' }).click();
  await expect(step.getByText('One way')).toBeHidden();
  await step.getByRole('button', { name: 'Show it' }).click();
  await expect(step.getByText('One way')).toBeVisible();
  await step.locator('.lesson-solution').getByRole('button', { name: 'Run' }).click();
  await expect(reader.dictionary).toContainText('1 key', { timeout: 15_000 });
  await expect(step.getByText('You saw the solution, so this does not count as done')).toBeVisible();
  await expect(step.locator('.lesson-task')).toHaveAttribute('data-status', 'shown');

  await page.getByRole('button', { name: 'Start this step over' }).click();
  await expect(reader.dictionary).toContainText('9 keys');
  reader.expectNoTroubles();
});

test('a link brings somebody else to the same step with the same server', async ({ page, browser }) => {
  const reader = new LessonReader(page);
  await reader.openStep('both-tables');
  await reader.type('SET mine 1');
  await expect(reader.dictionary).toContainText('10 keys');
  await page.getByRole('button', { name: 'Share this step' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();

  const stranger = await browser.newContext({ locale: 'en-US' });
  const other = new LessonReader(await stranger.newPage());
  await other.open(link);
  await expect(other.lessonStep('Two tables to search')).toBeVisible();
  await expect(other.dictionary).toContainText('10 keys');
  await expect(other.replies).toContainText('SET mine 1');
  other.expectNoTroubles();
  await stranger.close();
});

test('a step shows the panels it is about', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.open('./#/learn/time-series/lost');
  await expect(reader.panel('Sorted-set ladder')).toBeVisible();
  await expect(reader.panel('Time series')).toHaveCount(0);
  await reader.open('./#/learn/time-series/create');
  await expect(reader.panel('Time series')).toBeVisible();
  await expect(reader.panel('Sorted-set ladder')).toHaveCount(0);

  // A panel with several drawings begins with the one the step is about, even if the reader chose another before.
  const drawing = (name: string) => reader.panel('Memory').getByRole('radio', { name });
  await reader.open('./#/learn/fragmentation/stays');
  await expect(drawing('Over time')).toBeChecked();
  await reader.choose('Map');
  await expect(drawing('Map')).toBeChecked();
  await reader.open('./#/learn/fragmentation/slabs');
  await expect(drawing('Size classes')).toBeChecked();
  reader.expectNoTroubles();
});

test('an answer at the end of a scale covers no number of the scale', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.open('./#/learn/fragmentation/slabs');
  await expect(reader.shownStep).toHaveAttribute('aria-busy', 'false');
  const box = reader.lessonStep('Slabs').locator('.lesson-ask');
  await reader.hurry();
  await box.getByRole('textbox', { name: 'Your guess' }).fill('0');
  await box.getByRole('button', { name: 'Run' }).click();
  const answer = box.locator('.lesson-guess-mark');
  await expect(answer).toHaveText('0', { timeout: 30_000 });
  const [mark, ends] = [await answer.boundingBox(), await box.locator('.lesson-guess-ends').boundingBox()];
  expect(ends?.y).toBeGreaterThanOrEqual((mark?.y ?? 0) + (mark?.height ?? 0));
});

test('the lesson speaks Chinese too', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.openStep('both-tables');
  await page.getByRole('button', { name: '切换到中文' }).click();
  await expect(page.getByRole('group', { name: '两张表都得找' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('渐进式 rehash：一次只搬一间房的字典');
  await expect(page.getByRole('radio', { name: '先查 ht[0]，再查 ht[1]' }).first()).toBeVisible();
  reader.expectNoTroubles();
});

test('an unknown lesson says so', async ({ page }) => {
  const reader = new LessonReader(page);
  await reader.open('./#/learn/no-such-lesson');
  await expect(page.getByText('There is no such lesson.')).toBeVisible();
  reader.expectNoTroubles();
});

for (const theme of ['light', 'dark'] as const) {
  test(`nothing bars the way, in ${theme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    const reader = new LessonReader(page);
    await reader.openStep('one-bucket');
    await reader.type('SET user:9 ivy');
    await reader.predict(
      reader.lessonStep('One bucket at a time'),
      /only reads/,
      '0, reading changes nothing',
    );
    const { violations } = await new AxeBuilder({ page }).include('.lesson').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  });
}

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const reader = new LessonReader(page);
  await reader.open(`${address}/fifth-key`);
  await expect(reader.lessonStep('The fifth key')).toBeVisible();
  await expect(reader.dictionary).toBeVisible();
  const overflow = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth - innerWidth,
    lesson: Math.max(
      ...[...document.querySelectorAll('.lesson, .lesson *')].map(
        (element) => element.getBoundingClientRect().right - innerWidth,
      ),
    ),
  }));
  expect(overflow.page).toBeLessThanOrEqual(0);
  expect(overflow.lesson).toBeLessThanOrEqual(0);
  await page.getByRole('tab', { name: 'Console' }).click();
  await reader.type('SET user:5 eve');
  await expect(reader.dictionary).toContainText('5 keys');
  await page.getByRole('tab', { name: 'Lesson' }).click();
  await expect(reader.lessonStep('The fifth key')).toBeVisible();
  reader.expectNoTroubles();
});
