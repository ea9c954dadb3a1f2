import type { Page } from '@playwright/test';

/** The browser's database opens only when `openDatabase` says so, and at once after a later reload. */
export async function delayDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('database') === 'open') return;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    Object.assign(window, { openDatabase: open });
    const { addEventListener } = EventTarget.prototype;
    IDBOpenDBRequest.prototype.addEventListener = function (
      this: EventTarget,
      name: string,
      listener: EventListener,
    ) {
      const delayed =
        name === 'success' ? (event: Event) => void opened.then(() => listener(event)) : listener;
      addEventListener.call(this, name, delayed);
    };
  });
}

export async function openDatabase(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('database', 'open');
    (window as unknown as { openDatabase(): void }).openDatabase();
  });
}
