/**
 * The latest turn of the loop in six stages, from epoll_wait to the written replies. A socket is ready if the turn read
 * bytes from it; several are when their bytes came while the thread was held.
 */
import type { LoopTurn, LoopView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, SheetPen, textWidth } from '../stage/pen.ts';
import type { AccessibleTable, Layout, Sheet, Tone } from '../stage/sheet.ts';
import { clockText, timeText } from '../times.ts';
import {
  isOwnWork,
  longMicroseconds,
  partDetail,
  partText,
  readsOf,
  type TurnRead,
  threadsText,
  whoText,
} from './describe.ts';
import { type EpollStage, type EpollWords, epollWords } from './epoll-words.ts';
import { type LoopWords, loopWords } from './words.ts';

const rowHeight = 24;

export interface Socket {
  readonly client: number;
  readonly state: 'ready' | 'unread' | 'waits' | 'idle';
  readonly bytes: number;
}

export interface EpollTurn {
  readonly turn: LoopTurn;
  readonly sockets: readonly Socket[];
  readonly reads: readonly TurnRead[];
  /** epoll_wait returned: the thread was not held when the input came. */
  readonly isPolled: boolean;
}

/** The latest turn with the state of each socket; null before the first turn. */
export function epollTurn(view: LoopView): EpollTurn | null {
  const turn = view.turns.at(-1);
  if (turn === undefined) return null;
  const allReads = readsOf(view);
  const reads = turn.unread ? [] : allReads[allReads.length - 1];
  const pending = turn.unread ? unreadBytes(view) : new Map<number, number>();
  const sockets = turn.sockets.map(({ client, waits }): Socket => {
    const read = reads.filter((each) => each.client === client).reduce((sum, { bytes }) => sum + bytes, 0);
    if (read > 0) return { client, state: 'ready', bytes: read };
    const bytes = pending.get(client) ?? 0;
    return { client, state: bytes > 0 ? 'unread' : waits ? 'waits' : 'idle', bytes };
  });
  return { turn, sockets, reads, isPolled: !turn.unread };
}

/** Bytes in the sockets since the thread has been held. */
function unreadBytes({ turns }: LoopView): Map<number, number> {
  const bytes = new Map<number, number>();
  for (let nth = turns.length - 1; nth >= 0 && turns[nth].unread; nth--) {
    for (const read of turns[nth].reads) bytes.set(read.client, (bytes.get(read.client) ?? 0) + read.bytes);
  }
  return bytes;
}

/** Commands that a client's bytes became. */
function commandsOf({ parts }: LoopTurn, client: number): number {
  return parts
    .filter((part) => part.client === client && !isOwnWork(part))
    .reduce((sum, { part, amount }) => sum + (part === 'commands' ? amount : part === 'command' ? 1 : 0), 0);
}

const commandsIn = (turn: LoopTurn): number =>
  turn.parts.reduce(
    (sum, { part, amount }) => sum + (part === 'commands' ? amount : part === 'command' ? 1 : 0),
    0,
  ) + turn.moreParts;

const readyCount = ({ turn, sockets }: EpollTurn): number =>
  sockets.filter(({ state }) => state === 'ready').length + (isNewcomer(turn) ? 1 : 0);

/** Somebody connects: that is heard by the socket that listens. */
function isNewcomer({ cause }: LoopTurn): boolean {
  return cause === 'open' || cause === 'peer-open';
}

/** The clients' sockets and the one that listens. */
const watchedCount = ({ turn }: EpollTurn): number => turn.sockets.length + turn.moreSockets + 1;

function waitText(seen: EpollTurn, words: EpollWords): string {
  if (!seen.isPolled) return words.notCalled;
  const ready = readyCount(seen);
  return ready === 0 && seen.turn.cause === 'timer' ? words.timer : words.ready(ready, watchedCount(seen));
}

function shareText({ ioThreads, ioThreadsDoReads }: LoopView, words: EpollWords): string {
  return ioThreads > 1 && ioThreadsDoReads ? words.threadsMayRead(ioThreads) : words.mainReads;
}

const tones: Readonly<Record<Socket['state'], Tone>> = {
  ready: 'good',
  unread: 'bad',
  waits: 'meta',
  idle: 'soft',
};

function socketSays({ state, bytes }: Socket, words: EpollWords): string {
  if (state === 'ready') return words.state.ready(formatBytes(bytes));
  return state === 'unread' ? words.state.unread(formatBytes(bytes)) : words.state[state];
}

export const layoutEpoll: Layout<LoopView> = ({ view, phase }, size, language): Sheet => {
  const [words, loop] = [epollWords[language], loopWords[language]];
  const pen = new SheetPen(size.width);
  const seen = epollTurn(view);
  if (seen === null) return pen.sheet(size.width);
  const { turn } = seen;
  const who = (client: number) => whoText(view, client, loop);
  const isNew = phase === 'after';
  const stage = (name: EpollStage, note = '') => {
    pen.y += name === 'wait' ? 0 : 10;
    pen.title(name, words.stages[name], cutToWidth(note, pen.width, 'note'));
  };
  const pills = (
    marks: readonly { id: string; text: string; tone: Tone; hot?: boolean; head: string; detail: string }[],
  ) => {
    if (marks.length === 0) pen.note(`none:${pen.y}`, words.nothing);
    else
      pen.pills(
        marks.map(({ head, detail, ...mark }) => ({ ...mark, look: 'note', says: { head, detail } })),
        pen.left,
        pen.right,
      );
  };

  const isLate = turn.cause === 'timer' && seen.reads.length > 0;
  const cause = isLate ? words.freeAgain : loop.cause(turn.cause, who(turn.client));
  pen.heading('turn', loop.turn(turn.turn), `${clockText(turn.atMs)} · ${cause}`);
  stage('wait', waitText(seen, words));
  pills([
    {
      id: 'socket:listening',
      text: words.listening,
      tone: isNewcomer(turn) ? 'good' : 'soft',
      hot: isNew && isNewcomer(turn),
      head: words.listening,
      detail: isNewcomer(turn) ? words.listeningAbout : words.state.idle,
    },
    ...seen.sockets.map((socket) => ({
      id: `socket:${socket.client}`,
      text: who(socket.client),
      tone: tones[socket.state],
      hot: isNew && socket.state === 'ready',
      head: who(socket.client),
      detail: socketSays(socket, words),
    })),
    ...(turn.moreSockets === 0
      ? []
      : [
          {
            id: 'socket:more',
            text: words.moreSockets(turn.moreSockets),
            tone: 'ghost' as const,
            head: words.moreSockets(turn.moreSockets),
            detail: words.state.idle,
          },
        ]),
  ]);
  stage('share', seen.reads.length === 0 ? '' : shareText(view, words));
  if (seen.reads.length === 0) pen.note('none:share', words.nothing);
  stage('read');
  pills(
    seen.reads.map(({ client, bytes, isLate }) => {
      const text = words.read(who(client), formatBytes(bytes), commandsOf(turn, client));
      return {
        id: `read:${client}${isLate ? ':late' : ''}`,
        text,
        tone: 'soft',
        hot: isNew,
        head: text,
        detail: isLate ? loop.lateAbout : loop.fromAbout,
      };
    }),
  );
  stage('run');
  drawParts(pen, view, turn, false, isNew, words, loop);
  stage('collect');
  pills(replies('collect', turn, isNew, words, who));
  const own = turn.parts.filter(isOwnWork);
  if (own.length > 0) {
    pen.y += 6;
    drawParts(pen, view, turn, true, isNew, words, loop);
  }
  stage('write', turn.writes.length === 0 ? '' : (threadsText(view, turn, loop) ?? words.mainWrites));
  pills(replies('write', turn, isNew, words, who));
  // The first stage comes first, wherever the reader had scrolled in the other view.
  return pen.sheet(size.width, { x: pen.left, y: 0, width: pen.width, height: rowHeight });
};

const shownReplies = 12;

function replies(
  stage: 'collect' | 'write',
  { writes }: LoopTurn,
  hot: boolean,
  words: EpollWords,
  who: (client: number) => string,
) {
  const marks = writes.slice(0, shownReplies).map(({ client, bytes }, nth) => {
    const text = words.reply(who(client), formatBytes(bytes));
    return {
      id: `${stage}:${client}:${nth}`,
      text,
      tone: 'soft' as Tone,
      hot,
      head: text,
      detail: words.about[stage],
    };
  });
  if (writes.length <= shownReplies) return marks;
  const text = words.moreSockets(writes.length - shownReplies);
  return [
    ...marks,
    { id: `${stage}:more`, text, tone: 'ghost' as Tone, hot: false, head: text, detail: words.about[stage] },
  ];
}

/** One below the other: that is how they run. */
function drawParts(
  pen: SheetPen,
  view: LoopView,
  turn: LoopTurn,
  own: boolean,
  isNew: boolean,
  words: EpollWords,
  loop: LoopWords,
): void {
  const parts = turn.parts.filter((part) => isOwnWork(part) === own);
  if (parts.length === 0) pen.note(`none:${own ? 'own' : 'run'}`, words.nothing);
  for (const [nth, part] of parts.entries()) {
    const time = part.microseconds === null ? '' : timeText(part.microseconds, loop.language);
    const isLong = (part.microseconds ?? 0) >= longMicroseconds;
    const text =
      part.client === 0
        ? partText(part, loop)
        : `${whoText(view, part.client, loop)} · ${partText(part, loop)}`;
    pen.boxes.push({
      id: `${own ? 'own' : 'run'}:${nth}`,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: rowHeight,
      tone: part.failed || isLong ? 'bad' : own ? 'soft' : 'plain',
      hot: isNew && !isLong,
      texts: [
        {
          x: 8,
          y: rowHeight / 2,
          text: cutToWidth(text, pen.width - 24 - textWidth(time, 'figure'), 'note'),
          look: 'note',
        },
        ...(time === ''
          ? []
          : [{ x: pen.width - 8, y: rowHeight / 2, text: time, look: 'figure', anchor: 'end' } as const]),
      ],
      says: { head: text, detail: partDetail(view, part, loop) },
    });
    pen.y += rowHeight + 4;
  }
  if (!own && turn.moreParts > 0) pen.note('more:run', loop.more(turn.moreParts));
}

export function accessibleEpoll(view: LoopView, language: Language): AccessibleTable {
  const [words, loop] = [epollWords[language], loopWords[language]];
  const seen = epollTurn(view);
  if (seen === null) return { caption: loop.empty, rows: [] };
  const { turn, sockets, reads } = seen;
  const who = (client: number) => whoText(view, client, loop);
  const orNothing = (pieces: readonly string[]) => (pieces.length === 0 ? words.nothing : pieces.join(' · '));
  const parts = (own: boolean) =>
    turn.parts.filter((part) => isOwnWork(part) === own).map((part) => partText(part, loop));
  const written = turn.writes.map(({ client, bytes }) => words.reply(who(client), formatBytes(bytes)));
  const texts: Record<EpollStage, string> = {
    wait: [
      waitText(seen, words),
      ...sockets.map((each) => `${who(each.client)}: ${socketSays(each, words)}`),
    ].join(' · '),
    share: reads.length === 0 ? words.nothing : shareText(view, words),
    read: orNothing(
      reads.map(({ client, bytes }) => words.read(who(client), formatBytes(bytes), commandsOf(turn, client))),
    ),
    run: orNothing(parts(false)),
    collect: orNothing([...written, ...parts(true)]),
    write: orNothing(
      written.length === 0 ? [] : [threadsText(view, turn, loop) ?? words.mainWrites, ...written],
    ),
  };
  const stages = Object.keys(texts) as EpollStage[];
  return {
    caption: `${loop.turn(turn.turn)} · ${words.stage}`,
    rows: stages.map((name) => ({ id: `stage:${name}`, name: words.stages[name], text: texts[name] })),
  };
}

/** The latest turn as a sentence, by its sockets. */
export function narrateEpoll(view: LoopView, language: Language): string | null {
  const { narrate } = epollWords[language];
  const seen = epollTurn(view);
  if (seen === null) return null;
  const { turn } = seen;
  if (!seen.isPolled) return narrate.unread(whoText(view, turn.client, loopWords[language]));
  const ready = readyCount(seen);
  if (ready === 0 && turn.cause === 'timer') return narrate.none;
  return narrate.turn(
    ready,
    watchedCount(seen),
    commandsIn(turn),
    new Set(turn.writes.map(({ client }) => client)).size,
  );
}
