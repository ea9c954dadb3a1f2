/**
 * The messages between page and worker. The page sends numbered requests; the worker answers each with the same number,
 * and sends events on its own.
 */
import type { Check, CheckResult } from './checks.ts';
import type { AbsentCommand, CommandDoc } from './docs.ts';
import type { FrameCommand } from './frame-commands.ts';
import type { FrameReply } from './frame-replies.ts';
import type { Position } from './position.ts';
import type { RunChange } from './run-change.ts';
import type { CrashLoss, DiskContent, SessionStart } from './session.ts';
import type { Step } from './steps.ts';
import type { Trial, TrialOutcome } from './trial.ts';
import type { View, WatchTarget } from './views.ts';
import type { ChangeNow, Happening, WorldChange } from './world.ts';

/** The views of all watches at one instant, by watch id; null when the thing watched does not exist. */
export type Picture = Readonly<Record<string, View | null>>;

/**
 * One instant inside a frame. The first moment of a frame is the state before it (`step` null), then one
 * per step, photographed from the live structure as the step happened; the last is the state after it (`step` null).
 */
export interface Moment {
  readonly step: Step | null;
  readonly picture: Picture;
}

/** What of note happened in a frame. 'expired': a key was found stale by a command, 'expired-active': by the cycle. */
export type Mark =
  | 'error'
  | 'crash'
  | 'restart'
  | 'evicted'
  | 'expired'
  | 'expired-active'
  | 'encoding'
  | 'swap'
  | 'resize'
  /** A child process was forked, to save or to rewrite. */
  | 'fork'
  | 'rehash';

/** One entry of the timeline: an input that did something. Frame 0 is the start of the server. */
export interface FrameSummary {
  readonly index: number;
  readonly kind:
    | 'start'
    | 'command'
    | 'cron'
    | 'connect'
    | 'disconnect'
    | 'crash'
    | 'restart'
    | 'disk'
    /** Another server's message arrived. */
    | 'message'
    /** The network, a process or a clock was changed from outside. */
    | 'world';
  /** Whose input it was; 0 where it was no client's. */
  readonly client: number;
  /** The server that did something, or that it is about; missing where there is only one, or where none is. */
  readonly node?: number;
  /** Who sent the message. */
  readonly from?: number;
  readonly change?: WorldChange;
  /** What became of the server's disk. */
  readonly disk?: { readonly full?: boolean; readonly fsyncMs?: number };
  /** What has changed in how that server stands among the others; missing where nothing has. */
  readonly happened?: readonly Happening[];
  readonly atMs: number;
  /** The command as typed, quoted where needed and cut to 200 characters. */
  readonly text: string;
  /** The first command that the input held; null when it held none. */
  readonly command: FrameCommand | null;
  /** How many commands the input held: more than one when they were pipelined. */
  readonly commands: number;
  /** The server's output, also to other clients; only the beginning of long replies. */
  readonly replies: readonly FrameReply[];
  /** The clients that have another database selected after it than before it, and which; a new client has 0. */
  readonly selected: readonly ClientDatabase[];
  /** Clients the server hung up on. */
  readonly closed: readonly number[];
  /** After it the server, of several that of `node`, is not running. */
  readonly down?: true;
  readonly marks: readonly Mark[];
}

export interface ClientDatabase {
  readonly client: number;
  readonly db: number;
}

/** A frame with its inside, for the watches set at the time of asking. */
export interface FrameDetail {
  readonly index: number;
  /** At least two: before and after. */
  readonly moments: readonly Moment[];
  /** Steps beyond the limit of moments kept for one frame. */
  readonly droppedSteps: number;
}

/** A line of history. Forking in the past starts a new one and keeps the old. */
export interface BranchSummary {
  readonly id: number;
  /** The branch it was forked from and the last frame they share; null for the first. */
  readonly parent: { readonly branch: number; readonly frame: number } | null;
  readonly frames: number;
  /** How many of the frames are inputs of clients: what "command n of m" counts. */
  readonly commands: number;
  /** The command it began with, as FrameSummary.text; empty when it began with something else, or not yet. */
  readonly begins: string;
  /** The last frame it shares with the branch looked at; its own last one for that branch itself. */
  readonly sharedFrame: number;
}

export interface ClockState {
  readonly running: boolean;
  /** 1 is real time. */
  readonly speed: number;
  readonly nowMs: number;
}

export type { Position };

/** What the page keeps in a link beside the session: validated by the page, opaque to the worker. */
export type PageState = Readonly<Record<string, string | number | boolean>>;

/** Since when a part of a view has had its present value. */
export type LastChange =
  /** It became so at this moment; before, it was otherwise, or not there at all. */
  | { readonly result: 'changed'; readonly position: Position; readonly appeared: boolean }
  /** It has been so since the server started. */
  | { readonly result: 'always' }
  /** The part does not exist in the view at that moment. */
  | { readonly result: 'absent' }
  /** Not found yet; the next request continues the search. `progress` is from 0 to 1. */
  | { readonly result: 'searching'; readonly progress: number };

/**
 * How much of a session is saved. The worker issues it and gets it back; no other code reads or creates one. It is
 * valid only for the worker it came from.
 */
export interface SaveMark {
  /** The session it is about: another one is in the worker as soon as one was started or loaded. */
  readonly session: number;
  /** Inputs saved of each branch. */
  readonly branches: Readonly<Record<number, number>>;
  /** Inputs and bytes of content in all blocks so far. */
  readonly inputs: number;
  readonly bytes: number;
}

export interface SessionOverview {
  readonly start: SessionStart;
  readonly clock: ClockState;
  readonly branch: number;
  readonly branches: readonly BranchSummary[];
  readonly frames: readonly FrameSummary[];
  /** Clients connected at the end of the branch, with the database each has selected. */
  readonly clients: readonly { readonly id: number; readonly db: number; readonly node?: number }[];
}

export interface Requests {
  /** Starts a new server and drops the old one. Answers when client 1 is connected. */
  start: {
    ask: { start: SessionStart; clock: { running: boolean; speed: number } };
    answer: SessionOverview;
  };
  /**
   * Loads a saved session: the text of a link fragment or the bytes of a file. It is replayed from its beginning, in
   * portions; `replaying` events report the progress. The previous session stays until the replay is complete.
   */
  load: {
    /** `withoutLast`: up to the last command, without it and what came after. */
    ask: { saved: string | Uint8Array; withoutLast?: boolean };
    answer: {
      overview: SessionOverview;
      position: Position;
      page: PageState;
      /** How much of the session is in the file it was loaded from; null when nothing can be appended to that. */
      since: SaveMark | null;
    };
  };
  /** Cancels a running load, which is then refused as 'stopped'. Answered out of turn. */
  stopLoad: { ask: Record<string, never>; answer: null };
  /** Answers when the saved data has been read back. Commands continue meanwhile and are not in it. */
  save: {
    ask: { position: Position; page: PageState; as: 'link' | 'file' };
    answer: { saved: string | Uint8Array };
  };
  /**
   * Saves what is new since an earlier call, as parts of a file. `since` is null at first, and what the last answer
   * gave afterwards. A file is head, all blocks in their order and the newest tail, one after the other; `load` reads it.
   *
   * - `head` is not null when a file begins anew: it replaces everything kept before. That is so at the first call,
   *   when another session was started or loaded, and when what was kept holds too many branches.
   * - `blocks` are appended to those kept before; they may be empty. They are some megabytes at most (unless one input
   *   is larger), and have been read again. A fork or another branch needs no new beginning: blocks say whose they are.
   * - `tail` belongs to just these blocks and replaces the tail before: it has branch, position and page.
   * - `more`: not everything is in it yet; ask again, at once or later. What is kept so far is a whole file already.
   */
  saveSince: {
    ask: { since: SaveMark | null; position: Position; page: PageState };
    answer: {
      since: SaveMark;
      head: Uint8Array | null;
      blocks: Uint8Array;
      tail: Uint8Array;
      more: boolean;
    };
  };
  /** Two saved sessions that differ in one change; the running session is not touched. */
  twins: {
    ask: { saved: string | Uint8Array; change: RunChange };
    answer: { one: Uint8Array; other: Uint8Array };
  };
  /** The commands of the branch as lines for redis-cli. */
  script: { ask: Record<string, never>; answer: { text: string } };
  /**
   * Connects a client and answers with its number, the wanted one if it is free; at the frame looked at, as `send`, or
   * at the last one.
   */
  open: {
    ask: { readonly atFrame?: number; readonly node?: number; readonly wanted?: number };
    answer: { client: number; frame: FrameSummary; forked: boolean };
  };
  close: { ask: { client: number; atFrame?: number }; answer: { frame: FrameSummary; forked: boolean } };
  /**
   * Sends bytes as a client that looks at frame `atFrame`. If that is not the last frame, a new branch is
   * forked there first. Answers with the frame that came of it, inside included.
   */
  send: {
    /** Unwatched frames get no pictures: `detail` is then null. */
    ask: { client: number; bytes: Uint8Array; atFrame: number; look: boolean };
    answer: { frame: FrameSummary; detail: FrameDetail | null; forked: boolean };
  };
  /** The server dies, at the frame looked at; a branch is forked there first if it is not the last one. */
  crash: {
    ask: { loss: CrashLoss; atFrame: number; node?: number };
    answer: { frame: FrameSummary; forked: boolean };
  };
  /** It is started again; `problem` says why it could not, in the words of its log. */
  restart: {
    ask: { atFrame: number; node?: number };
    answer: { frame: FrameSummary; forked: boolean; problem: string | null };
  };
  /** The disk is made full or slow, or well again. */
  disk: {
    ask: { full?: boolean; fsyncMs?: number; atFrame: number; node?: number };
    answer: { frame: FrameSummary; forked: boolean };
  };
  /** Something is changed around several servers, at the frame looked at. */
  change: {
    ask: { change: ChangeNow; atFrame: number };
    answer: { frame: FrameSummary; forked: boolean };
  };
  /** All files as the server would read them now, to be kept for another time. */
  files: { ask: { node?: number }; answer: { files: readonly DiskContent[] } };
  /** From now on pictures contain this; answers with the view at the frame looked at, or the last, and which that was. */
  watch: {
    ask: { watchId: string; target: WatchTarget; atFrame: number };
    answer: { view: View | null; branch: number; frame: number };
  };
  unwatch: { ask: { watchId: string }; answer: null };
  /** What the server wrote to a client in a frame: the first `maxBytes` of it, and how long it is. */
  reply: {
    ask: { frame: number; client: number; maxBytes: number };
    answer: { bytes: Uint8Array; totalBytes: number };
  };
  /** The inside of a frame, now or in the past. */
  frame: { ask: { index: number }; answer: FrameDetail };
  /** Since when a part (see parts.ts) of a watched view has its value. `again` continues the last search. */
  lastChange: {
    ask: { watchId: string; part: string; at: Position; again: boolean };
    answer: LastChange;
  };
  /** After a fault: the server as it was before the input it stopped at. The clock stands still if that was a tick. */
  goOn: { ask: Record<string, never>; answer: SessionOverview };
  switchBranch: { ask: { branch: number }; answer: SessionOverview };
  /** Forgets a branch, but not the one looked at. */
  deleteBranch: { ask: { branch: number }; answer: SessionOverview };
  clock: { ask: { running?: boolean; speed?: number }; answer: ClockState };
  /** Moves a stopped clock forward, at the frame looked at, as `send`, or at the last one; the ticks in between happen. */
  advance: { ask: { ms: number; atFrame?: number }; answer: ClockState };
  /** Sets what to check after every frame of this branch; an empty list ends it. */
  goal: { ask: { checks: readonly Check[] }; answer: GoalResults };
  /** Reads engine observations (see checks.ts) at the end of a frame. */
  observe: {
    ask: { paths: readonly string[]; atFrame: number };
    answer: { values: readonly (string | number | null)[] };
  };
  /** Runs lines on a fresh server apart from the session, which is not touched. A later trial stops this one. */
  trial: { ask: Trial; answer: TrialOutcome };
  stopTrial: { ask: Record<string, never>; answer: null };
  /** The command table, for completion, hints and HELP, and what of the real server is not there. */
  commands: {
    ask: Record<string, never>;
    answer: {
      docs: readonly CommandDoc[];
      absent: readonly AbsentCommand[];
      /** Names of parameters that are stored and returned but have no effect. */
      idleParameters: readonly string[];
    };
  };
}

export type RequestName = keyof Requests;

export type Request = {
  [Name in RequestName]: { readonly id: number; readonly request: Name } & Requests[Name]['ask'];
}[RequestName];

/** Why a request was refused, as a code the page words in the reader's language. */
export interface Refusal {
  readonly code:
    | 'damaged-link'
    | 'damaged-file'
    | 'newer-format'
    | 'too-large'
    /** A link or file starts its server with a setting that strangers may not choose; `detail` names it. */
    | 'forbidden-setting'
    /** The reader has stopped a load; everything is as it was. */
    | 'stopped'
    | 'no-such-client'
    /** There is no such server, or it was taken away. */
    | 'no-such-node'
    /** A server cannot be added: its address is taken, or there are too many. */
    | 'no-room'
    /** The process stands still: nobody greets a new client. */
    | 'frozen'
    | 'server-down'
    | 'no-such-frame'
    | 'no-session'
    /** A part of the program did not arrive. Nothing was done; the same request may be made again. */
    | 'not-loaded'
    /** Something could not be read from the server, or its answer could not be sent. The server itself is well. */
    | 'not-shown'
    /** The engine's own step threw: the server stands still until `goOn`. */
    | 'fault';
  readonly detail: string;
}

export type Answer = { readonly id: number } & (
  | { readonly ok: true; readonly answer: Requests[RequestName]['answer'] }
  | { readonly ok: false; readonly refusal: Refusal }
);

/** How the checks of a goal stood at the end of a frame. */
export interface GoalResults {
  readonly frame: number;
  readonly results: readonly CheckResult[];
}

export type WorkerEvent =
  /** Frames that came by themselves (cron) or beside an answered request. `detail` belongs to the last of them. */
  | {
      readonly event: 'frames';
      readonly frames: readonly FrameSummary[];
      readonly detail: FrameDetail | null;
    }
  | { readonly event: 'clock'; readonly clock: ClockState }
  /** A load that takes long has lived through `done` of `of` inputs. */
  | { readonly event: 'replaying'; readonly done: number; readonly of: number }
  | ({ readonly event: 'goal' } & GoalResults)
  | { readonly event: 'branch'; readonly overview: SessionOverview }
  /** Something other than an answered request went wrong; the server keeps running. */
  | { readonly event: 'trouble'; readonly refusal: Refusal }
  /** The engine's step threw, and the engine has stopped. */
  | ({ readonly event: 'fault' } & Fault);

export interface Fault {
  readonly message: string;
  /** The input it stopped at, as FrameSummary.kind and FrameSummary.text. */
  readonly kind: FrameSummary['kind'];
  readonly text: string;
  /** A saved session that ends with that input, to attach to a bug report; null when it could not be written. */
  readonly report: Uint8Array | null;
}
