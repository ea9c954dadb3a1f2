import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

let lab: Lab;

test.beforeEach(async ({ page }) => {
  lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
});

test.afterEach(() => lab.expectNoTroubles());

test('replies are printed as redis-cli prints them', async () => {
  await lab.run('SET greeting "hello world"', 'OK');
  await lab.run('GET greeting', '"hello world"');
  await lab.run('GET nothing', '(nil)');
  await lab.run('STRLEN greeting', '(integer) 11');
  await lab.run('MGET greeting nothing', '1) "hello world"\n2) (nil)');
  await lab.run('GET', "(error) ERR wrong number of arguments for 'get' command");
  await lab.run('SET a "b', 'Invalid argument(s)');
  await lab.run('SET 键 "中文"', 'OK');
  await lab.run('GET 键', '"\\xe4\\xb8\\xad\\xe6\\x96\\x87"');
});

test('the prompt follows SELECT, and each client has its own', async () => {
  await lab.run('SELECT 3', 'OK');
  await lab.run('DBSIZE', 'db3> DBSIZE');
  await lab.connect(2);
  await lab.showOne();
  await lab.run('PING', 'db0> PING\nPONG');
  await expect(lab.replies).not.toContainText('DBSIZE');
  await lab.page.getByRole('tab', { name: 'client 1' }).click();
  await expect(lab.replies).toContainText('db3> DBSIZE');
});

test('a client that did something is closed after a question', async () => {
  await lab.connect(2);
  await lab.showOne();
  await lab.run('PING', 'PONG');
  await lab.button('Close client 2').click();
  await lab.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(lab.page.getByRole('tab', { name: 'client 2' })).toHaveCount(0);
  await lab.connect(2);
  await expect(lab.replies).not.toContainText('PONG');
  await lab.button('Close client 2').click();
  await expect(lab.page.getByRole('tab', { name: 'client 2' })).toHaveCount(0);
});

test('the server may hang up: the console says so', async () => {
  await lab.connect(2);
  await lab.type('QUIT');
  await expect(lab.page.getByRole('tab', { name: 'client 2' })).toHaveCount(0);
  await expect(lab.page.getByRole('tab', { name: 'client 1' })).toHaveAttribute('aria-selected', 'true');
});

test('Tab completes, and grey words show the missing arguments', async () => {
  const hint = lab.page.locator('.console-hint');
  await lab.command.fill('strl');
  await lab.command.press('Tab');
  await expect(lab.command).toHaveValue('STRLEN ');
  await expect(hint).toContainText('key');
  await lab.command.fill('GETR');
  await lab.command.press('Tab');
  await expect(lab.command).toHaveValue('GETRANGE ');
  await lab.command.pressSequentially('k 0 ');
  await expect(hint).toHaveText('GETRANGE k 0 end');
  await lab.command.fill('SETE');
  await lab.command.press('Tab');
  await expect(lab.command).toHaveValue('SETEX ');
  await lab.command.fill('INCR');
  await lab.command.press('Tab');
  await expect(lab.command).toHaveValue('INCRBY');
  await lab.command.press('Tab');
  await expect(lab.command).toHaveValue('INCRBYFLOAT');
  await lab.command.press('Shift+Tab');
  await expect(lab.command).toHaveValue('INCRBY');
  await lab.command.press('Escape');
  await expect(lab.command).toHaveValue('INCR');
});

test('an empty line lets Tab go on to the next control', async () => {
  await lab.command.focus();
  await lab.command.press('Tab');
  await expect(lab.command).not.toBeFocused();
});

test('Up and Down bring back earlier lines, also after a reload', async () => {
  await lab.typeAll(['SET a 1', 'SET b 2']);
  await lab.command.fill('draft');
  await lab.command.press('ArrowUp');
  await expect(lab.command).toHaveValue('SET b 2');
  await lab.command.press('ArrowUp');
  await expect(lab.command).toHaveValue('SET a 1');
  await lab.command.press('ArrowUp');
  await expect(lab.command).toHaveValue('SET a 1');
  await lab.command.press('ArrowDown');
  await lab.command.press('ArrowDown');
  await expect(lab.command).toHaveValue('draft');
  await lab.page.reload();
  await lab.command.press('ArrowUp');
  await expect(lab.command).toHaveValue('SET b 2');
});

test('HELP answers in the language of the page', async () => {
  await lab.run('HELP SET', /SET key value \[NX\|XX\][\s\S]*summary: .+\s+since: 1\.0\.0\s+group: string/);
  await lab.run('help ping', /PING \[message\]/);
  await lab.run('help nosuch', 'There is no command or group "nosuch"');
  await lab.button('切换到中文').click();
  const replies = lab.page.getByRole('log', { name: '回复' });
  const command = lab.page.getByRole('textbox', { name: 'Redis 命令' });
  await command.fill('HELP DEL');
  await command.press('Enter');
  await expect(replies).toContainText(/DEL key \[key \.\.\.\]\s+说明：.*[\u4e00-\u9fff]/, {
    useInnerText: true,
  });
});

test('a number repeats, comments do nothing, a paste runs line by line', async ({ context }) => {
  await lab.type('5 INCR n');
  await expect(lab.replies).toContainText('(integer) 5');
  await lab.type('# nothing happens');
  await lab.run('GET n', '"5"');
  await lab.run('0 INCR n', 'must be at least 1');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.page.evaluate(() => navigator.clipboard.writeText('SET x 1\nSET y 2\n\nGET x\n'));
  await lab.command.focus();
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.replies).toContainText('db0> SET y 2\nOK\ndb0> GET x\n"1"', {
    useInnerText: true,
    timeout: 30_000,
  });
});

test('the screen can be cleared', async () => {
  await lab.run('SET a 1', 'OK');
  await lab.command.press('Control+l');
  await expect(lab.replies).toHaveText('');
  await lab.run('SET b 1', 'OK');
  await lab.type('clear');
  await expect(lab.replies).toHaveText('');
  await lab.run('DBSIZE', '(integer) 2');
});

test('a very long reply is cut and says how much is hidden', async () => {
  for (const [command, name] of [
    ['INFO everything', /^Show [\d,]+ more lines$/],
    // Longer than the part sent to the page at first.
    ['COMMAND', 'Show more'],
  ] as const) {
    await lab.type(command);
    const more = lab.page.getByRole('button', { name });
    await expect(more).toBeVisible();
    const before = (await lab.replies.innerText()).length;
    await more.click();
    await expect(more).toHaveCount(0);
    await expect.poll(async () => (await lab.replies.innerText()).length).toBeGreaterThan(before * 2);
  }
});

test('thousands of lines are kept but only the last are drawn', async ({ context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.page.evaluate(() =>
    navigator.clipboard.writeText(Array.from({ length: 140 }, (_, n) => `SET k${n} ${n}`).join('\n')),
  );
  await lab.command.focus();
  await lab.page.keyboard.press('ControlOrMeta+v');
  await expect(lab.replies).toContainText('SET k139 139\nOK', { useInnerText: true, timeout: 30_000 });
  await expect(lab.page.locator('.console-entry')).toHaveCount(120);
  await lab.button('Show earlier (20)').click();
  await expect(lab.page.locator('.console-entry')).toHaveCount(140);
});

test('the prompt below many replies stays in sight when the page shows a notice', async ({ page }) => {
  await lab.open('./#/lab');
  await lab.run('SET a 1', 'OK');
  await page.goto('./#/s/damaged');
  const notice = page.locator('.notice');
  await expect(notice).toBeVisible();
  for (let nth = 0; nth < 12; nth++) await lab.run(`SET key:${nth} 1`, `SET key:${nth} 1`);
  const bottom = async () => {
    const box = await lab.command.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const said = await notice.boundingBox();
  const top = async () => (await lab.command.boundingBox())?.y;
  await expect.poll(top).toBeGreaterThanOrEqual((said?.y ?? 0) + (said?.height ?? 0));
  const log = await page.locator('.console-scroller').boundingBox();
  await expect.poll(bottom).toBeLessThanOrEqual((log?.y ?? 0) + (log?.height ?? 0));
});
