/**
 * A session: one engine at the present, the log of everything it was given, and the branches of that
 * log. The past is never stored: it is replayed from the log on a second engine, and what was looked
 * at lately is remembered. Knows nothing of workers and messages; the clock's readings are handed in.
 */

import { Engine } from '../engine/index.ts';
import { readView } from '../engine/inspect/index.ts';
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
import { type PartFound, type PartPath, parsePart, readPart } from '../protocol/parts.ts';
import { lastMoment } from '../protocol/position.ts';
import { RefusedError } from '../protocol/refused.ts';
import type { CrashLoss, Input, Output, SessionStart } from '../protocol/session.ts';
import type { Step } from '../protocol/steps.ts';
import type { View, WatchTarget } from '../protocol/views.ts';
import { aimed, aimedTarget, unaimed, type WorkedOn, workedOn } from './aim.ts';
import {
  type Branch,
  branchSummary,
  framesUpTo,
  type SavedBranch,
  sharedFrame,
  sharedInputs,
} from './branches.ts';
import type { Present } from './checks.ts';
import { engineReader } from './engine-reader.ts';
import type { FrameRecord } from './frames.ts';
import { commandsIn, frameOf, marksOf, startFrame } from './frames.ts';
import { Histories } from './histories.ts';
import { LastChangeSearch, type PastReader, pastReader, sinceMoment } from './last-change.ts';
import type { EngineReader, FrameFacts, Observed } from './observe.ts';
import { observe } from './observe.ts';
import { MAX_WATCHED_COMMANDS, Past } from './past.ts';
import type { Recording, Watches } from './recorder.ts';
import { detailOf, record, recordOutside, recordSteps, takePicture } from './recorder.ts';
import { viewOrFailure } from './trouble.ts';

/** A question after the last change of something, half answered. */
interface OpenSearch {
  readonly search: LastChangeSearch;
  readonly watchId: string;
  readonly aim: WatchTarget;
  readonly read: PastReader;
  readonly path: PartPath;
  readonly wanted: PartFound;
  readonly at: number;
}

/** Bytes of whole replies that are remembered; older ones are replayed. */
const MAX_WHOLE_REPLY_BYTES = 16 * 1024 * 1024;
/** Frames whose inside is remembered. */
const MAX_REMEMBERED = 256;
/** And moments in all of them: scripts that are followed line by line have thousands. */
const MAX_REMEMBERED_MOMENTS = 40_000;
/** A history of more commands is not replayed only to show the present through another window. */
const MAX_REPLAYED_FOR_PRESENT = 50_000;
/** When the past is replayed, this many frames before the one asked for are photographed too. */
const LOOK_BEHIND = 24;

const NOTHING: Watches = new Map();

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

export class Session {
  readonly start: SessionStart;
  readonly #watches = new Map<string, WatchTarget>();
  readonly #branches: Branch[] = [];
  #lastBranchId: number;
  #branch: Branch;
  #engine: Engine;
  #wakeAtMs: number | null = null;
  #past: Past;
  #remembered = new Map<number, FrameDetail>();
  #lastSteps: readonly Step[] = [];
  /** By frame: replies that are longer than what its summary holds of them, the last frame's always. */
  readonly #wholeReplies = new Map<number, readonly FrameReply[]>();
  /** By client: the database it had selected after the last input. */
  readonly #databases = new Map<number, number>();
  /** Bytes of replies in the branch's frames. */
  #keptReplyBytes = 0;
  #search: OpenSearch | null = null;
  /** The input whose step threw. The engine is half changed since, and takes nothing more. */
  #fatal: Input | null = null;
  readonly #histories: Histories;

  constructor(start: SessionStart, branch = 1, lastBranch = branch) {
    this.start = start;
    this.#lastBranchId = lastBranch;
    this.#histories = new Histories(start);
    this.#engine = new Engine(start);
    this.#branch = {
      id: branch,
      parent: null,
      inputs: [],
      frames: [
        {
          summary: startFrame(start.startMs),
          inputsEnd: 0,
          commandsEnd: 0,
          commandNames: [],
          worked: [],
        },
      ],
    };
    this.#branches.push(this.#branch);
    this.#past = new Past(start, this.#branch);
  }

  /** Rebuilds a session from its inputs; throws when the engine cannot take them. */
  static replay(start: SessionStart, inputs: readonly Input[]): Session {
    const session = new Session(start);
    for (const input of inputs) session.#take(input, false);
    return session;
  }

  /**
   * Lives through everything that was saved, branch after branch, and ends on one of them. Stops after every input, so
   * that whoever drives it can do something else meanwhile. The first branch is the one the session was made with.
   */
  *relive(branches: readonly SavedBranch[], current: number): Generator<void> {
    for (const [nth, saved] of branches.entries()) {
      if (nth > 0) yield* this.#regrow(saved);
      const { inputs } = this.#branch;
      while (inputs.length < saved.inputs.length) {
        this.#take(saved.inputs[inputs.length], false);
        yield;
      }
    }
    if (this.#branch.id !== current) yield* this.#entering(this.#branchOf(current));
  }

  /** Begins a saved branch again with what it shares with one that is there. */
  *#regrow({ id, parent, inputs }: SavedBranch): Generator<void> {
    let [shared, frames]: [number, readonly FrameRecord[]] = [0, this.#branch.frames.slice(0, 1)];
    for (const other of this.#branches) {
      const count = sharedInputs(other.inputs, inputs, Math.min(other.inputs.length, inputs.length));
      if (count > shared) [shared, frames] = [count, framesUpTo(other.frames, count)];
    }
    const origin = this.#branches.find((other) => other.id === parent?.branch);
    const branch: Branch = {
      id,
      parent:
        parent === null || origin === undefined
          ? null
          : { branch: origin.id, frame: framesUpTo(origin.frames, parent.inputs).length - 1 },
      // What came after the last frame they share, such as ticks that did nothing, comes again.
      inputs: inputs.slice(0, frames[frames.length - 1].inputsEnd),
      frames: [...frames],
    };
    yield* this.#entering(branch);
    this.#branches.push(branch);
  }

  /** All branches as they are saved. */
  get savedBranches(): readonly SavedBranch[] {
    return this.#branches.map(({ id, parent, inputs }) => ({
      id,
      parent: this.#savedParent(parent),
      inputs,
    }));
  }

  #savedParent(parent: Branch['parent']): SavedBranch['parent'] {
    if (parent === null) return null;
    const { frames } = this.#branchOf(parent.branch);
    return { branch: parent.branch, inputs: frames[parent.frame].inputsEnd };
  }

  #branchOf(id: number): Branch {
    const branch = this.#branches.find((each) => each.id === id);
    if (branch === undefined) throw new RefusedError('no-such-frame', `branch ${id}`);
    return branch;
  }

  get wakeAtMs(): number | null {
    return this.#wakeAtMs;
  }

  /** The time of the last input: no input may be earlier. */
  get nowMs(): number {
    return this.#engine.server.nowMs;
  }

  get engine(): Engine {
    return this.#engine;
  }

  get inputs(): readonly Input[] {
    return this.#branch.inputs;
  }

  get frames(): readonly FrameRecord[] {
    return this.#branch.frames;
  }

  get branches(): readonly Readonly<Branch>[] {
    return this.#branches;
  }

  /** The input at which the engine stopped; null while it is well. It is not among `inputs`. */
  get fatal(): Input | null {
    return this.#fatal;
  }

  /** After a fatal input: the engine as it was before it, lived through again. */
  goOn(): void {
    this.#enter(this.#branch);
  }

  get branchId(): number {
    return this.#branch.id;
  }

  get lastIndex(): number {
    return this.#branch.frames.length - 1;
  }

  get lastFrame(): FrameSummary {
    return this.#branch.frames[this.lastIndex].summary;
  }

  /** The present, as a goal looks at it. */
  present(): Present {
    return {
      engine: this.#reader(this.#engine, this.lastIndex),
      last: factsOf(this.lastFrame, this.#replies(this.lastIndex), this.#lastSteps),
      commandNames: this.#branch.frames.map(({ commandNames }) => commandNames),
    };
  }

  observe(path: string, atFrame: number): Observed {
    this.#requireFrame(atFrame);
    if (atFrame === this.lastIndex) {
      const { engine, last } = this.present();
      return observe(path, engine, last);
    }
    if (atFrame === 0) return observe(path, this.#reader(this.#engineAt(0), 0), { reply: null, steps: [] });
    const { output, steps } = this.#past.record(atFrame, NOTHING);
    const { summary } = this.#branch.frames[atFrame];
    return observe(
      path,
      this.#reader(this.#past.at(atFrame), atFrame),
      factsOf(summary, output.replies, steps),
    );
  }

  /** All that the server wrote to a client in a frame; empty when it wrote nothing. */
  reply(atFrame: number, client: number): Uint8Array {
    this.#requireFrame(atFrame);
    return this.#replies(atFrame).find((reply) => reply.client === client)?.bytes ?? new Uint8Array(0);
  }

  /** The replies of a frame as wholes, replayed if need be. */
  #replies(frame: number): readonly FrameReply[] {
    const { summary } = this.#branch.frames[frame];
    if (summary.replies.every(({ cut }) => cut === undefined)) return summary.replies;
    const known = this.#wholeReplies.get(frame);
    if (known !== undefined) return known;
    const { replies } = this.#past.record(frame, NOTHING).output;
    this.#rememberReplies(frame, replies);
    return replies;
  }

  #rememberReplies(frame: number, replies: readonly FrameReply[]): void {
    this.#wholeReplies.set(frame, replies);
    let bytes = 0;
    for (const each of this.#wholeReplies.values()) bytes += replyBytes(each);
    for (const [oldest, freed] of this.#wholeReplies) {
      if (bytes <= MAX_WHOLE_REPLY_BYTES || oldest === frame) break;
      this.#wholeReplies.delete(oldest);
      bytes -= replyBytes(freed);
    }
  }

  #reader(engine: Engine, atFrame: number): EngineReader {
    return engineReader(engine.server, (db, key) =>
      this.#histories.lockFacts(db, key, this.#branch, atFrame),
    );
  }

  overview(): Omit<SessionOverview, 'clock'> {
    return {
      start: this.start,
      branch: this.#branch.id,
      branches: this.#branches.map((branch) => branchSummary(branch, this.#branch)),
      frames: this.#branch.frames.map(({ summary }) => summary),
      clients: [...this.#engine.server.clients.values()].map(({ id, db }) => ({ id, db: db.id })),
    };
  }

  open(nowMs: number): number {
    const { downBecause } = this.#engine;
    if (downBecause !== null) throw new RefusedError('server-down', downBecause);
    let client = 1;
    while (this.#engine.server.clients.has(client)) client++;
    this.#take({ type: 'open', nowMs: this.#notBefore(nowMs), client }, false);
    return client;
  }

  close(client: number, nowMs: number): void {
    this.#requireClient(client);
    this.#take({ type: 'close', nowMs: this.#notBefore(nowMs), client }, false);
  }

  send(
    client: number,
    bytes: Uint8Array,
    nowMs: number,
    photographed = true,
  ): { frame: FrameSummary; detail: FrameDetail | null } {
    this.#requireClient(client);
    const taken = this.#take({ type: 'data', nowMs: this.#notBefore(nowMs), client, bytes }, photographed);
    return { frame: taken.frame as FrameSummary, detail: taken.detail };
  }

  /** The server dies. */
  crash(loss: CrashLoss, nowMs: number): FrameSummary {
    return this.#fromOutside({ type: 'crash', nowMs: this.#notBefore(nowMs), loss });
  }

  /** The server is started again and reads its disk. */
  restart(nowMs: number): FrameSummary {
    return this.#fromOutside({ type: 'restart', nowMs: this.#notBefore(nowMs) });
  }

  /** The disk is made full or slow, or well again. */
  changeDisk(change: { full?: boolean; fsyncMs?: number }, nowMs: number): FrameSummary {
    return this.#fromOutside({ type: 'disk', nowMs: this.#notBefore(nowMs), ...change });
  }

  #fromOutside(input: Input): FrameSummary {
    return this.#take(input, true).frame as FrameSummary;
  }

  /** Lets the engine do its own work; a frame comes of it only when something happened. */
  tick(nowMs: number): { frame: FrameSummary; detail: FrameDetail | null } | null {
    const { frame, detail } = this.#take({ type: 'tick', nowMs: this.#notBefore(nowMs) }, true);
    return frame === null ? null : { frame, detail };
  }

  /** From now on pictures contain this; gives the view at a frame, the last one if there is none so late. */
  watch(id: string, target: WatchTarget, atFrame: number): View | null {
    this.#watches.set(id, target);
    this.#remembered.clear();
    const index = Math.min(atFrame, this.lastIndex);
    return viewOrFailure(() => this.#viewAt(index, target));
  }

  #viewAt(index: number, target: WatchTarget): View | null {
    const history = this.#histories.reader(target, this.#branch);
    if (history !== null) return history(index);
    const { server } = this.#engineAt(index);
    const view = readView(server, aimedTarget(target, this.#branch.frames.slice(0, index + 1), []));
    return this.#histories.complete(view, target, this.#branch, index);
  }

  /** The watches as they look at a frame of this branch. */
  #watchesAt(index: number): Watches {
    return aimed(this.#watches, this.#branch.frames.slice(0, index + 1), []);
  }

  unwatch(id: string): void {
    if (this.#watches.delete(id)) this.#remembered.clear();
  }

  /** The inside of any frame of this branch, replayed if need be. */
  detail(index: number): FrameDetail {
    this.#requireFrame(index);
    const known = this.#remembered.get(index);
    if (known !== undefined) return known;
    // A history too long to be replayed for a glance: the present is shown without the way to it.
    if (index === this.lastIndex && this.#commands > MAX_REPLAYED_FOR_PRESENT)
      return this.#still(index, this.#engine);
    // Who goes back one frame will go back another: photograph a few on the way.
    for (let frame = Math.max(1, index - LOOK_BEHIND); frame <= index; frame++) {
      this.#remember(frame, detailOf(frame, this.#past.record(frame, this.#watchesAt(frame))));
    }
    return this.#remembered.get(index) ?? this.#still(index, this.#past.at(index));
  }

  /** Since when a part of what a watch sees is as it is at a moment; a long search stops when it may not go on. */
  lastChange(watchId: string, part: string, at: Position, mayGoOn: () => boolean): LastChange {
    this.#search = null;
    const path = parsePart(part);
    const target = this.#watches.get(watchId);
    if (path === null || target === undefined) return { result: 'absent' };
    const { moments } = this.detail(at.frame);
    const here = Math.min(at.moment, moments.length - 1);
    const view = moments[here].picture[watchId];
    const wanted = readPart(view, path);
    if (wanted === undefined || view == null) return { result: 'absent' };
    const branch = this.#branch;
    const aim = aimedTarget(target, branch.frames.slice(0, at.frame + 1), []);
    const told = this.#histories.reader(aim, branch);
    const read: PastReader =
      told === null ? pastReader(aim, path, view, wanted) : (_server, frame) => told(frame);
    const history = { start: this.start, inputs: branch.inputs, frames: branch.frames };
    const search = new LastChangeSearch(history, path, wanted, read, at.frame - 1);
    const open = { search, watchId, aim, read, path, wanted, at: at.frame };
    const answer = this.#changeIn(at.frame, here, open);
    if (answer !== null) return answer;
    if (at.frame === 0) return { result: 'always' };
    this.#search = open;
    return this.searchOn(mayGoOn);
  }

  /** Goes on with the search that was begun last. */
  searchOn(mayGoOn: () => boolean): LastChange {
    if (this.#search === null) return { result: 'absent' };
    const { search, at } = this.#search;
    const otherwise = search.goOn(mayGoOn);
    if (otherwise === undefined) return { result: 'searching', progress: search.progress };
    const open = this.#search;
    this.#search = null;
    if (otherwise === null) return { result: 'always' };
    // What changed between two frames, when nobody looked, is first seen where the next one begins.
    const between: LastChange = changedAt(otherwise + 1, 0, open.wanted);
    return otherwise === at - 1 ? between : (this.#changeIn(otherwise + 1, lastMoment, open) ?? between);
  }

  /** The change inside a frame, up to one of its moments; null when the part is the same at all of them. */
  #changeIn(frame: number, upTo: number, search: OpenSearch): LastChange | null {
    const parts = this.#partsIn(frame, search).slice(0, upTo + 1);
    const moment = sinceMoment(parts, search.wanted);
    return moment === 0 ? null : changedAt(frame, moment, parts[moment - 1]);
  }

  /** What a part is at each moment of a frame. */
  #partsIn(frame: number, { watchId, aim, read, path }: OpenSearch): (PartFound | undefined)[] {
    const isStill = !('follow' in aim && aim.follow === true);
    if (frame === 0 || isStill) {
      return this.detail(frame).moments.map(({ picture }) => readPart(picture[watchId], path));
    }
    // Windows that follow the steps lose sight of it: it is looked at for itself.
    const watches = new Map(this.#watchesAt(frame)).set(watchId, { ...aim, follow: false } as WatchTarget);
    const eye = watches.get(watchId);
    const { moments } = this.#past.record(frame, watches, (server, target) =>
      target === eye ? read(server, frame) : readView(server, target),
    );
    return moments.map(({ picture }) => readPart(picture[watchId], path));
  }

  /** The state after a frame, as if nothing had led to it. */
  #still(index: number, engine: Engine): FrameDetail {
    const picture = takePicture(engine, this.#watchesAt(index));
    const moments = [
      { step: null, picture },
      { step: null, picture },
    ];
    return this.#remember(index, { index, moments, droppedSteps: 0 });
  }

  get #commands(): number {
    return this.#branch.frames[this.lastIndex].commandsEnd;
  }

  /** Starts a new branch that shares history up to and including `atFrame`. */
  fork(atFrame: number): void {
    this.#requireFrame(atFrame);
    const { id, inputs, frames } = this.#branch;
    const inputsEnd = frames[atFrame].inputsEnd;
    this.#enter({
      id: ++this.#lastBranchId,
      parent: { branch: id, frame: atFrame },
      inputs: inputs.slice(0, inputsEnd),
      frames: frames.slice(0, atFrame + 1),
    });
    this.#branches.push(this.#branch);
  }

  /** Goes over to another branch and says up to which frame it is the same as the one left. */
  switchTo(branchId: number): number {
    const branch = this.#branchOf(branchId);
    const shared = sharedFrame(this.#branch, branch);
    this.#enter(branch);
    return shared;
  }

  /** Forgets a branch. Those that began on it have all of their history themselves. */
  deleteBranch(branchId: number): void {
    const at = this.#branches.findIndex(({ id }) => id === branchId);
    if (at < 0 || branchId === this.#branch.id) throw new RefusedError('no-such-frame', `branch ${branchId}`);
    const [gone] = this.#branches.splice(at, 1);
    for (const branch of this.#branches) {
      if (branch.parent?.branch !== gone.id) continue;
      const frame = Math.min(branch.parent.frame, gone.parent?.frame ?? 0);
      branch.parent = gone.parent === null ? null : { branch: gone.parent.branch, frame };
    }
  }

  #enter(branch: Branch): void {
    const entering = this.#entering(branch);
    while (entering.next().done !== true);
  }

  /** Stops after every input that is lived through again. */
  *#entering(branch: Branch): Generator<void> {
    // First the engine: if the branch cannot be lived through again, everything stays as it was.
    const engine = new Engine(this.start);
    let wakeAtMs: number | null = null;
    for (const input of branch.inputs) {
      wakeAtMs = engine.step(input).wakeAtMs;
      yield;
    }
    this.#engine = engine;
    this.#wakeAtMs = wakeAtMs;
    this.#fatal = null;
    this.#branch = branch;
    this.#search = null;
    this.#histories.forget();
    this.#remembered.clear();
    this.#past = new Past(this.start, branch);
    this.#lastSteps = [];
    this.#wholeReplies.clear();
    this.#databases.clear();
    this.#selectedSince();
    this.#keptReplyBytes = 0;
    for (const { summary } of branch.frames) this.#keptReplyBytes += replyBytes(summary.replies);
  }

  /** The clients whose database is another since this was asked last. One client's input may let another go on. */
  #selectedSince(): readonly ClientDatabase[] {
    const selected: ClientDatabase[] = [];
    for (const { id, db } of this.#engine.server.clients.values()) {
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
  #take(input: Input, photographed: boolean): { frame: FrameSummary | null; detail: FrameDetail | null } {
    if (this.#fatal !== null) throw new RefusedError('fault', 'the engine has stopped');
    const { inputs, frames } = this.#branch;
    const commands = input.type === 'data' ? commandsIn(input.bytes) : [];
    const index = frames.length;
    const worked = input.type === 'data' ? this.#workedOn(input.client, commands) : [];
    const watches = photographed ? aimed(this.#watches, frames, worked) : NOTHING;
    const recording = this.#step(input, commands.length, watches);
    const { output, steps } = recording;
    inputs.push(input);
    this.#wakeAtMs = output.wakeAtMs;
    const selected = this.#selectedSince();
    if (input.type === 'tick' && selected.length === 0 && !didSomething(steps, output))
      return { frame: null, detail: null };
    const summary = frameOf(index, input, commands, output, marksOf(input, steps, output), selected);
    const kept = this.#kept(summary);
    if (kept.replies !== output.replies) this.#rememberReplies(index, output.replies);
    frames.push({
      summary: kept,
      inputsEnd: inputs.length,
      commandsEnd: frames[index - 1].commandsEnd + commands.length,
      commandNames: [...new Set(commands.map(([name]) => lowerName(name)))],
      worked,
    });
    this.#lastSteps = steps;
    if (!photographed) return { frame: summary, detail: null };
    for (const [id, target] of recording.watches) {
      this.#watches.set(id, unaimed(target, this.#watches.get(id)));
    }
    const detail = this.#remember(index, detailOf(index, recording));
    return { frame: summary, detail };
  }

  /** Only where panels look depends on it: a command it cannot make sense of is run all the same. */
  #workedOn(client: number, commands: readonly Uint8Array[][]): WorkedOn[] {
    try {
      return workedOn(this.#engine.server, client, commands);
    } catch {
      return [];
    }
  }

  #step(input: Input, commands: number, watches: Watches): Recording {
    try {
      if (commands > MAX_WATCHED_COMMANDS) return recordOutside(this.#engine, input, watches);
      if (watches === NOTHING) return recordSteps(this.#engine, input);
      return record(this.#engine, input, watches, takePicture(this.#engine, watches));
    } catch (problem) {
      // Views fail by themselves: what throws here is the engine.
      this.#fatal = input;
      throw problem;
    }
  }

  /** A frame as it is kept. Once much is kept, of later replies only a little is. */
  #kept(summary: FrameSummary): FrameSummary {
    const room = this.#keptReplyBytes < ALL_REPLY_BYTES;
    const replies = room ? summary.replies : cutReplies(summary.replies, BRIEF_REPLY_BYTES);
    this.#keptReplyBytes += replyBytes(replies);
    return replies === summary.replies ? summary : { ...summary, replies };
  }

  #engineAt(index: number): Engine {
    this.#requireFrame(index);
    return index === this.lastIndex ? this.#engine : this.#past.at(index);
  }

  /** Keeps the inside of a frame, with the histories in it, and gives it back. */
  #remember(index: number, recorded: FrameDetail): FrameDetail {
    const detail = this.#histories.into(recorded, this.#watches, this.#branch);
    this.#remembered.delete(index);
    this.#remembered.set(index, detail);
    let moments = 0;
    for (const each of this.#remembered.values()) moments += each.moments.length;
    for (const [oldest, { moments: freed }] of this.#remembered) {
      if (this.#remembered.size <= MAX_REMEMBERED && moments <= MAX_REMEMBERED_MOMENTS) break;
      if (oldest === index) break;
      this.#remembered.delete(oldest);
      moments -= freed.length;
    }
    return detail;
  }

  #notBefore(nowMs: number): number {
    return Math.max(nowMs, this.#engine.server.nowMs);
  }

  #requireClient(client: number): void {
    if (!this.#engine.server.clients.has(client))
      throw new RefusedError('no-such-client', `client ${client}`);
  }

  #requireFrame(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index > this.lastIndex) {
      throw new RefusedError('no-such-frame', `frame ${index} of ${this.lastIndex}`);
    }
  }
}

function changedAt(frame: number, moment: number, before: PartFound | undefined): LastChange {
  return { result: 'changed', position: { frame, moment }, appeared: before === undefined };
}

function factsOf(summary: FrameSummary, replies: readonly FrameReply[], steps: readonly Step[]): FrameFacts {
  const own = replies.find(({ client }) => client === summary.client);
  return { reply: own?.bytes ?? null, steps };
}

/** Looking at keys to see whether they have expired is no event: it happens ten times a second. */
function didSomething(steps: readonly Step[], output: Output): boolean {
  return output.replies.length > 0 || steps.some(({ type }) => !LOOKING.has(type));
}

function lowerName(name: Uint8Array): string {
  return String.fromCharCode(...name.subarray(0, 64)).toLowerCase();
}
