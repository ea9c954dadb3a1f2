import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

test('every value is what CONFIG GET says, and a change is a command like any other', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/config');
  const panel = lab.panel('Configuration');
  await expect(panel.getByRole('textbox', { name: 'hash-max-listpack-entries', exact: true })).toHaveValue(
    '512',
  );
  // Typed in the panel, seen by the server.
  await panel.getByRole('searchbox').fill('hash-max entries');
  const entries = panel.getByRole('textbox', { name: 'hash-max-listpack-entries', exact: true });
  await entries.fill('2');
  await entries.press('Enter');
  await expect(lab.replies).toContainText('CONFIG SET hash-max-listpack-entries 2');
  await lab.run('HSET user a 1 b 2 c 3', '(integer) 3');
  await lab.run('OBJECT ENCODING user', '"hashtable"');
  await lab.button('Set hash-max-listpack-entries back to 512').click();
  await expect(entries).toHaveValue('512');
  // Typed at the console, seen in the panel.
  await panel.getByRole('searchbox').fill('policy');
  await lab.run('CONFIG SET maxmemory-policy allkeys-lfu', 'OK');
  await expect(panel.getByRole('combobox', { name: 'maxmemory-policy' })).toHaveValue('allkeys-lfu');
  // A refused value is not shown.
  await panel.getByRole('searchbox').fill('hz');
  const hz = panel.getByRole('textbox', { name: 'hz', exact: true });
  await hz.fill('fast');
  await hz.press('Enter');
  await expect(lab.replies).toContainText('ERR CONFIG SET failed');
  await expect(hz).toHaveValue('10');
  // The past shows the value of that time.
  await panel.getByRole('searchbox').fill('policy');
  await lab.button('First').click();
  await expect(panel.getByRole('combobox', { name: 'maxmemory-policy' })).toHaveValue('noeviction');
  lab.expectNoTroubles();
});

test('values agree with CONFIG GET', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/config');
  const panel = lab.panel('Configuration');
  await lab.choose('All');
  for (const pattern of ['hash-*', 'maxm*', 'lazyfree-*', 'repl-*', 'slowlog-*']) {
    await lab.type('clear');
    await expect(lab.replies).toHaveText('');
    await lab.run(`CONFIG GET ${pattern}`, pattern.slice(0, -1));
    const printed = await lab.replies.innerText();
    await panel.getByRole('searchbox').fill(pattern.slice(0, -1));
    let compared = 0;
    for (const [, name, value] of printed.matchAll(/\d+\) "([a-z-]+)"\s+\d+\) "([^"]*)"/g)) {
      const row = panel.locator(`.config-row[data-name="${name}"]`);
      if ((await row.count()) === 0) continue;
      const shown = await row.evaluate((element) => {
        const control = element.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
        return control?.value ?? element.querySelector('.config-fixed')?.textContent ?? '';
      });
      expect(shown, name).toBe(value);
      compared++;
    }
    expect(compared, pattern).toBeGreaterThan(1);
  }
});
