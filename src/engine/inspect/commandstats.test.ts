import { expect, test } from 'vitest';
import type { CommandStatsView } from '../../protocol/views.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { readView } from './index.ts';

function connected() {
  const clients = new EngineClients();
  const say = (line: string) => latin1(clients.send(line.split(' ')));
  const look = (from: number, count: number) =>
    readView(clients.engine.server, {
      kind: 'commandstats',
      db: 0,
      window: { from, count },
    }) as CommandStatsView;
  return { say, look };
}

test('the rows are those of INFO commandstats', () => {
  const { say, look } = connected();
  for (const line of ['GET', 'GET k', 'SET k v', 'INCR k', 'INCR k', 'CLIENT ID x', 'CONFIG GET port'])
    say(line);
  // INFO counts itself when it has run.
  const view = look(0, 100);
  const replied = [...say('INFO commandstats').matchAll(/cmdstat_(.*?):(.*?)\r\n/g)];
  const printed = view.rows.map(({ name, calls, microseconds, rejectedCalls, failedCalls }) => [
    name,
    `calls=${calls},usec=${microseconds},usec_per_call=${(calls === 0 ? 0 : microseconds / calls).toFixed(2)},` +
      `rejected_calls=${rejectedCalls},failed_calls=${failedCalls}`,
  ]);
  expect(printed).toEqual(replied.map(([, name, counts]) => [name, counts]));
  expect(view.rows).toContainEqual({
    name: 'get',
    calls: 1,
    microseconds: 1,
    rejectedCalls: 1,
    failedCalls: 0,
  });
  expect(view).toMatchObject({ kind: 'commandstats', length: 5, from: 0 });
});

test('a window of them, and none after CONFIG RESETSTAT', () => {
  const { say, look } = connected();
  expect(look(0, 10)).toEqual({ kind: 'commandstats', length: 0, from: 0, rows: [] });
  for (const line of ['GET k', 'SET k v', 'INCR n', 'DEL k']) say(line);
  const all = look(0, 10);
  expect(all.rows).toHaveLength(4);
  expect(look(1, 2)).toEqual({ ...all, from: 1, rows: all.rows.slice(1, 3) });
  expect(look(99, 2)).toEqual({ ...all, from: 3, rows: all.rows.slice(3) });
  say('CONFIG RESETSTAT');
  expect(look(0, 10).rows.map(({ name }) => name)).toEqual(['config|resetstat']);
});
