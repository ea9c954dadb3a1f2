/** Loading in portions: how far it is, the way out of it, and what is there meanwhile. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, latin1 } from '../engine/base/bytes.ts';
import type { Answer, Requests, WorkerEvent } from '../protocol/messages.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import { Host } from './host.ts';
import { Session } from './session.ts';
import { joined, preface, storeBlock } from './session-blocks.ts';
import { decodeFile, encodeFile } from './session-file.ts';

const START: SessionStart = { generation: '7.0', seed: 5, startMs: 1_700_000_000_000, config: {} };
const END = { frame: 1000, moment: 0 };

/** A page whose time goes on by a millisecond whenever the worker looks at it. */
class Page {
  readonly events: WorkerEvent[] = [];
  readonly host: Host;
  nowMs = 0;
  wakeAfterMs: number | null = null;
  rests = 0;
  onRest: () => void = () => {};

  constructor() {
    this.host = new Host({
      realMs: () => this.nowMs++,
      post: (event) => this.events.push(event),
      wakeAfter: (delayMs) => {
        this.wakeAfterMs = delayMs;
      },
      rest: async () => {
        this.rests++;
        this.onRest();
      },
    });
  }

  ask<Name extends keyof Requests>(request: Name, ask: Requests[Name]['ask']): Promise<Answer> {
    return this.host.answer({ ...ask, id: 1, request } as never);
  }

  async get<Name extends keyof Requests>(request: Name, ask: Requests[Name]['ask']) {
    const answer = await this.ask(request, ask);
    if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
    return answer.answer as Requests[Name]['answer'];
  }

  async reply(line: string): Promise<string> {
    const bytes = bytesOf(`${line}\r\n`);
    const { frame } = await this.get('send', {
      client: 1,
      bytes,
      atFrame: Number.MAX_SAFE_INTEGER,
      look: false,
    });
    return latin1(frame.replies[0].bytes);
  }

  get progress(): number[] {
    return this.events.flatMap((event) => (event.event === 'replaying' ? [event.done] : []));
  }
}

function ticks(count: number): Input[] {
  return [
    { type: 'open', nowMs: START.startMs, client: 1 },
    { type: 'data', nowMs: START.startMs, client: 1, bytes: bytesOf('SET theirs 1\r\n') },
    ...Array.from({ length: count }, (_, nth): Input => {
      return { type: 'tick', nowMs: START.startMs + nth * 100 };
    }),
  ];
}

let page: Page;
let file: Uint8Array;
beforeEach(async () => {
  page = new Page();
  await page.get('start', { start: { ...START, seed: 6 }, clock: { running: true, speed: 1 } });
  await page.reply('SET mine 1');
  file = await encodeFile({ start: START, inputs: ticks(2000), position: END, page: { n: 1 } });
});

describe('a load that takes long', () => {
  it('tells how far it is, and leaves room in between', async () => {
    const { overview, page: state } = await page.get('load', { saved: file });
    expect(page.rests).toBeGreaterThan(30);
    const { progress } = page;
    expect(progress.length).toBeGreaterThan(20);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(page.events.filter(({ event }) => event === 'replaying')).toContainEqual({
      event: 'replaying',
      done: progress[0],
      of: 2002,
    });
    expect(state).toEqual({ n: 1 });
    expect(overview.frames.map(({ text }) => text)).toEqual(['', '', 'SET theirs 1']);
    expect(await page.reply('GET theirs')).toBe('$1\r\n1\r\n');
  });

  it('is stopped on request, and what was there is still there', async () => {
    page.onRest = () => {
      if (page.rests === 5) void page.ask('stopLoad', {});
    };
    expect(await page.ask('load', { saved: file })).toMatchObject({
      ok: false,
      refusal: { code: 'stopped' },
    });
    expect(page.rests).toBe(5);
    page.onRest = () => void page.ask('stopLoad', {});
    expect(await page.ask('load', { saved: file })).toMatchObject({
      ok: false,
      refusal: { code: 'stopped' },
    });
    expect(page.rests).toBe(6);
    expect(await page.reply('GET mine')).toBe('$1\r\n1\r\n');
  });

  it('goes up to the last command if that is not wanted, and nothing can be appended to it', async () => {
    const inputs = ticks(3);
    const late = START.startMs + 1000;
    inputs.push({ type: 'data', nowMs: late, client: 1, bytes: bytesOf('SET last 1\r\n') });
    inputs.push({ type: 'tick', nowMs: late + 100 });
    const position = { frame: 99, moment: 0 };
    const saved = await encodeFile({ start: START, inputs, position, page: {} });
    const whole = await page.get('load', { saved });
    expect(whole.overview.frames.map(({ text }) => text)).toContain('SET last 1');
    const { overview, since, ...cut } = await page.get('load', { saved, withoutLast: true });
    expect(overview.frames.map(({ text }) => text)).toEqual(['', '', 'SET theirs 1']);
    expect(cut.position.frame).toBe(overview.frames.length - 1);
    expect(since).toBeNull();
    expect(await page.reply('EXISTS theirs last')).toBe(':1\r\n');
  });

  it('leaves the session before in charge until it is whole', async () => {
    const seen: (string | number)[] = [];
    await page.reply('SET short 1 PX 50');
    page.onRest = () => {
      page.host.wake();
      if (page.rests % 20 === 0)
        void page
          .get('saveSince', { since: null, position: END, page: {} })
          .then(({ since }) => seen.push(since.session));
    };
    await page.get('load', { saved: file });
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1));
    expect(new Set(seen)).toEqual(new Set([1]));
    expect((await page.get('saveSince', { since: null, position: END, page: {} })).since.session).toBe(2);
  });

  it('makes the same session as one in a single portion', async () => {
    await page.get('load', { saved: file });
    const { saved } = await page.get('save', { position: END, page: { n: 1 }, as: 'file' });
    const once = Session.replay(START, (await decodeFile(file)).inputs);
    expect((await decodeFile(saved as Uint8Array)).inputs).toEqual(once.inputs);
    expect(page.rests).toBeGreaterThan(30);
  });

  it('stopping when nothing is loaded does nothing', async () => {
    await page.get('stopLoad', {});
    await page.get('load', { saved: file });
    await page.get('stopLoad', {});
    expect(await page.reply('GET theirs')).toBe('$1\r\n1\r\n');
  });
});

describe('what a link may start', () => {
  /** As a stranger writes it: ours are refused when they are written. */
  const fileWith = (config: Record<string, string>) => {
    const bytes = (value: unknown) => bytesOf(JSON.stringify(value));
    const head = storeBlock({ kind: 'H', bytes: bytes({ start: { ...START, config } }) });
    const tail = { branch: 1, inputs: 0, position: END, page: {} };
    return joined([preface(), head, storeBlock({ kind: 'T', bytes: bytes(tail) })]);
  };

  it('is what can be saved', async () => {
    const start = { ...START, config: { databases: '30000000' } };
    await expect(encodeFile({ start, inputs: [], position: END, page: {} })).rejects.toMatchObject({
      refusal: { code: 'forbidden-setting', detail: 'databases 30000000, at most 1024' },
    });
  });

  it.each([
    [{ databases: '30000000' }, 'databases 30000000, at most 1024'],
    [{ databases: '-5gb' }, 'databases'],
    [{ 'proto-max-bulk-len': '100gb' }, 'proto-max-bulk-len 100gb'],
    [{ 'no-such-setting': '1' }, 'no-such-setting 1'],
    [{ dir: '/etc' }, 'dir /etc'],
    [{ constructor: '1' }, 'constructor 1'],
    [{ loadmodule: 'bloom search' }, 'search'],
    [{ hz: 'often' }, 'hz'],
  ])('%o is refused by name', async (config, named) => {
    const answer = await page.ask('load', { saved: fileWith(config as never) });
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'forbidden-setting', detail: expect.stringContaining(named) },
    });
    expect(await page.reply('GET mine')).toBe('$1\r\n1\r\n');
  });
});

describe('what a log may configure', () => {
  it.each([
    ['SETRANGE k 99999999990 x', '-ERR string exceeds maximum allowed size (proto-max-bulk-len)'],
    ['SETRANGE k 9007199254740990 x', '-ERR string exceeds maximum allowed size (proto-max-bulk-len)'],
    ['SETBIT k 99999999999 1', '-ERR bit offset is not an integer or out of range'],
    ['BITFIELD k SET u8 99999999999 1', '-ERR bit offset is not an integer or out of range'],
  ])('%s makes no string that is longer than memory', async (line, reply) => {
    const log = ['CONFIG SET proto-max-bulk-len 9000000000000000000', line, 'STRLEN k'];
    const inputs: Input[] = [{ type: 'open', nowMs: START.startMs, client: 1 }];
    for (const each of log)
      inputs.push({ type: 'data', nowMs: START.startMs, client: 1, bytes: bytesOf(`${each}\r\n`) });
    const saved = await encodeFile({ start: START, inputs, position: END, page: {} });
    const { overview } = await page.get('load', { saved });
    expect(overview.frames.slice(2).map(({ replies }) => latin1(replies[0].bytes).trim())).toEqual([
      '+OK',
      reply,
      ':0',
    ]);
  });

  it('the number of databases is not changed by a log', async () => {
    expect(await page.reply('CONFIG SET databases 30000000')).toMatch(/^-ERR .*immutable/);
  });
});

describe('ticks of a running clock', () => {
  it('keep their distance, however late the timer is: hours of them are a few bytes', async () => {
    await page.reply('SET key 1 EX 100000');
    const before = (await page.get('save', { position: END, page: {}, as: 'file' })).saved.length;
    let lateMs = 0;
    for (let nth = 0; nth < 5000; nth++) {
      lateMs = (lateMs * 7 + 3.217) % 40;
      page.nowMs += (page.wakeAfterMs ?? 0) + lateMs;
      page.host.wake();
    }
    const { saved } = await page.get('save', { position: END, page: {}, as: 'file' });
    const { inputs } = await decodeFile(saved as Uint8Array);
    expect(inputs.filter(({ type }) => type === 'tick').length).toBeGreaterThan(4000);
    expect(saved.length - before).toBeLessThan(150);
  });
});
