import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask, pass, tableRows } from './panels.ts';

/** The command that ends each set-up, and how many servers are sent it. */
const lastOfSetUp: Readonly<Record<string, readonly [command: RegExp, times: number]>> = {
  replicas: [/REPLICAOF /g, 2],
  sentinels: [/SENTINEL SET /g, 3],
  cluster: [/CLUSTER REPLICATE /g, 3],
};

/** Servers from their address, set up; their clock runs. */
async function running(page: Page, id: string): Promise<Lab> {
  const lab = new Lab(page);
  await lab.open(`./#/lab/servers/${id}`);
  const [command, times] = lastOfSetUp[id];
  // The dialog may have come and gone before anybody looks for it.
  const sent = async () => (await lab.replies.innerText()).match(command)?.length ?? 0;
  await expect.poll(sent, { timeout: 60_000 }).toBe(times);
  await expect(page.getByRole('dialog', { name: /^Setting up/ })).toBeHidden({ timeout: 60_000 });
  return lab;
}

/** The same with a stopped clock. */
async function servers(page: Page, id: string): Promise<Lab> {
  const lab = await running(page, id);
  await lab.stopClock();
  return lab;
}

async function seconds(lab: Lab, count: number): Promise<void> {
  await pass(lab, ...Array.from({ length: count }, () => '+1 s'));
  await lab.settle();
}

const topology = (lab: Lab) => lab.panel('Topology');

/** The line of a node in the accessible table of the topology. */
async function nodeRow(lab: Lab, node: number): Promise<string> {
  return (await tableRows(topology(lab))).get(`node:${node}`) ?? '';
}

/** Does something to a node in the Nodes menu. */
async function toNode(lab: Lab, name: string, operation: string): Promise<void> {
  const { page } = lab;
  await lab.button('Nodes').click();
  const chosen = page.getByRole('combobox', { name: 'Node', exact: true });
  const option = await chosen
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${name}( |$)`) })
    .getAttribute('value');
  await chosen.selectOption(option);
  await page.locator('.servers-nodes').getByRole('button', { name: operation, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** The console of a node, opened if there is none. */
async function consoleOf(lab: Lab, name: string): Promise<void> {
  const tab = lab.page
    .locator(`.console-tablist [role="tab"]:not([data-absent="true"])`)
    .filter({ hasText: name });
  if ((await tab.count()) === 0) {
    await lab.button('Connect another client').click();
    await lab.page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name} `) })
      .click();
  }
  await tab.first().click();
  await expect(tab.first()).toHaveAttribute('aria-selected', 'true');
}

async function askNode(lab: Lab, name: string, command: string): Promise<string> {
  await consoleOf(lab, name);
  const printed = await ask(lab, command);
  await lab.settle();
  return printed;
}

/** What CLUSTER NODES of a node says of the node at an address: flags and slots. */
async function clusterLine(lab: Lab, asked: string, address: string): Promise<string> {
  const lines = (await askNode(lab, asked, 'CLUSTER NODES')).split('\n');
  return lines.find((line) => line.includes(`${address}@`)) ?? '';
}

async function clusterRow(panel: Locator, name: string): Promise<string> {
  const rows = await panel
    .locator('table tr[data-row]')
    .filter({ hasText: name })
    .evaluateAll((elements) => elements.map((row) => row.textContent ?? ''));
  return rows.join('\n');
}

/** Goes to the moment before the crash that the timeline marks. */
async function beforeTheCrash(lab: Lab): Promise<void> {
  await lab.page.locator('.track-mark.is-crash').first().click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /killed/);
  await lab.timeline.focus();
  await lab.page.keyboard.press('Shift+ArrowLeft');
  await expect(lab.timeline).not.toHaveAttribute('aria-valuetext', /killed/);
  await lab.arrived();
  await lab.painted();
}

async function expectNoBarriers(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`),
  ).toEqual([]);
}

async function linkTo(lab: Lab): Promise<string> {
  await lab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.button('Share this step').click();
  const field = lab.page.getByRole('textbox', { name: 'Link to this step' });
  await expect(field).toBeVisible();
  const link = await field.inputValue();
  await lab.button('Done').click();
  return link;
}

async function somebodyElse(browser: Browser, address: string): Promise<Lab> {
  const lab = new Lab(await (await browser.newContext({ locale: 'en-US' })).newPage());
  await lab.open(address);
  return lab;
}

test('a cluster elects a replica of a killed master; before the kill, and in a link, the master is alive', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const lab = await servers(page, 'cluster');
  const cluster = lab.panel('Cluster');
  expect(await nodeRow(lab, 1)).toContain('master');
  expect(await clusterLine(lab, 'node-1', '10.0.0.2:6379')).toMatch(/ master .* connected 5462-10923/);

  await toNode(lab, 'node-2', 'Kill');
  await lab.settle();
  expect(await nodeRow(lab, 1)).toContain('down');
  // The console of the dead node says so.
  await page.getByRole('tab', { name: /node-2/ }).click();
  await expect(page.getByText('node-2 is not running.')).toBeVisible();

  await seconds(lab, 15);
  expect(await clusterLine(lab, 'node-1', '10.0.0.2:6379')).toMatch(/ master,fail /);
  expect(await clusterLine(lab, 'node-1', '10.0.0.5:6379')).toMatch(/ master .* connected 5462-10923/);
  expect(await nodeRow(lab, 4)).toMatch(/^master.*5,462 slots/);
  expect(await clusterRow(cluster, 'node-5')).toMatch(/master.*5,462 slots/);
  // The votes are marked, and the timeline says whose they are.
  await lab.button('Marks').click();
  const votes = page.getByRole('button', { name: 'Previous: Vote given' });
  await votes.click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /node-[13]\b.*votes in epoch \d+/);
  await page.keyboard.press('Escape');

  await beforeTheCrash(lab);
  expect(await nodeRow(lab, 1)).toMatch(/^master/);
  expect(await nodeRow(lab, 4)).toMatch(/^replica/);
  const place = await lab.place();
  const rows = await tableRows(topology(lab));
  const other = await somebodyElse(browser, await linkTo(lab));
  await expect(other.timeline).toHaveAttribute('aria-valuetext', place, { timeout: 60_000 });
  await other.arrived();
  await expect.poll(() => nodeRow(other, 1)).toMatch(/^master/);
  expect(await tableRows(topology(other))).toEqual(rows);
  // It is whole: at its end the replica has taken over.
  await other.settle();
  await expect.poll(() => nodeRow(other, 4)).toMatch(/^master/);
  lab.expectNoTroubles();
  other.expectNoTroubles();
});

test('a slot moves under traffic, and a console that follows redirections finds its keys', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const lab = await servers(page, 'cluster');
  // Slot 12182, of node-3.
  expect(await askNode(lab, 'node-1', 'SET foo bar')).toBe('(error) MOVED 12182 10.0.0.3:6379');
  await lab.button('Follow MOVED and ASK to the node they name, as redis-cli -c does').click();
  await lab.type('SET foo bar');
  await expect(lab.replies).toContainText('-> Redirected to slot [12182] located at 10.0.0.3:6379\nOK', {
    useInnerText: true,
  });
  await expect(page.getByRole('tab', { name: /^client 1/ })).toContainText('node-3');

  await page.getByRole('button', { name: /^Server clock/ }).click();
  await lab.choose('Running');
  await page.keyboard.press('Escape');
  await lab.button('Traffic').click();
  await lab.button('Start').click();
  await expect(page.locator('.lab-traffic')).toContainText('hits');
  const cluster = lab.panel('Cluster');
  await expect(cluster.getByText('Move slot', { exact: false })).toBeVisible();
  await cluster.getByRole('textbox', { name: 'Keys' }).fill('foo');
  await cluster.getByText('Move slot 12182 from node-3 to').click();
  await cluster.getByRole('combobox', { name: 'New owner of the slot' }).selectOption({ label: 'node-2' });
  await cluster.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(cluster.getByText('Move slot 12182 from node-2 to')).toBeVisible({ timeout: 60_000 });
  await lab.button('Stop traffic').click();
  await expect(lab.button('Traffic')).toBeVisible();
  await lab.stopClock();
  await lab.settle();

  expect(await clusterLine(lab, 'node-2', '10.0.0.2:6379')).toMatch(/5462-10923 12182$/);
  await page.getByRole('tab', { name: /^client 1/ }).click();
  await lab.type('GET foo');
  await expect(lab.replies).toContainText('-> Redirected to slot [12182] located at 10.0.0.2:6379\n"bar"', {
    useInnerText: true,
  });
  lab.expectNoTroubles();
});

test('sentinels find a new master, and the panels say what the servers say', async ({ page }) => {
  test.setTimeout(180_000);
  const lab = await servers(page, 'sentinels');
  expect(await askNode(lab, 'sentinel-1', 'SENTINEL GET-MASTER-ADDR-BY-NAME mymaster')).toContain('10.0.0.1');
  await toNode(lab, 'master', 'Kill');
  await seconds(lab, 20);
  const address = await askNode(lab, 'sentinel-1', 'SENTINEL GET-MASTER-ADDR-BY-NAME mymaster');
  const host = /10\.0\.0\.([23])/.exec(address);
  expect(host).not.toBeNull();
  const promoted = Number(host?.[1]) - 1;
  const name = `replica-${promoted}`;
  expect(await nodeRow(lab, promoted)).toMatch(/^master/);
  await expect(lab.panel('Sentinels')).toContainText(name);
  expect(await askNode(lab, name, 'INFO replication')).toContain('role:master');
  expect(await askNode(lab, 'sentinel-1', 'SENTINEL MASTER mymaster')).toMatch(
    new RegExp(`"ip"\\s+\\d+\\) "10\\.0\\.0\\.${promoted + 1}"`),
  );
  await lab.button('Marks').click();
  await page.getByRole('button', { name: 'Previous: Role of a server changed' }).click();
  await page.keyboard.press('Escape');
  lab.expectNoTroubles();
});

test('a replica behind a cut falls behind until it is mended; another way in the past is another branch', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const lab = await servers(page, 'replicas');
  await lab.button('Nodes').click();
  await page.getByRole('combobox', { name: 'Way to' }).selectOption({ label: 'replica-1' });
  await page.locator('.servers-nodes').getByRole('button', { name: 'Cut master → replica-1' }).click();
  await page.keyboard.press('Escape');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /^master → replica-1 cut/);
  expect(await askNode(lab, 'master', 'SET k v')).toBe('OK');
  await seconds(lab, 1);
  expect(await askNode(lab, 'replica-1', 'GET k')).toBe('(nil)');
  expect(await askNode(lab, 'replica-2', 'GET k')).toBe('"v"');
  const offset = /master_repl_offset:(\d+)/.exec(await askNode(lab, 'master', 'INFO replication'))?.[1] ?? '';
  const shown = `offset ${Number(offset).toLocaleString('en')}`;
  expect(await nodeRow(lab, 0)).toContain(shown);
  expect(await nodeRow(lab, 2)).toContain(shown);
  expect(await nodeRow(lab, 1)).not.toContain(shown);

  await lab.button('Nodes').click();
  await page.getByRole('combobox', { name: 'Way to' }).selectOption({ label: 'replica-1' });
  await page.locator('.servers-nodes').getByRole('button', { name: 'Mend master → replica-1' }).click();
  await page.keyboard.press('Escape');
  await seconds(lab, 1);
  expect(await askNode(lab, 'replica-1', 'GET k')).toBe('"v"');

  // Where the cut was, a kill begins another history.
  await page.locator('.track-mark.is-change').first().click();
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /^master → replica-1 cut/);
  await toNode(lab, 'replica-2', 'Kill');
  await expect(lab.button('Branches')).toContainText('2');
  lab.expectNoTroubles();
});

test('the keyboard kills a server and starts it again, and its console comes back', async ({ page }) => {
  test.setTimeout(120_000);
  const lab = await servers(page, 'replicas');
  await lab.button('Nodes').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Node', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Node', exact: true })).toHaveValue('1');
  await page.keyboard.press('Tab');
  await expect(
    page.locator('.servers-nodes').getByRole('button', { name: 'Kill', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /^replica-1 killed/);
  await page.keyboard.press('Escape');
  await expect(lab.button('Nodes')).toBeFocused();
  const tab = page.getByRole('tab', { name: /replica-1/ });
  await tab.focus();
  await page.keyboard.press('Enter');
  const start = lab.button('Start replica-1 from disk');
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(lab.timeline).toHaveAttribute('aria-valuetext', /replica-1/);
  await seconds(lab, 2);
  expect(await askNode(lab, 'replica-1', 'PING')).toBe('PONG');
  lab.expectNoTroubles();
});

test('panels of one server choose which, by default the one of the console in front', async ({ page }) => {
  test.setTimeout(120_000);
  const lab = await servers(page, 'replicas');
  await askNode(lab, 'master', 'SET only here');
  await lab.openPicker();
  await page.keyboard.press('Escape');
  await page.goto('./#/lab/keyspace,topology');
  const keyspace = lab.panel('Keyspace');
  await expect(keyspace.locator('tbody')).toContainText('only');
  const choice = keyspace.getByRole('combobox', { name: 'Server shown' });
  await choice.selectOption({ label: 'replica-1' });
  // The clock stands: what was written is still on its way.
  await expect(keyspace).toContainText('No keys in this database');
  await seconds(lab, 1);
  await expect(keyspace.locator('tbody')).toContainText('only');
  await expect(choice).toHaveValue('1');
  // What is read from the log of commands has a history of each server.
  await page.goto('./#/lab/loop,cost');
  const [loop, cost] = [lab.panel('Event loop'), lab.panel('Cost meter')];
  const said = async (panel: Locator) => [...(await tableRows(panel)).values()].join();
  await loop.getByRole('combobox', { name: 'Server shown' }).selectOption({ label: 'replica-1' });
  await expect.poll(() => said(loop)).toContain('master sends');
  await expect.poll(() => said(cost)).toContain('SET only here');
  lab.expectNoTroubles();
});

test('a node is added from a dialog, and follows', async ({ page }) => {
  test.setTimeout(120_000);
  const lab = await servers(page, 'replicas');
  await lab.button('Nodes').click();
  await lab.button('Add a node…').click();
  const dialog = page.getByRole('dialog', { name: 'Add a node' });
  await expect(dialog).toContainText('REPLICAOF 10.0.0.1 6379');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('replica-3');
  await dialog.getByRole('button', { name: 'Add a node' }).click();
  await expect(lab.replies).toContainText('REPLICAOF 10.0.0.1 6379');
  // Its console is in front.
  await expect(page.getByRole('tab', { name: /replica-3/ })).toHaveAttribute('aria-selected', 'true');
  await seconds(lab, 3);
  expect(await nodeRow(lab, 3)).toMatch(/^replica/);
  expect(await askNode(lab, 'master', 'INFO replication')).toContain('connected_slaves:3');
  await toNode(lab, 'replica-3', 'Remove');
  await lab.settle();
  expect(await nodeRow(lab, 3)).toContain('removed');
  lab.expectNoTroubles();
});

test('a node that joins a cluster is given slots, then follows a master; the keyboard keeps its place', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const lab = await servers(page, 'cluster');
  await lab.button('Nodes').click();
  await lab.button('Add a node…').click();
  await page
    .getByRole('dialog', { name: 'Add a node' })
    .getByRole('button', { name: 'Add a node' })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Place node-7 in the cluster' });
  await expect(dialog).toContainText('node-7 has no slots');
  await dialog.getByRole('combobox', { name: 'It becomes' }).selectOption('a master with slots');
  await expect(dialog).toContainText('An even share is 4,096.');
  await expectNoBarriers(page);
  await dialog.getByRole('spinbutton', { name: 'Slots to move' }).fill('3');
  await dialog.getByRole('button', { name: 'Move slots' }).press('Enter');
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await lab.settle();
  expect(await clusterLine(lab, 'node-7', '10.0.0.7:6379')).toMatch(/connected( \d+(-\d+)?){2,3}$/);

  await lab.button('Nodes').click();
  await lab.button('Add a node…').click();
  await page
    .getByRole('dialog', { name: 'Add a node' })
    .getByRole('button', { name: 'Add a node' })
    .press('Enter');
  const second = page.getByRole('dialog', { name: 'Place node-8 in the cluster' });
  await second.getByRole('combobox', { name: 'Of', exact: true }).selectOption('node-7');
  await second.getByRole('button', { name: 'Make it a replica' }).press('Enter');
  await expect(second).toBeHidden({ timeout: 60_000 });
  await seconds(lab, 3);
  expect(await clusterLine(lab, 'node-8', '10.0.0.8:6379')).toContain('myself,slave');

  // Removed by the keyboard, which goes on at the choice of the next node.
  await lab.button('Nodes').click();
  const chosen = page.getByRole('combobox', { name: 'Node', exact: true });
  await chosen.selectOption('node-8');
  await page.locator('.servers-nodes').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(chosen.getByRole('option')).toHaveCount(7);
  await expect(chosen).toBeFocused();
  lab.expectNoTroubles();
});

test('the topology panel keeps the place of the keyboard when its buttons go', async ({ page }) => {
  test.setTimeout(120_000);
  const lab = await servers(page, 'replicas');
  const drawing = topology(lab).getByRole('application');
  const chosen = (name: string) => topology(lab).getByRole('group', { name });
  const pick = async (name: string) => {
    await drawing.getByText(name, { exact: true }).first().click();
    await expect(chosen(name)).toBeVisible();
  };
  await pick('replica-1');
  await chosen('replica-1').getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await expect(chosen('replica-1')).toHaveCount(0);
  await expect(drawing).toBeFocused();

  await pick('replica-2');
  const way = chosen('replica-2').getByRole('combobox', { name: 'Way to' });
  await way.focus();
  await way.selectOption({ label: 'master' });
  await expect(topology(lab).getByRole('group').getByRole('button', { name: /^Cut/ }).first()).toBeFocused();

  await pick('replica-2');
  await chosen('replica-2').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(chosen('replica-2')).toHaveCount(0);
  await expect(drawing).toBeFocused();
  lab.expectNoTroubles();
});

test('a link says which console follows redirections', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const lab = await servers(page, 'cluster');
  await consoleOf(lab, 'node-1');
  const name = 'Follow MOVED and ASK to the node they name, as redis-cli -c does';
  await lab.button(name).click();
  const other = await somebodyElse(browser, await linkTo(lab));
  await consoleOf(other, 'node-1');
  await expect(other.button(name)).toHaveAttribute('aria-pressed', 'true');
  await other.type('GET foo');
  await expect(other.replies).toContainText('-> Redirected to slot [12182] located at 10.0.0.3:6379');
  await other.page.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('several servers put no barriers up, in the lab and in its dialogs', async ({ page }) => {
      test.setTimeout(180_000);
      const lab = await servers(page, 'cluster');
      await expectNoBarriers(page);
      await lab.button('Servers').click();
      await expect(page.getByRole('dialog', { name: 'Choose the servers' })).toBeVisible();
      await expectNoBarriers(page);
      await page.keyboard.press('Escape');
      await lab.button('Connect another client').click();
      await expect(page.getByRole('dialog', { name: 'Connect to which node?' })).toBeVisible();
      await expectNoBarriers(page);
      await page.keyboard.press('Escape');
      await toNode(lab, 'node-2', 'Kill');
      await page.getByRole('tab', { name: /node-2/ }).click();
      await expect(lab.button('Start node-2 from disk')).toBeVisible();
      await lab.button('Nodes').click();
      await lab.button('Clock…').click();
      await page.getByRole('combobox', { name: 'Way to' }).selectOption({ label: 'node-3' });
      await expectNoBarriers(page);
      await lab.button('Add a node…').click();
      await expectNoBarriers(page);
    });
  });
}

test('on a phone the servers are set up, killed and asked', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const lab = await running(page, 'replicas');
  await toNode(lab, 'master', 'Kill');
  await page.getByRole('tab', { name: /client 1/ }).click();
  await expect(page.getByText('master is not running.')).toBeVisible();
  await lab.button('Start master from disk').click();
  await expect
    .poll(() => askNode(lab, 'master', 'INFO replication'), { timeout: 60_000 })
    .toContain('connected_slaves:2');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  lab.expectNoTroubles();
});
