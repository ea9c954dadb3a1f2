/** Nodes that join a running session. */
import { beforeAll, expect, test } from 'vitest';
import { loadWorlds } from '../../../sim/machine.ts';
import { Host } from '../../../worker/host.ts';
import { directLink } from '../../session/direct-link.ts';
import { worldHere } from '../../session/nodes.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { addNode, freeName, type NodeKind, othersFor, usualKind } from './new-node.ts';
import { evenShare, giveSlots, mastersWithSlots, replicate, slotsIn } from './place-node.ts';
import { presets } from './presets.ts';
import { setUp } from './set-up.ts';

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
  return session;
}

const nodes = (session: SessionStore) => worldHere(session.getState())?.nodes ?? [];

async function add(session: SessionStore, kind: NodeKind): Promise<boolean> {
  const all = nodes(session);
  return addNode(session, { kind, name: freeName(kind, all), other: othersFor(kind, all)[0] ?? null });
}

test('a third replica follows, and a sentinel that is added finds it', async () => {
  const session = await started('replicas');
  expect(usualKind(nodes(session))).toBe('replica');
  expect(await add(session, 'replica')).toBe(true);
  expect(await add(session, 'sentinel')).toBe(true);
  await session.actions.advance(12_000);
  expect(nodes(session)[3]).toMatchObject({
    name: 'replica-3',
    host: '10.0.0.4',
    role: 'replica',
    isLinked: true,
  });
  expect(nodes(session)[4]).toMatchObject({
    name: 'sentinel-1',
    host: '10.0.1.1',
    port: 26379,
    role: 'sentinel',
  });
  const found = session
    .getState()
    .frames.flatMap(({ node, happened }) =>
      (happened ?? []).filter((each) => node === 4 && each.what === 'sentinel' && each.event === '+slave'),
    );
  expect(found).toHaveLength(3);
  // All of it is in a link.
  const link = await session.actions.save('link', {});
  const before = session.getState().frames;
  expect(await session.actions.load(link as string)).not.toBeNull();
  expect(session.getState().frames).toEqual(before);
});

test('a node joins a cluster; one that is taken away leaves its name and address unused', async () => {
  const session = await started('cluster');
  expect(usualKind(nodes(session))).toBe('cluster');
  expect(await add(session, 'cluster')).toBe(true);
  await session.actions.advance(10_000);
  expect(nodes(session)[6]).toMatchObject({ name: 'node-7', host: '10.0.0.7', known: 7 });
  await session.actions.changeWorld({ type: 'remove', node: 6 });
  expect(freeName('cluster', nodes(session))).toBe('node-8');
  expect(await session.actions.changeDisk({ full: true, node: 1 })).toBe(true);
  expect(nodes(session)[1].isDiskFull).toBe(true);
  expect(session.getState().frames.at(-1)).toMatchObject({ kind: 'disk', node: 1, disk: { full: true } });
});

test('a node that has joined a cluster becomes a replica of the chosen master', async () => {
  const session = await started('cluster');
  await session.actions.setClock({ running: false, speed: 1 });
  expect(await add(session, 'cluster')).toBe(true);
  const [, second] = nodes(session);
  expect(mastersWithSlots(nodes(session), 6).map(({ name }) => name)).toEqual(['node-1', 'node-2', 'node-3']);
  expect(await replicate(session, 6, second, new AbortController().signal)).toBeNull();
  await session.actions.advance(5000);
  expect(nodes(session)[6]).toMatchObject({
    role: 'replica',
    masterAddress: `${second.host}:${second.port}`,
    isLinked: true,
  });
});

test('or takes slots with their keys from all masters alike', async () => {
  const session = await started('cluster');
  await session.actions.setClock({ running: false, speed: 1 });
  const client = await session.actions.openClient(0);
  // It lies in slot 0, of node-1.
  await session.actions.run(client as number, 'SET 3560 here');
  expect(await add(session, 'cluster')).toBe(true);
  expect(evenShare(nodes(session), 6)).toBe(4096);
  const told: number[] = [];
  const { signal } = new AbortController();
  expect(await giveSlots(session, 6, 301, (count) => told.push(count), signal)).toBeNull();
  await session.actions.advance(5000);
  expect(told).toEqual([...told].sort((one, other) => one - other));
  expect(told.at(-1)).toBe(301);
  // Few of them are moved one by one.
  expect(told.length).toBeLessThan(12);
  expect(nodes(session).map(({ slots }) => slots)).toEqual([5361, 5361, 5361, 0, 0, 0, 301]);
  await expectAgreement(session);
  const other = await session.actions.openClient(6);
  await session.actions.run(other as number, 'GET 3560');
  const reply = session
    .getState()
    .frames.at(-1)
    ?.replies.find((each) => each.client === other);
  expect(new TextDecoder().decode(reply?.bytes)).toContain('here');
});

test('the slots come until it is stopped, and those that came are its own', async () => {
  const session = await started('cluster');
  await session.actions.setClock({ running: false, speed: 1 });
  expect(await add(session, 'cluster')).toBe(true);
  const ending = new AbortController();
  let came = 0;
  const moved = (count: number) => {
    came = count;
    if (count > 50) ending.abort();
  };
  expect(await giveSlots(session, 6, 4096, moved, ending.signal)).toBeNull();
  await session.actions.advance(5000);
  expect(came).toBeLessThan(200);
  expect(nodes(session)[6].slots).toBe(came);
  await expectAgreement(session);
});

/** Every node names the same owner for every slot. */
async function expectAgreement(session: SessionStore): Promise<void> {
  const seen = new Set<string>();
  for (const { number } of nodes(session)) {
    const client = (await session.actions.openClient(number)) as number;
    await session.actions.run(client, 'CLUSTER NODES');
    const reply = session
      .getState()
      .frames.at(-1)
      ?.replies.find((each) => each.client === client);
    const lines = new TextDecoder().decode(reply?.bytes).split('\n');
    const owned = lines.map((line) => line.trim().split(' ')).filter((words) => words.length > 8);
    seen.add(
      owned
        .map(([id, , , , , , , , ...slots]) => `${id} ${slots.join(' ')}`)
        .sort()
        .join('\n'),
    );
  }
  expect([...seen]).toHaveLength(1);
}

test('slots are read from the line of the node itself', () => {
  const line = (flags: string, slots: string) =>
    `id 10.0.0.1:6379@16379 ${flags} - 0 0 1 connected${slots === '' ? '' : ` ${slots}`}`;
  const all = [line('master', '0-9'), line('myself,master', '10-12 20 [30->-id] [31-<-id]')].join('\n');
  expect(slotsIn(all)).toEqual([10, 11, 12, 20]);
  expect(slotsIn(line('myself,master', ''))).toEqual([]);
});
