/** What is a fault and what is not, and how the host goes on after either. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, latin1 } from '../engine/base/bytes.ts';
import { Engine } from '../engine/server/engine.ts';
import type { Answer, Fault, Requests, WorkerEvent } from '../protocol/messages.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import { Host } from './host.ts';
import { decodeFile } from './session-file.ts';

const trouble = vi.hoisted(() => ({ view: false, scripting: false, rest: false, observe: false }));

vi.mock('../engine/inspect/index.ts', async (original) => {
  const real = await original<typeof import('../engine/inspect/index.ts')>();
  const readView: typeof real.readView = (...args) => {
    if (trouble.view && args[1].kind === 'dict') throw new RangeError('no such bucket');
    return real.readView(...args);
  };
  return { ...real, readView };
});
vi.mock('./observe.ts', async (original) => {
  const real = await original<typeof import('./observe.ts')>();
  const observe: typeof real.observe = (...args) => {
    if (trouble.observe) throw new RangeError('no such level');
    return real.observe(...args);
  };
  return { ...real, observe };
});
vi.mock('../engine/scripting/loader.ts', async (original) => {
  const real = await original<typeof import('../engine/scripting/loader.ts')>();
  const loadScripting = () =>
    trouble.scripting ? Promise.reject(new TypeError('Failed to fetch')) : real.loadScripting();
  return { ...real, loadScripting };
});
vi.mock('../engine/state/lazy-chunks.ts', async (original) => {
  const real = await original<typeof import('../engine/state/lazy-chunks.ts')>();
  const loadRest = () => (trouble.rest ? Promise.reject(new TypeError('Failed to fetch')) : real.loadRest());
  return { ...real, loadRest };
});

const START_MS = 1_790_000_000_000;
const start: SessionStart = { generation: '7.0', seed: 1, startMs: START_MS, config: {} };
const dict = {
  kind: 'dict',
  db: 0,
  which: 'keys',
  windows: [
    { from: 0, count: 8 },
    { from: 0, count: 8 },
  ],
} as const;

class Page {
  readonly events: WorkerEvent[] = [];
  nowMs = 0;
  wakeAfterMs: number | null = null;
  readonly host = new Host({
    realMs: () => this.nowMs,
    post: (event) => this.events.push(event),
    wakeAfter: (delayMs) => {
      this.wakeAfterMs = delayMs;
    },
  });
  #id = 0;

  ask<Name extends keyof Requests>(request: Name, ask: Requests[Name]['ask']): Promise<Answer> {
    return this.host.answer({ ...ask, id: ++this.#id, request } as never);
  }

  async get<Name extends keyof Requests>(
    request: Name,
    ask: Requests[Name]['ask'],
  ): Promise<Requests[Name]['answer']> {
    const answer = await this.ask(request, ask);
    if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
    return answer.answer as Requests[Name]['answer'];
  }

  async begin(): Promise<void> {
    await this.get('start', { start, clock: { running: true, speed: 1 } });
  }

  send(line: string): Promise<Answer> {
    return this.ask('send', {
      client: 1,
      bytes: bytesOf(`${line}\r\n`),
      atFrame: Number.MAX_SAFE_INTEGER,
      look: true,
    });
  }

  async reply(line: string): Promise<string> {
    const answer = await this.send(line);
    if (!answer.ok) return answer.refusal.code;
    return latin1((answer.answer as Requests['send']['answer']).frame.replies[0].bytes);
  }

  async fault(): Promise<Fault> {
    await vi.waitFor(() => expect(this.events.some(({ event }) => event === 'fault')).toBe(true));
    return this.events.find((event) => event.event === 'fault') as Fault & { event: 'fault' };
  }
}

/** The engine fails at inputs that are chosen here. */
function failAt(isFatal: (input: Input) => boolean): void {
  const { step } = Engine.prototype;
  vi.spyOn(Engine.prototype, 'step').mockImplementation(function (this: Engine, input) {
    if (isFatal(input as Input)) throw new Error('assertion failed: the test wants it');
    return step.call(this, input);
  });
}

const isBad = (input: Input) => input.type === 'data' && latin1(input.bytes).startsWith('BAD');

let page: Page;
beforeEach(async () => {
  page = new Page();
  await page.begin();
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(trouble, { view: false, scripting: false, rest: false, observe: false });
});

describe('a step that throws is a fault', () => {
  it('the report ends with the fatal input', async () => {
    await page.send('SET a 1');
    failAt(isBad);
    expect(await page.reply('BAD thing')).toBe('fault');
    const { report, message, kind, text } = await page.fault();
    expect({ message, kind, text }).toEqual({
      message: 'Error: assertion failed: the test wants it',
      kind: 'command',
      text: 'BAD thing',
    });
    const { inputs } = await decodeFile(report as Uint8Array);
    expect(inputs.map((input) => ('bytes' in input ? latin1(input.bytes) : input.type))).toEqual([
      'open',
      'SET a 1\r\n',
      'BAD thing\r\n',
    ]);
  });

  it('takes nothing more until it goes on from before that input, branches and watches as they were', async () => {
    await page.send('SET a 1');
    await page.send('SET a 2');
    await page.ask('send', { client: 1, bytes: bytesOf('INCR a\r\n'), atFrame: 2, look: true });
    await page.get('watch', { watchId: 'keys', target: dict, atFrame: 0 });
    failAt(isBad);
    expect(await page.reply('BAD')).toBe('fault');
    expect(await page.reply('GET a')).toBe('fault');
    expect(page.wakeAfterMs).toBeNull();
    const overview = await page.get('goOn', {});
    expect(overview.frames.map(({ text }) => text)).toEqual(['', '', 'SET a 1', 'INCR a']);
    expect(overview.branches).toHaveLength(2);
    expect(overview.clock.running).toBe(true);
    expect(await page.reply('GET a')).toBe('$1\r\n2\r\n');
    expect(page.wakeAfterMs).not.toBeNull();
    const { moments } = await page.get('frame', { index: 4 });
    expect(moments[0].picture.keys?.kind).toBe('dict');
  });

  it('after the same fault again it is told again', async () => {
    failAt(isBad);
    await page.send('BAD');
    await page.fault();
    page.events.length = 0;
    await page.get('goOn', {});
    await page.send('BAD');
    expect((await page.fault()).text).toBe('BAD');
  });

  it('a tick that was fatal does not come again by itself', async () => {
    await page.send('SET b 1 PX 100');
    failAt((input) => input.type === 'tick');
    page.nowMs = 60_000;
    page.host.wake();
    expect((await page.fault()).kind).toBe('cron');
    expect((await page.get('goOn', {})).clock.running).toBe(false);
    expect(page.wakeAfterMs).toBeNull();
    expect(await page.reply('SET a 1')).toBe('+OK\r\n');
  });

  it('what cannot be lived through again is refused, and the session stays to be saved', async () => {
    await page.send('SET a 1');
    failAt(isBad);
    await page.send('BAD');
    failAt((input) => input.type === 'data');
    expect((await page.ask('goOn', {})).ok).toBe(false);
    const { saved } = await page.get('save', { position: { frame: 0, moment: 0 }, page: {}, as: 'file' });
    expect((await decodeFile(saved as Uint8Array)).inputs).toHaveLength(2);
  });

  it('a server that cannot be started leaves the one that runs', async () => {
    vi.spyOn(Engine.prototype, 'step');
    const bad = { ...start, config: { databases: '-1', 'no-such-setting': 'x' } };
    await page.send('SET a 1');
    await page.ask('start', { start: bad, clock: { running: true, speed: 1 } });
    expect(page.events.some(({ event }) => event === 'fault')).toBe(false);
  });
});

describe('what is not the engine is no fault', () => {
  it('a part of the program that does not arrive: the command can be sent again', async () => {
    trouble.scripting = true;
    expect(await page.reply('EVAL "return 7" 0')).toBe('not-loaded');
    expect(await page.reply('SET a 1')).toBe('+OK\r\n');
    trouble.scripting = false;
    expect(await page.reply('EVAL "return 7" 0')).toBe(':7\r\n');
    expect(page.events.some(({ event }) => event === 'fault')).toBe(false);
  });

  it('the same for everything that asks for it', async () => {
    trouble.rest = true;
    for (const answer of [
      await page.ask('observe', { paths: [], atFrame: 0 }),
      await page.ask('commands', {}),
      await page.ask('restart', { atFrame: 0 }),
    ])
      expect(answer).toMatchObject({ ok: false, refusal: { code: 'not-loaded' } });
    expect(await page.reply('SET a 1')).toBe('+OK\r\n');
  });

  it('a view that throws is the trouble of its watch: other watches and the command go on', async () => {
    const keyspace = { kind: 'keyspace', db: 0, window: { from: 0, count: 8 } } as const;
    trouble.view = true;
    const failed = { kind: 'failed', message: 'RangeError: no such bucket' };
    expect((await page.get('watch', { watchId: 'd', target: dict, atFrame: 0 })).view).toEqual(failed);
    await page.get('watch', { watchId: 'k', target: keyspace, atFrame: 0 });
    const answer = await page.send('SET a 1');
    expect(answer.ok).toBe(true);
    const { detail } = (answer as { answer: Requests['send']['answer'] }).answer;
    for (const { picture } of detail?.moments ?? []) {
      expect(picture.d).toEqual(failed);
      expect(picture.k?.kind).toBe('keyspace');
    }
    trouble.view = false;
    expect((await page.get('watch', { watchId: 'd', target: dict, atFrame: 2 })).view?.kind).toBe('dict');
    const { moments } = await page.get('frame', { index: 2 });
    expect(moments.map(({ picture }) => picture.d?.kind)).toEqual(moments.map(() => 'dict'));
    expect(page.events.some(({ event }) => event === 'fault')).toBe(false);
  });

  it('an observation that throws is refused, and the server goes on', async () => {
    const path = 'db0.keys';
    const refused = { ok: false, refusal: { code: 'not-shown', detail: 'RangeError: no such level' } };
    await page.get('goal', { checks: [{ type: 'observe', path, is: 1 }] });
    trouble.observe = true;
    expect(await page.ask('observe', { paths: [path], atFrame: 1 })).toMatchObject(refused);
    expect(await page.reply('SET b 1')).toBe('+OK\r\n');
    expect(page.events).toMatchObject([{ event: 'trouble', refusal: refused.refusal }]);
    trouble.observe = false;
    expect(await page.reply('SET a 1')).toBe('+OK\r\n');
    expect(page.events.some(({ event }) => event === 'fault')).toBe(false);
  });
});
