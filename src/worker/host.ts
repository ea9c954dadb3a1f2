/**
 * Answers the page's requests on a session, one after the other. main.ts hands in what is impure: the real clock and
 * the posting of messages.
 */
import {
  ConfigError,
  describeCommands,
  loadRest as fetchRest,
  loadScripting as fetchScripting,
  idleParameters,
  needsRest,
  needsRestForView,
  needsScripting,
} from '../engine/index.ts';
import type { Check } from '../protocol/checks.ts';
import type {
  Answer,
  FrameDetail,
  FrameSummary,
  Position,
  Refusal,
  Request,
  RequestName,
  Requests,
  SessionOverview,
  WorkerEvent,
} from '../protocol/messages.ts';
import { presentFrame } from '../protocol/position.ts';
import { RefusedError } from '../protocol/refused.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { SessionInput } from '../protocol/world.ts';
import { loadWorlds } from '../sim/machine.ts';
import type { Goal } from './checks.ts';
import { Clock } from './clock.ts';
import { entryOf } from './frames.ts';
import { branchesOf } from './history/branches.ts';
import { Session } from './session.ts';
import type { OpenedFile, SavedSession } from './session-file.ts';
import { fetched, messageOf } from './trouble.ts';

export interface Surroundings {
  /** Milliseconds that only ever grow, at the pace of real time. */
  realMs(): number;
  /** Posts an event to the page. */
  post(event: WorkerEvent): void;
  /** The first session number: a page may start several workers, one after the other. */
  readonly firstSession?: number;
  /** Asks for `wake()` after a delay; null cancels. A later call replaces an earlier one. */
  wakeAfter(delayMs: number | null): void;
  /** Lets messages that arrived meanwhile be handled; absent where none can arrive. */
  rest?(): Promise<void>;
}

type Handler<Name extends RequestName> = (
  ask: Requests[Name]['ask'],
) => Requests[Name]['answer'] | Promise<Requests[Name]['answer']>;

/** A server as the home page starts it. Any other start may need chunks that have not arrived yet. */
function isPlain({ config, files = [], sentinel, world }: SessionStart): boolean {
  const known = ['enable-debug-command', 'loadmodule'];
  const isUsual = files.length === 0 && sentinel === undefined && world === undefined;
  return isUsual && Object.keys(config).every((name) => known.includes(name));
}

/** Limits the ticks when a stopped clock is moved by years. */
const MAX_TICKS_PER_ADVANCE = 100_000;
const TICK_GRAIN_MS = 100;
/** Milliseconds that a load runs at a time, and how long it runs before it reports progress. */
const REPLAY_PORTION_MS = 40;
const QUIET_REPLAY_MS = 250;
/** How long a world runs before requests have their turn, and how often it looks at the time meanwhile. */
const WORLD_PORTION_MS = 12;
const LOOKS_AT_CLOCK = 4;
/** How long a search in the past keeps everything else waiting. */
const SEARCH_PORTION_MS = 100;
/** How long a trial runs before requests about the session have their turn. */
const TRIAL_PORTION_MS = 25;

const loadRest = () => fetched(fetchRest());
const loadScripting = () => fetched(fetchScripting());
/** Saving and loading come after the first command. */
const loadSaving = () => fetched(import('./saving.ts'));

let isSavingFetched = false;
/** Fetches early what autosave needs: a new version of the site may no longer have this file. */
function fetchSaving(): void {
  if (isSavingFetched) return;
  isSavingFetched = true;
  loadSaving().catch(() => {
    isSavingFetched = false;
  });
}

/** If the engine cannot be made, the running session stays untouched. */
function started(start: SessionStart): Session {
  try {
    return new Session(start);
  } catch (problem) {
    throw new RefusedError('fault', messageOf(problem));
  }
}

function requireWanted({ isStopped }: { readonly isStopped: boolean }): void {
  if (isStopped) throw new RefusedError('stopped', '');
}

/** A server as a link or file wants it. The refusal names a setting that the engine rejects. */
function savedStart(start: SessionStart, branch: number | undefined, lastBranch: number): Session {
  try {
    return new Session(start, branch, lastBranch);
  } catch (problem) {
    if (problem instanceof ConfigError) throw new RefusedError('forbidden-setting', String(problem));
    throw problem;
  }
}

/** Reads what was saved and loads what its replay needs. */
async function readable(bytes: string | Uint8Array): Promise<OpenedFile> {
  const { decodeLink, openFile } = await loadSaving();
  const file =
    typeof bytes === 'string'
      ? { saved: await decodeLink(bytes), since: null, lastBranch: 1 }
      : await openFile(bytes);
  if (file.saved.inputs.some((input) => input.type === 'data' && needsScripting(input.bytes)))
    await loadScripting();
  if (file.saved.start.world !== undefined) await fetched(loadWorlds());
  return file;
}

/** Drops everything from the last command on: it may be what makes the replay fail. */
function withoutLastCommand(saved: SavedSession): SavedSession {
  const last = saved.inputs.findLastIndex(({ type }) => type === 'data');
  if (last < 0) return saved;
  const { branch = 1, branches } = saved;
  const inputs = saved.inputs.slice(0, last);
  const shorter = branches?.map((each) => (each.id === branch ? { ...each, inputs } : each));
  return { ...saved, inputs, ...(shorter === undefined ? {} : { branches: shorter }) };
}

/**
 * When a tick happens that was due at `wakeAtMs`: whole tenths of a second later, never after now. A timer is late by
 * some other microseconds each time; ticks that keep their distance are saved as one run.
 */
function tickMs(wakeAtMs: number, nowMs: number): number {
  const lateMs = Math.floor((nowMs - wakeAtMs) / TICK_GRAIN_MS) * TICK_GRAIN_MS;
  // The cron's grid may have fractions of a microsecond; whole ones are cheaper to save.
  return Math.ceil((wakeAtMs + lateMs) * 1000) / 1000;
}

export class Host {
  readonly #around: Surroundings;
  #session: Session | null = null;
  /** Number of the session, unique across the workers of a page. */
  #sessionId: number;
  #loading: { isStopped: boolean } | null = null;
  /** The newest trial: one that is asked for later takes its place. */
  #trial = { isStopped: true };
  #clock: Clock | null = null;
  #goal: Goal | null = null;
  /** The fatal input that was last reported to the page. */
  #reported: SessionInput | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#sessionId = around.firstSession ?? 0;
  }

  async answer(request: Request): Promise<Answer> {
    const handler = this.#handlers[request.request] as Handler<RequestName>;
    try {
      return { id: request.id, ok: true, answer: await handler(request) };
    } catch (problem) {
      return { id: request.id, ok: false, refusal: this.#refusalOf(problem) };
    } finally {
      this.#planWake();
    }
  }

  /** Called when the delay asked for has passed. */
  wake(): void {
    if (this.#session === null || this.#session.fatal !== null || this.#clock === null) return;
    const { wakeAtMs } = this.#session;
    const nowMs = this.#clock.nowMs(this.#around.realMs());
    try {
      if (!this.#session.world.isSingle) this.#letHappen(nowMs);
      else if (wakeAtMs !== null && nowMs >= wakeAtMs) this.#tick(tickMs(wakeAtMs, nowMs));
    } catch (problem) {
      const refusal = this.#refusalOf(problem);
      if (refusal.code !== 'fault') this.#around.post({ event: 'trouble', refusal });
    }
    this.#planWake();
  }

  readonly #handlers: { [Name in RequestName]: Handler<Name> } = {
    start: async ({ start, clock }) => {
      // A disk may hold functions, which are read when the server starts.
      if ((start.files ?? []).length > 0) await loadScripting();
      if (!isPlain(start)) await loadRest();
      if (start.world !== undefined) await fetched(loadWorlds());
      const realMs = this.#around.realMs();
      this.#adopt(started(start), new Clock(start.startMs, realMs, clock.running, clock.speed));
      this.#here().open(start.startMs);
      return this.#overview();
    },
    load: async ({ saved, withoutLast = false }) => {
      await loadRest();
      const loading = { isStopped: false };
      this.#loading = loading;
      const { saved: whole, since, lastBranch } = await readable(saved);
      const file = withoutLast ? withoutLastCommand(whole) : whole;
      await this.#around.rest?.();
      requireWanted(loading);
      let session: Session;
      try {
        session = await this.#replay(file, lastBranch, loading);
      } catch (problem) {
        if (problem instanceof RefusedError) throw problem;
        const detail = problem instanceof Error ? problem.message : String(problem);
        throw new RefusedError(typeof saved === 'string' ? 'damaged-link' : 'damaged-file', detail);
      }
      // A loaded session stands still where it was left, so that it shows what was shared.
      this.#adopt(session, new Clock(session.nowMs, this.#around.realMs(), false, 1));
      const frame = Math.min(file.position.frame, session.lastIndex);
      return {
        overview: this.#overview(),
        position: { frame, moment: file.position.moment },
        page: file.page,
        since: since === null || withoutLast ? null : { ...since, session: this.#sessionId },
      };
    },
    stopLoad: () => {
      if (this.#loading !== null) this.#loading.isStopped = true;
      return null;
    },
    save: async ({ position, page, as }) => {
      const { start, inputs, branchId: branch, savedBranches: branches } = this.#here();
      const saved = { start, inputs, position: position satisfies Position, page, branch };
      const { encodeLink, encodeFile } = await loadSaving();
      // A link shows one line of history, and is short.
      return { saved: as === 'link' ? await encodeLink(saved) : await encodeFile({ ...saved, branches }) };
    },
    saveSince: async ({ since, position, page }) => {
      // The session of now: while the rest is fetched, another one may be adopted.
      const { start, branchId: branch, savedBranches: branches } = this.#here();
      const unsaved = { session: this.#sessionId, start, branch, branches };
      const { encodeSince } = await loadSaving();
      return encodeSince(unsaved, since, position, page);
    },
    twins: async ({ saved, change }) => {
      const { encodeFile, twinsOf } = await loadSaving();
      const { one, other } = twinsOf((await readable(saved)).saved, change);
      return { one: await encodeFile(one), other: await encodeFile(other) };
    },
    script: async () => {
      const { scriptOf } = await loadSaving();
      return { text: scriptOf(this.#here().inputs) };
    },
    open: ({ atFrame = presentFrame, node, wanted }) => {
      const forked = this.#goTo(atFrame);
      const client = this.#here().open(this.#actingMs(), node, wanted);
      this.#postLast(null);
      return { client, frame: this.#here().lastFrame, forked };
    },
    close: ({ client, atFrame = presentFrame }) => {
      const forked = this.#goTo(atFrame);
      this.#here().close(client, this.#actingMs());
      this.#postLast(null);
      this.#checkGoal();
      return { frame: this.#here().lastFrame, forked };
    },
    send: async ({ client, bytes, atFrame, look }) => {
      if (needsRest(bytes)) await loadRest();
      if (needsScripting(bytes)) await loadScripting();
      const session = this.#here();
      const forked = atFrame < session.lastIndex;
      if (forked) this.#fork(atFrame);
      const { frame, detail } = session.send(client, bytes, this.#actingMs(), look);
      fetchSaving();
      this.#checkGoal();
      return { frame, detail, forked };
    },
    crash: ({ loss, atFrame, node }) => {
      const forked = this.#goTo(atFrame);
      const frame = this.#here().crash(loss, this.#actingMs(), node);
      this.#checkGoal();
      return { frame, forked };
    },
    restart: async ({ atFrame, node }) => {
      await loadRest();
      const forked = this.#goTo(atFrame);
      const session = this.#here();
      const frame = session.restart(this.#actingMs(), node);
      this.#checkGoal();
      return { frame, forked, problem: session.engineOf(node).downBecause };
    },
    disk: ({ full, fsyncMs, atFrame, node }) => {
      const forked = this.#goTo(atFrame);
      return { frame: this.#here().changeDisk({ full, fsyncMs }, this.#actingMs(), node), forked };
    },
    change: ({ change, atFrame }) => {
      const forked = this.#goTo(atFrame);
      const frame = this.#here().change(change, this.#actingMs());
      this.#checkGoal();
      return { frame, forked };
    },
    files: ({ node }) => ({ files: this.#here().engineOf(node).disk.contents() }),
    watch: async ({ watchId, target, atFrame }) => {
      if (needsRestForView(target.kind)) await loadRest();
      const session = this.#here();
      const frame = Math.min(atFrame, session.lastIndex);
      return { view: session.watch(watchId, target, frame), branch: session.branchId, frame };
    },
    unwatch: ({ watchId }) => {
      this.#here().unwatch(watchId);
      return null;
    },
    reply: ({ frame, client, maxBytes }) => {
      const bytes = this.#here().reply(frame, client);
      return { bytes: bytes.slice(0, maxBytes), totalBytes: bytes.length };
    },
    frame: ({ index }) => this.#here().detail(index),
    lastChange: async ({ watchId, part, at, again }) => {
      await loadRest();
      const untilMs = this.#around.realMs() + SEARCH_PORTION_MS;
      const mayGoOn = () => this.#around.realMs() < untilMs;
      const session = this.#here();
      return again ? session.searchOn(mayGoOn) : session.lastChange(watchId, part, at, mayGoOn);
    },
    goOn: () => {
      const session = this.#here();
      const wasTick = session.fatal?.type === 'tick';
      session.goOn();
      const realMs = this.#around.realMs();
      this.#time().jumpTo(session.nowMs, realMs);
      // The same tick would come again at once.
      if (wasTick) this.#time().set({ running: false }, realMs);
      this.#goal?.goBackTo(session.lastIndex);
      this.#checkGoal();
      return this.#overview();
    },
    switchBranch: ({ branch }) => {
      const session = this.#here();
      const sharedFrame = session.switchTo(branch);
      this.#goal?.goBackTo(sharedFrame);
      this.#time().jumpTo(session.nowMs, this.#around.realMs());
      this.#checkGoal();
      return this.#overview();
    },
    deleteBranch: ({ branch }) => {
      this.#here().deleteBranch(branch);
      return this.#overview();
    },
    clock: (change) => {
      const realMs = this.#around.realMs();
      this.#time().set(change, realMs);
      return this.#time().state(realMs);
    },
    advance: ({ ms, atFrame = presentFrame }) => {
      this.#goTo(atFrame);
      this.#advance(ms);
      return this.#time().state(this.#around.realMs());
    },
    goal: async ({ checks }) => {
      this.#goal = checks.length === 0 ? null : await this.#goalOf(checks);
      const { lastIndex: frame } = this.#here();
      return { frame, results: this.#goal?.look(this.#here().present()) ?? [] };
    },
    observe: async ({ paths, atFrame }) => {
      await loadRest();
      return { values: paths.map((path) => this.#here().observe(path, atFrame)) };
    },
    trial: async (trial) => {
      const wanted = this.#wantTrial();
      await loadRest();
      const { runTrial } = await fetched(import('./trial.ts'));
      return runTrial(trial, this.#portions(TRIAL_PORTION_MS, wanted));
    },
    stopTrial: () => {
      this.#wantTrial();
      return null;
    },
    commands: async () => {
      await loadRest();
      return { ...(await fetched(describeCommands())), idleParameters: idleParameters() };
    },
  };

  /** Replays a saved session in portions, and handles requests between them. */
  async #replay(
    saved: SavedSession,
    lastBranch: number,
    loading: { readonly isStopped: boolean },
  ): Promise<Session> {
    const branches = branchesOf(saved);
    const { branch = branches[0].id } = saved;
    const session = savedStart(saved.start, branches[0].id, lastBranch);
    const { realMs } = this.#around;
    const reportAtMs = realMs() + QUIET_REPLAY_MS;
    // A branch that is not the last may be replayed twice.
    const again = branches[branches.length - 1].id === branch ? 0 : saved.inputs.length;
    const of = branches.reduce((sum, { inputs }) => sum + inputs.length, again);
    let untilMs = realMs() + REPLAY_PORTION_MS;
    const reliving = session.relive(branches, branch);
    for (let done = 1; reliving.next().done !== true; done++) {
      if (realMs() < untilMs) continue;
      if (realMs() >= reportAtMs) this.#around.post({ event: 'replaying', done, of });
      await this.#around.rest?.();
      requireWanted(loading);
      untilMs = realMs() + REPLAY_PORTION_MS;
    }
    return session;
  }

  /** Nobody waits for an earlier trial any more. */
  #wantTrial(): { isStopped: boolean } {
    this.#trial.isStopped = true;
    this.#trial = { isStopped: false };
    return this.#trial;
  }

  /** A pause for work that is not wanted for ever: it lets other requests in whenever a portion is over. */
  #portions(portionMs: number, wanted: { readonly isStopped: boolean }): () => Promise<void> {
    const { realMs } = this.#around;
    let untilMs = realMs() + portionMs;
    return async () => {
      if (realMs() >= untilMs) {
        await this.#around.rest?.();
        untilMs = realMs() + portionMs;
      }
      requireWanted(wanted);
    };
  }

  #adopt(session: Session, clock: Clock): void {
    this.#session = session;
    this.#sessionId++;
    this.#clock = clock;
    this.#goal = null;
  }

  #overview(): SessionOverview {
    return { ...this.#here().overview(), clock: this.#time().state(this.#around.realMs()) };
  }

  /** Forks if the reader acts in the past. Says whether it did. */
  #goTo(atFrame: number): boolean {
    const isPast = atFrame < this.#here().lastIndex;
    if (isPast) this.#fork(atFrame);
    return isPast;
  }

  #fork(atFrame: number): void {
    const session = this.#here();
    session.fork(atFrame);
    // On the new branch it is as late as it was at the fork.
    this.#time().jumpTo(session.nowMs, this.#around.realMs());
    this.#goal?.goBackTo(atFrame);
    this.#around.post({ event: 'branch', overview: this.#overview() });
  }

  #advance(ms: number): void {
    const session = this.#here();
    const clock = this.#time();
    const targetMs = this.#nowMs() + Math.max(0, ms);
    if (session.world.isSingle) {
      for (let ticks = 0; ticks < MAX_TICKS_PER_ADVANCE; ticks++) {
        const { wakeAtMs } = session;
        if (wakeAtMs === null || wakeAtMs > targetMs) break;
        this.#tick(tickMs(wakeAtMs, wakeAtMs));
      }
    } else this.#runWorld(targetMs, Number.POSITIVE_INFINITY);
    clock.jumpTo(Math.max(targetMs, session.nowMs), this.#around.realMs());
    this.#around.post({ event: 'clock', clock: clock.state(this.#around.realMs()) });
  }

  /** What is due by now in a world of several servers. */
  #letHappen(nowMs: number): void {
    const realMs = this.#around.realMs();
    if (this.#runWorld(nowMs, realMs + WORLD_PORTION_MS)) return;
    // The world is slower than the clock: the clock waits for it, or what is due would pile up.
    this.#time().jumpTo(this.#here().nowMs, this.#around.realMs());
  }

  /** One thing after the other, up to an instant. False if that was too much for the time given. */
  #runWorld(targetMs: number, untilRealMs: number): boolean {
    const session = this.#here();
    const frames: FrameSummary[] = [];
    let detail: FrameDetail | null = null;
    let isDone = false;
    try {
      for (let count = 0; count < MAX_TICKS_PER_ADVANCE; count++) {
        const { wakeAtMs } = session;
        isDone = wakeAtMs === null || wakeAtMs > targetMs;
        if (isDone || (count % LOOKS_AT_CLOCK === 0 && this.#around.realMs() > untilRealMs)) break;
        const happened = session.next();
        if (happened === null) continue;
        frames.push(happened.frame);
        detail = happened.detail;
        this.#checkGoal();
      }
    } finally {
      if (frames.length > 0) this.#around.post({ event: 'frames', frames, detail });
    }
    return isDone;
  }

  #tick(nowMs: number): void {
    const ticked = this.#here().tick(nowMs);
    if (ticked === null) return;
    this.#around.post({ event: 'frames', frames: [ticked.frame], detail: ticked.detail });
    this.#checkGoal();
  }

  #postLast(detail: FrameDetail | null): void {
    const frames: FrameSummary[] = [this.#here().lastFrame];
    this.#around.post({ event: 'frames', frames, detail });
  }

  async #goalOf(checks: readonly Check[]): Promise<Goal> {
    await loadRest();
    const { Goal } = await fetched(import('./checks.ts'));
    return new Goal(checks, this.#here().lastIndex);
  }

  #checkGoal(): void {
    if (this.#goal === null) return;
    try {
      const { lastIndex: frame } = this.#here();
      this.#around.post({ event: 'goal', frame, results: this.#goal.look(this.#here().present()) });
    } catch (problem) {
      // The command has run all the same.
      this.#around.post({ event: 'trouble', refusal: this.#refusalOf(problem) });
    }
  }

  #planWake(): void {
    const wakeAtMs = this.#session?.fatal === null ? this.#session.wakeAtMs : null;
    const delayMs = wakeAtMs === null ? null : this.#clock?.realDelayMs(wakeAtMs, this.#around.realMs());
    this.#around.wakeAfter(delayMs ?? null);
  }

  /** What went wrong, in a form the page can word. Only what the engine's own step throws is a fault. */
  #refusalOf(problem: unknown): Refusal {
    if (problem instanceof RefusedError) return problem.refusal;
    const detail = messageOf(problem);
    const fatal = this.#session?.fatal ?? null;
    if (fatal === null) return { code: 'not-shown', detail };
    if (fatal !== this.#reported) void this.#reportFault(fatal, detail);
    return { code: 'fault', detail };
  }

  /** Reports a fault with the log that leads to it, the fatal input included. */
  async #reportFault(fatal: SessionInput, message: string): Promise<void> {
    this.#reported = fatal;
    const { start, inputs, lastIndex } = this.#here();
    const { kind, text } = entryOf(fatal);
    const position = { frame: lastIndex, moment: 0 };
    const saved = { start, inputs: [...inputs, fatal], position, page: {} };
    const report = await loadSaving()
      .then(({ encodeFile }) => encodeFile(saved))
      .catch(() => null);
    this.#around.post({ event: 'fault', message, kind, text, report });
  }

  #here(): Session {
    if (this.#session === null) throw new RefusedError('no-session', 'nothing has been started');
    return this.#session;
  }

  #time(): Clock {
    if (this.#clock === null) throw new RefusedError('no-session', 'nothing has been started');
    return this.#clock;
  }

  /** When something is done now. What is due in a world by then comes first. */
  #actingMs(): number {
    if (!this.#here().world.isSingle) this.#letHappen(this.#nowMs());
    return this.#nowMs();
  }

  #nowMs(): number {
    return Math.max(this.#time().nowMs(this.#around.realMs()), this.#here().nowMs);
  }
}
