import { expect, test } from '@playwright/test';
import { Lab } from './lab.ts';

let lab: Lab;

test.beforeEach(async ({ page }) => {
  lab = new Lab(page);
  await lab.open('./#/lab');
  await expect(lab.command).toBeVisible();
});

test.afterEach(() => lab.expectNoTroubles());

const tab = (name: string) => lab.page.getByRole('tab', { name });

test('the interpreter is fetched with the first script, which then runs', async () => {
  const chunks: string[] = [];
  lab.page.on('request', (request) => {
    if (/\/lua-[\w-]+\.js$/.test(request.url())) chunks.push(request.url());
  });
  await lab.run('SET lock token', 'OK');
  expect(chunks).toEqual([]);
  const unlock =
    "if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end";
  await lab.run(`EVAL "${unlock}" 1 lock other`, '(integer) 0');
  expect(chunks.length).toBe(1);
  await lab.run(`EVAL "${unlock}" 1 lock token`, '(integer) 1');
  await lab.run('GET lock', '(nil)');
  await lab.run('EVAL "return cjson.encode({1,2,{a=true}})" 0', '"[1,2,{\\"a\\":true}]"');
  expect(chunks.length).toBe(1);
});

test('a script that does not end: BUSY for others, SCRIPT KILL, UNKILLABLE after a write; the page goes on', async () => {
  await lab.run('CONFIG SET busy-reply-threshold 300', 'OK');
  // Frames of the page are counted while the worker computes.
  await lab.page.evaluate(() => {
    const counter = { frames: 0 };
    Object.assign(window, { counter });
    const tick = () => {
      counter.frames++;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const frames = () =>
    lab.page.evaluate(() => (window as unknown as { counter: { frames: number } }).counter.frames);

  await lab.type('EVAL "while true do end" 0');
  await lab.connect(2);
  const before = await frames();
  await lab.run(
    'GET x',
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
  );
  await expect.poll(async () => (await frames()) - before).toBeGreaterThan(20);
  await lab.run('SCRIPT KILL', 'OK');
  await tab('client 1').click();
  await expect(lab.replies).toContainText('Script killed by user with SCRIPT KILL...');
  await lab.run('PING', 'PONG');

  await lab.type(`EVAL "redis.call('set','a','b') while true do end" 0`);
  await tab('client 2').click();
  await lab.run('GET a', 'BUSY');
  await lab.run('SCRIPT KILL', 'UNKILLABLE Sorry the script already executed write commands');
  const later = await frames();
  await expect.poll(async () => (await frames()) - later).toBeGreaterThan(20);
});
