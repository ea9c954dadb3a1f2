import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

test('every card agrees with CLIENT LIST, and waiting clients are served in turn', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/clients');
  const panel = lab.panel('Clients');
  const row = (client: number) => panel.locator(`[data-row="client:${client}"]`);
  await expect(row(1)).toContainText('Client 1');
  await lab.stopClock();
  await lab.typeAll([
    'CLIENT SETNAME shop',
    'SET stock 3',
    'WATCH stock',
    'MULTI',
    'DECR stock',
    'GET stock',
  ]);
  await lab.connect(2);
  await lab.type('BLPOP jobs 0');
  await expect(row(2)).toContainText('blocked on');
  await lab.connect(3);
  await ask(lab, 'SELECT 4');
  await ask(lab, 'HELLO 3');
  await lab.connect(4);
  await expect(panel.locator('[data-box="watch:1:0:stock"]')).toBeVisible();
  await ask(lab, 'SET stock 0');
  const reply = await ask(lab, 'CLIENT LIST');
  await lab.settle();

  const lines = reply.split('\n').filter((line) => line.startsWith('id='));
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const facts = Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]));
    const text = (await row(Number(facts.id)).textContent()) ?? '';
    expect(text).toContain(`db ${facts.db} `);
    expect(text).toContain(`RESP${facts.resp}`);
    if (facts.name !== '') expect(text).toContain(facts.name);
    // The flags of CLIENT LIST are words here.
    expect(text.includes('in MULTI'), line).toBe(facts.flags.includes('x'));
    expect(text.includes('EXEC will fail'), line).toBe(facts.flags.includes('d'));
    const queued = panel.locator(`[data-box^="queue:${facts.id}:"]`);
    await expect(queued).toHaveCount(Math.max(0, Number(facts.multi)));
  }
  // A failed transaction no longer watches.
  await expect(panel.locator('[data-box="watch:1:0:stock"]')).toHaveCount(0);
  await expect(panel.locator('[data-box="spoilt:1"]')).toBeVisible();
  await expect(panel.locator('[data-box="line:0:jobs:2"]')).toBeVisible();

  await ask(lab, 'RPUSH jobs a');
  await lab.settle();
  await expect(panel.locator('[data-box="line:0:jobs:2"]')).toHaveCount(0);
  await expect(row(2)).not.toContainText('blocked on');

  await page.getByRole('tab', { name: 'client 1' }).click();
  expect(await ask(lab, 'EXEC')).toBe('(nil)');
  await lab.settle();
  await expect(row(1)).not.toContainText('MULTI');
  lab.expectNoTroubles();
});
