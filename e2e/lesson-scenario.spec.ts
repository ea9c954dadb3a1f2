import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

const mended = `local sold = redis('EVAL', [[
  if tonumber(redis.call('GET', KEYS[1])) <= 0 then return 0 end
  redis.call('DECR', KEYS[1])
  return 1
]], 1, 'stock')
return sold == 1 and 'sold' or 'sold out'`;

test('a lesson asks for a proof: programs are mended until no order breaks them', async ({ page }) => {
  test.setTimeout(120_000);
  const lab = new Lab(page);
  await lab.open('./#/learn/lua-atomicity/script');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  // The step's task comes before it.
  await lab.button('Show the rest anyway').first().click();
  const box = page.getByRole('region', { name: 'You decide the order' });
  const search = box.getByRole('button', { name: /^Search (every order|again)$/ });
  const editor = box.getByRole('textbox', { name: /^Program of Buyer A/ });
  const write = async (text: string) => {
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await search.click();
  await expect(box).toContainText(/\d+ of \d+ orders break\./);
  // A shop that never sells is safe, but no solution.
  await write("return 'sold out'");
  await search.click();
  await expect(box).toContainText('safe and useless');
  await expect(box).toHaveAttribute('data-solved', 'false');

  await write(mended);
  await search.click();
  await expect(box).toContainText('Proved: no order breaks it, and it still does its job.');
  await expect(box).toHaveAttribute('data-solved', 'true');
  const { violations } = await new AxeBuilder({ page }).include('.lesson-scenario').analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' || ')}`),
  ).toEqual([]);

  await page.reload();
  await lab.button('Show the rest anyway').first().click();
  await expect(box).toContainText('already solved');
  lab.expectNoTroubles();
});
