import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { readCourse } from '../src/content/course.ts';
import { exerciseIds } from '../src/protocol/lesson.ts';
import { Lab } from './lab.ts';

const course = readCourse(join(import.meta.dirname, '..')).index.parts.flatMap(({ lessons }) => lessons);

const day = 24 * 60 * 60_000;
const today = new Date(2026, 5, 1, 12).getTime();
const lesson = './#/learn/global-dict-and-rehash';

test('the home page shows the progress, and a drill comes back when it is due', async ({ page }) => {
  const lab = new Lab(page);
  await page.clock.setFixedTime(today);
  await lab.open();
  const map = page.getByRole('region', { name: 'Map of the course' });
  await expect(
    map.getByRole('link', { name: /^1\. Rehashing: .* · not begun · about \d+ min/ }),
  ).toBeVisible();
  // A planned lesson leads to what the lab has of it, if anything.
  await expect(map.getByText(/Delayed orders · not written yet$/)).toBeAttached();
  await expect(map.getByRole('link', { name: /Delayed orders/ })).toHaveAttribute(
    'href',
    '#/lab/ladder,expiry',
  );
  await expect(map.getByText(/Consistent hashing · not written yet$/)).toBeAttached();
  await expect(map.getByRole('link', { name: /Consistent hashing/ })).toHaveCount(0);
  const drills = page.getByRole('region', { name: 'Drills' });
  await expect(drills).toContainText('Drills ask you again before you forget');

  // One step of a lesson is done, with the task of another left open.
  await lab.open(`${lesson}/fifth-key`);
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await lab.hurry();
  await lab.button('Run').click();
  await expect(page.getByText('You predicted it.')).toBeVisible();
  await lab.open();
  await expect(map.getByRole('link', { name: /^1\. Rehashing: .* · begun/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Continue where you left off/ })).toContainText('step 2 of 7');
  await expect(drills).toContainText('10 new');

  // The first drill, by keyboard alone: missed, asked again at the end, given up.
  await drills.getByRole('link', { name: 'Practise' }).click();
  const next = lab.button('Next');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 1 })).toContainText('A database is one dictionary');
  await expect(article).toHaveAttribute('aria-busy', 'false');
  await lab.hurry();
  const option = page.getByRole('radio', { name: '1, straight to it' });
  await option.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(article).toContainText('Not this time. It costs nothing');
  // The verdict is the engine's: the panel shows the same count.
  await expect(article).toContainText('nodes compared = 2');
  await expect(lab.panel('Dictionary')).toContainText('4 keys');
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(article.getByRole('heading', { level: 1 })).toContainText('The fifth key');
  await expect(article.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('radio', { name: '8', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(article).toContainText('Right: the engine says so too.');
  await expect(article).toContainText(/Due again in \d+ days/);
  await page.keyboard.press('Enter');

  // The server's state ticks off a task, and giving up shows one way.
  await expect(article.getByRole('heading', { level: 1 })).toContainText('One bucket at a time');
  await expect(article).toHaveAttribute('aria-busy', 'false');
  await lab.type('SET user:8 hank');
  await expect(article).toContainText('Now: no rehash is under way (rehashidx is -1).');
  await lab.type('SET user:9 ivy');
  await expect(article).toContainText('Right: the engine says so too.');
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(article).toContainText('only reads');
  await expect(article).toHaveAttribute('aria-busy', 'false');
  await lab.button('I don’t know, show me').focus();
  await page.keyboard.press('Enter');
  await expect(article).toContainText('Due again in 10 minutes');
  await expect(article).toContainText('buckets moved by rehash = 1');
  await expect(article).toContainText('You remember about 67% of the 3 drills you have tried');

  // Half an hour later only the given-up drill is due; ten days later everything is.
  await page.clock.setFixedTime(today + day / 48);
  await lab.open('./#/');
  await expect(drills).toContainText('1 due');
  await page.clock.setFixedTime(today + 10 * day);
  await page.reload();
  await expect(drills).toContainText('3 due, 9 new');
  await drills.getByRole('link', { name: 'Practise' }).click();
  // The given-up drill has waited longest, and its answers stand in another order.
  await expect(article).toContainText('only reads');
  await expect(article).toHaveAttribute('aria-busy', 'false');
  await lab.hurry();
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await lab.button('Run').click();
  await expect(article).toContainText('Right: the engine says so too.');
  await expect(article).toContainText('2 due');
  await lab.open('./#/progress');
  const row = page.getByRole('row', { name: /^Rehashing/ });
  await expect(row).toContainText('1 / 7');
  await expect(row).toContainText('3 / 12');
  await expect(row).toContainText(/\d+%/);
  lab.expectNoTroubles();
});

test('nothing to drill says what to do, and a backup carries the drills along', async ({ page, browser }) => {
  const lab = new Lab(page);
  await page.clock.setFixedTime(today);
  await page.setViewportSize({ width: 360, height: 740 });
  await lab.open('./#/drills');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No drills yet');
  await lab.button('Draw from all lessons').click();
  const article = page.getByRole('article');
  await expect(article).toHaveAttribute('aria-busy', 'false');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // The first drill of the course is a task.
  await lab.button('Show a solution').click();
  await lab.button('Show it').click();
  await lab.open('./#/progress');
  const download = page.waitForEvent('download');
  await lab.button('Back up progress and sessions').click();
  const backup = await (await download).path();

  const context = await browser.newContext({ locale: 'en-US' });
  const other = new Lab(await context.newPage());
  await other.page.clock.setFixedTime(today + day);
  await other.open('./#/progress');
  const chooser = other.page.waitForEvent('filechooser');
  await other.button('Import a backup…').click();
  await (await chooser).setFiles(backup);
  await expect(other.page.getByRole('row', { name: /^Strings and counters/ })).toContainText(/1 \/ \d+/);
  await context.close();
  lab.expectNoTroubles();
});

function lessonNamed(id: string) {
  return course.find((lesson) => lesson.id === id)!;
}

/** Drills of the first two lessons, answered a moment ago and due in some days. */
async function meet(page: Page, ids: readonly string[], atMs: number): Promise<void> {
  await page.evaluate(
    ([ids, atMs, day]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('rediscope');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('kept', 'readwrite');
          ids.forEach((id, nth) => {
            const record = {
              ...{ dueMs: atMs + (nth + 2) * day, firstMs: atMs, lastMs: atMs, stability: 3, difficulty: 5 },
              ...{ scheduledDays: nth + 2, learningSteps: 0, reps: 1, lapses: 0, state: 2 },
            };
            writing.objectStore('kept').put(record, ['drills', id, 1]);
          });
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [ids, atMs, day] as const,
  );
}

test('a day’s share of new drills ends with a reason, and ten more can be had', async ({ page }) => {
  const lab = new Lab(page);
  await page.clock.setFixedTime(today);
  await lab.open('./#/drills');
  await lab.button('Draw from all lessons').click();
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false');
  const dictLesson = lessonNamed('global-dict-and-rehash');
  const lockLesson = lessonNamed('lock-evolution');
  const met = exerciseIds(dictLesson).slice(0, 10);
  expect(met).toHaveLength(10);
  await meet(page, met, today);

  // The page is opened anew, with "all lessons": it says why there is nothing, and when there will be.
  await page.reload();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Today’s 10 new drills are done');
  await expect(page.getByRole('main')).toContainText(/\d+ more new drills are waiting/);
  await expect(page.getByRole('main')).toContainText('Coming up');
  await expect(page.getByRole('main')).toContainText(/in 12 hours\s*10 new/);
  await expect(page.getByRole('main')).toContainText(/in 2 days\s*1 due/);
  await lab.open('./#/');
  await expect(page.getByRole('region', { name: 'Drills', exact: true })).toContainText(
    'Today’s 10 new ones are done',
  );

  // A lesson that is finished now is asked about first.
  await lab.open('./#/learn/lock-evolution');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.open('./#/drills');
  await lab.button('Learn ten more today').click();
  const article = page.getByRole('article');
  await expect(article).toHaveAttribute('aria-busy', 'false');
  await expect(article).toContainText('0 due · 10 new');
  await expect(article.getByRole('link', { name: lockLesson.title.en })).toBeVisible();
  // It holds for the day, also after a reload.
  await page.reload();
  await expect(article).toContainText('0 due · 10 new');
  lab.expectNoTroubles();
});
