import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  FrameDetail,
  FrameSummary,
  RequestName,
  Requests,
  SessionOverview,
  WorkerEvent,
} from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import type { SessionStart } from '../../protocol/session.ts';
import type { DictView } from '../../protocol/views.ts';
import { frameWith } from '../../testing/frames.ts';
import { lastMoment, presentFrame } from './state.ts';
import {
  createSessionStore,
  currentMoment,
  goalResultsHere,
  isAtHead,
  isOpening,
  momentIndex,
  pictureOf,
  type SessionStore,
  stepsSoFar,
  withGoalResults,
} from './store.ts';
import { LinkFailedError, type WorkerLink } from './worker-link.ts';

const start: SessionStart = { generation: '7.0', seed: 1, startMs: 1000, config: {} };
const target = {
  kind: 'dict',
  db: 0,
  which: 'keys',
  windows: [
    { from: 0, count: 8 },
    { from: 0, count: 8 },
  ],
} as const;

/** A worker that makes frames with as many steps as the command's name has letters. */
class FakeWorker implements WorkerLink {
  frames: FrameSummary[] = [frame(0, { kind: 'start', client: 0 }), frame(1, { kind: 'connect', client: 1 })];
  asked: { request: RequestName; ask: unknown }[] = [];
  steps = 3;
  refuse: RefusedError | null = null;
  #post: (event: WorkerEvent) => void = () => {};
  fail: (error: LinkFailedError) => void = () => {};

  onEvent(listener: (event: WorkerEvent) => void): void {
    this.#post = listener;
  }
  onFailure(listener: (error: LinkFailedError) => void): void {
    this.fail = listener;
  }
  stop(): void {}

  post(event: WorkerEvent): void {
    this.#post(event);
  }

  overview(): SessionOverview {
    return {
      start,
      clock: { running: true, speed: 1, nowMs: 1000 },
      branch: 1,
      branches: [
        { id: 1, parent: null, frames: this.frames.length, commands: 0, begins: '', sharedFrame: 0 },
      ],
      frames: this.frames,
      clients: [{ id: 1, db: 0 }],
    };
  }

  detail(index: number): FrameDetail {
    const moments = Array.from({ length: this.steps + 2 }, (_, moment) => ({
      step: null,
      picture: { dict: { address: index * 100 + moment } as DictView },
    }));
    return { index, moments, droppedSteps: 0 };
  }

  cron(): void {
    const made = frame(this.frames.length, { kind: 'cron', client: 0 });
    this.frames = [...this.frames, made];
    this.post({ event: 'frames', frames: [made], detail: this.detail(made.index) });
  }

  async ask<Name extends RequestName>(
    request: Name,
    ask: Requests[Name]['ask'],
  ): Promise<Requests[Name]['answer']> {
    this.asked.push({ request, ask });
    await Promise.resolve();
    if (this.refuse !== null) throw this.refuse;
    return this.#answer(request, ask) as Requests[Name]['answer'];
  }

  #answer(request: RequestName, ask: unknown): unknown {
    switch (request) {
      case 'start':
      case 'switchBranch':
        return this.overview();
      case 'commands':
        return { docs: [], absent: [], idleParameters: [] };
      case 'frame':
        return this.detail((ask as { index: number }).index);
      case 'watch':
        return {
          view: { address: 7 },
          branch: 1,
          frame: Math.min((ask as Requests['watch']['ask']).atFrame, this.frames.length - 1),
        };
      case 'send': {
        const { atFrame, client, look } = ask as Requests['send']['ask'];
        const forked = atFrame < this.frames.length - 1;
        if (forked) {
          this.frames = this.frames.slice(0, atFrame + 1);
          this.post({ event: 'branch', overview: { ...this.overview(), branch: 2 } });
        }
        const made = frame(this.frames.length, { client });
        this.frames = [...this.frames, made];
        return { frame: made, detail: look ? this.detail(made.index) : null, forked };
      }
      default:
        return null;
    }
  }
}

function frame(index: number, part: Partial<FrameSummary> = {}): FrameSummary {
  return frameWith(index, {
    atMs: 1000,
    text: `GET k${index}`,
    ...part,
  });
}

let worker: FakeWorker;
let session: SessionStore;
let clockMs = 0;

const flush = () => vi.advanceTimersByTimeAsync(0);
const where = () => {
  const { position, playing, following } = session.getState();
  return { ...position, playing, following };
};

beforeEach(async () => {
  vi.useFakeTimers();
  worker = new FakeWorker();
  clockMs = 0;
  session = createSessionStore(worker, () => clockMs);
  await session.actions.startServer(start);
  await flush();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass, for the player and for readers of the clock. */
async function pass(ms: number): Promise<void> {
  clockMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

async function type(line = 'GET a'): Promise<void> {
  await session.actions.run(1, line);
}

describe("the reader's position is saved", () => {
  const asked = () => worker.asked.at(-1)?.ask;

  it('as the present while they follow it, also when the last command still plays', async () => {
    await session.actions.run(1, 'GET k');
    expect(where()).toMatchObject({ playing: true, following: true });
    void session.actions.saveSince(null, {});
    expect(asked()).toMatchObject({ position: { frame: presentFrame, moment: lastMoment } });
  });

  it('as the moment at which they have paused', async () => {
    await session.actions.run(1, 'GET k');
    await pass(350);
    session.actions.pause();
    void session.actions.saveSince(null, {});
    expect(asked()).toMatchObject({ position: { frame: 2, moment: 1 } });
  });

  it('as a place in the past when they look back', async () => {
    await session.actions.run(1, 'GET k');
    session.actions.seek({ frame: 1, moment: 1 });
    await flush();
    void session.actions.saveSince(null, {});
    expect(asked()).toMatchObject({ position: { frame: 1, moment: 1 } });
  });
});

describe('a session', () => {
  it('begins at the end of what the server has done so far', () => {
    expect(session.getState().status).toBe('ready');
    expect(where()).toEqual({ frame: 1, moment: 4, playing: false, following: true });
  });

  it('plays a command from its first moment to its last and rests there', async () => {
    await type();
    expect(where()).toEqual({ frame: 2, moment: 0, playing: true, following: true });
    await pass(350);
    expect(where()).toMatchObject({ frame: 2, moment: 1 });
    await pass(2000);
    expect(where()).toEqual({ frame: 2, moment: 4, playing: false, following: true });
  });

  it('plays faster at a higher speed', async () => {
    session.actions.setSpeed(4);
    await type();
    await pass(400);
    expect(where()).toMatchObject({ moment: 4, playing: false });
  });

  it('shows a command without steps at once', async () => {
    worker.steps = 0;
    await type();
    await flush();
    expect(where()).toEqual({ frame: 2, moment: 1, playing: false, following: true });
  });

  it('ends a playing command when the next is typed, and plays that', async () => {
    await type();
    await pass(400);
    const typed = type();
    expect(where()).toMatchObject({ frame: 2, moment: 4 });
    await typed;
    expect(where()).toEqual({ frame: 3, moment: 0, playing: true, following: true });
  });

  it('follows the newest without playing if commands come faster than anyone types', async () => {
    for (let count = 0; count < 5; count++) {
      await type();
      await pass(20);
    }
    await pass(100);
    expect(where()).toEqual({ frame: 6, moment: 4, playing: false, following: true });
  });

  it('goes back from the newest, even if that came too fast to be shown yet', async () => {
    for (let count = 0; count < 5; count++) await type();
    expect(where()).toMatchObject({ following: true });
    session.actions.backFrame();
    expect(where()).toMatchObject({ frame: 5, moment: 4, following: false });
    await pass(500);
    expect(where()).toMatchObject({ frame: 5, moment: 4, following: false });
    session.actions.last();
    for (let count = 0; count < 5; count++) await type();
    expect(session.actions.here()).toEqual({ frame: 11, moment: 4 });
    session.actions.back();
    expect(where()).toMatchObject({ frame: 11, moment: 3, following: false });
  });

  it('knows the end of what was set up, and that it is over with the first command', async () => {
    const { actions } = session;
    await actions.sendBytes(1, new Uint8Array(), 'quiet');
    expect(isOpening(session.getState())).toBe(false);
    actions.opened();
    await flush();
    expect(isOpening(session.getState())).toBe(true);
    expect(stepsSoFar(session.getState())).toEqual([]);
    actions.back();
    await flush();
    expect(isOpening(session.getState())).toBe(false);
    actions.last();
    await actions.sendBytes(1, new Uint8Array(), 'quiet');
    await pass(200);
    expect(isOpening(session.getState())).toBe(false);
    await actions.startServer(start);
    expect(session.getState().openedAt).toBeNull();
  });

  it('does not play quiet input', async () => {
    await session.actions.sendBytes(1, new Uint8Array(), 'quiet');
    expect(where()).toEqual({ frame: 2, moment: 4, playing: false, following: true });
  });

  it("lets a command finish before it shows the server's own work", async () => {
    await type();
    await pass(100);
    worker.cron();
    expect(where()).toMatchObject({ frame: 2, moment: 0, playing: true });
    await pass(10_000);
    expect(where()).toEqual({ frame: 3, moment: 4, playing: false, following: true });
  });

  it("plays the server's own work if nothing else happens", async () => {
    await pass(1000);
    worker.cron();
    expect(where()).toEqual({ frame: 2, moment: 0, playing: true, following: true });
  });

  it('stops playing when the server is far ahead', async () => {
    await type();
    for (let count = 0; count < 6; count++) worker.cron();
    await pass(100);
    expect(where()).toMatchObject({ frame: 8, moment: 4, playing: false });
    worker.cron();
    worker.cron();
    await pass(10_000);
    expect(where()).toMatchObject({ frame: 10, moment: 4, playing: false });
  });
});

describe('a goal', () => {
  const result = (found: string) => [{ passed: found === '3', found }];
  const foundHere = () => goalResultsHere(session.getState()).map(({ found }) => found);

  it('is judged at the moment looked at', async () => {
    for (const found of ['1', '2', '3']) {
      await type();
      worker.post({ event: 'goal', frame: worker.frames.length - 1, results: result(found) });
      await pass(5000);
    }
    expect(foundHere()).toEqual(['3']);
    session.actions.seek({ frame: 3, moment: lastMoment });
    expect(foundHere()).toEqual(['2']);
    session.actions.seek({ frame: 2, moment: 1 });
    expect(foundHere()).toEqual(['1']);
    session.actions.seek({ frame: 1, moment: 0 });
    expect(foundHere()).toEqual([]);
  });

  it('forgets how it stood on a branch that was left', () => {
    const history = [1, 2, 5].map((frame) => ({ frame, results: result(String(frame)) }));
    const latest = { frame: 3, results: result('9') };
    expect(withGoalResults(history, latest).map(({ frame }) => frame)).toEqual([1, 2, 3]);
    expect(withGoalResults(history, { frame: 6, results: result('5') })).toHaveLength(3);
  });
});

describe('looking around', () => {
  beforeEach(async () => {
    await type();
    await pass(5000);
    await type();
    await pass(5000);
  });

  it('goes back by moments, over the edges of frames', async () => {
    for (let count = 0; count < 4; count++) session.actions.back();
    expect(where()).toMatchObject({ frame: 3, moment: 0, following: false });
    session.actions.back();
    await flush();
    expect(where()).toMatchObject({ frame: 2, moment: 4 });
    session.actions.forward();
    await flush();
    expect(where()).toMatchObject({ frame: 3, moment: 0 });
  });

  it('goes by frames, and to both ends', async () => {
    session.actions.backFrame();
    await flush();
    expect(where()).toMatchObject({ frame: 2, moment: 4, following: false });
    expect(isAtHead(session.getState())).toBe(false);
    session.actions.first();
    await flush();
    expect(where()).toMatchObject({ frame: 0, moment: 0 });
    session.actions.back();
    expect(where()).toMatchObject({ frame: 0, moment: 0 });
    session.actions.last();
    await flush();
    expect(where()).toMatchObject({ frame: 3, moment: 4, following: true });
    session.actions.forward();
    expect(where()).toMatchObject({ frame: 3, moment: 4, following: true });
  });

  it('counts the moments pressed before the inside arrives, within that frame', async () => {
    session.actions.watch('other', target);
    await flush();
    session.actions.backFrame();
    session.actions.back();
    session.actions.back();
    await flush();
    expect(where()).toMatchObject({ frame: 2, moment: 2, following: false });
    session.actions.seek({ frame: 1, moment: 0 });
    session.actions.forward();
    session.actions.forward();
    session.actions.back();
    await flush();
    expect(where()).toMatchObject({ frame: 1, moment: 1 });
    session.actions.seek({ frame: 0, moment: 4 });
    for (let count = 0; count < 9; count++) session.actions.back();
    await flush();
    expect(where()).toMatchObject({ frame: 0, moment: 0 });
  });

  it('goes on over a frame whose inside is refused', async () => {
    session.actions.watch('other', target);
    await flush();
    worker.refuse = new RefusedError('no-such-frame', '');
    session.actions.backFrame();
    await flush();
    session.actions.back();
    expect(where()).toMatchObject({ frame: 1 });
  });

  it('does not move when new frames arrive', async () => {
    session.actions.seek({ frame: 2, moment: 1 });
    await flush();
    worker.cron();
    await pass(5000);
    expect(where()).toEqual({ frame: 2, moment: 1, playing: false, following: false });
    expect(session.getState().frames).toHaveLength(5);
  });

  it('plays on from there until now', async () => {
    session.actions.seek({ frame: 2, moment: 3 });
    await flush();
    session.actions.play();
    await pass(400);
    expect(where()).toMatchObject({ frame: 2, moment: 4, playing: true });
    await pass(10_000);
    expect(where()).toEqual({ frame: 3, moment: 4, playing: false, following: true });
  });

  it('plays the newest command again when it is over', async () => {
    session.actions.play();
    expect(where()).toMatchObject({ frame: 3, moment: 0, playing: true });
    session.actions.pause();
    await pass(5000);
    expect(where()).toMatchObject({ frame: 3, moment: 0, playing: false });
  });

  it("does not put a watch's view into the picture of another position", async () => {
    const before = session.getState().detail?.moments.at(-1)?.picture;
    session.actions.seek({ frame: 2, moment: 9 });
    session.actions.watch('late', target);
    session.actions.seek({ frame: 3, moment: 9 });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(before).not.toHaveProperty('late');
    expect(session.getState().detail?.index).toBe(3);
    expect(session.getState().detail?.moments.at(-1)?.picture).not.toHaveProperty('late');
  });

  it('keeps the watch of a panel when the one before it leaves late', async () => {
    const [earlier, later] = [Symbol('earlier'), Symbol('later')];
    session.actions.watch('keyspace', target, earlier);
    session.actions.watch('keyspace', target, later);
    await flush();
    session.actions.unwatch('keyspace', earlier);
    await flush();
    expect(worker.asked.some(({ request }) => request === 'unwatch')).toBe(false);
    session.actions.unwatch('keyspace', later);
    await flush();
    expect(worker.asked.some(({ request }) => request === 'unwatch')).toBe(true);
  });

  it('forks once for all input typed in the past before the answer comes', async () => {
    for (let n = 0; n < 4; n++) await session.actions.run(1, 'GET k');
    session.actions.seek({ frame: 2, moment: 9 });
    const outcomes = await Promise.all([
      session.actions.run(1, 'SET a 1'),
      session.actions.run(1, 'SET b 1'),
    ]);
    expect(outcomes.map((outcome) => outcome.outcome === 'done' && outcome.forked)).toEqual([true, false]);
    expect(session.getState().frames).toHaveLength(5);
  });

  it('drops the insides of the branch that a fork leaves, also of a frame of the same number', async () => {
    session.actions.seek({ frame: 2, moment: 9 });
    // Another watch: the details fetched before are useless now.
    session.actions.watch('other', target);
    await flush();
    expect(session.getState().detail).toMatchObject({ index: 2 });
    // The inside of the frame looked at is slow to arrive.
    const answer = worker.ask.bind(worker);
    worker.ask = ((request, ask) =>
      request === 'frame' ? new Promise(() => {}) : answer(request, ask)) as typeof worker.ask;
    session.actions.seek({ frame: 1, moment: 9 });
    worker.steps = 1;
    await type();
    await pass(5000);
    expect(session.getState().position.frame).toBe(2);
    expect(session.getState().detail?.moments).toHaveLength(3);
  });

  it('forks when something is typed in the past, and goes on there', async () => {
    session.actions.seek({ frame: 2, moment: 0 });
    await flush();
    await type();
    await pass(5000);
    const { frames, branch, notice } = session.getState();
    expect(frames.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(branch).toBe(2);
    expect(notice?.code).toBe('forked');
    expect(where()).toEqual({ frame: 3, moment: 4, playing: false, following: true });
  });

  it('sends to the present while it follows, even if the server has moved on unseen', async () => {
    worker.frames = [...worker.frames, frame(4, { kind: 'cron', client: 0 })];
    await type();
    await pass(5000);
    expect(session.getState().notice).toBeNull();
    expect(session.getState().frames).toHaveLength(6);
  });

  it('does not send for a client that was not there yet', async () => {
    worker.post({ event: 'frames', frames: [frame(4, { kind: 'connect', client: 2 })], detail: null });
    worker.frames = [...worker.frames, frame(4, { kind: 'connect', client: 2 })];
    session.actions.seek({ frame: 2, moment: 0 });
    const sent = worker.asked.filter(({ request }) => request === 'send').length;
    expect(await session.actions.run(2, 'PING')).toEqual({ outcome: 'refused', code: 'no-such-client' });
    expect(worker.asked.filter(({ request }) => request === 'send')).toHaveLength(sent);
  });

  it('gives the picture of the moment looked at, and none while it is on its way', async () => {
    session.actions.seek({ frame: 2, moment: 2 });
    await flush();
    expect(pictureOf(session.getState(), 'dict')).toEqual({ address: 202 });
    session.actions.seek({ frame: 1, moment: 0 });
    expect(session.getState().detail?.index === 1 || currentMoment(session.getState()) === null).toBe(true);
    await flush();
    expect(momentIndex(session.getState())).toBe(0);
    expect(pictureOf(session.getState(), 'dict')).toEqual({ address: 100 });
  });
});

describe('a stream of input', () => {
  const flow = async (messages: number) => {
    for (let count = 0; count < messages; count++) {
      await session.actions.sendBytes(1, new Uint8Array(), 'stream');
      await pass(20);
    }
  };
  const looks = () =>
    worker.asked.filter(({ request, ask }) => request === 'send' && (ask as { look: boolean }).look).length;

  it('is looked into, and changes what is shown, ten times a second', async () => {
    let changes = 0;
    session.subscribe((state, before) => {
      if (state.frames !== before.frames) changes++;
    });
    await flow(50);
    expect(looks()).toBe(10);
    expect(changes).toBeGreaterThanOrEqual(10);
    expect(changes).toBeLessThanOrEqual(11);
  });

  it('is shown to its end when it ends', async () => {
    await flow(8);
    await pass(500);
    expect(session.getState().frames).toHaveLength(10);
    expect(where()).toEqual({ frame: 9, moment: 4, playing: false, following: true });
    expect(session.getState().detail?.index).toBe(9);
  });

  it('does not move a reader who looks back, and makes no branch', async () => {
    await flow(7);
    session.actions.seek({ frame: 3, moment: 1 });
    await flow(20);
    await pass(500);
    expect(where()).toEqual({ frame: 3, moment: 1, playing: false, following: false });
    const { frames, branch } = session.getState();
    expect({ frames: frames.length, branch }).toEqual({ frames: 29, branch: 1 });
  });

  it('has no hole where the server did something by itself', async () => {
    await flow(3);
    worker.cron();
    await flow(3);
    await pass(500);
    expect(session.getState().frames.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(worker.asked.some(({ request }) => request === 'switchBranch')).toBe(false);
  });

  it('replays nothing while it flows', async () => {
    const before = worker.asked.filter(({ request }) => request === 'frame').length;
    for (let count = 0; count < 10; count++) {
      await flow(3);
      worker.cron();
      await pass(10);
    }
    expect(worker.asked.filter(({ request }) => request === 'frame')).toHaveLength(before);
  });

  it('replays nothing for a panel opened while it flows, which sees the next look', async () => {
    await flow(7);
    const before = worker.asked.filter(({ request }) => request === 'frame').length;
    session.actions.watch('other', target);
    await flush();
    worker.cron();
    await flow(12);
    expect(worker.asked.filter(({ request }) => request === 'frame')).toHaveLength(before);
    expect(session.getState().detail?.index).toBeGreaterThan(9);
  });
});

describe('watches', () => {
  it('put their view into the picture at once', async () => {
    session.actions.watch('other', target);
    await flush();
    expect(pictureOf(session.getState(), 'other')).toEqual({ address: 7 });
  });

  it('are sent once for equal wishes, and only the newest of many', async () => {
    const windows = (from: number) => [{ from, count: 8 }, target.windows[1]] as const;
    for (let from = 0; from < 10; from++)
      session.actions.watch('dict', { ...target, windows: windows(from) });
    await flush();
    session.actions.watch('dict', { ...target, windows: windows(9) });
    await flush();
    const sent = worker.asked.filter(({ request }) => request === 'watch');
    expect(sent).toHaveLength(2);
    expect(sent[1].ask).toMatchObject({ target: { windows: windows(9) } });
  });

  it('are sent to every new server', async () => {
    session.actions.watch('dict', target);
    await flush();
    await session.actions.startServer(start);
    expect(worker.asked.filter(({ request }) => request === 'watch')).toHaveLength(2);
  });
});

describe('what goes wrong', () => {
  it('an unbalanced quote is not sent', async () => {
    expect(await session.actions.run(1, 'SET a "b')).toEqual({ outcome: 'invalid-arguments' });
    expect(await session.actions.run(1, '   ')).toEqual({ outcome: 'empty' });
  });

  it('a refused link changes nothing and is announced', async () => {
    const before = session.getState();
    worker.refuse = new RefusedError('damaged-link', 'cut');
    expect(await session.actions.load('xyz')).toBeNull();
    expect(session.getState()).toEqual({
      ...before,
      notice: { key: 1, code: 'damaged-link', detail: 'cut' },
    });
  });

  it('a fault stops everything and keeps the report', () => {
    const report = Uint8Array.of(1);
    worker.post({ event: 'fault', message: 'assertion', kind: 'command', text: 'PING', report });
    expect(session.getState()).toMatchObject({ status: 'faulted', fault: { message: 'assertion', report } });
  });

  it('a worker that fails, or a browser without one, is unsupported', () => {
    worker.fail(new LinkFailedError('worker-failed', 'no script'));
    expect(session.getState()).toMatchObject({ status: 'unsupported', failure: 'worker-failed' });
    const without = createSessionStore(new LinkFailedError('no-worker', 'none'));
    expect(without.getState()).toMatchObject({ status: 'unsupported', failure: 'no-worker' });
  });
});
