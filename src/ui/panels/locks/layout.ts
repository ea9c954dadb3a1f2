/** From the history of a lock to marks: a row for the key, a lane for each client, and where they clash. */
import type { LockEvent, LockEventKind, LockSpanKind, LocksView } from '../../../protocol/views.ts';
import { type Axis, layoutAxis } from './axis.ts';

export const barHeight = 22;

/** Pixels of the rows. */
export interface Sizes {
  readonly axis: number;
  readonly key: number;
  readonly lane: number;
  readonly alarm: number;
  /** From the top of a row to the middle of its bar. */
  readonly middle: number;
  /** From there to the name of a command. */
  readonly label: number;
}

const roomy: Sizes = { axis: 26, key: 56, lane: 64, alarm: 26, middle: 24, label: 27 };
const tight: Sizes = { axis: 20, key: 44, lane: 49, alarm: 22, middle: 15, label: 22 };
/** Lanes narrower than this are those of a phone. */
const narrow = 420;

export interface SpanMark {
  readonly id: string;
  readonly client: number;
  readonly kind: LockSpanKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly token: string | null;
  /** It goes on: its end is the present and not an event. */
  readonly open: boolean;
}

export interface LeaseMark {
  readonly id: string;
  readonly owner: number;
  readonly token: string | null;
  readonly x: number;
  readonly y: number;
  /** Up to its end or to the present. */
  readonly width: number;
  /** Its time left beyond the present; 0 if it is over or has no expiry. */
  readonly ahead: number;
  readonly expires: boolean;
  /** It has not ended. */
  readonly open: boolean;
  /** How much of its time was left at its end, or is now: from 1 down to 0. */
  readonly share: number;
  readonly leftMs: number | null;
}

export interface EventMark {
  readonly id: string;
  /** Its number among the events of the view. */
  readonly index: number;
  readonly kind: LockEventKind;
  readonly x: number;
  readonly y: number;
  /** It belongs to the frame looked at. */
  readonly hot: boolean;
  readonly event: LockEvent;
}

export interface ConflictMark {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly clients: readonly number[];
  readonly open: boolean;
}

export interface LaneMark {
  readonly client: number;
  readonly y: number;
}

export interface LocksMarks {
  readonly sizes: Sizes;
  readonly width: number;
  readonly height: number;
  readonly axis: Axis;
  readonly nowMs: number;
  readonly keyY: number;
  readonly lanes: readonly LaneMark[];
  readonly spans: readonly SpanMark[];
  readonly leases: readonly LeaseMark[];
  readonly events: readonly EventMark[];
  readonly conflicts: readonly ConflictMark[];
  /** The part of the drawing that must be in sight: the events of the frame looked at, or the present. */
  readonly focusX: number;
  /** The row of the latest of them, by the middle of its bar. */
  readonly focusY: number;
}

export interface Situation {
  readonly view: LocksView;
  /** The frame looked at. */
  readonly frame: number;
  /** The server's time: it runs on in the present. */
  readonly nowMs: number;
  readonly width: number;
  /** Rows as narrow as on a phone, because higher ones do not fit. */
  readonly isLow?: boolean;
}

/**
 * Adds an expiry that is not yet in the log: a key's time has passed, and no command or cron has removed it since. From
 * that instant on nobody can read it.
 */
export function asOfNow(view: LocksView, nowMs: number): LocksView {
  const { expireAtMs, owner, token } = view;
  if (token === null || expireAtMs < 0 || Math.floor(nowMs) <= expireAtMs) return view;
  const at = view.events.length;
  const expired: LockEvent = {
    kind: 'expired',
    frame: view.events[at - 1].frame,
    atMs: expireAtMs,
    client: 0,
    command: '',
    reply: '',
    byScript: false,
    token,
    owner,
    expireAtMs: -1,
  };
  const spans = view.spans.flatMap((span) => {
    if (span.to !== null || span.client !== owner) return [span];
    const ended = { ...span, to: at };
    if (span.kind === 'held') return [ended, { ...span, kind: 'believed' as const, from: at }];
    return span.kind === 'orphaned' ? [ended] : [span];
  });
  return {
    ...view,
    token: null,
    owner: 0,
    expireAtMs: -1,
    events: [...view.events, expired],
    leases: view.leases.map((lease) => (lease.to === null ? { ...lease, to: at } : lease)),
    lanes: view.lanes.map((lane) => {
      if (lane.client !== owner) return lane;
      const state = lane.state === 'held' ? 'believed' : lane.state === 'orphaned' ? null : lane.state;
      return { ...lane, state };
    }),
    spans,
    totals: { ...view.totals, expired: view.totals.expired + 1 },
  };
}

export function layoutLocks({ view, frame, nowMs, width, isLow = false }: Situation): LocksMarks {
  const axis = layoutAxis(view.events, nowMs, view.expireAtMs, width);
  const sizes = width < narrow || isLow ? tight : roomy;
  const keyY = sizes.axis;
  const firstLane = keyY + sizes.key;
  const lanes = view.lanes.map(({ client }, nth) => ({ client, y: firstLane + nth * sizes.lane }));
  const bottom = firstLane + lanes.length * sizes.lane;
  const middleOf = (client: number) => {
    const lane = lanes.find((other) => other.client === client);
    return lane === undefined ? keyY + sizes.middle : lane.y + sizes.middle;
  };
  const startOf = (from: number) => (from < 0 ? 0 : axis.columns[from]);
  const endOf = (to: number | null) => (to === null ? axis.nowX : axis.columns[to]);

  const spans = view.spans.map((span): SpanMark => {
    const x = startOf(span.from);
    return {
      id: `${span.client}:${span.kind}:${idAt(view, span.from)}`,
      client: span.client,
      kind: span.kind,
      x,
      y: middleOf(span.client) - barHeight / 2,
      width: Math.max(0, endOf(span.to) - x),
      token: span.token,
      open: span.to === null,
    };
  });
  const leases = view.leases.map((lease): LeaseMark => {
    const x = startOf(lease.from);
    const isOpen = lease.to === null;
    const expires = lease.expireAtMs >= 0;
    const beganMs = view.events[Math.max(0, lease.from)].atMs;
    const endMs = lease.to === null ? nowMs : view.events[lease.to].atMs;
    const leftMs = Math.max(0, lease.expireAtMs - endMs);
    return {
      id: idAt(view, lease.from),
      owner: lease.owner,
      token: lease.token,
      x,
      y: keyY + sizes.middle - barHeight / 2,
      width: Math.max(0, endOf(lease.to) - x),
      ahead: isOpen && axis.expiryX !== null ? axis.expiryX - axis.nowX : 0,
      expires,
      open: isOpen,
      share: expires ? Math.min(1, leftMs / Math.max(1, lease.expireAtMs - beganMs)) : 1,
      leftMs: isOpen && expires ? leftMs : null,
    };
  });
  const events = view.events.map((event, index): EventMark => {
    return {
      id: idAt(view, index),
      index,
      kind: event.kind,
      x: axis.columns[index],
      // The server's own work belongs to the key's row.
      y: event.client === 0 ? keyY + sizes.middle : middleOf(event.client),
      hot: event.frame === frame,
      event,
    };
  });
  const conflicts = view.conflicts.map((conflict): ConflictMark => {
    const x = startOf(conflict.from);
    return {
      id: idAt(view, conflict.from),
      x,
      y: firstLane,
      width: Math.max(8, endOf(conflict.to) - x),
      height: bottom - firstLane + sizes.alarm - 6,
      clients: conflict.clients,
      open: conflict.to === null,
    };
  });
  const hot = events.filter((event) => event.hot);
  return {
    sizes,
    width: axis.width,
    height: bottom + (conflicts.length > 0 ? sizes.alarm : 4),
    axis,
    nowMs,
    keyY,
    lanes,
    spans,
    leases,
    events,
    conflicts,
    focusY: (hot.at(-1) ?? events.at(-1))?.y ?? keyY + sizes.middle,
    focusX: hot.length > 0 && !isLast(hot, events) ? hot[hot.length - 1].x : (axis.expiryX ?? axis.nowX),
  };
}

function isLast(hot: readonly EventMark[], events: readonly EventMark[]): boolean {
  return hot[hot.length - 1] === events[events.length - 1];
}

/** The same for the same event in every picture, also when earlier ones are no longer shown. */
function idAt(view: LocksView, index: number): string {
  return index < 0 ? 'before' : String(index + view.earlierEvents);
}

/** `SET NX` and not `SET lock:order a NX PX 500`: short enough to stand below a sign. */
export function shortCommand({ command }: LockEvent): string {
  const words = command.split(/\s+/, 200);
  const name = words[0]?.toUpperCase() ?? '';
  const option = name === 'SET' ? words.slice(3).find((word) => /^(nx|xx)$/i.test(word)) : undefined;
  return option === undefined ? name : `${name} ${option.toUpperCase()}`;
}
