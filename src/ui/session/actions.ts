/** What the page can do to a session. */
import type { Check, CheckResult } from '../../protocol/checks.ts';
import type { CommandDoc } from '../../protocol/docs.ts';
import type {
  FrameSummary,
  LastChange,
  PageState,
  Position,
  Refusal,
  Requests,
  SaveMark,
} from '../../protocol/messages.ts';
import type { CrashLoss, SessionStart } from '../../protocol/session.ts';
import type { Trial, TrialOutcome } from '../../protocol/trial.ts';
import type { WatchTarget } from '../../protocol/views.ts';
import type { ChangeNow } from '../../protocol/world.ts';
import type { Pace } from './pace.ts';
import type { LoopRange, Notice } from './state.ts';

export type RunOutcome =
  | { readonly outcome: 'done'; readonly frame: FrameSummary; readonly forked: boolean }
  /** Nothing but blanks. */
  | { readonly outcome: 'empty' }
  /** Unbalanced quotes: redis-cli says "Invalid argument(s)". */
  | { readonly outcome: 'invalid-arguments' }
  | { readonly outcome: 'refused'; readonly code: Refusal['code'] | 'no-worker' };

/**
 * How input is shown: played moment by moment, at its end only, or as part of a stream, which always goes to the
 * present, is shown in samples, and does not move a reader who looks elsewhere.
 */
export type Manner = 'played' | 'quiet' | 'stream';

/** What a saved session contains beside the session. */
export type Loaded = Pick<Requests['load']['answer'], 'page' | 'since'>;

export interface SessionActions {
  /** Starts a new server; resolves when client 1 is connected. */
  startServer(start: SessionStart, clock?: { running: boolean; speed: number }): Promise<boolean>;
  /**
   * Loads a link's fragment or a file, `withoutLast` without its last command. If it is refused, the running session
   * stays and the result is null.
   */
  load(saved: string | Uint8Array, withoutLast?: boolean): Promise<Loaded | null>;
  /** Cancels the running load: it is refused, and everything is as before. */
  stopLoad(): void;
  save(as: 'link' | 'file', page: PageState): Promise<string | Uint8Array | null>;
  /** As a file, for keeping in the browser; null, without a notice, if that is not possible. */
  saveQuietly(page: PageState): Promise<Uint8Array | null>;
  /** What is new since an earlier call, for keeping in the browser (see messages.ts). Throws if it is refused. */
  saveSince(since: SaveMark | null, page: PageState): Promise<Requests['saveSince']['answer']>;
  /** The commands of the branch as lines for redis-cli. */
  script(): Promise<string | null>;
  /** Sends one line as typed at a console. */
  run(client: number, line: string): Promise<RunOutcome>;
  /** Sends raw bytes. */
  sendBytes(client: number, bytes: Uint8Array, manner?: Manner): Promise<RunOutcome>;

  /** Kills the server at the position looked at; `loss` decides what the disk loses. */
  crash(loss: CrashLoss): Promise<void>;
  /** Its disk is full or no longer, or a fsync takes so long from now on. False if that was refused. */
  changeDisk(change: Omit<Requests['disk']['ask'], 'atFrame'>): Promise<boolean>;
  /** Starts it again; it reads its disk, and client 1 or the next one connects. */
  restart(): Promise<void>;

  /** The same for one of several servers; a console that had lost its connection in the crash connects again. */
  crashNode(node: number, loss: CrashLoss): Promise<boolean>;
  restartNode(node: number): Promise<boolean>;
  /** Changes something around several servers, where the reader looks. False if that was refused. */
  changeWorld(change: ChangeNow): Promise<boolean>;

  /** The reader's position: in the present, the newest one, even if it is not shown yet. */
  here(): Position;
  seek(position: Position): void;
  first(): void;
  last(): void;
  /** One moment back or forward, over the edges of frames. */
  back(): void;
  forward(): void;
  /** One frame back or forward: to the end of that frame. */
  backFrame(): void;
  forwardFrame(): void;
  /** Plays on; also when the player has stopped at a caption. */
  play(): void;
  /** Plays the frame looked at again, from its beginning. */
  replay(): void;
  pause(): void;
  setSpeed(speed: number): void;
  setPace(pace: Pace): void;
  /** A panel narrates until the function given back is called (see captions.ts). */
  addCaption(sentence: () => string | null): () => void;
  /** Resolves when a command that is not played was on the screen for so long, and its captions could be read. */
  holdCaption(leastMs: number): Promise<void>;
  /** Loops these frames from the first; null ends the loop. */
  setLoop(loop: LoopRange | null): void;

  /** What has happened so far has set the server up: panels show how it is now, and not the last command of that. */
  opened(): void;

  /** Connects a client to a server where the reader looks: in the past this makes a branch. */
  openClient(node?: number, wanted?: number): Promise<number | null>;
  /** The same for its end; `present` for a client that is not the reader's. */
  closeClient(client: number, where?: 'here' | 'present'): Promise<void>;
  /** The latest owner has the watch: an earlier one cannot end it. */
  watch(id: string, target: WatchTarget, owner?: symbol): void;
  unwatch(id: string, owner?: symbol): void;
  setClock(clock: { running?: boolean; speed?: number }): Promise<void>;
  advance(ms: number): Promise<void>;
  switchBranch(branch: number): Promise<void>;
  /** Deletes a branch that is not the one looked at. */
  deleteBranch(branch: number): Promise<void>;
  setGoal(checks: readonly Check[]): Promise<readonly CheckResult[]>;
  /** The server's output to a client in a frame, up to `maxBytes`; null if it was refused. */
  reply(frame: number, client: number, maxBytes: number): Promise<Requests['reply']['answer'] | null>;
  /** Reads observations at the end of a frame, by default of the one looked at. */
  observe(paths: readonly string[], atFrame?: number): Promise<readonly (string | number | null)[]>;
  /**
   * Runs lines on a server of their own, apart from the session. Null if a later trial or stopTrial took its place;
   * throws if it failed.
   */
  trial(trial: Trial): Promise<TrialOutcome | null>;
  stopTrial(): void;
  /**
   * The frame since which a part of a watch's view is unchanged; `again` continues a search. Null if it was refused.
   */
  lastChange(watchId: string, part: string, at: Position, again: boolean): Promise<LastChange | null>;
  /** The command table, for callers that cannot wait for it. */
  learnCommands(): Promise<readonly CommandDoc[]>;
  notify(code: Notice['code'], detail?: string, act?: () => void): void;
  dismissNotice(): void;
  /** Reads the frame looked at once more, after a part of it could not be read. */
  lookAgain(): void;
  /** After a fault: takes the server back to before the input it stopped at. False if that fails as well. */
  goOn(): Promise<boolean>;
  /** Waits for a silent worker a while longer. */
  wait(): void;
  /**
   * Replaces a silent or dead worker, and brings the session back without the requests that were never answered; or
   * begins without a session. False if there is no session now.
   */
  startAgain(bringBack?: boolean): Promise<boolean>;
}
