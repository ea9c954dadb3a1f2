import { expect, type Locator, type Page } from '@playwright/test';
import { Lab } from './lab.ts';

/** The lab with a stopped clock, so that nothing happens but the typed commands. */
export async function openStill(page: Page): Promise<{ lab: Lab; dict: Locator; keyspace: Locator }> {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  // The server runs once its empty keyspace is shown; before, there is no clock to stop.
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.stopClock();
  return { lab, dict: lab.panel('Dictionary'), keyspace: lab.panel('Keyspace') };
}

/** Types a command and returns what the console printed for it. */
export async function ask(lab: Lab, command: string): Promise<string> {
  // A command may bring other clients something, too.
  const entries = lab.replies.locator(`[data-key][data-client="${await lab.client()}"]`);
  // Not by their number: a long log drops its beginning.
  const newest = async () => ((await entries.count()) === 0 ? null : entries.last().getAttribute('data-key'));
  const before = await newest();
  await lab.type(command);
  await expect.poll(newest, command).not.toBe(before);
  const printed = (await entries.last().innerText()).trim();
  return printed.slice(printed.indexOf(command) + command.length).trim();
}

/** The rows of a panel's accessible table, by their names. */
export async function tableRows(panel: Locator): Promise<Map<string, string>> {
  const rows = await panel
    .locator('table tr[data-row]')
    .evaluateAll((elements) =>
      elements.map(
        (row) => [(row as HTMLElement).dataset.row!, row.querySelector('td')!.textContent!] as const,
      ),
    );
  return new Map(rows);
}

/** Steps back until the panel's sentence matches, and returns it. */
export async function backTo(lab: Lab, panel: Locator, wanted: RegExp): Promise<string> {
  const narration = panel.locator('.panel-frame-narration');
  for (let steps = 0; ; steps++) {
    const sentence = (await narration.innerText()).replace(/\s+/g, ' ');
    if (wanted.test(sentence)) return sentence;
    expect(steps, `never narrated: ${wanted}`).toBeLessThan(120);
    await lab.back();
  }
}

/** Moves the stopped clock forward by pressing its buttons, `+100 ms` or `+1 s`. */
export async function pass(lab: Lab, ...buttons: readonly string[]): Promise<void> {
  await lab.button('Server clock: Paused').click();
  for (const button of buttons) await lab.button(button).click();
  await lab.page.keyboard.press('Escape');
}

/** The lab with one main panel, and a stopped clock. */
export async function openPanel(
  page: Page,
  id: string,
  title: string,
): Promise<{ lab: Lab; panel: Locator }> {
  const lab = new Lab(page);
  await lab.open(`./#/lab/${id}`);
  await expect(lab.panel('Keyspace')).toContainText('0 keys');
  await lab.stopClock();
  return { lab, panel: lab.panel(title) };
}

/** The boxes of a drawing whose names begin like this. */
export function drawn(panel: Locator, prefix: string): Locator {
  return panel.locator(`.sheet-box[data-box^="${prefix}"]:not(.leaving)`);
}

/** The text of one row of a panel's accessible table. */
export async function rowText(panel: Locator, row: string): Promise<string> {
  return panel.locator(`tr[data-row="${row}"] td`).innerText();
}

/** The line after a name in a reply, without quotes and its number: `"length"` and then `(integer) 7`. */
export function valueAfter(reply: string, name: string): string {
  const lines = reply.split('\n').map((line) =>
    line
      .replace(/^(\s*\d+\))+\s*/, '')
      .replace(/^\(integer\) |"/g, '')
      .trim(),
  );
  return lines[lines.indexOf(name) + 1];
}

/** The links from the gallery's list to its panels; there are more than twenty. */
export async function galleryLinks(page: Page): Promise<Locator[]> {
  const links = page.getByRole('navigation', { name: 'Panels' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  expect(await links.count()).toBeGreaterThan(20);
  return links.all();
}

/** Follows such a link and waits until all items of that panel are there; returns the panel's title. */
export async function openWall(page: Page, link: Locator): Promise<string> {
  const title = await link.innerText();
  const id = (await link.getAttribute('href'))?.split('/').pop();
  await link.click();
  await expect(page.locator(`.gallery-wall[data-panel="${id}"][data-complete="true"]`), title).toBeVisible();
  const pieces = page.locator('.gallery-piece');
  await expect(pieces.first(), title).toBeVisible();
  await expect(page.locator('.gallery-piece[data-ready="false"]'), title).toHaveCount(0);
  await expect(page.locator('.gallery-piece .panel-frame'), title).toHaveCount(await pieces.count());
  await expect(
    page.locator('.panel-frame:is([data-state="loading"], [data-state="error"])'),
    title,
  ).toHaveCount(0);
  return title;
}
