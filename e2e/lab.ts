import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The lab as a person meets it: by the names that a screen reader would say, in English. Tests talk to this
 * and not to the markup, so that a changed layout is mended here alone.
 */
export class Lab {
  readonly page: Page;
  readonly command: Locator;
  readonly replies: Locator;
  readonly timeline: Locator;
  /** What went wrong in the page since it was opened: errors thrown, errors logged, addresses elsewhere. */
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

  async open(address = './'): Promise<void> {
    await this.page.goto(address);
  }

  /** Types one command at the console and sends it. */
  async type(command: string): Promise<void> {
    await this.command.fill(command);
    await this.command.press('Enter');
  }

  panel(title: string): Locator {
    return this.page.getByRole('region', { name: title });
  }

  lessonStep(heading: string): Locator {
    return this.page.getByRole('group', { name: heading });
  }

  expectNoTroubles(): void {
    expect(this.troubles).toEqual([]);
  }
}
