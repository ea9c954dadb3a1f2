/** The marks on the timeline: what happened where, thinned out to what the eye can distinguish. */
import type { BranchSummary, FrameSummary } from '../../protocol/messages.ts';
import type { MarkKind } from './words.ts';

/** Where several coincide, the first of this list is shown. */
export const markKinds: readonly MarkKind[] = [
  'error',
  'crash',
  'restart',
  'role',
  'vote',
  'failed',
  'change',
  'evicted',
  'expired',
  'expired-active',
  'encoding',
  'swap',
  'resize',
  'fork',
  'rehash',
  'branch',
];

/** Kinds that only several servers have. */
export const worldKinds: readonly MarkKind[] = ['role', 'vote', 'failed', 'change'];

/** What to mark: frames, places where other branches fork, and the hidden kinds. */
export interface Marked {
  readonly frames: readonly FrameSummary[];
  readonly partings: readonly number[];
  readonly hidden: ReadonlySet<MarkKind>;
}

export interface PlacedMark {
  /** The kind shown, and the first frame of it. */
  readonly kind: MarkKind;
  readonly frame: number;
  /** How many frames of each kind it stands for. */
  readonly counts: readonly { readonly kind: MarkKind; readonly count: number }[];
}

/** Marks nearer to each other than this would touch. */
const pixelsPerMark = 12;

/** The frames after which other branches fork from the one looked at, each once. */
export function partingsOf(branches: readonly BranchSummary[], current: number): number[] {
  const others = branches.filter(({ id }) => id !== current);
  return [...new Set(others.map(({ sharedFrame }) => sharedFrame))].sort((a, b) => a - b);
}

/** Calls for everything to be marked, frame by frame; a fork comes after the events of its frame. */
function forEachMark(marked: Marked, use: (frame: number, kind: MarkKind) => void): void {
  const partings = marked.hidden.has('branch') ? [] : marked.partings;
  let next = 0;
  for (const frame of marked.frames) {
    const { index } = frame;
    for (const mark of marksIn(frame)) if (!marked.hidden.has(mark)) use(index, mark);
    while (next < partings.length && partings[next] <= index) use(partings[next++], 'branch');
  }
}

const ofSentinels: Readonly<Record<string, MarkKind>> = {
  '+odown': 'failed',
  '+vote-for-leader': 'vote',
  '+switch-master': 'role',
};

/**
 * What to mark of a frame: of several servers also what was changed around them, and what has changed in how one stands
 * among the others.
 */
export function marksIn({ marks, change, happened }: FrameSummary): readonly MarkKind[] {
  if (change === undefined && happened === undefined) return marks;
  const all = new Set<MarkKind>(marks);
  if (change !== undefined) all.add('change');
  for (const each of happened ?? []) {
    if (each.what === 'role' || each.what === 'vote') all.add(each.what);
    if (each.what === 'health' && each.health === 'failed') all.add('failed');
    if (each.what === 'sentinel' && each.event in ofSentinels) all.add(ofSentinels[each.event]);
  }
  return [...all];
}

/** The marks of a track of this width in pixels. */
export function placedMarks(marked: Marked, pixels: number): PlacedMark[] {
  const last = Math.max(1, marked.frames.length - 1);
  const places = Math.max(8, Math.floor(pixels / pixelsPerMark));
  const byPlace = new Map<string, Map<MarkKind, { first: number; count: number }>>();
  forEachMark(marked, (frame, kind) => {
    // Forks have the other side of the track to themselves.
    const side = kind === 'branch' ? 'below' : 'above';
    const place = `${last <= places ? frame : Math.round((frame / last) * places)} ${side}`;
    const there = byPlace.get(place) ?? new Map<MarkKind, { first: number; count: number }>();
    byPlace.set(place, there);
    const known = there.get(kind);
    if (known === undefined) there.set(kind, { first: frame, count: 1 });
    else known.count++;
  });
  return [...byPlace.values()].map((kinds) => {
    const order = markKinds.filter((kind) => kinds.has(kind));
    return {
      kind: order[0],
      frame: kinds.get(order[0])!.first,
      counts: order.map((kind) => ({ kind, count: kinds.get(kind)!.count })),
    };
  });
}

/** How many frames have each kind, hidden ones too. */
export function markCounts({ frames, partings }: Omit<Marked, 'hidden'>): Map<MarkKind, number> {
  const counts = new Map<MarkKind, number>();
  forEachMark({ frames, partings, hidden: new Set() }, (_, kind) =>
    counts.set(kind, (counts.get(kind) ?? 0) + 1),
  );
  return counts;
}

/** The next mark before or after a frame, of one kind or of any shown kind. */
export function nextMark(
  marked: Marked,
  from: number,
  direction: 1 | -1,
  kind: MarkKind | null,
): { readonly frame: number; readonly kind: MarkKind } | null {
  const found: { frame: number; kinds: MarkKind[] } = { frame: -1, kinds: [] };
  forEachMark(marked, (frame, candidate) => {
    if (kind !== null && candidate !== kind) return;
    if (direction === 1 ? frame <= from : frame >= from) return;
    if (found.frame === -1 || (direction === -1 && frame > found.frame)) {
      found.frame = frame;
      found.kinds = [candidate];
    } else if (frame === found.frame) found.kinds.push(candidate);
  });
  const [best] = markKinds.filter((candidate) => found.kinds.includes(candidate));
  return best === undefined ? null : { frame: found.frame, kind: best };
}

/** How far along the track a position is, from 0 to 1. The moments of a frame fill the stretch up to its end. */
export function progressOf(frames: number, frame: number, moment: number, moments: number): number {
  if (frames <= 1) return 0;
  if (frame === 0) return 0;
  const within = moments <= 1 ? 1 : Math.min(moment, moments - 1) / (moments - 1);
  return (frame - 1 + within) / (frames - 1);
}

/** The frame whose stretch of the track contains a point, and how far into it the point is. */
export function frameAt(frames: number, fraction: number): { frame: number; within: number } {
  if (frames <= 1) return { frame: 0, within: 1 };
  const along = Math.max(0, Math.min(1, fraction)) * (frames - 1);
  const frame = Math.ceil(along);
  if (frame === 0) return { frame: 0, within: 1 };
  return { frame, within: along - (frame - 1) };
}
