/**
 * Answers the page's requests on a session, one after the other. What is impure, the reading of the
 * real clock and the posting of messages, is handed in by main.ts.
 */
import { AssertionFailure } from '../engine/base/errors.ts';
import { loadScripting, needsScripting } from '../engine/scripting/loader.ts';
import { loadRest, needsRest, needsRestForView } from '../engine/state/arrival.ts';
import { idleParameters } from '../engine/state/config-table.ts';
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
import type { SessionStart } from '../protocol/session.ts';
import { Goal } from './checks.ts';
import { Clock } from './clock.ts';
import { Session } from './session.ts';
import {
  decodeFile,
  decodeLink,
  encodeFile,
  encodeLink,
  RefusedError,
  type SavedSession,
} from './session-file.ts';
import { scriptOf } from './session-script.ts';
import { twinsOf } from './twins.ts';

export interface Surroundings {
  /** Milliseconds that only ever grow, at the pace of real time. */
  realMs(): number;
  tell(event: WorkerEvent): void;
  /** Asks for `wake()` after a delay; null cancels. A later call replaces an earlier one. */
  wakeAfter(delayMs: number | null): void;
}

type Handler<Name extends RequestName> = (
  ask: Requests[Name]['ask'],
) => Requests[Name]['answer'] | Promise<Requests[Name]['answer']>;

/** A server as the home page starts it; anything else may want what has not arrived yet. */
function isPlain({ config, files = [] }: SessionStart): boolean {
  const known = ['enable-debug-command', 'loadmodule'];
  return files.length === 0 && Object.keys(config).every((name) => known.includes(name));
}

/** A stopped clock that is moved by years would tick for ever. */
const MAX_TICKS_PER_ADVANCE = 100_000;
/** How long a search in the past keeps everything else waiting. */
const SEARCH_PORTION_MS = 100;

/** What was saved, and what it takes to replay it. */
async function readable(saved: string | Uint8Array): Promise<SavedSession> {
  const file = typeof saved === 'string' ? await decodeLink(saved) : await decodeFile(saved);
  if (file.inputs.some((input) => input.type === 'data' && needsScripting(input.bytes)))
    await loadScripting();
  return file;
}

export class Host {
  readonly #around: Surroundings;
  #session: Session | null = null;
  #clock: Clock | null = null;
  #goal: Goal | null = null;
  #broken = false;

  constructor(around: Surroundings) {
    this.#around = around;
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
    if (this.#broken || this.#session === null || this.#clock === null) return;
    const { wakeAtMs } = this.#session;
    const nowMs = this.#clock.nowMs(this.#around.realMs());
    try {
      if (wakeAtMs !== null && nowMs >= wakeAtMs) this.#tick(nowMs);
    } catch (problem) {
      this.#refusalOf(problem);
    }
    this.#planWake();
  }

  readonly #handlers: { [Name in RequestName]: Handler<Name> } = {
    start: async ({ start, clock }) => {
      // A disk may hold functions, which are read when the server starts.
      if ((start.files ?? []).length > 0) await loadScripting();
      if (!isPlain(start)) await loadRest();
      const realMs = this.#around.realMs();
      this.#adopt(new Session(start), new Clock(start.startMs, realMs, clock.running, clock.speed));
      this.#here().open(start.startMs);
      return this.#overview();
    },
    load: async ({ saved }) => {
      await loadRest();
      const file = await readable(saved);
      let session: Session;
      try {
        session = Session.replay(file.start, file.inputs);
      } catch (problem) {
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
      };
    },
    save: async ({ position, page, as }) => {
      const { start, inputs } = this.#here();
      const saved = { start, inputs, position: position satisfies Position, page };
      return { saved: as === 'link' ? await encodeLink(saved) : await encodeFile(saved) };
    },
    twins: async ({ saved, change }) => {
      const { one, other } = twinsOf(await readable(saved), change);
      return { one: await encodeFile(one), other: await encodeFile(other) };
    },
    script: () => ({ text: scriptOf(this.#here().inputs) }),
    open: () => {
      const client = this.#here().open(this.#nowMs());
      this.#tellLast(null);
      return { client };
    },
    close: ({ client }) => {
      this.#here().close(client, this.#nowMs());
      this.#tellLast(null);
      this.#checkGoal();
      return null;
    },
    send: async ({ client, bytes, atFrame, look }) => {
      if (needsRest(bytes)) await loadRest();
      if (needsScripting(bytes)) await loadScripting();
      const session = this.#here();
      const forked = atFrame < session.lastIndex;
      if (forked) this.#fork(atFrame);
      const { frame, detail } = session.send(client, bytes, this.#nowMs(), look);
      this.#checkGoal();
      return { frame, detail, forked };
    },
    crash: ({ loss, atFrame }) => {
      const forked = this.#goTo(atFrame);
      const frame = this.#here().crash(loss, this.#nowMs());
      this.#checkGoal();
      return { frame, forked };
    },
    restart: async ({ atFrame }) => {
      await loadRest();
      const forked = this.#goTo(atFrame);
      const session = this.#here();
      const frame = session.restart(this.#nowMs());
      this.#checkGoal();
      return { frame, forked, problem: session.engine.downBecause };
    },
    disk: ({ full, fsyncMs, atFrame }) => {
      const forked = this.#goTo(atFrame);
      return { frame: this.#here().changeDisk({ full, fsyncMs }, this.#nowMs()), forked };
    },
    files: () => ({ files: this.#here().engine.disk.contents() }),
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
    frame: ({ index }) => this.#here().detail(index),
    lastChange: ({ watchId, part, at, again }) => {
      const untilMs = this.#around.realMs() + SEARCH_PORTION_MS;
      const mayGoOn = () => this.#around.realMs() < untilMs;
      const session = this.#here();
      return again ? session.searchOn(mayGoOn) : session.lastChange(watchId, part, at, mayGoOn);
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
    advance: ({ ms }) => {
      this.#advance(ms);
      return this.#time().state(this.#around.realMs());
    },
    goal: async ({ checks }) => {
      if (checks.length > 0) await loadRest();
      this.#goal = checks.length === 0 ? null : new Goal(checks, this.#here().lastIndex);
      return { results: this.#goal?.look(this.#here().present()) ?? [] };
    },
    observe: async ({ paths, atFrame }) => {
      await loadRest();
      return { values: paths.map((path) => this.#here().observe(path, atFrame)) };
    },
    commands: async () => {
      await loadRest();
      // By now they are there; asked for here, so that the first load does without them.
      const [{ commandDocs }, { MODULES }, { ABSENT_COMMANDS }] = await Promise.all([
        import('../engine/commands/docs.ts'),
        import('../engine/modules/index.ts'),
        import('../engine/commands/absent.ts'),
      ]);
      return {
        docs: commandDocs(MODULES.flatMap((module) => module.commands)),
        absent: ABSENT_COMMANDS,
        idleParameters: idleParameters(),
      };
    },
  };

  #adopt(session: Session, clock: Clock): void {
    this.#session = session;
    this.#clock = clock;
    this.#goal = null;
    this.#broken = false;
  }

  #overview(): SessionOverview {
    return { ...this.#here().overview(), clock: this.#time().state(this.#around.realMs()) };
  }

  /** Forks if somebody acts in the past; says whether. */
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
    this.#around.tell({ event: 'branch', overview: this.#overview() });
  }

  #advance(ms: number): void {
    const session = this.#here();
    const clock = this.#time();
    const targetMs = this.#nowMs() + Math.max(0, ms);
    for (let ticks = 0; ticks < MAX_TICKS_PER_ADVANCE; ticks++) {
      const { wakeAtMs } = session;
      if (wakeAtMs === null || wakeAtMs > targetMs) break;
      this.#tick(wakeAtMs);
    }
    clock.jumpTo(Math.max(targetMs, session.nowMs), this.#around.realMs());
    this.#around.tell({ event: 'clock', clock: clock.state(this.#around.realMs()) });
  }

  #tick(nowMs: number): void {
    const ticked = this.#here().tick(nowMs);
    if (ticked === null) return;
    this.#around.tell({ event: 'frames', frames: [ticked.frame], detail: ticked.detail });
    this.#checkGoal();
  }

  #tellLast(detail: FrameDetail | null): void {
    const frames: FrameSummary[] = [this.#here().lastFrame];
    this.#around.tell({ event: 'frames', frames, detail });
  }

  #checkGoal(): void {
    if (this.#goal === null) return;
    this.#around.tell({ event: 'goal', results: this.#goal.look(this.#here().present()) });
  }

  #planWake(): void {
    const wakeAtMs = this.#broken ? null : (this.#session?.wakeAtMs ?? null);
    const delayMs = wakeAtMs === null ? null : this.#clock?.realDelayMs(wakeAtMs, this.#around.realMs());
    this.#around.wakeAfter(delayMs ?? null);
  }

  /** What went wrong, in a form the page can word. An engine fault is told with the log that leads to it. */
  #refusalOf(problem: unknown): Refusal {
    if (problem instanceof RefusedError) return problem.refusal;
    const message = problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
    if (this.#session !== null && !this.#broken) {
      this.#broken = true;
      const { start, inputs, lastIndex } = this.#session;
      encodeFile({ start, inputs, position: { frame: lastIndex, moment: 0 }, page: {} }).then((report) =>
        this.#around.tell({ event: 'fault', message, report }),
      );
    }
    return { code: 'fault', detail: problem instanceof AssertionFailure ? problem.message : message };
  }

  #here(): Session {
    if (this.#session === null) throw new RefusedError('no-session', 'nothing has been started');
    return this.#session;
  }

  #time(): Clock {
    if (this.#clock === null) throw new RefusedError('no-session', 'nothing has been started');
    return this.#clock;
  }

  #nowMs(): number {
    return Math.max(this.#time().nowMs(this.#around.realMs()), this.#here().nowMs);
  }
}
