/**
 * A session: an engine with its history, what is watched, and what was seen of it. `history/` keeps the log, its
 * branches and the way back to any state; this turns inputs into frames of the timeline and reads pictures. It knows
 * nothing of workers and messages; the clock's readings are handed in.
 */

import type { Client, Engine } from '../engine/index.ts';
import {
  ALL_REPLY_BYTES,
  BRIEF_REPLY_BYTES,
  cutReplies,
  type FrameReply,
  replyBytes,
} from '../protocol/frame-replies.ts';
import type {
  ClientDatabase,
  FrameDetail,
  FrameSummary,
  LastChange,
  Position,
  SessionOverview,
} from '../protocol/messages.ts';
import { RefusedError } from '../protocol/refused.ts';
import type { CrashLoss, SessionStart } from '../protocol/session.ts';
import type { Step } from '../protocol/steps.ts';
import type { View, WatchTarget } from '../protocol/views.ts';
import type { ChangeNow, Happening, NodeStart, SessionInput, WorldOutput } from '../protocol/world.ts';
import { MAX_NODES, newMachine, type SessionMachine, type WorldNode } from '../sim/machine.ts';
import { type WorkedOn, workedOn } from './aim.ts';
import type { Present } from './checks.ts';
import { engineReader } from './engine-reader.ts';
import type { FrameRecord } from './frames.ts';
import { branchSummary, commandsIn, firstFrame, frameOf, isConsole, marksOf } from './frames.ts';
import { happeningsSince, type Standing, standingOf } from './happenings.ts';
import type { SavedBranch } from './history/branches.ts';
import { History, NoSuchBranch } from './history/history.ts';
import type { SessionHistory } from './history/session-history.ts';
import { LastChanges } from './last-change.ts';
import { LogViews } from './log-views/index.ts';
import type { EngineReader, FrameFacts, Observed } from './observe.ts';
import { observe } from './observe.ts';
import { Pictures } from './pictures.ts';
import { recordInput, type Watches } from './recorder.ts';
import { RememberedReplies } from './remembered.ts';

const NOTHING: Watches = new Map();
const NONE: readonly Happening[] = [];

/** Steps that change nothing. */
const LOOKING: ReadonlySet<Step['type']> = new Set([
  'dict.hash',
  'dict.bucket',
  'dict.walk',
  'dict.scan',
  'expire.cycle',
  'expire.sample',
  'expire.end',
]);

/** Where sentinels hear of each other. */
const HELLO_CHANNEL = '__sentinel__:hello';

export class Session {
  readonly start: SessionStart;
  readonly #history: SessionHistory;
  readonly #logViews: LogViews;
  readonly #pictures: Pictures;
  readonly #lastChanges: LastChanges;
  /** Replies that are longer than what their frame's summary holds of them, the last frame's always. */
  readonly #wholeReplies = new RememberedReplies();
  #lastSteps: readonly Step[] = [];
  #lastCostUs = 0;
  /** By client: the database it had selected after the last input. */
  readonly #databases = new Map<number, number>();
  /** By node, in a world: how it stood among the others after its last step. */
  #standings: Standing[] = [];
  /** Bytes of replies in the branch's frames. */
  #keptReplyBytes = 0;

  constructor(start: SessionStart, branch = 1, lastBranch = branch) {
    this.start = start;
    this.#history = new History(
      {
        make: () => newMachine(start),
        bytesOf: ({ nodes }) => nodes.reduce((sum, { engine }) => sum + engine.server.env.heap.usedBytes, 0),
        firstFrame: firstFrame(start.startMs),
      },
      branch,
      lastBranch,
    );
    this.#logViews = new LogViews(this.#history);
    this.#pictures = new Pictures(this.#history, this.#logViews);
    this.#lastChanges = new LastChanges(this.#history, this.#logViews, this.#pictures);
  }

  /** Rebuilds a session from its inputs; throws when the engine cannot take them. */
  static replay(start: SessionStart, inputs: readonly SessionInput[]): Session {
    const session = new Session(start);
    for (const input of inputs) session.#take(input, false);
    return session;
  }

  /** Lives through everything that was saved and ends on one of the branches. Stops after every input. */
  *relive(branches: readonly SavedBranch<SessionInput>[], current: number): Generator<void> {
    let { world } = this;
    // Every branch has a world of its own.
    const look = () => {
      if (world !== this.world) this.#lookAnew();
      world = this.world;
    };
    yield* this.#history.relive(branches, current, (input) => {
      look();
      this.#take(input, false);
    });
    look();
  }

  /** All branches as they are saved. */
  get savedBranches(): readonly SavedBranch<SessionInput>[] {
    return this.#history.saved;
  }

  get wakeAtMs(): number | null {
    return this.#history.lastOutput?.wakeAtMs ?? null;
  }

  /** The time of the last input: no input may be earlier. */
  get nowMs(): number {
    return this.world.nowMs;
  }

  get world(): SessionMachine {
    return this.#history.machine;
  }

  /** The server of a node; the first if none is named. */
  engineOf(node = 0): Engine {
    const here = this.world.nodes[node];
    if (here === undefined) throw new RefusedError('no-such-node', `node ${node}`);
    return here.engine;
  }

  get engine(): Engine {
    return this.engineOf();
  }

  get inputs(): readonly SessionInput[] {
    return this.#history.inputs;
  }

  get frames(): readonly FrameRecord[] {
    return this.#history.frames;
  }

  get branches(): SessionHistory['branches'] {
    return this.#history.branches;
  }

  /** The input at which the engine stopped; null while it is well. It is not among `inputs`. */
  get fatal(): SessionInput | null {
    return this.#history.fatal;
  }

  /** After a fatal input: the engine as it was before it, lived through again. */
  goOn(): void {
    this.#history.goOn();
    this.#lookAnew();
  }

  get branchId(): number {
    return this.#history.branch.id;
  }

  get lastIndex(): number {
    return this.#history.lastIndex;
  }

  get lastFrame(): FrameSummary {
    return this.frames[this.lastIndex].summary;
  }

  /** The present, as a goal looks at it. */
  present(): Present {
    return {
      engine: this.#reader(this.world, this.lastIndex),
      last: factsOf(this.lastFrame, this.#replies(this.lastIndex), this.#lastSteps, () => this.#lastCostUs),
      commandNames: this.frames.map(({ commandNames }) => commandNames),
    };
  }

  observe(path: string, atFrame: number): Observed {
    this.#requireFrame(atFrame);
    if (atFrame === this.lastIndex) {
      const { engine, last } = this.present();
      return observe(path, engine, last);
    }
    if (atFrame === 0)
      return observe(path, this.#reader(this.#history.at(0), 0), {
        client: null,
        reply: null,
        answered: 0,
        steps: [],
        costUs: () => 0,
      });
    const { output, steps } = this.#pictures.record(atFrame, NOTHING);
    const { summary } = this.frames[atFrame];
    const costUs = () => {
      const beforeUs = spentUs(this.#history.at(atFrame - 1));
      return spentUs(this.#history.at(atFrame)) - beforeUs;
    };
    return observe(
      path,
      this.#reader(this.#history.at(atFrame), atFrame),
      factsOf(summary, output.replies, steps, costUs),
    );
  }

  /** All that the server wrote to a client in a frame; empty when it wrote nothing. */
  reply(atFrame: number, client: number): Uint8Array {
    this.#requireFrame(atFrame);
    return this.#replies(atFrame).find((reply) => reply.client === client)?.bytes ?? new Uint8Array(0);
  }

  /** The replies of a frame as wholes, replayed if need be. */
  #replies(frame: number): readonly FrameReply[] {
    const { summary } = this.frames[frame];
    if (summary.replies.every(({ cut }) => cut === undefined)) return summary.replies;
    const known = this.#wholeReplies.get(frame);
    if (known !== undefined) return known;
    const { replies } = this.#pictures.record(frame, NOTHING).output;
    this.#wholeReplies.set(frame, replies);
    return replies;
  }

  #reader(world: SessionMachine, atFrame: number): EngineReader {
    const of = (node: number, at?: EngineReader['at']) =>
      engineReader(world.serverOf(node), (db, key) => this.#logViews.lockFacts(node, db, key, atFrame), at);
    return of(0, (name) => {
      const node = world.nodes.findIndex((each) => each.name === name && !each.isRemoved);
      return node === -1 ? null : of(node);
    });
  }

  overview(): Omit<SessionOverview, 'clock'> {
    return {
      start: this.start,
      branch: this.branchId,
      branches: this.branches.map((branch) => branchSummary(branch, this.#history.branch)),
      frames: this.frames.map(({ summary }) => summary),
      clients: this.#consoles().map(({ node, client: { id, db } }) => {
        return { id, db: db.id, ...(this.world.isSingle ? {} : { node }) };
      }),
    };
  }

  /** A console connects to a server, with the wanted number unless another has it. */
  open(nowMs: number, node = 0, wanted = 0): number {
    const { downBecause } = this.engineOf(node);
    if (downBecause !== null) throw new RefusedError('server-down', downBecause);
    const { isFrozen, isRemoved, name } = this.world.nodes[node];
    if (isRemoved) throw new RefusedError('no-such-node', name);
    if (isFrozen) throw new RefusedError('frozen', name);
    const taken = new Set(this.#consoles().map(({ client }) => client.id));
    const isFree = Number.isInteger(wanted) && isConsole({ client: wanted }) && !taken.has(wanted);
    let client = wanted > 0 && isFree ? wanted : 1;
    while (taken.has(client)) client++;
    this.#take({ type: 'open', nowMs: this.#notBefore(nowMs), client, ...this.#at(node) }, false);
    return client;
  }

  close(client: number, nowMs: number): void {
    const node = this.#nodeOf(client);
    this.#take({ type: 'close', nowMs: this.#notBefore(nowMs), client, ...this.#at(node) }, false);
  }

  send(
    client: number,
    bytes: Uint8Array,
    nowMs: number,
    photographed = true,
  ): { frame: FrameSummary; detail: FrameDetail | null } {
    const node = this.#nodeOf(client);
    const input = { type: 'data', nowMs: this.#notBefore(nowMs), client, bytes, ...this.#at(node) } as const;
    const taken = this.#take(input, photographed);
    return { frame: taken.frame as FrameSummary, detail: taken.detail };
  }

  /** The server dies. */
  crash(loss: CrashLoss, nowMs: number, node = 0): FrameSummary {
    return this.#fromOutside({ type: 'crash', nowMs: this.#notBefore(nowMs), loss, ...this.#at(node) });
  }

  /** The server is started again and reads its disk. */
  restart(nowMs: number, node = 0): FrameSummary {
    return this.#fromOutside({ type: 'restart', nowMs: this.#notBefore(nowMs), ...this.#at(node) });
  }

  /** The disk is made full or slow, or well again. */
  changeDisk(change: { full?: boolean; fsyncMs?: number }, nowMs: number, node = 0): FrameSummary {
    return this.#fromOutside({ type: 'disk', nowMs: this.#notBefore(nowMs), ...change, ...this.#at(node) });
  }

  /** Something is changed around the servers. */
  change(change: ChangeNow, nowMs: number): FrameSummary {
    if (this.world.isSingle) throw new RefusedError('no-such-node', 'this session has one server');
    for (const node of nodesIn(change)) {
      this.engineOf(node);
      if (this.world.nodes[node].isRemoved) throw new RefusedError('no-such-node', `node ${node}`);
    }
    if (change.type === 'add') this.#requireRoom(change.start);
    return this.#fromOutside({ ...change, nowMs: this.#notBefore(nowMs) });
  }

  #requireRoom({ host, port }: NodeStart): void {
    const { nodes } = this.world;
    const isTaken = ({ address, isRemoved }: WorldNode) =>
      !isRemoved && address.host === host && address.port === port;
    if (nodes.length >= MAX_NODES || nodes.some(isTaken))
      throw new RefusedError('no-room', `${host}:${port}`);
  }

  /** The node of an input, where there is more than one. */
  #at(node: number): { readonly node?: number } {
    this.engineOf(node);
    return this.world.isSingle ? {} : { node };
  }

  #fromOutside(input: SessionInput): FrameSummary {
    return this.#take(input, true).frame as FrameSummary;
  }

  /** Lets the engine do its own work; a frame comes of it only when something happened. */
  tick(nowMs: number): { frame: FrameSummary; detail: FrameDetail | null } | null {
    const { frame, detail } = this.#take({ type: 'tick', nowMs: this.#notBefore(nowMs) }, true);
    return frame === null ? null : { frame, detail };
  }

  /** In a world: the earliest thing that is due happens. Without pictures a frame is seen when it is asked for. */
  next(photographed = true): { frame: FrameSummary; detail: FrameDetail | null } | null {
    const { frame, detail } = this.#take({ type: 'next' }, photographed);
    return frame === null ? null : { frame, detail };
  }

  /** From now on pictures contain this; gives the view at a frame, the last one if there is none so late. */
  watch(id: string, target: WatchTarget, atFrame: number): View | null {
    return this.#pictures.watch(id, target, Math.min(atFrame, this.lastIndex));
  }

  unwatch(id: string): void {
    this.#pictures.unwatch(id);
  }

  /** The inside of any frame of this branch, replayed if need be. */
  detail(index: number): FrameDetail {
    this.#requireFrame(index);
    return this.#pictures.detail(index);
  }

  /** Since when a part of a view has the value that it has at a moment. A long search stops when it may not go on. */
  lastChange(watchId: string, part: string, at: Position, mayGoOn: () => boolean): LastChange {
    return this.#lastChanges.find(watchId, part, at, mayGoOn);
  }

  /** Goes on with the search that was begun last. */
  searchOn(mayGoOn: () => boolean): LastChange {
    return this.#lastChanges.goOn(mayGoOn);
  }

  /** Starts a new branch that shares history up to and including `atFrame`. */
  fork(atFrame: number): void {
    this.#requireFrame(atFrame);
    this.#history.fork(atFrame);
    this.#lookAnew();
  }

  /** Goes over to another branch and says up to which frame it is the same as the one left. */
  switchTo(branchId: number): number {
    const shared = refusing(() => this.#history.switchTo(branchId));
    this.#lookAnew();
    return shared;
  }

  /** Forgets a branch. Those that began on it have all of their history themselves. */
  deleteBranch(branchId: number): void {
    refusing(() => this.#history.delete(branchId));
  }

  /** The engine of the present is another one: what was seen of the one before is forgotten. */
  #lookAnew(): void {
    this.#lastChanges.forget();
    this.#logViews.forget();
    this.#pictures.forget();
    this.#lastSteps = [];
    this.#lastCostUs = 0;
    this.#wholeReplies.clear();
    this.#databases.clear();
    this.#selectedSince();
    this.#standings = [];
    this.#keptReplyBytes = 0;
    for (const { summary } of this.frames) this.#keptReplyBytes += replyBytes(summary.replies);
  }

  /** The clients that are no servers, with their node. */
  #consoles(): { readonly node: number; readonly client: Client }[] {
    return this.world.nodes.flatMap(({ engine }, node) =>
      [...engine.server.clients.values()]
        .filter(({ id }) => isConsole({ client: id }))
        .map((client) => ({ node, client })),
    );
  }

  /** What has changed in how a server stands among the others since it was last looked at. */
  #happenedIn(node: number | null): readonly Happening[] {
    if (this.world.isSingle || node === null) return NONE;
    const { engine } = this.world.nodes[node];
    if (engine.downBecause !== null) return NONE;
    const before = this.#standings[node];
    const now = standingOf(engine.server);
    this.#standings[node] = now;
    return happeningsSince(before, now, engine.server);
  }

  /** Servers that were not looked at yet are looked at now. */
  #lookAround(): void {
    const { nodes } = this.world;
    for (let node = this.#standings.length; node < nodes.length; node++)
      this.#standings.push(standingOf(nodes[node].engine.server));
  }

  /** Clients that have selected another database since the last call. One client's input may unblock another. */
  #selectedSince(): readonly ClientDatabase[] {
    const selected: ClientDatabase[] = [];
    for (const {
      client: { id, db },
    } of this.#consoles()) {
      if (db.id === (this.#databases.get(id) ?? 0)) continue;
      this.#databases.set(id, db.id);
      selected.push({ client: id, db: db.id });
    }
    return selected;
  }

  /**
   * Gives an input to the present and notes what came of it. Steps are gathered whether or not anybody
   * watches, so that the timeline of a replayed session is the same; only pictures depend on watching.
   */
  #take(
    input: SessionInput,
    photographed: boolean,
  ): { frame: FrameSummary | null; detail: FrameDetail | null } {
    if (this.fatal !== null) throw new RefusedError('fault', 'the engine has stopped');
    const { frames } = this;
    const commands = input.type === 'data' ? commandsIn(input.bytes) : [];
    const index = frames.length;
    const worked = input.type === 'data' ? this.#workedOn(input, commands) : [];
    const watches = photographed ? this.#pictures.watchesFor(worked) : null;
    const spentBeforeUs = spentUs(this.world);
    if (!this.world.isSingle) this.#lookAround();
    // Views fail by themselves: what throws here is the engine.
    const recording = this.#history.take(input, (world) =>
      recordInput(world, input, commands.length, watches),
    );
    const { output, steps } = recording;
    const selected = this.#selectedSince();
    const happened = this.#happenedIn(output.node);
    const mayBeQuiet = input.type === 'tick' || input.type === 'next';
    const isQuiet =
      mayBeQuiet && selected.length === 0 && happened.length === 0 && !didSomething(steps, output);
    if (isQuiet) return { frame: null, detail: null };
    const marks = marksOf(input, steps, output);
    const { isSingle } = this.world;
    const isDown = output.node !== null && this.engineOf(output.node).downBecause !== null;
    const atMs = input.type === 'next' ? this.world.nowMs : input.nowMs;
    const summary = frameOf(
      index,
      input,
      atMs,
      commands,
      output,
      marks,
      selected,
      happened,
      isDown,
      isSingle,
    );
    const kept = this.#kept(summary);
    if (kept.replies !== output.replies) this.#wholeReplies.set(index, output.replies);
    this.#history.addFrame({
      summary: kept,
      inputsEnd: this.inputs.length,
      commandsEnd: frames[index - 1].commandsEnd + commands.length,
      commandNames: [...new Set(commands.map(([name]) => lowerName(name)))],
      worked,
    });
    this.#lastSteps = steps;
    this.#lastCostUs = Math.max(0, spentUs(this.world) - spentBeforeUs);
    if (!photographed) return { frame: summary, detail: null };
    return { frame: summary, detail: this.#pictures.keep(recording) };
  }

  /** Decides only where panels look, so a command that it cannot parse runs all the same. */
  #workedOn(
    { node = 0, client }: { readonly node?: number; readonly client: number },
    commands: readonly Uint8Array[][],
  ): WorkedOn[] {
    try {
      return workedOn(this.world.serverOf(node), node, client, commands);
    } catch {
      return [];
    }
  }

  /** A frame as it is kept. Once many bytes of replies are kept, later replies are cut short. */
  #kept(summary: FrameSummary): FrameSummary {
    const room = this.#keptReplyBytes < ALL_REPLY_BYTES;
    const replies = room ? summary.replies : cutReplies(summary.replies, BRIEF_REPLY_BYTES);
    this.#keptReplyBytes += replyBytes(replies);
    return replies === summary.replies ? summary : { ...summary, replies };
  }

  #notBefore(nowMs: number): number {
    return Math.max(nowMs, this.nowMs);
  }

  /** The node that a console is connected to. */
  #nodeOf(client: number): number {
    const here = isConsole({ client })
      ? this.world.nodes.findIndex(({ engine }) => engine.server.clients.has(client))
      : -1;
    if (here === -1) throw new RefusedError('no-such-client', `client ${client}`);
    return here;
  }

  #requireFrame(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index > this.lastIndex) {
      throw new RefusedError('no-such-frame', `frame ${index} of ${this.lastIndex}`);
    }
  }
}

/** A branch that is not there is refused. */
function refusing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof NoSuchBranch) throw new RefusedError('no-such-frame', problem.message);
    throw problem;
  }
}

function factsOf(
  summary: FrameSummary,
  replies: readonly FrameReply[],
  steps: readonly Step[],
  costUs: () => number,
): FrameFacts {
  const own = replies.find(({ client }) => client === summary.client);
  const client = summary.kind === 'command' ? summary.client : null;
  return { client, reply: own?.bytes ?? null, answered: replies.length, steps, costUs };
}

/** What all commands have taken by the cost model. */
function spentUs({ nodes }: SessionMachine): number {
  let sum = 0;
  for (const { engine } of nodes) sum += engine.server.statistics.microseconds;
  return sum;
}

/** The nodes that a change names. */
function nodesIn(change: ChangeNow): number[] {
  if (change.type === 'add') return [];
  return 'node' in change ? [change.node] : [change.from, change.to];
}

/** Looking at keys to see whether they have expired is no event: it happens ten times a second. */
function didSomething(steps: readonly Step[], output: WorldOutput): boolean {
  return output.replies.some(isConsole) || steps.some((step) => !LOOKING.has(step.type) && !isHello(step));
}

/** Sentinels say every two seconds that they are there. */
function isHello(step: Step): boolean {
  switch (step.type) {
    case 'pubsub.subscribed':
    case 'pubsub.unsubscribed':
      return step.name === HELLO_CHANNEL;
    case 'pubsub.published':
    case 'pubsub.delivered':
      return step.channel === HELLO_CHANNEL;
    default:
      return false;
  }
}

function lowerName(name: Uint8Array): string {
  return String.fromCharCode(...name.subarray(0, 64)).toLowerCase();
}
