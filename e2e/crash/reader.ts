/** A reader at work in one tab, and the work that the tab has confirmed, with the time. */
import { expect, type Page } from '@playwright/test';
import { Lab } from '../lab.ts';

/** What was confirmed when. Infinity: nothing could be kept then, so it may be lost. */
export interface Confirmed {
  readonly what: string;
  atMs: number;
}

/** The commands of one session; those of another begin with another number. */
export interface Story {
  readonly id: number;
  lines: Confirmed[];
}

/** Everything a reader has done in all of their tabs. */
export interface Work {
  readonly stories: Story[];
  tasks: Confirmed[];
  answers: Confirmed[];
  named: (Confirmed & { readonly lines: readonly string[] })[];
}

export function nothingYet(): Work {
  return { stories: [], tasks: [], answers: [], named: [] };
}

const TASKS = [
  'global-dict-and-rehash/one-bucket/start',
  'global-dict-and-rehash/shrink/shrink',
  'skiplist/rank/one-hop',
  'skiplist/delete/flat',
  'skiplist/threshold/convert',
  'ziplist-and-listpack/walk/one-shorter',
  'ziplist-and-listpack/encodings/tight',
  'ziplist-and-listpack/your-turn/cause',
  'ziplist-and-listpack/limits/convert',
  'geohash/cells/one-south',
  'geohash/then-measure/exactly-three',
  'geohash/nearby-cars/nearest',
];
/** One day has only a few new drills. */
const MOST_ANSWERS = 8;
const PAGES = ['./#/', './#/progress', './#/learn', './#/lab', './#/gallery'];

export interface Chance {
  below(bound: number): number;
}

export class Reader {
  readonly page: Page;
  readonly lab: Lab;
  readonly #work: Work;
  readonly #chance: Chance;
  readonly #link: string;
  /** The session in the lab of this tab. */
  story: Story;
  /** Nothing is kept at present: work done now may be lost. */
  isUnkept = false;

  constructor(page: Page, work: Work, chance: Chance, link: string, story: Story) {
    this.page = page;
    this.lab = new Lab(page);
    this.#work = work;
    this.#chance = chance;
    this.#link = link;
    this.story = story;
  }

  /** Does one thing and waits until the page shows it as done. */
  async act(): Promise<void> {
    const acts = [
      () => this.type(),
      () => this.type(),
      () => this.type(),
      () => this.type(),
      () => this.#solve(),
      () => this.#answer(),
      () => this.#keep(),
      () => this.#open(),
      () => this.#wander(),
    ];
    await acts[this.#chance.below(acts.length)]();
  }

  #done(what: string): Confirmed {
    return { what, atMs: this.isUnkept ? Number.POSITIVE_INFINITY : Date.now() };
  }

  async #goTo(address: string): Promise<void> {
    await this.page.goto(address);
    await this.lab.there();
  }

  async type(count = 1 + this.#chance.below(4)): Promise<void> {
    await this.#goTo('./#/lab');
    for (let nth = 0; nth < count; nth++) {
      const line = `SET s${this.story.id}:${this.story.lines.length} 1`;
      await this.lab.type(line);
      const last = this.page.locator('.console-entry').last();
      await expect(last).toContainText(line);
      await expect(last).toContainText('OK');
      this.story.lines.push(this.#done(line));
    }
  }

  async #solve(): Promise<void> {
    const open = TASKS.filter((task) => !this.#work.tasks.some(({ what }) => what === task));
    if (open.length === 0) return this.type();
    const task = open[this.#chance.below(open.length)];
    await this.#goTo(`./#/learn/${task.slice(0, task.lastIndexOf('/'))}`);
    await expect(this.lab.shownStep).toHaveAttribute('aria-busy', 'false');
    // A question before the task hides it.
    const rest = this.lab.button('Show the rest anyway');
    if (await rest.isVisible()) await rest.click();
    const box = this.page.locator('.lesson-task').first();
    await box.getByRole('button', { name: 'Show a solution' }).click();
    await box.getByRole('button', { name: 'Show it' }).click();
    await expect(box).toHaveAttribute('data-status', 'shown');
    this.#work.tasks.push(this.#done(task));
  }

  async #answer(): Promise<void> {
    if (this.#work.tasks.length === 0 || this.#work.answers.length >= MOST_ANSWERS) return this.#solve();
    await this.#goTo('./#/drills');
    // If the page was open already, it shows the last answered drill.
    const next = this.page.locator('.drill-next');
    if (await next.isVisible()) await next.click();
    const article = this.page.getByRole('article');
    await expect(article).toHaveAttribute('aria-busy', 'false');
    const giveUp = this.lab.button('I don’t know, show me');
    // A task cannot be given up at once: leave it for another time.
    if (!(await giveUp.isVisible())) return this.type();
    await giveUp.click();
    await expect(article).toContainText('Due again in');
    this.#work.answers.push(this.#done('answer'));
  }

  async #keep(): Promise<void> {
    if (this.story.lines.length === 0 || this.isUnkept) return this.type();
    await this.#goTo('./#/lab');
    await expect(this.lab.replies).toContainText(this.story.lines.at(-1)?.what ?? '');
    const name = `kept ${this.#work.named.length}-${this.#chance.below(1_000_000)}`;
    await this.page.getByRole('button', { name: 'Menu', exact: true }).click();
    await this.page.getByRole('button', { name: 'My sessions…', exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(name);
    await this.lab.button('Save this session').click();
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
    const lines = this.story.lines.map(({ what }) => what);
    this.#work.named.push({ ...this.#done(name), lines });
    await this.lab.button('Done').click();
  }

  /** Opens somebody else's link; the previous session must be found elsewhere afterwards. */
  async #open(): Promise<void> {
    if (this.isUnkept) return this.type();
    await this.#goTo('./#/lab');
    await this.#goTo(this.#link);
    // From then on the page shows the link's session, and its prompt stays.
    await expect(this.page).not.toHaveURL(/#\/s\//);
    await expect(this.lab.replies).toContainText('SET theirs 1');
    this.story = { id: this.#work.stories.length, lines: [] };
    this.#work.stories.push(this.story);
    await this.type();
  }

  async #wander(): Promise<void> {
    await this.#goTo(PAGES[this.#chance.below(PAGES.length)]);
    await expect(this.page.getByRole('heading').first()).toBeAttached();
  }
}
