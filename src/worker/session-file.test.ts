import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SaveMark } from '../protocol/messages.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import { sessionLimits } from '../protocol/session-limits.ts';
import { branchesOf } from './history/branches.ts';
import { Session } from './session.ts';
import { joined } from './session-blocks.ts';
import {
  decodeFile,
  decodeLink,
  encodeFile,
  encodeLink,
  encodeSince,
  type OpenedFile,
  openFile,
  type SavedSession,
  type Unsaved,
} from './session-file.ts';

const START: SessionStart = { generation: '7.0', seed: 7, startMs: 1_700_000_000_000, config: {} };
const END = { frame: 0, moment: 0 };

const command = (line: string) => new TextEncoder().encode(`${line}\r\n`);
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));

function savedOf(inputs: readonly Input[], start = START): SavedSession {
  return { start, inputs, position: { frame: 1, moment: 0 }, page: { route: '#/lab' } };
}

function ticks(count: number, everyMs = 100): Input[] {
  return Array.from({ length: count }, (_, nth) => ({
    type: 'tick',
    nowMs: START.startMs + (nth + 1) * everyMs,
  }));
}

/** One input of every kind, and times that are not whole microseconds. */
const EVERY_KIND: readonly Input[] = [
  { type: 'open', nowMs: START.startMs, client: 1 },
  { type: 'data', nowMs: START.startMs + 0.125, client: 1, bytes: Uint8Array.of(0, 13, 10, 127, 128, 255) },
  { type: 'data', nowMs: START.startMs + 1 / 3, client: 1, bytes: new Uint8Array(0) },
  { type: 'tick', nowMs: START.startMs + 1 / 3 },
  { type: 'tick', nowMs: START.startMs + 83.333333 },
  { type: 'tick', nowMs: START.startMs + 100 },
  { type: 'tick', nowMs: START.startMs + 200 },
  { type: 'tick', nowMs: START.startMs + 300 },
  { type: 'open', nowMs: START.startMs + 300, client: 999_999 },
  { type: 'close', nowMs: START.startMs + 301, client: 999_999 },
  { type: 'disk', nowMs: START.startMs + 302, full: true },
  { type: 'disk', nowMs: START.startMs + 303, full: false, fsyncMs: 12.5 },
  { type: 'disk', nowMs: START.startMs + 304 },
  { type: 'crash', nowMs: START.startMs + 305, loss: 'torn' },
  { type: 'crash', nowMs: START.startMs + 305, loss: 'nothing' },
  { type: 'restart', nowMs: START.startMs + 9e9 },
];

describe('format 1', () => {
  it('is read from a link', async () => {
    const saved = await decodeLink(fixture('format-1.link').toString());
    expect(saved).toMatchObject({ position: { frame: 3, moment: 1 }, page: { route: '#/lab', zoom: 2 } });
    const { frames } = Session.replay(saved.start, saved.inputs);
    expect(frames.map(({ summary }) => `${summary.kind} ${summary.text}`.trim())).toEqual([
      'start',
      'connect',
      'command SET greeting "\\xff\\x00 你好" EX 2',
      'command HSET user:1 name Ann age 31',
      'connect',
      'command RPUSH jobs a b c',
      'cron',
      'cron',
      'disconnect',
      'disk',
      'disk',
      'crash',
      'restart',
      'connect',
      'command KEYS *',
    ]);
  });

  it('is read from a file, with what the disk held', async () => {
    const { saved, since } = await openFile(fixture('format-1.rediscope'));
    expect(since).toBeNull();
    expect(saved.start.files?.map(({ path, bytes }) => [path, bytes.length])).toEqual([
      ['appendonly.aof', 230],
    ]);
    const { lastFrame, frames } = Session.replay(saved.start, saved.inputs);
    expect(frames).toHaveLength(3);
    expect(new TextDecoder().decode(lastFrame.replies[0].bytes)).toBe(':2\r\n');
  });
});

describe('a saved session', () => {
  it('has every kind of input as it was', async () => {
    const files = [
      { path: 'empty', bytes: new Uint8Array(0) },
      { path: 'appendonlydir/x.aof', bytes: new Uint8Array(4_200_000).fill(3) },
      { path: 'dump.rdb', bytes: Uint8Array.of(1, 2, 3) },
    ];
    const saved = savedOf(EVERY_KIND, { ...START, files });
    for (const { start, ...rest } of [
      await decodeFile(await encodeFile(saved)),
      await decodeLink(await encodeLink(saved)),
    ]) {
      expect({ ...rest, start: START }).toEqual(savedOf(EVERY_KIND));
      // Not by toEqual: it takes seconds for so many bytes.
      files.forEach(({ path, bytes }, at) => {
        expect(start.files?.[at].path).toBe(path);
        expect(Buffer.compare(start.files?.[at].bytes ?? new Uint8Array(), bytes)).toBe(0);
      });
    }
  });

  it('has inputs that are larger than a block', async () => {
    const large = (size: number) => Uint8Array.from({ length: size }, (_, at) => at % 251);
    const inputs: Input[] = [
      { type: 'open', nowMs: START.startMs, client: 1 },
      ...[10_000_000, 1, 0, 1_048_576 - 80, 1_048_576, 4_194_304].map((size, nth): Input => {
        return { type: 'data', nowMs: START.startMs + nth / 3, client: 1, bytes: large(size) };
      }),
    ];
    const { inputs: read } = await decodeFile(await encodeFile(savedOf(inputs)));
    expect(read.length).toBe(inputs.length);
    read.forEach((input, at) => {
      const meant = inputs[at];
      expect(input).toMatchObject({ nowMs: meant.nowMs });
      if (input.type !== 'data' || meant.type !== 'data') return;
      expect(Buffer.compare(input.bytes, meant.bytes)).toBe(0);
    });
  });

  it('of 55 hours of ticks is tiny', async () => {
    const inputs = ticks(55 * 3600 * 10);
    const saved = savedOf(inputs);
    const file = await encodeFile(saved);
    expect(file.length).toBeLessThan(400);
    const { inputs: read } = await decodeFile(file);
    expect(read.length).toBe(inputs.length);
    expect(read.at(-1)).toEqual(inputs.at(-1));
    expect((await encodeLink(saved)).length).toBeLessThan(400);
  });

  it('is refused with the limit when it could not be read again', async () => {
    const inputs = { length: sessionLimits.inputs + 1 } as readonly Input[];
    await expect(encodeFile(savedOf(inputs))).rejects.toMatchObject({
      refusal: { code: 'too-large', detail: '10000001 inputs, at most 10000000' },
    });
    let chance = 1;
    const long = Uint8Array.from({ length: 90_000 }, () => {
      chance = (chance * 48271) % 2147483647;
      return chance & 255;
    });
    const saved = savedOf([
      { type: 'open', nowMs: START.startMs, client: 1 },
      { type: 'data', nowMs: START.startMs, client: 1, bytes: long },
    ]);
    await expect(encodeLink(saved)).rejects.toMatchObject({ refusal: { code: 'too-large' } });
    expect(await decodeFile(await encodeFile(saved))).toEqual(saved);
  });

  it('of a newer format says so', async () => {
    const file = await encodeFile(savedOf(EVERY_KIND));
    file[9] = 3;
    await expect(decodeFile(file)).rejects.toMatchObject({
      refusal: { code: 'newer-format', detail: 'format 3, this page reads 2' },
    });
  });

  it('ends with its tail: a file that is cut between two blocks is damaged', async () => {
    const { head, blocks } = await encodeSince(unsavedOf(play()), null, END, {});
    await expect(decodeFile(joined([head!, blocks]))).rejects.toMatchObject({
      refusal: { code: 'damaged-file' },
    });
  });
});

/** What is kept of a session as it goes on, the way a page keeps it. */
class Keeper {
  #parts: Uint8Array[] = [];
  #tail = new Uint8Array(0);
  since: SaveMark | null = null;
  beginnings = 0;
  calls = 0;

  async save(unsaved: Unsaved): Promise<void> {
    for (let more = true; more; ) {
      const answer = await encodeSince(unsaved, this.since, { frame: 2, moment: 1 }, { n: ++this.calls });
      this.since = answer.since;
      if (answer.head !== null) {
        this.#parts = [answer.head];
        this.beginnings++;
      }
      this.#parts.push(answer.blocks);
      this.#tail = answer.tail as Uint8Array<ArrayBuffer>;
      more = answer.more;
    }
  }

  get file(): Uint8Array {
    return joined([...this.#parts, this.#tail]);
  }
}

function play(): Session {
  const session = new Session(START);
  session.open(START.startMs);
  for (let nth = 0; nth < 20; nth++) send(session, `SET key:${nth} ${nth}`);
  return session;
}

function send(session: Session, line: string): void {
  session.send(1, command(line), session.nowMs + 1.5);
}

function unsavedOf({ start, branchId, savedBranches }: Session, session = 1): Unsaved {
  return { session, start, branch: branchId, branches: savedBranches };
}

/** A session with everything that a file holds. */
function reopened({ saved, lastBranch }: OpenedFile): Session {
  const branches = branchesOf(saved);
  const session = new Session(saved.start, branches[0].id, lastBranch);
  const reliving = session.relive(branches, saved.branch ?? 1);
  while (reliving.next().done !== true);
  return session;
}

describe('saving what is new', () => {
  it('gives a whole file after every call', async () => {
    const session = play();
    const keeper = new Keeper();
    for (let round = 1; round <= 4; round++) {
      await keeper.save(unsavedOf(session));
      expect(await decodeFile(keeper.file)).toEqual({
        start: START,
        inputs: session.inputs,
        position: { frame: 2, moment: 1 },
        page: { n: round },
      });
      for (let nth = 0; nth < round; nth++) send(session, `INCR round:${round}`);
      session.tick(session.nowMs + 100);
    }
    expect(keeper.beginnings).toBe(1);
  });

  it('writes only what is new, also after a fork and back on the other branch', async () => {
    const session = play();
    const keeper = new Keeper();
    await keeper.save(unsavedOf(session));
    const grown = async () => {
      const before = keeper.file.length;
      await keeper.save(unsavedOf(session));
      const { saved } = await openFile(keeper.file);
      expect(saved.inputs).toEqual(session.inputs);
      expect(saved.branch ?? 1).toBe(session.branchId);
      return keeper.file.length - before;
    };
    send(session, 'SET not-yet-saved 1');
    session.fork(12);
    send(session, 'SET forked 1');
    // Two commands, on two branches, and the list of both.
    expect(await grown()).toBeLessThan(160);
    session.switchTo(1);
    send(session, 'SET back 1');
    expect(await grown()).toBeLessThan(120);
    session.fork(session.lastIndex - 1);
    expect(await grown()).toBeLessThan(120);
    session.deleteBranch(1);
    send(session, 'SET after 1');
    expect(await grown()).toBeLessThan(120);
    expect(keeper.beginnings).toBe(1);
  });

  it('begins anew with another session', async () => {
    const keeper = new Keeper();
    await keeper.save(unsavedOf(play(), 1));
    const other = new Session({ ...START, seed: 8 });
    other.open(START.startMs);
    await keeper.save(unsavedOf(other, 2));
    expect(await decodeFile(keeper.file)).toMatchObject({ start: { seed: 8 }, inputs: other.inputs });
    expect(keeper.beginnings).toBe(2);
  });

  it('goes on with the file it was loaded from', async () => {
    const first = play();
    first.fork(5);
    const keeper = new Keeper();
    await keeper.save(unsavedOf(first));
    const file = await openFile(keeper.file);
    const { since } = file;
    const again = reopened(file);
    expect(again.branchId).toBe(2);
    keeper.since = { ...since!, session: 9 };
    send(again, 'SET more 1');
    again.fork(3);
    send(again, 'SET other 1');
    await keeper.save(unsavedOf(again, 9));
    expect(keeper.beginnings).toBe(1);
    expect(await decodeFile(keeper.file)).toMatchObject({ branch: 3, inputs: again.inputs });
  });

  /** What the page is told of a session's branches. */
  const told = (session: Session) => {
    const { branch, branches, frames } = session.overview();
    return { branch, branches, frames };
  };

  it('keeps every branch, whichever is looked at', async () => {
    const session = play();
    session.fork(12);
    send(session, 'SET second 1');
    session.tick(session.nowMs + 100);
    session.fork(13);
    send(session, 'SET third 1');
    session.switchTo(1);
    session.fork(4);
    send(session, 'SET fourth 1');
    for (const branch of [4, 1, 3]) {
      session.switchTo(branch);
      const { start, inputs, branchId, savedBranches } = session;
      const whole = { start, inputs, branch: branchId, branches: savedBranches, position: END, page: {} };
      expect(told(reopened(await openFile(await encodeFile(whole))))).toEqual(told(session));
      const keeper = new Keeper();
      await keeper.save(unsavedOf(session));
      expect(told(reopened(await openFile(keeper.file)))).toEqual(told(session));
    }
    session.deleteBranch(2);
    const keeper = new Keeper();
    await keeper.save(unsavedOf(session));
    const again = reopened(await openFile(keeper.file));
    expect(told(again)).toEqual(told(session));
    again.switchTo(4);
    expect(again.lastFrame.text).toBe('SET fourth 1');
    again.fork(2);
    expect(again.branchId).toBe(5);
  });

  it('does not bring back a branch that was deleted after it was saved', async () => {
    const session = play();
    const keeper = new Keeper();
    session.fork(5);
    send(session, 'SET gone 1');
    await keeper.save(unsavedOf(session));
    session.switchTo(1);
    session.deleteBranch(2);
    await keeper.save(unsavedOf(session));
    expect(keeper.beginnings).toBe(1);
    expect(told(reopened(await openFile(keeper.file)))).toEqual(told(session));
  });

  it('is done in portions that are each a whole file', async () => {
    const inputs: Input[] = [{ type: 'open', nowMs: START.startMs, client: 1 }];
    for (let nth = 0; nth < 30; nth++) {
      const bytes = new Uint8Array(nth === 7 ? 9_000_000 : 400_000).fill(nth);
      inputs.push({ type: 'data', nowMs: START.startMs + nth, client: 1, bytes });
    }
    const unsaved = { session: 1, start: START, branch: 1, branches: [{ id: 1, parent: null, inputs }] };
    let since: SaveMark | null = null;
    const parts: Uint8Array[] = [];
    let portions = 0;
    for (let more = true; more; portions++) {
      const answer = await encodeSince(unsaved, since, END, {});
      since = answer.since;
      more = answer.more;
      parts.push(...(answer.head === null ? [] : [answer.head]), answer.blocks);
      const { inputs: read } = await decodeFile(joined([...parts, answer.tail]));
      expect(read.length).toBe(since.branches[1]);
    }
    expect(portions).toBe(3);
    expect(since).toMatchObject({ branches: { 1: 31 }, inputs: 31, bytes: 29 * 400_000 + 9_000_000 });
  });
});
