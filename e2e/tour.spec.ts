import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('the tour is offered once, leads from the console to sharing, and comes back only when asked for', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeFocused();
  await lab.button('Take a short tour').click();
  const card = (title: string) => page.getByRole('dialog', { name: title });
  await expect(card('A real prompt')).toBeFocused();
  await expect(card('A real prompt')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowRight');
  await expect(card('The inside of the server')).toContainText('press W');
  await lab.button('Next').click();
  await expect(card('Time')).toBeInViewport({ ratio: 1 });
  await lab.button('Next').click();
  await expect(card('Share what you see')).toBeInViewport({ ratio: 1 });
  await lab.button('Start').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(lab.command).toBeFocused();
  await page.reload();
  await expect(lab.command).toBeFocused();
  await expect(lab.button('Take a short tour')).toHaveCount(0);
  // Asked for again, from the list of keys; Escape ends it.
  await lab.button('Keyboard and mouse').click();
  await lab.button('Tour of the lab').click();
  await expect(card('A real prompt')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  lab.expectNoTroubles();
});

test('who refuses the tour is not asked again', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.button('No tour').click();
  await expect(lab.button('Take a short tour')).toHaveCount(0);
  await page.reload();
  await expect(lab.command).toBeVisible();
  await expect(lab.button('Take a short tour')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('every step of the tour is wholly on the screen', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open('./#/lab');
    await lab.button('Take a short tour').click();
    for (const title of ['A real prompt', 'The inside of the server', 'Time', 'Share what you see']) {
      const card = page.getByRole('dialog', { name: title });
      await expect(card).toBeInViewport({ ratio: 1 });
      await card.getByRole('button').last().click();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
