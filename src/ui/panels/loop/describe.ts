/** Turns in words. */
import type { LoopJob, LoopTurn, LoopView, TurnPart } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToColumns } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { clockText, timeText } from '../times.ts';
import { type LoopWords, loopWords } from './words.ts';

/** From here on a command is said to block the others: a millisecond. */
export const longMicroseconds = 1000;

/** The server's own work, as opposed to clients' commands. */
export function isOwnWork({ part }: TurnPart): boolean {
  return part !== 'command' && part !== 'commands' && part !== 'script' && part !== 'timeout';
}

export function partText({ part, amount, label }: TurnPart, words: LoopWords): string {
  return words.part(part, amount, label, formatBytes(amount));
}

export function partDetail(view: LoopView, part: TurnPart, words: LoopWords): string {
  const { microseconds, inside, insideMicroseconds, waits, failed, client } = part;
  const { language } = words;
  return [
    client === 0 ? null : whoText(view, client, words),
    microseconds === null ? words.uncounted : words.takes(timeText(microseconds, language)),
    microseconds !== null && microseconds >= longMicroseconds
      ? words.blocks(timeText(microseconds, language))
      : null,
    inside > 0 ? words.inside(inside, timeText(insideMicroseconds, language)) : null,
    waits ? words.waits : null,
    failed ? words.failed : null,
    words.partAbout[part.part],
  ]
    .filter((piece) => piece !== null)
    .join(' · ');
}

/** A client by its number; one that is another server by its name. */
export function whoText({ peers }: LoopView, client: number, words: LoopWords): string {
  const peer = peers?.find((each) => each.client === client);
  if (peer === undefined) return words.client(client);
  return peer.name === '' ? words.otherServer : peer.name;
}

/** How long its input waited for the thread, in microseconds; 0 if nobody would notice. */
export function waitedUs({ atMs, fromUs }: LoopTurn): number {
  const waited = fromUs - Math.round(atMs * 1000);
  return waited < longMicroseconds ? 0 : waited;
}

/** The share of the I/O threads in a turn; null with one thread, or if nothing was written. */
export function threadsText({ ioThreads }: LoopView, turn: LoopTurn, words: LoopWords): string | null {
  if (ioThreads <= 1 || turn.writes.length === 0) return null;
  const clients = turn.writes.length;
  return clients < ioThreads * 2
    ? words.threads.alone(ioThreads, clients)
    : words.threads.spread(ioThreads, clients);
}

export function summariseLoop(view: LoopView, language: Language): string[] {
  const { summary } = loopWords[language];
  const turns = view.earlierTurns + view.turns.length;
  const longest = longestOf(view);
  return [
    summary.turns(turns),
    summary.commands(view.commands),
    summary.busy(timeText(view.busyMicroseconds, language)),
    ...(longest.us >= longMicroseconds
      ? [summary.longest(cutToColumns(longest.label, 32), timeText(longest.us, language))]
      : []),
  ];
}

interface Stint {
  readonly label: string;
  readonly us: number;
}

/** Who had the thread longest. The accounts have only the first slice of a script: the turns show all of them. */
function longestOf({ turns, longestLabel, longestMicroseconds }: LoopView): Stint {
  let longest: Stint = { label: longestLabel, us: longestMicroseconds };
  let from: LoopTurn | null = null;
  for (const turn of turns) {
    from ??= turn.heldBy === 'script' ? turn : null;
    if (from === null) continue;
    const us = (turn.heldBy === null ? turn.fromUs : turn.untilUs) - from.fromUs;
    // A turn at the edge of the window may not show who began.
    const label = from.parts.find(({ part }) => part === 'command')?.label ?? longestLabel;
    if (us > longest.us) longest = { label, us };
    if (turn.heldBy === null) from = null;
  }
  return longest;
}

export interface TurnRead {
  readonly client: number;
  readonly bytes: number;
  /** It came in an earlier turn, while the thread was held. */
  readonly isLate: boolean;
}

/**
 * The bytes each turn reads. Bytes that came while the thread was held are read when a command of their client runs.
 */
export function readsOf({ turns }: LoopView): TurnRead[][] {
  const unread = new Map<number, number>();
  return turns.map((turn) => {
    const late: TurnRead[] = [];
    for (const { client } of turn.parts) {
      const bytes = unread.get(client);
      if (bytes === undefined) continue;
      late.push({ client, bytes, isLate: true });
      unread.delete(client);
    }
    if (turn.unread) {
      for (const { client, bytes } of turn.reads) unread.set(client, (unread.get(client) ?? 0) + bytes);
    }
    return [...late, ...turn.reads.map((read) => ({ ...read, isLate: false }))];
  });
}

export function accessibleLoop(view: LoopView, language: Language): AccessibleTable {
  const words = loopWords[language];
  const reads = readsOf(view);
  return {
    caption: summariseLoop(view, language).join(' · '),
    rows: [
      ...view.turns.map((turn, nth) => ({
        id: `turn:${turn.turn}`,
        name: words.turn(turn.turn),
        text: accessibleTurn(view, turn, reads[nth], words),
      })),
      ...view.jobs.map((job) => ({
        id: `job:${job.id}`,
        name: words.job[job.job],
        text: jobText(job, words),
      })),
    ],
  };
}

export function accessibleTurn(
  view: LoopView,
  turn: LoopTurn,
  reads: readonly TurnRead[],
  words: LoopWords,
): string {
  const { language } = words;
  const waited = waitedUs(turn);
  const pieces = [
    clockText(turn.atMs),
    words.cause(turn.cause, whoText(view, turn.client, words)),
    ...(turn.unread
      ? [words.unread]
      : reads.map(
          ({ client, bytes }) =>
            `${words.columns.reads} ${words.from(whoText(view, client, words), formatBytes(bytes))}`,
        )),
    ...(waited > 0 ? [words.queued(timeText(waited, language))] : []),
    ...turn.parts.map((part) =>
      part.microseconds === null
        ? partText(part, words)
        : `${partText(part, words)} ${timeText(part.microseconds, language)}`,
    ),
    ...(turn.moreParts > 0 ? [words.more(turn.moreParts)] : []),
    ...turn.writes.map(
      ({ client, bytes }) =>
        `${words.columns.writes} ${words.to(whoText(view, client, words), formatBytes(bytes))}`,
    ),
    threadsText(view, turn, words),
    turn.heldBy === null ? null : heldText(turn, turn.heldBy, words),
  ];
  return pieces.filter((piece) => piece !== null).join(' · ');
}

export function heldText(turn: LoopTurn, by: 'sleep' | 'script', words: LoopWords): string {
  return words.held(by, timeText((turn.heldUntilMs - turn.atMs) * 1000, words.language));
}

export function jobText(job: LoopJob, words: LoopWords): string {
  const took = timeText((job.endsAtMs - job.startedAtMs) * 1000, words.language);
  return [job.subject, words.jobState[job.state], took].filter((piece) => piece !== '').join(' · ');
}
