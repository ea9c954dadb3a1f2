/** Turns in words. */
import type { LoopJob, LoopTurn, LoopView, TurnPart } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { formatBytes } from '../amounts.ts';
import type { Heard } from '../stage/sheet.ts';
import { clockText, timeText } from '../times.ts';
import { type LoopWords, loopWords } from './words.ts';

/** From here on a command is said to block the others: a millisecond. */
export const longMicroseconds = 1000;

/** What belongs to the server's own work, and not to a client's commands. */
export function isOwnWork({ part }: TurnPart): boolean {
  return part !== 'command' && part !== 'commands' && part !== 'script' && part !== 'timeout';
}

export function partText({ part, amount, label }: TurnPart, words: LoopWords): string {
  return words.part(part, amount, label, formatBytes(amount));
}

export function partDetail(part: TurnPart, words: LoopWords): string {
  const { microseconds, inside, insideMicroseconds, waits, failed, client } = part;
  const { language } = words;
  return [
    client === 0 ? null : words.client(client),
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

/** How long its input had to wait until the thread was free, in microseconds; 0 for what nobody would notice. */
export function waitedUs({ atMs, fromUs }: LoopTurn): number {
  const waited = fromUs - Math.round(atMs * 1000);
  return waited < longMicroseconds ? 0 : waited;
}

/** What the I/O threads have of a turn; null with one thread, or when nothing was written. */
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
  return [
    summary.turns(turns),
    summary.commands(view.commands),
    summary.busy(timeText(view.busyMicroseconds, language)),
    ...(view.longestMicroseconds >= longMicroseconds
      ? [summary.longest(shortened(view.longestLabel), timeText(view.longestMicroseconds, language))]
      : []),
  ];
}

function shortened(label: string): string {
  return label.length <= 24 ? label : `${label.slice(0, 23)}…`;
}

export function hearLoop(view: LoopView, language: Language): Heard {
  const words = loopWords[language];
  return {
    caption: summariseLoop(view, language).join(' · '),
    rows: [
      ...view.turns.map((turn) => ({
        id: `turn:${turn.turn}`,
        name: words.turn(turn.turn),
        text: hearTurn(view, turn, words),
      })),
      ...view.jobs.map((job) => ({
        id: `job:${job.id}`,
        name: words.job[job.job],
        text: jobText(job, words),
      })),
    ],
  };
}

export function hearTurn(view: LoopView, turn: LoopTurn, words: LoopWords): string {
  const { language } = words;
  const waited = waitedUs(turn);
  const pieces = [
    clockText(turn.atMs),
    words.cause(turn.cause, turn.client),
    ...(turn.unread
      ? [words.unread]
      : turn.reads.map(
          ({ client, bytes }) => `${words.columns.reads} ${words.from(client, formatBytes(bytes))}`,
        )),
    ...(waited > 0 ? [words.queued(timeText(waited, language))] : []),
    ...turn.parts.map((part) =>
      part.microseconds === null
        ? partText(part, words)
        : `${partText(part, words)} ${timeText(part.microseconds, language)}`,
    ),
    ...(turn.moreParts > 0 ? [words.more(turn.moreParts)] : []),
    ...turn.writes.map(
      ({ client, bytes }) => `${words.columns.writes} ${words.to(client, formatBytes(bytes))}`,
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
