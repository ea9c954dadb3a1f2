/** What a question is about is in sight before the reader answers it, and after. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';

interface Asked {
  readonly step: string;
  readonly panel: string;
  /** The command of the question, by which its box is found. */
  readonly runs: string;
  /** The thing in the drawing. */
  readonly about: (panel: Locator) => Locator;
  /** It goes with the command. */
  readonly goes?: boolean;
}

const node = (member: string) => (panel: Locator) =>
  panel.locator('[data-node]').filter({ hasText: new RegExp(`^${member}`) });
const entry = (key: string) => (panel: Locator) =>
  panel.locator('g.entry').filter({ hasText: new RegExp(`^${key}$`) });
const bytes = (index: number) => (panel: Locator) =>
  panel.locator(`g.segment[data-entry="${index}"]`).first();

const asked: readonly Asked[] = [
  { step: 'skiplist/express', panel: 'Skiplist', runs: 'ZRANK board hal', about: node('hal') },
  { step: 'skiplist/rank', panel: 'Skiplist', runs: 'ZRANK board joe', about: node('joe') },
  { step: 'skiplist/rank', panel: 'Skiplist', runs: 'ZSCORE board hal', about: node('hal') },
  { step: 'skiplist/delete', panel: 'Skiplist', runs: 'ZREM board ivy', about: node('ivy'), goes: true },
  { step: 'skiplist/range', panel: 'Skiplist', runs: 'ZCOUNT board 50 80', about: node('eve') },
  {
    step: 'global-dict-and-rehash/both-tables',
    panel: 'Dictionary',
    runs: 'GET user:2',
    about: entry('user:2'),
  },
  {
    step: 'global-dict-and-rehash/both-tables',
    panel: 'Dictionary',
    runs: 'GET user:7',
    about: entry('user:7'),
  },
  {
    step: 'ziplist-and-listpack/walk',
    panel: 'Packed bytes',
    runs: 'HGET user:1 city',
    about: bytes(4),
  },
];

async function openStep(lab: Lab, step: string): Promise<void> {
  await lab.open(`./#/learn/${step}`);
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  await lab.hurry();
}

/** The box of the question, with everything before it shown. */
async function boxOf(page: Page, runs: string): Promise<Locator> {
  const box = page
    .locator('.lesson-ask')
    .filter({ has: page.locator('.lesson-ask-run').filter({ hasText: runs }) });
  const hidden = page.getByRole('button', { name: 'Show the rest anyway' });
  await expect(box.or(hidden).first()).toBeVisible();
  if ((await box.count()) === 0) await hidden.click();
  return box.last();
}

/** Scrolls the drawing as far away from the thing as it goes. */
async function scrollAway(subject: Locator): Promise<void> {
  await subject.evaluate((element) => {
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(around).overflow)) continue;
      const [thing, box] = [element.getBoundingClientRect(), around.getBoundingClientRect()];
      const isRight = thing.left - box.left + around.scrollLeft > around.scrollWidth / 2;
      const isLow = thing.top - box.top + around.scrollTop > around.scrollHeight / 2;
      around.scrollTo(isRight ? 0 : around.scrollWidth, isLow ? 0 : around.scrollHeight);
    }
  });
}

const screens = {
  'on a phone': { width: 390, height: 844 },
  'on a small laptop': { width: 1280, height: 720 },
};

for (const [where, viewport] of Object.entries(screens)) {
  test.describe(where, () => {
    test.use({ viewport });
    for (const { step, panel, runs, about, goes } of asked) {
      test(`${runs} in ${step}: its subject is in sight before and after`, async ({ page }) => {
        const lab = new Lab(page);
        await openStep(lab, step);
        const box = await boxOf(page, runs);
        const subject = about(lab.panel(panel));
        await scrollAway(subject);
        await box.getByRole('radio').first().focus();
        await expect(subject).toBeInViewport({ ratio: 0.9 });
        await page.keyboard.press('Space');
        const run = box.getByRole('button', { name: 'Run' });
        // It waits for what comes before it.
        if ((await run.getAttribute('aria-disabled')) === 'true') return;
        await run.click();
        await expect(box.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 30_000 });
        if (goes !== true) await expect(subject).toBeInViewport({ ratio: 0.9 });
        lab.expectNoTroubles();
      });
    }
  });
}
