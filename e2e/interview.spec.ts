import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('interview questions have folded answers, each with the step that proves it', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/learn');
  await page.getByRole('main').getByRole('link', { name: 'Interview questions' }).click();
  const question = page
    .getByRole('listitem')
    .filter({ hasText: 'How does Redis rehash, and why like that?' });
  await expect(question.getByText('rehashidx').first()).toBeHidden();
  await question.locator('summary').press('Enter');
  await expect(question.getByText('rehashidx').first()).toBeVisible();
  await question.getByRole('link', { name: 'Show me' }).click();
  await expect(lab.lessonStep('Two tables to search')).toBeVisible();
  lab.expectNoTroubles();
});

test('the asking mode waits for an answer, keeps it, and goes on to another lesson', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/interview/ask');
  const sheet = page.getByRole('article');
  const lesson = sheet.locator('.interview-from').getByRole('link');
  const first = await lesson.innerText();
  await expect(sheet.getByRole('heading', { name: 'A good answer' })).toHaveCount(0);
  await sheet.getByRole('textbox', { name: 'Your answer (optional)' }).fill('One thread, two tables.');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByRole('heading', { name: 'A good answer' })).toBeFocused();
  await sheet.getByRole('checkbox').first().check();
  await sheet.getByRole('radio', { name: 'Well' }).check();
  await expect(page.getByText(/^1 of \d+ went well$/)).toBeVisible();
  await lab.button('Next question').click();
  await expect(lesson).not.toHaveText(first);
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();

  // What was done is there again after a reload.
  await page.reload();
  await expect(page.getByText(/^1 of \d+ went well$/)).toBeVisible();
  lab.expectNoTroubles();
});

test('cheat sheets hold the summary of every lesson, in Chinese too', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/cheatsheets');
  const sheet = page.getByRole('article').filter({ hasText: 'Skiplist: a linked list with express lanes' });
  await expect(sheet.getByRole('listitem')).toHaveCount(5);
  await expect(sheet).toContainText('Equal scores are ordered by member, not by time.');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('速查表');
  await expect(page.getByRole('article').filter({ hasText: '跳表：带快车道的链表' })).toContainText(
    '分数相同按成员名排，和先后无关。',
  );
  lab.expectNoTroubles();
});
