/** A console that follows redirections, on a real cluster, and what its log shows. */
import { beforeAll, expect, test } from 'vitest';
import { encodeCommand } from '../../../protocol/resp.ts';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { NodeStart } from '../../../protocol/world.ts';
import { loadWorlds } from '../../../sim/machine.ts';
import { Host } from '../../../worker/host.ts';
import { directLink } from '../../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { type Entry, printedReplies, sharedEntries } from '../entries.ts';
import { consoleMemory, forgetConsoles } from '../local-entries.ts';
import { follow } from './follow.ts';
import { sinceConnected, withRedirections } from './redirections.ts';

beforeAll(loadWorlds);

const node = (n: number): NodeStart => ({
  name: `node-${n}`,
  host: `10.0.0.${n}`,
  port: 6379,
  config: { 'cluster-enabled': 'yes' },
});
/** The slots of `foo` and `x`, as CLUSTER KEYSLOT says. */
const [fooSlot, xSlot] = [12182, 16287];

async function cluster(): Promise<SessionStore> {
  forgetConsoles();
  const session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  const { actions } = session;
  const world = { nodes: [node(1), node(2)], latency: { ms: 1, jitterMs: 0 } };
  await actions.startServer(
    { generation: '7.0', seed: 1, startMs: 1_750_000_000_000, config: {}, world },
    { running: false, speed: 1 },
  );
  await actions.openClient(1);
  await actions.run(1, 'CLUSTER ADDSLOTSRANGE 0 8191');
  await actions.run(2, 'CLUSTER ADDSLOTSRANGE 8192 16383');
  await actions.run(1, 'CLUSTER SET-CONFIG-EPOCH 1');
  await actions.run(2, 'CLUSTER SET-CONFIG-EPOCH 2');
  await actions.run(1, 'CLUSTER MEET 10.0.0.2 6379');
  await actions.advance(10_000);
  return session;
}

async function type(session: SessionStore, client: number, line: string): Promise<boolean> {
  const bytes = encodeCommand(line.split(' ').map(encodeUtf8));
  const result = await session.actions.sendBytes(client, bytes);
  if (result.outcome !== 'done') throw new Error(result.outcome);
  return follow(session, client, bytes, result.frame);
}

/** The log as it stands on the page: lines that were typed, and what is printed under them. */
function log(session: SessionStore, client: number): string[] {
  const { frames } = session.getState();
  const entries = withRedirections(sharedEntries(frames, client, consoleMemory.getState().locals, {}));
  return sinceConnected(entries, frames, client).flatMap(printed);
}

function printed(entry: Entry): string[] {
  if (entry.kind === 'closed') return ['closed'];
  if (entry.kind === 'local') return [`> ${entry.local.line}`, entry.local.output];
  if (entry.kind === 'stream') return ['stream'];
  const line = entry.own && entry.isAgain !== true ? [`> ${entry.frame.text}`] : [];
  return [...line, entry.redirected ?? printedReplies(entry.frame, entry.client).text];
}

const nodeOf = (session: SessionStore, client: number) =>
  session.getState().clients.find(({ id }) => id === client)?.node;

test('MOVED: the console goes to the node that has the slot, and stays there', async () => {
  const session = await cluster();
  expect(await type(session, 1, 'SET foo bar')).toBe(true);
  expect(nodeOf(session, 1)).toBe(1);
  expect(await type(session, 1, 'GET foo')).toBe(true);
  expect(log(session, 1).slice(-5)).toEqual([
    '> SET foo bar',
    `-> Redirected to slot [${fooSlot}] located at 10.0.0.2:6379`,
    'OK',
    '> GET foo',
    '"bar"',
  ]);
  expect(log(session, 1)).not.toContain('closed');
});

test('ASK: it asks first, and is sent back with the next command', async () => {
  const session = await cluster();
  const [one, two] = await Promise.all([1, 2].map((client) => session.actions.run(client, 'CLUSTER MYID')));
  const id = (outcome: typeof one, client: number) =>
    outcome.outcome === 'done' ? printedReplies(outcome.frame, client).text.replaceAll('"', '') : '';
  const [idOne, idTwo] = [id(one, 1), id(two, 2)];
  await session.actions.run(1, `CLUSTER SETSLOT ${xSlot} IMPORTING ${idTwo}`);
  await session.actions.run(2, `CLUSTER SETSLOT ${xSlot} MIGRATING ${idOne}`);
  expect(await type(session, 2, 'SET {x}new 1')).toBe(true);
  expect(nodeOf(session, 2)).toBe(0);
  expect(await type(session, 2, 'GET {x}new')).toBe(true);
  // The same lines as redis-cli -c prints them.
  expect(log(session, 2).slice(-7)).toEqual([
    '> SET {x}new 1',
    `-> Redirected to slot [${xSlot}] located at 10.0.0.1:6379`,
    'OK',
    '> GET {x}new',
    `-> Redirected to slot [${xSlot}] located at 10.0.0.2:6379`,
    `-> Redirected to slot [${xSlot}] located at 10.0.0.1:6379`,
    '"1"',
  ]);
});

test('a node that is down is said to refuse, and the console stays where it is', async () => {
  const session = await cluster();
  await session.actions.crashNode(1, 'nothing');
  expect(await type(session, 1, 'GET foo')).toBe(false);
  expect(nodeOf(session, 1)).toBe(0);
  expect(log(session, 1).at(-1)).toBe(
    `-> Redirected to slot [${fooSlot}] located at 10.0.0.2:6379\nCould not connect to Redis at 10.0.0.2:6379: Connection refused`,
  );
});
