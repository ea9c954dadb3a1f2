import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

let lab: Lab;

test.beforeEach(async ({ page }) => {
  lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
});

test.afterEach(() => lab.expectNoTroubles());

const turnTo = async (client: number) => {
  await lab.page.getByRole('tab', { name: `client ${client}` }).click();
};

test('a message published in one console arrives in the other, without a command', async () => {
  await lab.run('SUBSCRIBE news', '1) "subscribe"\n2) "news"\n3) (integer) 1');
  await lab.connect(2);
  await lab.showOne();
  await lab.run('PUBLISH news "hello there"', '(integer) 1');
  const mark = lab.page.getByTitle('1 new message', { exact: true });
  await expect(mark).toHaveText('1');
  await turnTo(1);
  await expect(mark).toHaveCount(0);
  await expect(lab.replies).toContainText('1) "message"\n2) "news"\n3) "hello there"', {
    useInnerText: true,
  });
  await expect(lab.replies.locator('.console-line')).toHaveCount(1);
  await lab.run('GET k', "(error) ERR Can't execute 'get': only (P|S)SUBSCRIBE");
  await lab.run('UNSUBSCRIBE', '1) "unsubscribe"\n2) "news"\n3) (integer) 0');
  await lab.run('GET k', '(nil)');
});

test('the log of all clients shows what arrives where, without turning to it', async ({ page }) => {
  await lab.run('SUBSCRIBE news', '1) "subscribe"');
  await lab.connect(2);
  await lab.run('PUBLISH news hello', 'client 2 db0> PUBLISH news hello\n(integer) 1');
  await expect(lab.replies).toContainText('client 1 received\n1) "message"\n2) "news"\n3) "hello"', {
    useInnerText: true,
  });
  await expect(page.locator('.console-unheard')).toHaveCount(0);
  await expect(page.locator('.console-input-line')).toContainText('client 2 db0>');
  // By keyboard: the other choice, which holds for the visit.
  const scope = page.getByRole('group', { name: 'Replies of' });
  await scope.getByRole('radio', { name: 'All clients' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(scope.getByRole('radio', { name: 'This one' })).toBeChecked();
  await expect(lab.replies).not.toContainText('message');
  await page.goto('./#/');
  await page.goto('./#/lab');
  await expect(scope.getByRole('radio', { name: 'This one' })).toBeChecked();
  await scope.getByRole('radio', { name: 'All clients' }).check();
  await turnTo(1);
  await expect(page.locator('.console-input-line')).toContainText('client 1 db0>');
  await lab.command.press('Control+l');
  await expect(lab.replies).toHaveText('');
});

test('MONITOR shows the commands of the other console, tracking its changes', async () => {
  await lab.run('HELLO 3', '3# "proto" => (integer) 3');
  await lab.run('CLIENT TRACKING ON', 'OK');
  await lab.run('GET k', '(nil)');
  await lab.connect(2);
  await lab.run('MONITOR', 'OK');
  await lab.connect(3);
  await lab.run('SET k "a value"', 'OK');
  await turnTo(1);
  await expect(lab.replies).toContainText("-> invalidate: 'k'");
  await turnTo(2);
  await expect(lab.replies).toContainText(/\d+\.\d{6} \[0 127\.0\.0\.1:\d+\] "SET" "k" "a value"/);
});
