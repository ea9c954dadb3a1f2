/** The page's knowledge of the session, and small questions about it. */
import type { CheckResult } from '../../protocol/checks.ts';
import type { AbsentCommand, CommandDoc } from '../../protocol/docs.ts';
import type {
  BranchSummary,
  ClockState,
  Fault,
  FrameDetail,
  FrameSummary,
  GoalResults,
  Moment,
  Position,
  Refusal,
} from '../../protocol/messages.ts';
import type { SessionStart } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import type { View } from '../../protocol/views.ts';
import { type Clients, clientsAt } from './frames.ts';
import type { Pace } from './pace.ts';
import type { LinkFailure } from './worker-link.ts';

/** A message to the reader, shown once. `key` distinguishes two equal notices. */
export interface Notice {
  readonly key: number;
  readonly code:
    | Refusal['code']
    | 'forked'
    | 'brought-back'
    | 'copied'
    | 'not-copied'
    | 'saved'
    | 'picture-failed'
    | 'not-kept'
    | 'not-started'
    | 'imported'
    | 'imported-partly'
    | 'damaged-backup'
    | 'storage-full'
    | 'too-large-to-keep'
    | 'set-aside'
    | 'set-aside-here'
    | 'unreadable'
    | 'open-elsewhere'
    | 'taken-over';
  readonly detail: string;
  /** An action the reader can take, besides dismissing the notice. */
  readonly act?: () => void;
}

/** From the beginning of one frame to the end of another, or of the same. */
export interface LoopRange {
  readonly from: number;
  readonly to: number;
}

export interface SessionState {
  /** 'stopped': the worker had worked and died; it can be started again. */
  readonly status: 'starting' | 'ready' | 'faulted' | 'stopped' | 'unsupported';
  /** The worker has not answered for long. */
  readonly silent: boolean;
  /** Why there is no server, if the status is 'unsupported'. */
  readonly failure: LinkFailure | null;
  /** What went wrong inside the engine, if the status is 'faulted'. */
  readonly fault: Fault | null;

  readonly start: SessionStart | null;
  /** Counts servers: starting or loading one changes the number, bringing one back does not. */
  readonly server: number;
  readonly branch: number;
  readonly branches: readonly BranchSummary[];
  /** The clients connected at the end of the branch. */
  readonly clients: Clients;
  readonly frames: readonly FrameSummary[];

  /** The last frame of what a lesson, a drill or a scene has set up; null when nothing was. */
  readonly openedAt: { readonly branch: number; readonly frame: number } | null;

  /** Where the reader looks. `moment` may exceed the frame's moments until its inside has arrived. */
  readonly position: Position;
  /** The reader looks at what happens now: new frames are shown as they come. */
  readonly following: boolean;
  /** The inside of the frame looked at; of an earlier one, or null, while it is being fetched. */
  readonly detail: FrameDetail | null;

  readonly playing: boolean;
  /** The player has stopped at a caption until the reader goes on. It is still playing. */
  readonly waiting: boolean;
  /** The frames that are looped; null for none. */
  readonly loop: LoopRange | null;
  /** 1 is the normal pace of a replay. */
  readonly speed: number;
  readonly pace: Pace;
  readonly clock: ClockState;

  readonly goalResults: readonly CheckResult[];
  /** The same at earlier frames of this branch since the goal was set, where they changed. */
  readonly goalHistory: readonly GoalResults[];
  readonly docs: readonly CommandDoc[];
  /** Commands of the real server that this one lacks, and parameters that have no effect here. */
  readonly absent: readonly AbsentCommand[];
  readonly idleParameters: readonly string[];
  readonly notice: Notice | null;
  /** The progress of a long load: inputs replayed, and all of them; 0 of 0 while it is being read. */
  readonly replaying: { readonly done: number; readonly of: number } | null;
}

export { lastMoment, presentFrame } from '../../protocol/position.ts';

export const initialState: SessionState = {
  status: 'starting',
  silent: false,
  failure: null,
  fault: null,
  start: null,
  server: 0,
  branch: 0,
  branches: [],
  clients: [],
  frames: [],
  openedAt: null,
  position: { frame: 0, moment: 0 },
  following: true,
  detail: null,
  playing: false,
  waiting: false,
  loop: null,
  speed: 1,
  pace: 'reading',
  clock: { running: false, speed: 1, nowMs: 0 },
  goalResults: [],
  goalHistory: [],
  docs: [],
  absent: [],
  idleParameters: [],
  notice: null,
  replaying: null,
};

/** The frame looked at, as the timeline lists it. */
export function currentFrame(state: SessionState): FrameSummary | null {
  return state.frames[state.position.frame] ?? null;
}

/** The inside of the frame looked at, once it has arrived. */
export function currentDetail(state: SessionState): FrameDetail | null {
  return state.detail !== null && state.detail.index === state.position.frame ? state.detail : null;
}

/** The number of the moment looked at, within what has arrived. */
export function momentIndex(state: SessionState): number {
  const detail = currentDetail(state);
  if (detail === null) return 0;
  return Math.min(state.position.moment, detail.moments.length - 1);
}

/** The moment looked at; null while it is being fetched. */
export function currentMoment(state: SessionState): Moment | null {
  return currentDetail(state)?.moments[momentIndex(state)] ?? null;
}

/** The moment before the one looked at, inside the same frame. */
export function previousMoment(state: SessionState): Moment | null {
  return currentDetail(state)?.moments[momentIndex(state) - 1] ?? null;
}

/**
 * The reader looks at a server that was set up, and nothing has been done to it yet: the last command that set it up is
 * nothing to speak of.
 */
export function isOpening(state: SessionState): boolean {
  const { openedAt, branch, position } = state;
  if (openedAt === null || openedAt.branch !== branch || openedAt.frame !== position.frame) return false;
  const detail = currentDetail(state);
  return detail !== null && momentIndex(state) === detail.moments.length - 1;
}

/** The steps of the frame up to the moment looked at, its own included. */
export function stepsSoFar(state: SessionState): Step[] {
  if (isOpening(state)) return [];
  const moments = currentDetail(state)?.moments ?? [];
  return moments.slice(0, momentIndex(state) + 1).flatMap(({ step }) => step ?? []);
}

/** The reader looks at the newest frame, so that what is typed continues it. */
export function isAtHead(state: SessionState): boolean {
  return state.following || state.position.frame >= state.frames.length - 1;
}

/** The same for a session that was put aside and taken up again, another for every other one. */
export function sessionName({ start }: SessionState): string | null {
  return start === null ? null : `${start.seed}.${start.startMs}.${start.generation}`;
}

/** Several parts of the page ask for them at every step. */
let lastClients: { readonly frames: unknown; readonly atFrame: number; readonly clients: Clients } | null =
  null;

/** The clients connected at the moment looked at: those that can send something there. */
export function clientsHere(state: SessionState): Clients {
  if (isAtHead(state)) return state.clients;
  const { frames, position } = state;
  if (lastClients?.frames !== frames || lastClients.atFrame !== position.frame)
    lastClients = { frames, atFrame: position.frame, clients: clientsAt(frames, position.frame) };
  return lastClients.clients;
}

/** The server, of several the one of a node, is not running at the moment looked at. */
export function isServerDown(state: SessionState, node?: number): boolean {
  const { start, frames, position } = state;
  const last = isAtHead(state) ? frames.length - 1 : position.frame;
  if (start?.world === undefined) return frames[last]?.down === true;
  const latest = frames.findLast((frame) => frame.index <= last && frame.node === node);
  return node !== undefined && latest?.down === true;
}

/**
 * A watch's view at the moment looked at; null if the watched thing does not exist then; undefined while the picture is
 * on its way (keep showing the one before).
 */
export function pictureOf(state: SessionState, watchId: string): View | null | undefined {
  return currentMoment(state)?.picture[watchId];
}

/** The history of a goal with its latest results: later frames than theirs were on a branch that was left. */
export function withGoalResults(
  history: readonly GoalResults[],
  latest: GoalResults,
): readonly GoalResults[] {
  const kept = history.filter(({ frame }) => frame < latest.frame);
  const before = kept.at(-1)?.results;
  return before !== undefined && sameResults(before, latest.results) ? kept : [...kept, latest];
}

function sameResults(some: readonly CheckResult[], others: readonly CheckResult[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ passed, found }, nth) => passed === others[nth].passed && found === others[nth].found)
  );
}

/** How the checks of the goal stand at the frame looked at; none before the goal was set. */
export function goalResultsHere(state: SessionState): readonly CheckResult[] {
  if (isAtHead(state)) return state.goalResults;
  const { goalHistory, position } = state;
  return goalHistory.findLast(({ frame }) => frame <= position.frame)?.results ?? noResults;
}

const noResults: readonly CheckResult[] = [];
