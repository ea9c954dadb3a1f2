/** The presets on real servers: each is brought into the relation that its name promises, and stays there. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadWorlds } from '../../../sim/machine.ts';
import { Host } from '../../../worker/host.ts';
import { printedReplies } from '../../console/entries.ts';
import { directLink } from '../../session/direct-link.ts';
import { worldHere } from '../../session/nodes.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { presets } from './presets.ts';
import { setUp } from './set-up.ts';

beforeAll(loadWorlds);

async function started(id: string, seed = 1): Promise<SessionStore> {
  const session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  const preset = presets.find((each) => each.id === id);
  if (preset?.world == null) throw new Error(id);
  const { world } = preset;
  await session.actions.startServer(
    { generation: '7.0', seed, startMs: 1_750_000_000_000, config: {}, world },
    { running: false, speed: 1 },
  );
  await setUp(session, preset);
  return session;
}

const nodes = (session: SessionStore) => worldHere(session.getState())?.nodes ?? [];

async function ask(session: SessionStore, client: number, line: string): Promise<string> {
  const outcome = await session.actions.run(client, line);
  if (outcome.outcome !== 'done') throw new Error(outcome.outcome);
  return printedReplies(outcome.frame, client).text;
}

/** What it takes for the servers to be at rest after the set-up, and how many frames a minute has then. */
async function framesOfAMinute(session: SessionStore): Promise<number> {
  await session.actions.advance(10_000);
  const before = session.getState().frames.length;
  await session.actions.advance(60_000);
  return session.getState().frames.length - before;
}

describe('a preset', () => {
  test('of replicas follows its master', async () => {
    const session = await started('replicas');
    expect(nodes(session).map(({ role, isLinked }) => [role, isLinked])).toEqual([
      ['master', false],
      ['replica', true],
      ['replica', true],
    ]);
    await ask(session, 1, 'SET k v');
    await session.actions.advance(100);
    expect(await ask(session, 2, 'GET k')).toBe('"v"');
    expect(await ask(session, 1, 'ROLE')).toContain('"10.0.0.3"');
    expect(await framesOfAMinute(session)).toBe(0);
  });

  test('of sentinels watches it', async () => {
    const session = await started('sentinels');
    expect(nodes(session).map(({ role }) => role)).toEqual([
      'master',
      'replica',
      'replica',
      'sentinel',
      'sentinel',
      'sentinel',
    ]);
    const sentinel = session.getState().clients.find(({ node }) => node === 3)?.id ?? 0;
    const master = await ask(session, sentinel, 'SENTINEL MASTER mymaster');
    expect(master).toMatch(/"num-slaves"\s+\d+\) "2"/);
    expect(master).toMatch(/"num-other-sentinels"\s+\d+\) "2"/);
    expect(await framesOfAMinute(session)).toBe(0);
  });

  test('of a cluster is whole, as its nodes say', async () => {
    const session = await started('cluster');
    expect(await ask(session, 1, 'CLUSTER INFO')).toMatch(
      /cluster_state:ok[\s\S]*cluster_known_nodes:6\s+cluster_size:3/,
    );
    expect(nodes(session).map(({ role, slots, masterAddress }) => [role, slots, masterAddress])).toEqual([
      ['master', 5462, null],
      ['master', 5462, null],
      ['master', 5460, null],
      ['replica', 0, '10.0.0.1:6379'],
      ['replica', 0, '10.0.0.2:6379'],
      ['replica', 0, '10.0.0.3:6379'],
    ]);
    expect(session.getState().clients.map(({ node }) => node)).toEqual([0, 1, 2]);
    expect(await framesOfAMinute(session)).toBe(0);
  });
});

describe('the nodes of a session', () => {
  test('a cluster elects a replica of a master that was killed; before the kill it is there', async () => {
    const session = await started('cluster');
    const before = session.getState().frames.length - 1;
    await session.actions.crashNode(0, 'nothing');
    expect(nodes(session)[0]).toMatchObject({ isDown: true });
    expect(session.getState().clients.map(({ node }) => node)).toEqual([1, 2]);
    await session.actions.advance(15_000);
    expect(nodes(session)[3]).toMatchObject({ role: 'master', slots: 5462 });
    expect(nodes(session)[1].unwell).toEqual({ '10.0.0.1:6379': 'failed' });
    expect(await ask(session, 2, 'CLUSTER NODES')).toMatch(/10\.0\.0\.1:6379@16379 master,fail/);
    const votes = session
      .getState()
      .frames.flatMap(({ node, happened }) =>
        (happened ?? []).filter(({ what }) => what === 'vote').map(() => node),
      );
    expect(votes).toEqual(expect.arrayContaining([1, 2]));
    expect(await session.actions.restartNode(0)).toBe(true);
    await session.actions.advance(5000);
    expect(nodes(session)[0]).toMatchObject({
      role: 'replica',
      masterAddress: '10.0.0.4:6379',
      isLinked: true,
    });
    expect(session.getState().clients.map(({ node }) => node)).toContain(0);
    session.actions.seek({ frame: before, moment: 0 });
    expect(nodes(session)[0]).toMatchObject({ isDown: false, role: 'master' });
    // Another change in the past makes a branch.
    expect(await session.actions.changeWorld({ type: 'freeze', node: 1 })).toBe(true);
    expect(session.getState().branches).toHaveLength(2);
    expect(nodes(session).map(({ isDown, isFrozen }) => isDown || isFrozen)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('sentinels fail over, and all of it is saved and opened again', async () => {
    const session = await started('sentinels');
    await session.actions.crashNode(0, 'nothing');
    await session.actions.advance(20_000);
    const events = session
      .getState()
      .frames.flatMap(({ happened }) =>
        (happened ?? []).flatMap((each) => (each.what === 'sentinel' ? [each.event] : [])),
      );
    for (const event of ['+sdown', '+odown', '+vote-for-leader', '+elected-leader', '+switch-master'])
      expect(events).toContain(event);
    const masters = nodes(session).filter(({ role, isDown }) => role === 'master' && !isDown);
    expect(masters).toHaveLength(1);
    const link = await session.actions.save('link', {});
    const { frames } = session.getState();
    expect(String(link).length).toBeLessThan(4000);
    expect(await session.actions.load(link as string)).not.toBeNull();
    expect(session.getState().frames).toEqual(frames);
  });

  test('a cut path keeps a replica behind until it is mended', async () => {
    const session = await started('replicas');
    await session.actions.changeWorld({ type: 'cut', from: 0, to: 1 });
    await ask(session, 1, 'SET k v');
    await session.actions.advance(1000);
    expect([await ask(session, 2, 'GET k'), await ask(session, 3, 'GET k')]).toEqual(['(nil)', '"v"']);
    await session.actions.changeWorld({ type: 'mend', from: 0, to: 1 });
    await session.actions.advance(100);
    expect(await ask(session, 2, 'GET k')).toBe('"v"');
  });

  test('what cannot be done is refused, and nothing happens', async () => {
    const session = await started('replicas');
    const { length } = session.getState().frames;
    const start = { name: 'again', host: '10.0.0.1', port: 6379, config: {} };
    expect(await session.actions.changeWorld({ type: 'add', start })).toBe(false);
    expect(session.getState().notice?.code).toBe('no-room');
    expect(await session.actions.changeWorld({ type: 'freeze', node: 7 })).toBe(false);
    expect(session.getState().notice?.code).toBe('no-such-node');
    expect(session.getState().frames).toHaveLength(length);
    await session.actions.changeWorld({ type: 'freeze', node: 1 });
    expect(await session.actions.openClient(1)).toBeNull();
    expect(session.getState().notice?.code).toBe('frozen');
  });

  test('a frozen server answers when it has thawed', async () => {
    const session = await started('replicas');
    await session.actions.changeWorld({ type: 'freeze', node: 1 });
    expect(await ask(session, 2, 'PING')).toBe('');
    await session.actions.advance(500);
    await session.actions.changeWorld({ type: 'thaw', node: 1 });
    await session.actions.advance(10);
    const late = session
      .getState()
      .frames.filter(({ replies }) => replies.some(({ client }) => client === 2));
    expect(printedReplies(late[late.length - 1], 2).text).toBe('PONG');
  });
});
