/** What can be done to a session, as the page knows it. */
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
import type { WatchTarget } from '../../protocol/views.ts';
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
 * How input is shown: played moment by moment, quietly at its end, or as part of a stream, which always goes to the
 * present, is seen in samples, and leaves alone who looks elsewhere.
 */
export type Manner = 'played' | 'quiet' | 'stream';

/** What a saved session brought beside itself. */
export type Loaded = Pick<Requests['load']['answer'], 'page' | 'since'>;

export interface SessionActions {
  /** Starts a new server; resolves when client 1 is connected. */
  startServer(start: SessionStart, clock?: { running: boolean; speed: number }): Promise<boolean>;
  /**
   * Loads a link's fragment or a file, up to its last command if that is not wanted. If it is refused, the running
   * session stays and null is answered.
   */
  load(saved: string | Uint8Array, withoutLast?: boolean): Promise<Loaded | null>;
  /** Gives up the load that is under way: it is refused, and everything is as before. */
  stopLoad(): void;
  save(as: 'link' | 'file', page: PageState): Promise<string | Uint8Array | null>;
  /** As a file, for keeping in the browser: null, and no word about it, when that is not possible. */
  saveQuietly(page: PageState): Promise<Uint8Array | null>;
  /** What is new since an earlier call, for keeping in the browser (see messages.ts). Throws when it is refused. */
  saveSince(since: SaveMark | null, page: PageState): Promise<Requests['saveSince']['answer']>;
  /** The commands of the branch as lines for redis-cli. */
  script(): Promise<string | null>;
  /** Sends one line as typed at a console. */
  run(client: number, line: string): Promise<RunOutcome>;
  /** Sends raw bytes. */
  sendBytes(client: number, bytes: Uint8Array, manner?: Manner): Promise<RunOutcome>;

  /** The server dies where the reader looks, and the disk loses what it loses. */
  crash(loss: CrashLoss): Promise<void>;
  /** It is started again, reads its disk, and client 1 or the next one connects. */
  restart(): Promise<void>;

  /** Where the reader stands: in the present, at the newest, also when that is not shown yet. */
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
  /** Plays these frames again and again, from the first; null ends it. */
  setLoop(loop: LoopRange | null): void;

  openClient(): Promise<number | null>;
  closeClient(client: number): Promise<void>;
  /** Of several owners of a watch the latest has it: an earlier one does not end it. */
  watch(id: string, target: WatchTarget, owner?: symbol): void;
  unwatch(id: string, owner?: symbol): void;
  setClock(clock: { running?: boolean; speed?: number }): Promise<void>;
  advance(ms: number): Promise<void>;
  switchBranch(branch: number): Promise<void>;
  /** Forgets a branch that is not the one looked at. */
  deleteBranch(branch: number): Promise<void>;
  setGoal(checks: readonly Check[]): Promise<readonly CheckResult[]>;
  /** What the server wrote to a client in a frame, up to so many bytes; null when it was refused. */
  reply(frame: number, client: number, maxBytes: number): Promise<Requests['reply']['answer'] | null>;
  /** Reads observations at the end of a frame; of the one looked at unless another is named. */
  observe(paths: readonly string[], atFrame?: number): Promise<readonly (string | number | null)[]>;
  /** Since when a part of what a watch sees is as it is; `again` goes on with a search. Null when it was refused. */
  lastChange(watchId: string, part: string, at: Position, again: boolean): Promise<LastChange | null>;
  /** The command table, for whoever cannot wait until it comes by itself. */
  learnCommands(): Promise<readonly CommandDoc[]>;
  tell(code: Notice['code'], detail?: string, act?: () => void): void;
  dismissNotice(): void;
  /** Reads the frame looked at once more, after something in it could not be read. */
  lookAgain(): void;
  /** After a fault: takes the server back to before the input it stopped at. False when that fails as well. */
  goOn(): Promise<boolean>;
  /** Waits for a silent worker a while longer. */
  wait(): void;
  /**
   * Puts another worker in the place of one that is silent or dead, and brings the session back without what was never
   * answered; or begins without one. False when there is no session now.
   */
  startAgain(bringBack?: boolean): Promise<boolean>;
}
