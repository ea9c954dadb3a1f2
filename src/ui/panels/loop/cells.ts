/** The stages of a turn as cells: reads, commands, the server's own work, writes. */
import type { LoopTurn, LoopView, TurnPart } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark } from '../stage/sheet.ts';
import { timeText } from '../times.ts';
import {
  heldText,
  longMicroseconds,
  partDetail,
  partText,
  type TurnRead,
  threadsText,
  waitedUs,
  whoText,
} from './describe.ts';
import type { LoopWords } from './words.ts';

const rowHeight = 24;
const rowGap = 4;

export interface Column {
  readonly x: number;
  readonly width: number;
}

export interface Columns {
  readonly isWide: boolean;
  readonly wakes: Column;
  readonly thread: Column;
  readonly reads: Column;
  readonly runs: Column;
  readonly own: Column;
  readonly writes: Column;
}

export interface Drawing {
  readonly pen: SheetPen;
  readonly columns: Columns;
  readonly view: LoopView;
  readonly turn: LoopTurn;
  readonly reads: readonly TurnRead[];
  /** The longest part in sight, in microseconds. */
  readonly most: number;
  readonly isNewest: boolean;
  readonly words: LoopWords;
}

type Cell = Omit<BoxMark, 'x' | 'y' | 'width' | 'height' | 'texts'> & {
  readonly text: string;
  readonly right?: string;
};

/** Cells one below the other; returns where they end. Narrow, each stage begins below the one before. */
export function stack({ pen, columns, turn }: Drawing, { x, width }: Column, cells: readonly Cell[]): number {
  let { y } = pen;
  for (const { text, right = '', ...mark } of cells) {
    const figure = right === '' ? 0 : textWidth(right, 'figure') + 8;
    const isName = mark.id.startsWith('part:') && mark.id.includes(':runs:');
    const look = isName ? 'name' : 'note';
    pen.boxes.push({
      picks: String(turn.frame),
      ...mark,
      x,
      y,
      width,
      height: rowHeight,
      texts: [
        { x: 8, y: rowHeight / 2, text: cutToWidth(text, width - 16 - figure, look), look },
        ...(right === ''
          ? []
          : [{ x: width - 8, y: rowHeight / 2, text: right, look: 'figure', anchor: 'end' } as const]),
      ],
    });
    y += rowHeight + rowGap;
  }
  if (!columns.isWide) pen.y = y;
  return y;
}

export function readBoxes({ view, turn, reads, columns, isNewest, words }: Drawing): Cell[] {
  return reads.map(({ client, bytes, isLate }) => {
    const text = words.from(whoText(view, client, words), formatBytes(bytes));
    return {
      id: `read:${turn.turn}:${client}${isLate ? ':late' : ''}`,
      tone: turn.unread ? 'ghost' : 'soft',
      hot: isNewest && !turn.unread,
      text: turn.unread
        ? `${words.unread} · ${formatBytes(bytes)}`
        : columns.isWide
          ? text
          : `${words.columns.reads} ${text}`,
      says: {
        head: text,
        detail: turn.unread ? words.unreadAbout : isLate ? words.lateAbout : words.fromAbout,
      },
    };
  });
}

export function partBoxes(
  { view, turn, most, isNewest, words }: Drawing,
  parts: readonly TurnPart[],
  column: 'runs' | 'own',
): Cell[] {
  const cells = parts.map((part, nth): Cell => {
    const { microseconds } = part;
    const time = timeText(microseconds ?? 0, words.language);
    const isLongPart = microseconds !== null && microseconds >= longMicroseconds;
    return {
      id: `part:${turn.turn}:${column}:${nth}`,
      tone: part.failed || isLongPart ? 'bad' : column === 'own' ? 'soft' : 'plain',
      hot: isNewest && !isLongPart,
      share: microseconds === null ? undefined : Math.log1p(microseconds) / Math.log1p(most),
      text: partText(part, words),
      right: microseconds === null ? '' : part.waits ? words.thenWaits(time) : time,
      says: { head: partText(part, words), detail: partDetail(view, part, words) },
    };
  });
  if (column === 'runs' && turn.moreParts > 0) {
    cells.push({
      id: `more:${turn.turn}`,
      shape: 'bare',
      text: words.more(turn.moreParts),
      says: { head: words.more(turn.moreParts) },
    });
  }
  if (column === 'runs' && turn.heldBy !== null && !turn.unread) {
    cells.push({
      id: `held:${turn.turn}`,
      tone: 'bad',
      text: heldText(turn, turn.heldBy, words),
      says: { head: heldText(turn, turn.heldBy, words), detail: words.heldAbout[turn.heldBy] },
    });
  }
  const waited = waitedUs(turn);
  if (column === 'runs' && waited > 0) {
    const text = words.queued(timeText(waited, words.language));
    cells.unshift({ id: `waited:${turn.turn}`, tone: 'ghost', text, says: { head: text } });
  }
  return cells;
}

const shownWrites = 6;

export function writeBoxes({ view, turn, columns, isNewest, words }: Drawing): Cell[] {
  const cells = turn.writes.slice(0, shownWrites).map(({ client, bytes }): Cell => {
    const text = words.to(whoText(view, client, words), formatBytes(bytes));
    return {
      id: `write:${turn.turn}:${client}`,
      tone: 'soft',
      hot: isNewest,
      text: columns.isWide ? text : `${words.columns.writes} ${text}`,
      says: { head: text, detail: words.toAbout },
    };
  });
  if (turn.writes.length > shownWrites) {
    const text = words.more(turn.writes.length - shownWrites);
    cells.push({ id: `write:${turn.turn}:more`, shape: 'bare', text, says: { head: text } });
  }
  const threads = threadsText(view, turn, words);
  if (threads !== null) {
    const detail = `${words.threads.about} ${words.threads.reads(view.ioThreadsDoReads)}`;
    const isSpread = turn.writes.length >= view.ioThreads * 2;
    cells.push({
      id: `threads:${turn.turn}`,
      tone: isSpread ? 'good' : 'meta',
      text: words.threads.short(view.ioThreads, isSpread),
      says: { head: threads, detail },
    });
  }
  return cells;
}
