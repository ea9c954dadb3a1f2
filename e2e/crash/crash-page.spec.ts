/**
 * Ends the page at random moments, in every possible way. After it is opened again, nothing that was confirmed more
 * than five seconds before may be missing. `npm run crash-page -- --times 200 --seed 7` tries many.
 */
import { appendFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { Random } from '../../src/engine/base/random.ts';
import { KillableBrowser } from './browser.ts';
import { type Kept, readKept } from './kept.ts';
import { type Chance, nothingYet, Reader, type Story, type Work } from './reader.ts';

const times = Number(process.env.CRASH_TIMES ?? 10);
const seed = Number(process.env.CRASH_SEED ?? 1);
/** Crashes of one profile. */
const perLife = 5;
/** Younger work may be lost. */
const graceMs = 5000;

type Ending = (life: Life) => Promise<void>;

const ENDINGS: Readonly<Record<string, Ending>> = {
  /** The tab's process dies. */
  async tab({ reader }) {
    const died = reader.page.waitForEvent('crash');
    const session = await reader.page.context().newCDPSession(reader.page);
    // It never answers.
    session.send('Page.crash').catch(() => undefined);
    await died;
    await reader.page.close();
  },
  /** The whole browser dies. */
  async browser({ browser }) {
    await browser.kill();
  },
  /** The tab is closed, or reloaded, in the middle of something. */
  async closed({ reader, chance }) {
    if (chance.below(2) === 0) await reader.page.reload();
    else await reader.page.close();
  },
  /** The network is cut, and the page reloaded. */
  async network({ reader }) {
    const context = reader.page.context();
    await context.setOffline(true);
    // Without the site's own copy, which may still be loading, there is nothing to show.
    await reader.page.reload().catch(() => undefined);
    await reader.page.close();
    await context.setOffline(false);
  },
  /** The browser has no room: the page says so, and the saved work stays. */
  async storage(life) {
    const { reader } = life;
    await reader.page.evaluate(() => {
      const fail = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
      Object.assign(IDBObjectStore.prototype, { put: fail, add: fail });
    });
    reader.isUnkept = true;
    await reader.type();
    await expect(reader.page.getByText(/^Not saved$/).first()).toBeVisible();
    await reader.page.close();
  },
  /** A second tab works as well, then the browser dies. */
  async tabs(life) {
    const { browser, chance, work, link, reader } = life;
    const story = life.newStory();
    const second = new Reader(await browser.page(), work, chance, link, story);
    await second.type();
    await Promise.all([reader.type(), second.type()]);
    await life.pause();
    await Promise.all([reader.type(), second.type()]);
    if (chance.below(2) === 0) await browser.kill();
    else await Promise.all([reader.page.close(), second.page.close()]);
  },
};

/** One profile, with everything its reader has done. */
class Life {
  readonly browser: KillableBrowser;
  readonly chance: Chance;
  readonly link: string;
  readonly work: Work = nothingYet();
  reader!: Reader;

  constructor(browser: KillableBrowser, chance: Chance, link: string) {
    this.browser = browser;
    this.chance = chance;
    this.link = link;
  }

  newStory(): Story {
    const story = { id: this.work.stories.length, lines: [] };
    this.work.stories.push(story);
    return story;
  }

  /** Longer than any save may take: everything done before it must be there. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, graceMs + 500));
  }

  async open(): Promise<void> {
    const before: Page | undefined = this.reader?.page;
    const page = before === undefined || before.isClosed() ? await this.browser.page() : before;
    this.reader = new Reader(
      page,
      this.work,
      this.chance,
      this.link,
      this.work.stories.at(-1) ?? this.newStory(),
    );
    await page.goto('./#/lab');
    // It may have ended while it was opening: then the page asks first.
    const again = page.getByRole('button', { name: 'Open it again', exact: true });
    await expect(this.reader.lab.command.or(again)).toBeVisible();
    if (await again.isVisible()) await again.click();
    await expect(this.reader.lab.command).toBeVisible();
  }

  /** Describes the found state, to find out why something is missing. */
  async #whatIsThere(kept: Kept): Promise<string> {
    const { page, lab } = this.reader;
    const said = await page.getByRole('alert').or(page.getByRole('status')).allInnerTexts();
    await page.reload();
    await expect(lab.command).toBeVisible();
    const again = await readKept(page);
    return `there: ${inBrief(kept)}; after a reload: ${inBrief(again)}; said: ${said.filter(Boolean).join(' / ')}`;
  }

  /** Compares the found state with the work done, and goes on from the found state. */
  async check(endedAtMs: number): Promise<string[]> {
    const missing: string[] = [];
    const isRequired = ({ atMs }: { atMs: number }) => atMs < endedAtMs - graceMs;
    const kept = await readKept(this.reader.page);
    const all = [kept.present, ...kept.sessions.map(({ lines }) => lines)];
    for (const lines of all) {
      const own = lines.filter((line) => line.startsWith('SET s'));
      if (new Set(own).size < own.length) missing.push(`a session has commands twice: ${own.join(', ')}`);
    }
    for (const story of this.work.stories) {
      const written = story.lines.map(({ what }) => what);
      const longest = all
        .map((lines) => lines.filter((line) => line.startsWith(`SET s${story.id}:`)))
        .filter((lines) => lines.every((line, nth) => line === written[nth]))
        .reduce((most, lines) => (lines.length > most.length ? lines : most), []);
      const required = story.lines.filter(isRequired).length;
      if (longest.length < required)
        missing.push(
          `session ${story.id}: ${longest.length} of ${required} commands (${written.length} typed)`,
        );
      // Everything after it is typed anew.
      story.lines = longest.map((what) => ({ what, atMs: 0 }));
    }
    for (const task of this.work.tasks)
      if (isRequired(task) && !kept.tasks.has(task.what)) missing.push(`progress: ${task.what}`);
    this.work.tasks = [...kept.tasks].map((what) => ({ what, atMs: 0 }));
    const answers = this.work.answers.filter(isRequired).length;
    if (kept.answers < answers) missing.push(`drills: ${kept.answers} answers of ${answers}`);
    if (kept.answers > this.work.answers.length)
      missing.push(`drills: ${kept.answers} answers, ${this.work.answers.length} given`);
    this.work.answers = Array.from({ length: kept.answers }, () => ({ what: 'answer', atMs: 0 }));
    this.work.named = this.work.named.filter((named) => {
      const found = kept.sessions.filter(({ name }) => name === named.what);
      if (found.length > 1) missing.push(`${named.what} is there ${found.length} times`);
      const isWhole = found.some(({ lines }) => named.lines.every((line) => lines.includes(line)));
      if (!isWhole && isRequired(named)) missing.push(`named session ${named.what}`);
      return isWhole;
    });
    if (missing.length > 0) missing.push(await this.#whatIsThere(kept));
    const latest = kept.present.findLast((line) => line.startsWith('SET s'));
    const story = this.work.stories.find(({ id }) => latest?.startsWith(`SET s${id}:`));
    // A copy kept by name may be a command ahead of the continued session.
    if (story !== undefined)
      story.lines = kept.present
        .filter((line) => line.startsWith(`SET s${story.id}:`))
        .map((what) => ({ what, atMs: 0 }));
    this.reader.story = story ?? this.newStory();
    return missing;
  }
}

function inBrief({ present, sessions }: Kept): string {
  const others = sessions.map(({ name, lines }) => `${name || 'unnamed'}: ${lines.join(', ')}`);
  return `in the lab: ${present.join(', ')}; sessions [${others.join(' | ')}]`;
}

async function linkTo(page: Page): Promise<string> {
  await page.goto('./#/lab');
  const command = page.getByRole('textbox', { name: 'Redis command' });
  await command.fill('SET theirs 1');
  await command.press('Enter');
  await expect(page.getByRole('log', { name: 'Replies' })).toContainText('OK');
  await page.getByRole('button', { name: 'Share this step', exact: true }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  return `./${link.slice(link.indexOf('#'))}`;
}

for (let life = 0; life * perLife < times; life++) {
  const moments = Math.min(perLife, times - life * perLife);
  test(`reader ${life + 1} loses nothing at ${moments} moments, seed ${seed}`, async ({
    page,
    baseURL,
  }, info) => {
    test.setTimeout(60_000 + moments * 60_000);
    const chance = new Random(seed + life).stream('crash');
    const link = await linkTo(page);
    const browser = await KillableBrowser.create(info.project.use.launchOptions ?? {}, baseURL ?? '');
    const mine = new Life(browser, chance, link);
    const kinds = Object.keys(ENDINGS);
    try {
      await mine.open();
      for (let moment = 0; moment < moments; moment++) {
        const kind = kinds[chance.below(kinds.length)];
        await work(mine, kind);
        await ENDINGS[kind](mine);
        const endedAtMs = Date.now();
        await mine.open();
        const missing = await mine.check(endedAtMs);
        const where = `seed ${seed}, reader ${life + 1}, moment ${moment + 1}: ${kind}`;
        if (process.env.CRASH_REPORT !== undefined)
          await appendFile(process.env.CRASH_REPORT, `${JSON.stringify({ kind, where, missing })}\n`);
        expect.soft(missing, where).toEqual([]);
      }
    } finally {
      await browser.end();
    }
  });
}

/** Some work is old, some quite new when it ends. */
async function work({ reader, chance, pause }: Life, kind: string): Promise<void> {
  const acts = 1 + chance.below(4);
  for (let nth = 0; nth < acts; nth++) await reader.act();
  if (kind === 'storage' || chance.below(2) === 0) await pause();
  const young = chance.below(3);
  for (let nth = 0; nth < young; nth++) await reader.act();
  // In the middle of the page's work afterwards.
  await new Promise((resolve) => setTimeout(resolve, chance.below(1200)));
}
