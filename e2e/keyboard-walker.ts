/** Does a lesson by keyboard alone: Tab, the arrow keys, Space, Enter and letters. Nothing gets the focus otherwise. */
import { expect, type Locator } from '@playwright/test';
import { LessonWalker } from './lesson-walker.ts';

/** More stops of Tab than the busiest page has from its first to its last. */
const mostStops = 150;

export class KeyboardWalker extends LessonWalker {
  /** Where a target is from the focus; a code editor has its focus inside a shadow root. */
  private whereIs(target: Locator): Promise<'here' | 'before' | 'after'> {
    return target.evaluate((element) => {
      const active = document.activeElement ?? document.body;
      if (element === active || element === active.shadowRoot?.activeElement) return 'here';
      const root = element.getRootNode();
      const other = root instanceof ShadowRoot ? root.host : element;
      return active.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after';
    });
  }

  /** Presses Tab, or Tab with Shift for what lies before, until a target has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    for (let stops = 0; stops < mostStops; stops++) {
      const where = await this.whereIs(target);
      if (where === 'here') return;
      await this.page.keyboard.press(where === 'before' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`Tab never reached ${target}`);
  }

  /** At the pace of the page: the shortcut of an impatient reader is a click. */
  override async hasten(): Promise<void> {}

  override async press(target: Locator): Promise<void> {
    await this.tabTo(target);
    // Who presses a key sees what it is for.
    await expect(target).toBeInViewport();
    await this.page.keyboard.press('Enter');
  }

  override async write(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await expect(field).toBeInViewport();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  override async writeCode(editor: Locator, text: string): Promise<void> {
    await this.tabTo(editor);
    await expect(editor).toBeInViewport();
    await super.writeCode(editor, text);
  }

  override async pick(options: Locator, nth: number): Promise<void> {
    const chosen = () => options.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement));
    // Radio buttons are one stop of Tab: the first of them on the way down, the last on the way up.
    const first = options.first();
    for (let stops = 0; (await chosen()) < 0; stops++) {
      expect(stops, 'Tab never reached the options').toBeLessThan(mostStops);
      await this.page.keyboard.press((await this.whereIs(first)) === 'before' ? 'Shift+Tab' : 'Tab');
    }
    await this.page.keyboard.press('Space');
    const count = await options.count();
    for (let at = await chosen(); at !== nth; at = (at + 1) % count)
      await this.page.keyboard.press('ArrowDown');
    await expect(options.nth(nth)).toBeChecked();
  }

  override async turnTo(tab: Locator): Promise<void> {
    const chosen = this.page.locator('.console-tablist [aria-selected="true"]');
    const tabs = this.page.locator('.console-tablist [role="tab"]');
    await this.tabTo(chosen);
    const most = await tabs.count();
    for (let presses = 0; presses < most && (await this.whereIs(tab)) !== 'here'; presses++)
      await this.page.keyboard.press('ArrowRight');
  }

  /** The last of the links below a step, with the focus on it, is in sight. */
  override async readToEnd(): Promise<void> {
    const last = this.page.locator('.lesson-turner-links > :is(a, button)').last();
    await this.tabTo(last);
    await expect(last).toBeInViewport();
  }
}
