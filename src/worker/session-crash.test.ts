/** Crashes and restarts in a session: on the timeline, in files and links, and in the past. */
import { expect, test } from 'vitest';
import { bytesOf, latin1 } from '../engine/base/bytes.ts';
import { RefusedError } from '../protocol/refused.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { DiskView, JobsView } from '../protocol/views-disk.ts';
import { Session } from './session.ts';
import { decodeFile, encodeFile } from './session-file.ts';

const START_MS = 1_790_000_000_000;
const start: SessionStart = {
  generation: '7.0',
  seed: 5,
  startMs: START_MS,
  config: { appendonly: 'yes', save: '' },
  files: [{ path: 'note.txt', bytes: bytesOf('kept\xff') }],
};

function played(): Session {
  const session = new Session(start);
  const client = session.open(START_MS);
  session.send(client, bytesOf('SET a 1\r\n'), START_MS + 10);
  session.tick(START_MS + 1000);
  session.send(client, bytesOf('SET a 2\r\n'), START_MS + 1100);
  session.crash('unsynced', START_MS + 1200);
  session.restart(START_MS + 1300);
  session.open(START_MS + 1400);
  return session;
}

function ask(session: Session, text: string): string {
  const { frame } = session.send(1, bytesOf(`${text}\r\n`), session.nowMs + 1);
  return latin1(frame.replies[0].bytes);
}

test('a crash takes clients and what was not synced, and stands on the timeline', () => {
  const session = played();
  expect(session.frames.map(({ summary }) => summary.kind)).toEqual([
    'start',
    'connect',
    'command',
    'cron',
    'command',
    'crash',
    'restart',
    'connect',
  ]);
  expect(session.frames[5].summary.closed).toEqual([1]);
  expect(ask(session, 'GET a')).toBe('$1\r\n1\r\n');
});

test('nobody connects to a server that is not running, and no frame comes of it', () => {
  const session = played();
  session.crash('nothing', session.nowMs + 1);
  const before = session.lastIndex;
  expect(() => session.open(session.nowMs + 1)).toThrow(RefusedError);
  expect(session.lastIndex).toBe(before);
  session.restart(session.nowMs + 1);
  expect(session.open(session.nowMs + 1)).toBe(1);
});

test('a saved session crashes again where it did', async () => {
  const session = played();
  session.changeDisk({ full: true }, session.nowMs + 1);
  session.changeDisk({ full: false, fsyncMs: 12.5 }, session.nowMs + 1);
  const { inputs } = session;
  const file = await encodeFile({ start, inputs, position: { frame: 0, moment: 0 }, page: {} });
  const loaded = await decodeFile(file);
  expect(loaded.start).toEqual(start);
  expect(loaded.inputs).toEqual(inputs);
  const again = Session.replay(loaded.start, loaded.inputs);
  expect(again.frames.map(({ summary }) => summary)).toEqual(session.frames.map(({ summary }) => summary));
  expect(again.engine.disk.contents()).toEqual(session.engine.disk.contents());
  expect(again.engine.disk.fsyncMs).toBe(12.5);
  expect(ask(again, 'GET a')).toBe('$1\r\n1\r\n');
});

test('a client that was closed comes again under its number', async () => {
  const session = new Session(start);
  session.open(START_MS);
  session.send(1, bytesOf('QUIT\r\n'), START_MS + 1);
  session.open(START_MS + 2);
  const { inputs } = session;
  const file = await encodeFile({ start, inputs, position: { frame: 0, moment: 0 }, page: {} });
  const loaded = await decodeFile(file);
  expect(Session.replay(loaded.start, loaded.inputs).overview().clients).toEqual([{ id: 1, db: 0 }]);
});

test('the past is looked at across a crash', () => {
  const session = played();
  const target = { kind: 'disk', db: 0, path: null, window: null } as const;
  const before = session.watch('disk', target, 4) as DiskView;
  const after = session.watch('disk', target, 5) as DiskView;
  const path = 'appendonlydir/appendonly.aof.1.incr.aof';
  const row = (view: DiskView) => view.files.find((each) => each.path === path)!;
  expect(row(before).bytes).toBeGreaterThan(row(before).syncedBytes);
  expect(row(after).bytes).toBe(row(before).syncedBytes);
  expect(before.downBecause).toBe(null);
  expect(after.downBecause).toBe('Crashed');
  const commands = before.shown!.spans.filter(({ role }) => role === 'command').map(({ text }) => text);
  expect(commands).toEqual(['SELECT 0', 'SET a 1', 'SET a 2']);
  const steps = session.detail(4).moments.flatMap(({ step }) => (step === null ? [] : [step.type]));
  expect(steps).toContain('disk.append');
});

test('an fsync that runs is a job, and no later one is announced for the write that waits for it', () => {
  const session = new Session(start);
  session.open(START_MS);
  session.tick(START_MS + 2000);
  session.changeDisk({ fsyncMs: 5000 }, START_MS + 2000);
  session.send(1, bytesOf('SET a 1\r\n'), START_MS + 2000);
  const look = () =>
    session.watch('disk', { kind: 'disk', db: 0, path: null, window: null }, session.lastIndex) as DiskView;
  expect(look().jobs.running.map(({ job, endsAtMs }) => [job, endsAtMs])).toEqual([
    ['aof-fsync', START_MS + 7000],
  ]);
  session.send(1, bytesOf('SET a 2\r\n'), START_MS + 2100);
  const { aof } = look();
  expect(aof.bufferBytes).toBeGreaterThan(0);
  expect(aof.nextFsyncAtMs).toBe(null);
});

test('a background save is seen while it runs, and its file byte by byte', () => {
  const session = new Session({ ...start, config: { save: '' } });
  session.open(START_MS);
  ask(session, 'SET key value EX 100');
  ask(session, 'RPUSH list 1 2 3');
  ask(session, 'BGSAVE');
  const jobs = session.watch('jobs', { kind: 'jobs', db: 0 }, session.lastIndex) as JobsView;
  expect(jobs.running.map(({ job, subject }) => `${job} ${subject}`)).toEqual(['rdb-save dump.rdb']);
  expect(jobs.dictCanResize).toBe(false);
  session.tick(session.wakeAtMs!);
  const target = { kind: 'disk', db: 0, path: 'dump.rdb', window: { from: 0, count: 1000 } } as const;
  const view = session.watch('disk', target, session.lastIndex) as DiskView;
  const { spans, bytes, totalBytes } = view.shown!;
  expect(bytes.length).toBe(totalBytes);
  // Every byte belongs to one span, in order.
  let at = 0;
  for (const { from, to } of spans.filter(({ depth }) => depth === 0)) {
    expect(from).toBe(at);
    at = to;
  }
  expect(at).toBe(totalBytes);
  const said = spans.map(({ role, text }) => `${role} ${text}`);
  expect(said).toContain('magic REDIS0010');
  expect(said).toContain('opcode SELECTDB 0');
  expect(said).toContain('opcode RESIZEDB 2 1');
  expect(said).toContain('key key');
  expect(said).toContain('value value');
  expect(said).toContain('form LIST_QUICKLIST_2');
  expect(said.at(-1)).toBe('checksum CRC-64');
});
