/**
 * Does a lesson from beginning to end by what the page offers: buttons, fields and the console, in either language. With
 * a mouse, by keyboard alone, or on a phone, where text and console share one place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { type Action, commandLines } from '../src/protocol/actions.ts';
import type { Prediction, Task } from '../src/protocol/exercise.ts';
import type { Lesson, LessonItem, LessonStep } from '../src/protocol/lesson.ts';
import type { CrashLoss } from '../src/protocol/session.ts';
import { en } from '../src/ui/i18n/en.ts';
import type { Language } from '../src/ui/i18n/index.ts';
import { zh } from '../src/ui/i18n/zh.ts';
import { amountOf } from '../src/ui/lesson/ActionLine.tsx';
import { lessonWords } from '../src/ui/lesson/words.ts';
import { Lab } from './lab.ts';

/** Long enough for a demonstration of many steps on a busy machine. */
export const shown = { timeout: 60_000 };

/** The amounts a clock beside the text may offer, the longest first. */
const handsMs: readonly number[] = [3_600_000, 600_000, 60_000, 11_000, 10_000, 1000, 100];
/** Nobody presses a button more often to let time pass. */
const mostPresses = 15;

export class LessonWalker extends Lab {
  language: Language = 'en';

  async walk(lesson: Lesson, language: Language): Promise<void> {
    this.language = language;
    await this.page.addInitScript((chosen) => {
      localStorage.setItem('rediscope.language', chosen);
      localStorage.setItem('rediscope.playing-speed', '4');
    }, language);
    await this.hasten();
    await this.open(`./#/learn/${lesson.id}`);
    for (const [nth, step] of lesson.content.entries()) {
      if (nth > 0) await this.press(this.page.locator('.lesson-next'));
      await this.doStep(step);
    }
    const steps = this.page.getByRole('navigation', { name: lessonWords[language].steps }).getByRole('link');
    await expect(steps).toHaveCount(lesson.content.length);
    await expect(steps.filter({ has: this.page.locator('svg') })).toHaveCount(lesson.content.length);
    this.expectNoTroubles();
  }

  /** An impatient reader: whatever plays is sent to its end by the timeline's last button. */
  async hasten(): Promise<void> {
    await this.page.addInitScript((pause) => {
      setInterval(() => {
        const buttons = [...document.querySelectorAll<HTMLElement>('.timeline-buttons button')];
        if (buttons.some((button) => button.ariaLabel === pause)) buttons.at(-1)?.click();
      }, 20);
    }, this.words.timeline.pause);
  }

  /** Presses a button, a link or a tab. */
  async press(target: Locator): Promise<void> {
    await target.click(shown);
  }

  /** Writes a text in the place of what a field holds. */
  async write(field: Locator, text: string): Promise<void> {
    await field.fill(text);
  }

  /**
   * Pastes a script over the one in an editor. Without the clipboard the browser would write the lines itself, with
   * styles that the page's policy refuses.
   */
  async writeCode(editor: Locator, text: string): Promise<void> {
    await editor.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await editor.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Chooses one of several radio buttons. */
  async pick(options: Locator, nth: number): Promise<void> {
    await options.nth(nth).check();
  }

  /** Turns to the console of a client that is connected. */
  async turnTo(tab: Locator): Promise<void> {
    await tab.click();
  }

  /** Brings text or console into sight where there is room for one of them. */
  async show(part: 'lesson' | 'console'): Promise<void> {
    const tabs = this.page.locator('.workbench-tabs [role="tab"]');
    if (!(await tabs.first().isVisible())) return;
    const isConsole = { hasText: this.words.console.title };
    const tab = part === 'console' ? tabs.filter(isConsole) : tabs.first();
    if ((await tab.getAttribute('aria-selected')) !== 'true') await this.press(tab);
  }

  /** Who has read a step has its end in sight. */
  async readToEnd(): Promise<void> {
    await this.page.locator('.lesson-turner-links').scrollIntoViewIfNeeded();
  }

  async doStep(step: LessonStep): Promise<void> {
    const heading = this.page.locator('.lesson-step[aria-busy="false"] h2');
    await heading.filter({ hasText: step.heading[this.language] }).waitFor(shown);
    for (const item of step.items) await this.doItem(item);
    // What is still missing is listed, so that a failure says it.
    await expect(this.page.locator('.lesson-missing li')).toHaveText([]);
    await this.readToEnd();
    await this.page.locator('.lesson-steps li[data-done="true"] [aria-current="step"]').waitFor(shown);
  }

  async doItem(item: LessonItem): Promise<void> {
    const place = this.page.locator(`.lesson-item[data-item="${item.id}"]`);
    switch (item.type) {
      case 'demo':
        await this.press(place.locator('.lesson-run[aria-disabled="false"]'));
        await this.ran(place);
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
            await this.press(place.locator(`[data-side="${side}"] [data-pair="${nth}"]`));
        }
        await expect(place.locator('[data-solved="true"]')).toBeVisible();
        break;
      case 'repair': {
        await this.writeCode(place.locator('[contenteditable="true"]'), item.solution);
        await this.press(place.locator('.repair-buttons .is-primary'));
        await expect(place.locator('[data-solved="true"]')).toBeVisible(shown);
        break;
      }
      case 'scenario': {
        const { goal } = item;
        if (goal.type === 'break') {
          for (const [nth, choice] of goal.choices.entries()) {
            await this.press(place.locator(`[data-choice="${choice}"]`));
            await expect(place.locator('.player .row')).toHaveCount(nth + 2);
          }
        } else {
          const [other] = Object.values(goal.files);
          const file = join(import.meta.dirname, '../content/scenarios', item.scenario, other);
          await this.writeCode(place.locator('[contenteditable="true"]').first(), readFileSync(file, 'utf8'));
          await this.press(place.locator('.search-bar .is-primary'));
        }
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
    if (nth < 0) await this.write(place.locator('.lesson-guess-entry input'), answer);
    else await this.pick(place.locator('.lesson-option input'), nth);
    await this.press(place.locator('.lesson-run[aria-disabled="false"]'));
    await this.ran(place);
    // The engine confirms what the lesson calls right.
    await expect(place.locator('.lesson-verdict-line')).toHaveAttribute('data-right', 'true');
  }

  /** What was run can be played again. */
  async ran(place: Locator): Promise<void> {
    await place.locator('.lesson-run', { hasText: lessonWords[this.language].replay }).waitFor(shown);
  }

  async doTask(place: Locator, { solution }: Task): Promise<void> {
    await place.locator('.lesson-task[data-active="true"]').waitFor(shown);
    for (const action of solution) {
      await this.rested();
      await this.act(place, action);
    }
    await this.show('lesson');
    await place.locator('.lesson-task[data-status="solved"]').waitFor(shown);
  }

  /** Replays end by themselves; who acts meanwhile acts in the past. */
  async rested(): Promise<void> {
    await this.page.waitForFunction(
      (play) => {
        const buttons = [...document.querySelectorAll('.timeline-buttons button')];
        return buttons[2]?.ariaLabel === play && buttons.at(-1)?.ariaDisabled === 'true';
      },
      this.words.timeline.play,
      shown,
    );
  }

  async act(place: Locator, action: Action): Promise<void> {
    await this.show(action.type === 'command' || action.type === 'close' ? 'console' : 'lesson');
    switch (action.type) {
      case 'command':
        await this.talkAs(action.client);
        await this.say(commandLines(action));
        break;
      case 'advance':
        await this.wait(place, action.ms);
        break;
      case 'close':
        await this.talkAs(action.client);
        await this.press(
          this.page.getByRole('button', { name: this.words.console.closeClient(action.client) }),
        );
        await this.press(this.page.getByRole('button', { name: this.words.console.close, exact: true }));
        break;
      case 'crash':
        await this.pressPower(place, action.loss);
        break;
      case 'restart':
        // A running server is killed first.
        if ((await this.power(place, 'on').count()) === 0) await this.pressPower(place, 'nothing');
        await this.pressPower(place, 'on');
        break;
      case 'disk':
        throw new Error('a task cannot slow the disk down');
    }
  }

  power(place: Locator, press: CrashLoss | 'on'): Locator {
    const { powerOn, powerOff } = lessonWords[this.language];
    const name = press === 'on' ? powerOn : powerOff[press];
    return place.locator('.lesson-clock-buttons .button').getByText(name, { exact: true });
  }

  /** The button goes, because the server is down or up then, or because the task is solved. */
  async pressPower(place: Locator, press: CrashLoss | 'on'): Promise<void> {
    await this.press(this.power(place, press));
    await this.power(place, press).waitFor({ state: 'hidden', ...shown });
  }

  get words() {
    return this.language === 'zh' ? zh : en;
  }

  /** Turns to the console of a client, and connects it if it is not there. */
  async talkAs(client: number): Promise<void> {
    const tab = this.page.locator(`#console-tab-${client}:not([data-absent="true"])`);
    while ((await tab.count()) === 0) {
      const before = await this.page.locator('.console-tablist [role="tab"]').count();
      await this.press(this.page.getByRole('button', { name: this.words.console.openClient }));
      await expect(this.page.locator('.console-tablist [role="tab"]').or(tab)).not.toHaveCount(before);
    }
    await this.turnTo(tab);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }

  /** By the clock beside the text, the long hands first. It goes when the task is solved. */
  async wait(place: Locator, ms: number): Promise<void> {
    let leftMs = ms;
    const clock = this.page.locator('.lesson-clock').filter({ has: this.page.locator('[role="status"]') });
    const { advance } = lessonWords[this.language];
    const isSolved = async () => (await place.locator('.lesson-task[data-status="solved"]').count()) > 0;
    await this.rested();
    if (await isSolved()) return;
    for (const handMs of handsMs) {
      const button = clock
        .locator('.button')
        .getByText(advance(amountOf(handMs)), { exact: true })
        .first();
      const presses = Math.floor(leftMs / handMs);
      if (presses === 0 || presses > mostPresses || (await button.count()) === 0) continue;
      for (let press = 0; press < presses; press++) {
        await this.rested();
        if (await isSolved()) return;
        await this.press(button);
      }
      leftMs -= presses * handMs;
    }
    expect(leftMs, `no button to let ${amountOf(leftMs)} of ${amountOf(ms)} pass`).toBe(0);
  }

  /** Sends lines one by one, and waits until the console has taken them all. */
  async say(lines: readonly string[]): Promise<void> {
    const prompt = this.page.locator('.console-input-field input');
    const before = await this.page.locator('.console .console-line').count();
    if (lines.length === 1) {
      await this.write(prompt, lines[0]);
      await this.page.keyboard.press('Enter');
    } else {
      await prompt.evaluate((input, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, lines.join('\n'));
    }
    await this.page.waitForFunction(
      (wanted) => document.querySelectorAll('.console .console-line').length >= wanted,
      before + lines.length,
      shown,
    );
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
