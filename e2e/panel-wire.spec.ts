import { expect, type Locator, test } from '@playwright/test';
import { Lab } from './lab.ts';
import { ask } from './panels.ts';

/** The bytes that the cells of one direction show, in their order. */
async function drawn(panel: Locator, cells: RegExp): Promise<string> {
  const found = await panel
    .locator('[data-box]')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => !box.classList.contains('leaving'))
        .map((box) => [
          box.getAttribute('data-box') ?? '',
          box.querySelectorAll('text')[1]?.textContent ?? '',
        ]),
    );
  return found
    .filter(([id]) => cells.test(id))
    .map(([, hex]) => String.fromCharCode(Number.parseInt(hex, 16)))
    .join('');
}

test('the bytes drawn are those sent, the other protocol agrees with HELLO 3, and raw bytes are sent unchanged', async ({
  page,
}) => {
  const lab = new Lab(page);
  await lab.open('./#/lab/wire');
  const panel = lab.panel('Wire');
  await expect(panel).toContainText('No bytes on the wire yet');
  await lab.stopClock();
  await ask(lab, 'HSET h a 1');
  await ask(lab, 'HGETALL h');
  await lab.settle();
  const request = () => drawn(panel, /^in:\d+:\d+$/);
  const own = () => drawn(panel, /^out:\d+:1:\d+$/);
  const other = () => drawn(panel, /^out:\d+:1:other:\d+$/);
  await expect.poll(request).toBe('*2\r\n$7\r\nHGETALL\r\n$1\r\nh\r\n');
  const inTwo = '*2\r\n$1\r\na\r\n$1\r\n1\r\n';
  const inThree = '%1\r\n$1\r\na\r\n$1\r\n1\r\n';
  expect(await own()).toBe(inTwo);
  expect(await other()).toBe(inThree);
  await ask(lab, 'HELLO 3');
  await ask(lab, 'HGETALL h');
  await lab.settle();
  await expect.poll(own).toBe(inThree);
  expect(await other()).toBe(inTwo);

  // Two whole commands in one read, one of them inline; then half a command.
  const before = Number(/total_net_input_bytes:(\d+)/.exec(await ask(lab, 'INFO stats'))?.[1]);
  const asked = '*2\r\n$4\r\nINFO\r\n$5\r\nstats\r\n'.length;
  await panel.getByText('Send raw bytes').click();
  const field = panel.getByRole('textbox', { name: /^Bytes to send/ });
  await field.fill('PING\\r\\n*2\\r\\n$4\\r\\nECHO\\r\\n$2\\r\\nhi\\r\\n*1\\r\\n$4');
  await field.press('Enter');
  await lab.settle();
  await expect.poll(own).toBe('+PONG\r\n$2\r\nhi\r\n');
  await expect(panel).toContainText('6 bytes wait for the rest');
  await field.fill('\\r\\nPING\\r\\n');
  await field.press('Enter');
  await lab.settle();
  await expect.poll(own).toBe('+PONG\r\n');
  await expect.poll(request).toBe('*1\r\n$4\r\nPING\r\n');
  const after = Number(/total_net_input_bytes:(\d+)/.exec(await ask(lab, 'INFO stats'))?.[1]);
  expect(after - before).toBe('PING\r\n*2\r\n$4\r\nECHO\r\n$2\r\nhi\r\n*1\r\n$4\r\nPING\r\n'.length + asked);
  lab.expectNoTroubles();
});
