/** Workers that hang or die, with real engines behind them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import type { Answer, Request, WorkerEvent } from '../../protocol/messages.ts';
import type { SessionStart } from '../../protocol/session.ts';
import { Host } from '../../worker/host.ts';
import { restartableLink } from './restartable-link.ts';
import { createSessionStore, type SessionStore } from './store.ts';
import { BEAT_MS, PATIENCE_BEATS } from './watchdog.ts';
import { linkTo, type MessagePeer } from './worker-link.ts';

/** A worker that a test can make hang at a command, or die. */
class MortalWorker implements MessagePeer {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  isTerminated = false;
  #hangs = false;
  #turn: Promise<unknown> = Promise.resolve();
  readonly host = new Host({
    realMs: () => 0,
    post: (event) => this.#say(event),
    wakeAfter: () => {},
    // Every worker has its own.
    firstSession: workers.length * 1000,
  });

  postMessage(message: unknown): void {
    const request = message as Request;
    if (request.request === 'send' && latin1(request.bytes).includes('HANG')) this.#hangs = true;
    if (this.#hangs) return;
    this.#turn = this.#turn.then(async () => this.#say(await this.host.answer(request)));
  }

  terminate(): void {
    this.isTerminated = true;
  }

  die(): void {
    this.onerror?.({ message: 'out of memory', preventDefault() {} } as unknown as ErrorEvent);
  }

  post(event: WorkerEvent): void {
    this.#say(event);
  }

  #say(data: Answer | WorkerEvent): void {
    if (!this.isTerminated) this.onmessage?.({ data } as MessageEvent);
  }
}

const start: SessionStart = { generation: '7.0', seed: 3, startMs: 1_790_000_000_000, config: {} };
let workers: MortalWorker[];
let session: SessionStore;

const run = (line: string) => session.actions.run(1, line);

async function reply(line: string): Promise<string> {
  const outcome = await run(line);
  return outcome.outcome === 'done' ? latin1(outcome.frame.replies[0].bytes) : outcome.outcome;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  workers = [];
  session = createSessionStore(
    restartableLink(() => {
      workers.push(new MortalWorker());
      return linkTo(workers.at(-1) as MortalWorker);
    }),
  );
  await session.actions.startServer(start);
});
afterEach(() => void vi.useRealTimers());

const texts = () => session.getState().frames.flatMap(({ kind, text }) => (kind === 'command' ? text : []));

describe('a worker that hangs', () => {
  it('is noticed, and can be replaced: everything answered comes back, the last command does not', async () => {
    await run('SET a 1');
    await run('EXPIRE a 100');
    const hanging = run('HANG');
    expect(session.getState().silent).toBe(false);
    vi.advanceTimersByTime(PATIENCE_BEATS * BEAT_MS);
    expect(session.getState()).toMatchObject({ silent: true, status: 'ready' });
    expect(workers).toHaveLength(1);
    expect(await session.actions.startAgain()).toBe(true);
    expect(await hanging).toMatchObject({ outcome: 'refused' });
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    expect(session.getState()).toMatchObject({ silent: false, status: 'ready', clock: { running: false } });
    expect(texts()).toEqual(['SET a 1', 'EXPIRE a 100']);
    expect(await reply('GET a')).toBe('$1\r\n1\r\n');
  });

  it('any event is a sign of life', async () => {
    const slow = run('HANG');
    for (let i = 0; i < 3; i++) {
      vi.advanceTimersByTime((PATIENCE_BEATS - 1) * BEAT_MS);
      workers[0].post({ event: 'clock', clock: { running: false, speed: 1, nowMs: start.startMs } });
    }
    expect(session.getState().silent).toBe(false);
    await session.actions.startAgain();
    await slow;
  });

  it('repeats the work that the server did by itself in between', async () => {
    await session.actions.setClock({ running: false });
    await run('SET a 1 PX 500');
    await session.actions.advance(2000);
    await run('SET b 1');
    const hanging = run('HANG');
    await session.actions.startAgain();
    await hanging;
    expect(await reply('EXISTS a b')).toBe(':1\r\n');
    expect(session.getState().frames.some(({ marks }) => marks.includes('expired-active'))).toBe(true);
  });

  it('comes back from the last save and the requests since', async () => {
    await run('SET a 1');
    const first = await session.actions.saveSince(null, {});
    await run('SET b 2');
    await session.actions.saveSince(first.since, {});
    await run('SET c 3');
    const hanging = run('HANG');
    await session.actions.startAgain();
    await hanging;
    expect(texts()).toEqual(['SET a 1', 'SET b 2', 'SET c 3']);
    // The session of another worker is another one, also for the keeper.
    const again = await session.actions.saveSince(first.since, {});
    expect(again.head).not.toBeNull();
  });

  it('hangs again at a request that came back: that one is left out as well', async () => {
    await run('SET a 1');
    const hanging = run('HANG');
    await session.actions.startAgain();
    await hanging;
    const again = run('HANG');
    await session.actions.startAgain();
    await again;
    expect(workers).toHaveLength(3);
    expect(await reply('GET a')).toBe('$1\r\n1\r\n');
  });

  it('a reader who wants to wait is left alone', async () => {
    const hanging = run('HANG');
    vi.advanceTimersByTime(PATIENCE_BEATS * BEAT_MS);
    session.actions.wait();
    expect(session.getState().silent).toBe(false);
    await session.actions.startAgain(false);
    await hanging;
  });
});

describe('a worker that dies', () => {
  it('after having worked is started again with the session', async () => {
    await run('SET a 1');
    workers[0].die();
    expect(session.getState()).toMatchObject({ status: 'stopped', failure: 'worker-died' });
    expect(await session.actions.startAgain()).toBe(true);
    expect(session.getState()).toMatchObject({ status: 'ready', notice: { code: 'brought-back' } });
    expect(await reply('GET a')).toBe('$1\r\n1\r\n');
  });

  it('before it has worked cannot run here', () => {
    const peer = new MortalWorker();
    const never = createSessionStore(restartableLink(() => linkTo(peer)));
    peer.die();
    expect(never.getState()).toMatchObject({ status: 'unsupported', failure: 'worker-failed' });
  });
});

it('a request that cannot be posted is refused, and nobody waits for its answer', async () => {
  const peer = new MortalWorker();
  const link = linkTo(peer);
  vi.spyOn(peer, 'postMessage').mockImplementation(() => {
    throw new Error('it could not be cloned');
  });
  await expect(link.ask('open', {})).rejects.toThrow('it could not be cloned');
});
