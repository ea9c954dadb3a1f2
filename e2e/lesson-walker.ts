/** Does a lesson from beginning to end by what the page offers: buttons, fields and the console, in either language. */
import { expect, type Locator } from '@playwright/test';
import { type Action, commandLines } from '../src/protocol/actions.ts';
import type { Prediction, Task } from '../src/protocol/exercise.ts';
import type { Lesson, LessonItem, LessonStep } from '../src/protocol/lesson.ts';
import { en } from '../src/ui/i18n/en.ts';
import type { Language } from '../src/ui/i18n/index.ts';
import { zh } from '../src/ui/i18n/zh.ts';
import { amountOf } from '../src/ui/lesson/ActionLine.tsx';
import { lessonWords } from '../src/ui/lesson/words.ts';
import { Lab } from './lab.ts';

/** Long enough for a demonstration of many steps on a busy machine. */
const shown = { timeout: 60_000 };

export class LessonWalker extends Lab {
  language: Language = 'en';

  async walk(lesson: Lesson, language: Language): Promise<void> {
    this.language = language;
    await this.page.addInitScript((chosen) => {
      localStorage.setItem('rediscope.language', chosen);
      localStorage.setItem('rediscope.playing-speed', '4');
    }, language);
    await this.open(`./#/learn/${lesson.id}`);
    for (const [nth, step] of lesson.content.entries()) {
      if (nth > 0) await this.page.locator('.lesson-turner-links a').last().click();
      await this.doStep(step);
    }
    const steps = this.page.getByRole('navigation', { name: lessonWords[language].steps }).getByRole('link');
    await expect(steps).toHaveCount(lesson.content.length);
    await expect(steps.filter({ has: this.page.locator('svg') })).toHaveCount(lesson.content.length);
    this.expectNoTroubles();
  }

  async doStep(step: LessonStep): Promise<void> {
    await expect(this.page.getByRole('heading', { name: step.heading[this.language] })).toBeVisible();
    await expect(this.shownStep).toHaveAttribute('aria-busy', 'false');
    for (const item of step.items) await this.doItem(item);
    // What is still missing is listed, so that a failure says it.
    await expect(this.page.locator('.lesson-missing li')).toHaveText([]);
  }

  async doItem(item: LessonItem): Promise<void> {
    const place = this.page.locator(`.lesson-item[data-item="${item.id}"]`);
    switch (item.type) {
      case 'demo':
        await place.locator('.lesson-run').click();
        await expect(place.locator('.lesson-run')).toHaveText(lessonWords[this.language].replay, shown);
        break;
      case 'predict':
        await this.predict(place, item);
        break;
      case 'task':
        await this.doTask(place, item);
        break;
      case 'order':
        await this.order(place, item.stages.length);
        break;
      case 'match':
        for (const nth of item.pairs.keys()) {
          for (const side of ['left', 'right'])
            await place.locator(`[data-side="${side}"] [data-pair="${nth}"]`).click();
        }
        await expect(place.locator('[data-solved="true"]')).toBeVisible();
        break;
      case 'repair': {
        const editor = place.locator('[contenteditable="true"]');
        await editor.fill(item.solution);
        await place.locator('.repair-buttons .is-primary').click();
        await expect(place.locator('[data-solved="true"]')).toBeVisible(shown);
        break;
      }
      default:
        // Clients to play with, dials, comparisons and programs are offers.
        break;
    }
  }

  async predict(place: Locator, { options, answer }: Prediction): Promise<void> {
    const nth = options.findIndex(({ id }) => id === answer);
    if (nth < 0) await place.locator('.lesson-guess-entry input').fill(answer);
    else await place.locator('.lesson-option input').nth(nth).check();
    const run = place.locator('.lesson-run');
    await expect(run).toHaveAttribute('aria-disabled', 'false');
    await run.click();
    await expect(run).toHaveText(lessonWords[this.language].replay, shown);
    // The engine confirms what the lesson calls right.
    await expect(place.locator('.lesson-verdict-line')).toHaveAttribute('data-right', 'true');
  }

  async doTask(place: Locator, { solution }: Task): Promise<void> {
    await expect(place).toBeVisible();
    await this.rested();
    for (const action of solution) await this.act(place, action);
    await expect(place.locator('.lesson-task')).toHaveAttribute('data-status', 'solved', shown);
  }

  /** Replays end by themselves; who acts meanwhile acts in the past. */
  async rested(): Promise<void> {
    await expect(
      this.page.locator('.timeline').getByRole('button', { name: this.words.timeline.play, exact: true }),
    ).toBeVisible(shown);
  }

  async act(place: Locator, action: Action): Promise<void> {
    const buttons = place.locator('.lesson-clock-buttons .button');
    switch (action.type) {
      case 'command':
        await this.talkAs(action.client);
        for (const line of commandLines(action)) await this.say(line);
        break;
      case 'advance':
        await buttons
          .getByText(lessonWords[this.language].advance(amountOf(action.ms)), { exact: true })
          .click();
        break;
      case 'close':
        await this.talkAs(action.client);
        await this.page.getByRole('button', { name: this.words.console.closeClient(action.client) }).click();
        await this.page.getByRole('button', { name: this.words.console.close, exact: true }).click();
        break;
      case 'crash':
        await buttons.getByText(lessonWords[this.language].powerOff[action.loss], { exact: true }).click();
        break;
      case 'restart':
        await buttons.getByText(lessonWords[this.language].powerOn, { exact: true }).click();
        break;
      case 'disk':
        throw new Error('a task cannot slow the disk down');
    }
  }

  get words() {
    return this.language === 'zh' ? zh : en;
  }

  /** Turns to the console of a client, and connects it if it is not there. */
  async talkAs(client: number): Promise<void> {
    const tab = this.page.locator(`#console-tab-${client}:not([data-absent="true"])`);
    while ((await tab.count()) === 0) {
      const before = await this.page.locator('.console-tablist [role="tab"]').count();
      await this.page.getByRole('button', { name: this.words.console.openClient }).click();
      await expect(this.page.locator('.console-tablist [role="tab"]').or(tab)).not.toHaveCount(before);
    }
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }

  /** Sends a line, and waits until the console has taken it. */
  async say(line: string): Promise<void> {
    const prompt = this.page.locator('.console-input-field input');
    const lines = this.page.locator('.console .console-line');
    const before = await lines.count();
    await prompt.fill(line);
    await prompt.press('Enter');
    await expect.poll(() => lines.count()).toBeGreaterThan(before);
    await this.rested();
  }

  /** By keyboard: each stage goes up to its place. */
  async order(place: Locator, stages: number): Promise<void> {
    for (let stage = 0; stage < stages; stage++) {
      const handle = place.locator(`[data-handle="${stage}"]`);
      await handle.focus();
      await this.page.keyboard.press('Home');
      for (let down = 0; down < stage; down++) await this.page.keyboard.press('ArrowDown');
    }
    await expect(place.locator('[data-solved="true"]')).toBeVisible();
  }
}
