/**
 * The lanes of a schedule as rows: one for the beginning and one for each event, from top to bottom, with a column for
 * each actor. A row has two halves, because an event happens in its middle:
 *
 *     before the event   |   line and bars as they were
 *     the event          ●
 *     after the event    |   line and bars as they are from here on
 */
import type { Schedule, ScheduleEvent } from '../../protocol/explore.ts';

export type LineKind = 'before' | 'runs' | 'waits' | 'stalls' | 'over' | 'gone';
export type MarkKind = 'acts' | 'fault' | 'crash' | 'told';

export interface Hold {
  readonly name: string;
  /** Somebody else believes to hold the same. */
  readonly isDouble: boolean;
}

export interface Half {
  readonly line: LineKind;
  readonly holds: readonly Hold[];
}

export interface LaneCell {
  readonly above: Half;
  readonly below: Half;
  readonly mark: MarkKind | null;
}

export interface LaneRow {
  /** How many events have happened when it is over; 0 is the beginning. */
  readonly after: number;
  readonly event: ScheduleEvent | null;
  /** In the order of the actors. */
  readonly cells: readonly LaneCell[];
  /** Invariants that do not hold from here on. */
  readonly broken: readonly string[];
  readonly met: readonly string[];
  /** The share of all continuations that breaks; null if nobody knows. */
  readonly share: number | null;
  /** From here on every continuation breaks, and before not. */
  readonly isTurn: boolean;
  /** Names that several actors believe to hold now. */
  readonly doubles: readonly string[];
}

export function laneRows(schedule: Schedule, actors: readonly string[]): LaneRow[] {
  const { events, shares } = schedule;
  const lines = linesAlong(events, actors);
  const holds = Array.from({ length: events.length + 1 }, (_, at) => holdsAt(schedule, actors, at));
  const turn = turnOf(schedule);
  const half = (at: number, actor: number): Half => ({ line: lines[at][actor], holds: holds[at][actor] });
  return lines.map((_, after): LaneRow => {
    const event = after === 0 ? null : events[after - 1];
    return {
      after,
      event,
      cells: actors.map((name, actor) => ({
        above: half(Math.max(0, after - 1), actor),
        below: half(after, actor),
        mark: event === null ? null : markOf(event, name),
      })),
      broken: schedule.broken.filter((each) => each.after === after).map(({ id }) => id),
      met: schedule.met.filter((each) => each.after === after).map(({ id }) => id),
      share: shares[after] ?? null,
      isTurn: turn === after,
      doubles: [
        ...new Set(holds[after].flatMap((all) => all.flatMap((hold) => (hold.isDouble ? [hold.name] : [])))),
      ],
    };
  });
}

/** After how many events nothing can be saved any more; null if it is never so, or always was, or is not known. */
export function turnOf({ shares }: Schedule): number | null {
  const at = shares.indexOf(1);
  return at > 0 ? at : null;
}

function linesAlong(events: readonly ScheduleEvent[], actors: readonly string[]): LineKind[][] {
  let now = actors.map((): LineKind => 'before');
  const all = [now];
  for (const event of events) {
    now = actors.map((actor, at) => lineAfter(now[at], event, actor));
    all.push(now);
  }
  return all;
}

function lineAfter(before: LineKind, event: ScheduleEvent, actor: string): LineKind {
  let line = before;
  if (event.actor === actor) line = event.kind === 'crash' ? 'gone' : 'runs';
  if (event.kind === 'pass' && event.stalled.includes(actor)) line = 'stalls';
  for (const effect of event.effects) {
    if (effect.actor !== actor) continue;
    if (effect.type === 'answered' && line !== 'stalls') line = 'runs';
    if (effect.type === 'waits') line = 'waits';
    if (effect.type === 'returned') line = 'over';
  }
  return line;
}

function holdsAt({ lanes }: Schedule, actors: readonly string[], at: number): Hold[][] {
  const open = lanes.filter(({ from, to }) => from <= at && (to === null || to > at));
  return actors.map((actor) =>
    open
      .filter((lane) => lane.actor === actor)
      .map(({ name }) => ({
        name,
        isDouble: open.some((other) => other.name === name && other.actor !== actor),
      })),
  );
}

function markOf(event: ScheduleEvent, actor: string): MarkKind | null {
  if (event.actor === actor) {
    if (event.kind === 'act') return 'acts';
    return event.kind === 'crash' ? 'crash' : 'fault';
  }
  if (event.stalled.includes(actor)) return 'fault';
  return event.effects.some((effect) => effect.actor === actor) ? 'told' : null;
}
