/** What the reader does while looking at the past, on a real engine: it happens there, on a branch. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Host } from '../../worker/host.ts';
import { directLink } from './direct-link.ts';
import { clientsHere, createSessionStore, isServerDown, lastMoment, type SessionStore } from './store.ts';

let session: SessionStore;

const ids = () => clientsHere(session.getState()).map(({ id }) => id);
const look = (frame: number) => session.actions.seek({ frame, moment: lastMoment });
const newest = () => session.getState().frames.length - 1;
const notice = () => session.getState().notice?.code ?? null;
const send = (client: number, line: string) =>
  session.actions.sendBytes(client, new TextEncoder().encode(`${line}\r\n`), 'quiet');

beforeEach(async () => {
  session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  await session.actions.startServer(
    { generation: '7.0', seed: 5, startMs: 0, config: {} },
    { running: false, speed: 1 },
  );
  await session.actions.openClient();
  await send(2, 'SET a 1');
});

describe('clients in the past', () => {
  it('are those of the moment looked at', async () => {
    const before = newest();
    await session.actions.closeClient(2);
    expect(ids()).toEqual([1]);
    look(before);
    expect(ids()).toEqual([1, 2]);
    expect(await send(2, 'SET b 2')).toMatchObject({ outcome: 'done', forked: true });
    expect(ids()).toEqual([1, 2]);
  });

  it('connect there when they were gone, and the reader is in the present of a new branch', async () => {
    await session.actions.closeClient(2);
    await send(1, 'SET c 3');
    const after = newest();
    await session.actions.openClient();
    await send(2, 'GET a');
    look(after);
    expect(ids()).toEqual([1]);
    const { branch } = session.getState();
    expect(await session.actions.openClient()).toBe(2);
    expect(session.getState()).toMatchObject({ following: true });
    expect(session.getState().branch).not.toBe(branch);
    expect(newest()).toBe(after + 1);
    expect(ids()).toEqual([1, 2]);
    expect(await send(2, 'GET c')).toMatchObject({ outcome: 'done' });
  });

  it('are disconnected there', async () => {
    const before = newest();
    await send(1, 'SET c 3');
    look(before);
    await session.actions.closeClient(2);
    expect(ids()).toEqual([1]);
    expect(newest()).toBe(before + 1);
    expect(session.getState().branches).toHaveLength(2);
  });

  it('stay as they are when the page disconnects a client of its own in the present', async () => {
    await send(1, 'SET c 3');
    look(3);
    await session.actions.closeClient(2, 'present');
    expect(session.getState().position.frame).toBe(3);
    expect(session.getState().branches).toHaveLength(1);
  });
});

it('a clock that is moved in the past moves there', async () => {
  await send(1, 'SET k v PX 500');
  const before = newest();
  await session.actions.advance(1000);
  await send(1, 'GET k');
  look(before);
  await session.actions.advance(100);
  expect(session.getState()).toMatchObject({ following: true, clock: { nowMs: 100 } });
  expect(session.getState().branches).toHaveLength(2);
});

describe('notices', () => {
  it('of a client that is not there end when the reader looks elsewhere', async () => {
    look(1);
    await send(2, 'PING');
    expect(notice()).toBe('no-such-client');
    session.actions.last();
    expect(notice()).toBeNull();
  });

  it('of a server that is down end when it runs, or runs at the moment looked at', async () => {
    const before = newest();
    await session.actions.crash('unsynced');
    expect(isServerDown(session.getState())).toBe(true);
    expect(await session.actions.openClient()).toBeNull();
    expect(notice()).toBe('server-down');
    look(before);
    expect(isServerDown(session.getState())).toBe(false);
    expect(notice()).toBeNull();
    session.actions.last();
    await session.actions.openClient();
    expect(notice()).toBe('server-down');
    await session.actions.restart();
    expect(isServerDown(session.getState())).toBe(false);
    expect(notice()).toBeNull();
  });

  it('of other things stay', async () => {
    session.actions.notify('damaged-file');
    await send(1, 'PING');
    look(1);
    expect(notice()).toBe('damaged-file');
  });

  it('that a session is back and its clock stands still end when the clock runs', async () => {
    session.actions.notify('brought-back');
    await send(1, 'PING');
    expect(notice()).toBe('brought-back');
    await session.actions.setClock({ running: true });
    expect(notice()).toBeNull();
  });
});
