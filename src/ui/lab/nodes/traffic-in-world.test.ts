/** Traffic into several servers, and a slot that is moved under it. */
import { beforeAll, expect, test } from 'vitest';
import { loadWorlds } from '../../../sim/machine.ts';
import { Host } from '../../../worker/host.ts';
import { printedReplies } from '../../console/entries.ts';
import { moveSlot } from '../../panels/cluster/move-slot.ts';
import { directLink } from '../../session/direct-link.ts';
import { nodesHere } from '../../session/nodes.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { slotOf } from './key-slot.ts';
import { presets } from './presets.ts';
import { setUp } from './set-up.ts';
import { worldDoor } from './world-door.ts';

beforeAll(loadWorlds);

async function started(id: string): Promise<SessionStore> {
  const session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  const preset = presets.find((each) => each.id === id);
  if (preset?.world == null) throw new Error(id);
  const { world } = preset;
  await session.actions.startServer(
    { generation: '7.0', seed: 1, startMs: 1_750_000_000_000, config: {}, world },
    { running: false, speed: 1 },
  );
  await setUp(session, preset);
  await session.actions.setClock({ running: false });
  return session;
}

async function ask(session: SessionStore, client: number, line: string): Promise<string> {
  const outcome = await session.actions.run(client, line);
  if (outcome.outcome !== 'done') throw new Error(outcome.outcome);
  return printedReplies(outcome.frame, client).text;
}

test('a client works out slots as the server does', async () => {
  const session = await started('cluster');
  for (const key of ['foo', '123456789', 'user:{7}:cart', '{}x', 'a{b', '{a}{b}', '钥匙'])
    expect(await ask(session, 1, `CLUSTER KEYSLOT ${key}`)).toBe(`(integer) ${slotOf(key)}`);
});

test('what is written goes to the owners, also while and after a slot is moved', async () => {
  const session = await started('cluster');
  const door = worldDoor(session);
  const keys = Array.from({ length: 40 }, (_, n) => `key:${n}`);
  const set = await door.send(keys.map((key) => ['SET', key, 'one']));
  expect(set?.map((reply) => reply?.type)).toEqual(keys.map(() => 'status'));
  const slot = slotOf('key:1');
  const masters = nodesHere(session.getState()).slice(0, 3);
  const from = masters[Math.floor(slot / 5462)];
  const to = masters.find((node) => node !== from) ?? from;
  expect(await moveSlot(session, { slot, from, to })).toBeNull();
  const get = await door.send(keys.map((key) => ['GET', key]));
  expect(get?.map((reply) => reply?.type)).toEqual(keys.map(() => 'string'));
  await session.actions.advance(3000);
  const client = session.getState().clients.find(({ node }) => node === to.number)?.id ?? 0;
  expect(await ask(session, client, 'GET key:1')).toBe('"one"');
  expect(nodesHere(session.getState())[to.number].slots).toBe(to.slots + 1);
  await door.close();
});

test('in the middle of the move ASK is followed, and what a killed master had fails until another takes over', async () => {
  const session = await started('cluster');
  const door = worldDoor(session);
  const slot = slotOf('key:1');
  const nodes = nodesHere(session.getState());
  const owner = Math.floor(slot / 5462);
  const other = nodes[owner === 0 ? 1 : 0];
  expect(await moveSlot(session, { slot, from: nodes[owner], to: other }, true)).toBeNull();
  const [set] = (await door.send([['SET', 'key:1', 'there']])) ?? [];
  expect(set).toMatchObject({ type: 'status', text: 'OK' });
  expect(await ask(session, other.number + 1, `CLUSTER COUNTKEYSINSLOT ${slot}`)).toBe('(integer) 1');
  // A master that is not part of the move.
  const killed = [0, 1, 2].find((node) => node !== owner && node !== other.number) ?? 2;
  const key = Array.from({ length: 100 }, (_, n) => `key:${n}`).find(
    (each) => Math.floor(slotOf(each) / 5462) === killed,
  ) as string;
  await session.actions.crashNode(killed, 'nothing');
  const [lost] = (await door.send([['SET', key, 'x']])) ?? [];
  expect(lost?.type === 'status').toBe(false);
  await session.actions.advance(15_000);
  const [again] = (await door.send([['SET', key, 'x']])) ?? [];
  expect(again).toMatchObject({ type: 'status', text: 'OK' });
});

test('with a master and replicas it writes to the master', async () => {
  const session = await started('replicas');
  const door = worldDoor(session);
  await door.send([['SET', 'a', '1']]);
  await session.actions.advance(100);
  expect(await ask(session, 2, 'GET a')).toBe('"1"');
});
