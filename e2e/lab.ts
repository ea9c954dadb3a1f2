import { expect, type Locator, type Page } from '@playwright/test';
import { parseRoute } from '../src/ui/browser/routes.ts';

/**
 * The lab by its accessible names, in English. Tests use this and not the markup, so that a changed layout is fixed
 * here alone.
 */
export class Lab {
  readonly page: Page;
  readonly command: Locator;
  readonly replies: Locator;
  readonly timeline: Locator;
  /** Errors of the page since it was opened: errors thrown, errors logged, requests to other hosts. */
  readonly troubles: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.command = page.getByRole('textbox', { name: 'Redis command' });
    this.replies = page.getByRole('log', { name: 'Replies' });
    this.timeline = page.getByRole('slider', { name: 'Timeline' });
    page.on('pageerror', (error) => this.troubles.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(`logged: ${message.text()}`);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const ours = protocol === 'data:' || protocol === 'blob:' || origin === new URL(this.page.url()).origin;
      if (!ours && this.page.url() !== 'about:blank') this.troubles.push(`asked elsewhere: ${request.url()}`);
    });
  }

  /**
   * Opens the page. Replays are quick unless the test has chosen another pace: at reading pace a command takes as long
   * as its captions.
   */
  async open(address = './'): Promise<void> {
    await this.page.addInitScript(() => {
      try {
        const pace = 'rediscope.playing-pace';
        if (localStorage.getItem(pace) === null) localStorage.setItem(pace, 'quick');
      } catch {
        // A page without storage plays at reading pace.
      }
    });
    await this.page.goto(address);
  }

  /** Connects another client and waits until its console has the input. */
  async connect(client: number): Promise<void> {
    await this.button('Connect another client').click();
    const tab = this.page.getByRole('tab', { name: `client ${client}`, exact: true });
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }

  /** Limits the log to the client whose prompt it has. */
  async showOne(): Promise<void> {
    await this.page.getByRole('radio', { name: 'This one' }).check();
  }

  /** The client whose prompt the console has. */
  async client(): Promise<number> {
    const name = await this.page.locator('.console-tablist [aria-selected="true"]').getAttribute('id');
    return Number(name?.replace('console-tab-', ''));
  }

  /** Waits until the service worker keeps the site: from then on the page needs no network. */
  async keptOffline(): Promise<void> {
    await this.page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state === 'activated') return;
      await new Promise<void>((resolve) =>
        active?.addEventListener('statechange', () => {
          if (active.state === 'activated') resolve();
        }),
      );
    });
  }

  /** Waits until the page of the address is shown: the console before it may be another session's. */
  async there(): Promise<void> {
    const shell = this.page.locator('.shell');
    await expect
      .poll(async () => {
        const wanted = parseRoute(new URL(this.page.url()).hash).page;
        return (await shell.getAttribute('data-page')) === wanted;
      })
      .toBe(true);
    await expect(this.page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  }

  /** Types one command at the console and sends it. */
  async type(command: string): Promise<void> {
    await this.there();
    await this.command.fill(command);
    await this.command.press('Enter');
  }

  /** Types a command and waits until the console shows its outcome. */
  async run(command: string, reply: string | RegExp): Promise<void> {
    await this.type(command);
    await expect(this.replies).toContainText(reply, { useInnerText: true });
  }

  /** Types several commands, one by one. */
  async typeAll(commands: readonly string[]): Promise<void> {
    for (const command of commands) {
      await this.type(command);
      await expect(this.replies.locator('.console-line').last()).toContainText(command);
    }
  }

  /** The timeline's text for the position looked at. */
  async place(): Promise<string> {
    return (await this.timeline.getAttribute('aria-valuetext')) ?? '';
  }

  /** The button that says which panels are shown. */
  get choosePanels(): Locator {
    return this.page.getByRole('button', { name: /^Choose panels\./ });
  }

  async openPicker(): Promise<Locator> {
    await this.choosePanels.click();
    const picker = this.page.getByRole('dialog', { name: 'Choose panels' });
    await expect(picker).toBeVisible();
    return picker;
  }

  /** On a phone the tools of the timeline are a row that is opened first. */
  async openTimelineTools(): Promise<void> {
    const more = this.button('More timeline controls');
    if ((await more.count()) > 0 && (await more.getAttribute('aria-expanded')) === 'false')
      await more.click();
  }

  /** Plays as fast as the page can. */
  async hurry(): Promise<void> {
    await this.openTimelineTools();
    await this.page.getByRole('combobox', { name: 'Playback speed' }).selectOption('4×');
  }

  /** Waits until nothing plays any more. */
  async rest(): Promise<void> {
    await expect(this.button('Play')).toBeVisible({ timeout: 20_000 });
  }

  /**
   * Goes to the end of the typed commands, without waiting until they have been played, and waits until that is drawn.
   */
  async settle(): Promise<void> {
    await this.button('Last').dispatchEvent('click');
    await this.rest();
    const atEnd = (track: Element) => track.ariaValueNow === track.ariaValueMax;
    await expect.poll(() => this.timeline.evaluate(atEnd)).toBe(true);
    await this.arrived();
    await this.painted();
  }

  /** Goes one moment back from rest, and waits until that moment is drawn. */
  async back(): Promise<void> {
    // The first moment of a frame looks like the last of the one before it, and may have the label of the second.
    const place = () =>
      this.timeline.evaluate(
        (track) => `${track.ariaValueNow} ${getComputedStyle(track).getPropertyValue('--progress')}`,
      );
    const before = await place();
    await this.button('Back').click();
    await expect.poll(place).not.toBe(before);
    await this.arrived();
    // Panels draw with the next animation frame.
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** Waits until the inside of the frame looked at has arrived. */
  async arrived(): Promise<void> {
    await expect(this.timeline).toHaveAttribute('aria-busy', 'false');
  }

  /** Waits until the page's state is drawn, and the animations have ended. */
  async painted(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // With a running clock something may always move: then a second is enough.
          const [stillFrames, mostFrames] = [3, 60];
          let [still, frames] = [0, 0];
          const observer = new MutationObserver((changes) => {
            if (changes.some(({ target }) => target instanceof SVGElement)) still = 0;
          });
          observer.observe(document.body, { subtree: true, attributes: true, childList: true });
          const look = () => {
            if (++still > stillFrames || ++frames > mostFrames) {
              observer.disconnect();
              resolve();
            } else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
    );
  }

  /** Picks one of the choices that stand side by side. */
  async choose(name: string): Promise<void> {
    // Press the label: the radio button lies invisibly over it.
    const choice = this.page.getByRole('radio', { name, exact: true });
    await choice.dispatchEvent('click');
  }

  /** Stops the server's clock, so that the only frames are those of commands. */
  async stopClock(): Promise<void> {
    await this.page.getByRole('button', { name: /^Server clock/ }).click();
    await this.choose('Paused');
    await expect(this.button('Server clock: Paused')).toBeVisible();
    await this.page.keyboard.press('Escape');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  panel(title: string): Locator {
    return this.page.getByRole('region', { name: title });
  }

  /** The shown step of the lesson: busy until its server is in the step's state. */
  get shownStep(): Locator {
    return this.page.getByRole('article').getByRole('group').first();
  }

  lessonStep(heading: string): Locator {
    return this.page.getByRole('group', { name: heading });
  }

  expectNoTroubles(): void {
    expect(this.troubles).toEqual([]);
  }
}
