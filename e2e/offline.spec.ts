import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { galleryLinks, openWall } from './panels.ts';

test.use({ serviceWorkers: 'allow' });

test('the second visit needs no network: home, the lab with every panel, a lesson, licences', async ({
  page,
  context,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab');
  await lab.run('SET first visit', 'OK');
  await lab.keptOffline();
  await context.setOffline(true);
  await page.goto('about:blank');
  await lab.open('./#/lab');
  await lab.run('SET second visit', 'OK');
  // The rest of the commands, and the interpreter of scripts, are files of their own as well.
  await lab.run('ZADD board 1 ann', '(integer) 1');
  await lab.run("EVAL \"return redis.call('GET', 'second')\" 0", '"visit"');
  // Each panel and its pictures are files of their own.
  await lab.open('./#/gallery');
  for (const link of await galleryLinks(page)) await openWall(page, link);
  await lab.open('./#/learn/skiplist');
  await expect(lab.shownStep).toHaveAttribute('aria-busy', 'false');
  // The lesson's question comes back as a drill, with a server of its own.
  await lab.open('./#/drills');
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false');
  await lab.open('./#/about');
  await page.getByRole('link', { name: 'All licences' }).click();
  await expect(page.locator('body')).toContainText('SIL Open Font License');
  await lab.open('./');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Redis you can see through');
  expect(lab.troubles).toEqual([]);
});
