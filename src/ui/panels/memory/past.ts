/** The heap over time: pages against bytes in use, of all classes together and of the largest one by one. */
import type { MemoryMapView, MemorySample } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import { type SheetPen, textWidth } from '../stage/pen.ts';
import type { MemoryWords } from './words.ts';

const sumHeight = 112;
const classHeight = 34;
const mostClasses = 8;
const nameWidth = 64;
/** Between the columns and the note behind them. */
const noteGap = 8;

interface Column {
  /** Of what was taken from the system, and what of it is in use. */
  readonly slots: number;
  readonly live: number;
  readonly head: string;
  readonly detail: string;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly height: number;
  readonly columns: readonly Column[];
  /** What is in use now of what was taken. */
  readonly note: string;
}

export function drawPast(pen: SheetPen, view: MemoryMapView, words: MemoryWords): void {
  const { past } = view;
  pen.title('past', words.pastTitle, words.pastNote(past[0].commands, past[past.length - 1].commands));
  pen.note('about', words.pastHead);
  pen.y += 4;
  pen.legend([
    { id: 'legend:live', tone: 'old', text: words.live },
    { id: 'legend:pages', tone: 'ghost', text: words.pages },
  ]);
  pen.y += 6;
  const rows = [
    rowOf(
      { id: 'all', name: words.allClasses, height: sumHeight },
      past.map(({ commands, usedBytes, slabBytes }) => ({
        slots: slabBytes,
        live: usedBytes,
        head: words.atCommand(commands),
        detail: words.pastSays(formatExactBytes(usedBytes), formatExactBytes(slabBytes)),
      })),
      formatExactBytes,
    ),
    ...largestClasses(past).map((slotBytes) =>
      rowOf(
        { id: String(slotBytes), name: `${slotBytes} B`, height: classHeight },
        past.map(({ commands, classes }) => {
          const found = classes.find((each) => each.slotBytes === slotBytes);
          const slots = found?.slots ?? 0;
          const live = found?.liveSlots ?? 0;
          return {
            slots,
            live,
            head: words.atCommand(commands),
            detail: words.classPastSays(slotBytes, live, slots),
          };
        }),
        (amount) => amount.toLocaleString('en-US'),
      ),
    ),
  ];
  // One width for all rows, so that their columns stand below each other.
  const noteWidth = noteGap + Math.max(...rows.map(({ note }) => textWidth(note, 'note')));
  for (const row of rows) drawColumns(pen, row, noteWidth);
}

function rowOf(
  row: Pick<Row, 'id' | 'name' | 'height'>,
  columns: readonly Column[],
  amount: (value: number) => string,
): Row {
  const { live, slots } = columns[columns.length - 1];
  return { ...row, columns, note: `${amount(live)} / ${amount(slots)}` };
}

/** By the most bytes they ever had, shown by size. */
function largestClasses(past: readonly MemorySample[]): number[] {
  const most = new Map<number, number>();
  for (const { classes } of past) {
    for (const { slotBytes, slots } of classes) {
      most.set(slotBytes, Math.max(most.get(slotBytes) ?? 0, slots * slotBytes));
    }
  }
  return [...most]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostClasses)
    .map(([slotBytes]) => slotBytes)
    .sort((a, b) => a - b);
}

function drawColumns(pen: SheetPen, { id, name, height, columns, note }: Row, noteWidth: number): void {
  const step = (pen.width - nameWidth - noteWidth) / columns.length;
  const most = Math.max(1, ...columns.map(({ slots }) => slots));
  const bottom = pen.y + height;
  pen.labels.push({
    id: `past:${id}`,
    x: pen.left + nameWidth - 10,
    y: bottom - 8,
    text: name,
    anchor: 'end',
  });
  for (const [nth, { slots, live, head, detail }] of columns.entries()) {
    const x = pen.left + nameWidth + nth * step;
    const width = Math.max(1, step - (step > 5 ? 1 : 0));
    const says = { head, detail };
    for (const [kind, value, tone] of [
      ['pages', slots, 'ghost'],
      ['live', live, 'old'],
    ] as const) {
      if (value === 0) continue;
      const tall = Math.max(1, (height * value) / most);
      pen.boxes.push({ id: `${kind}:${id}:${nth}`, x, y: bottom - tall, width, height: tall, tone, says });
    }
  }
  pen.labels.push({
    id: `now:${id}`,
    x: pen.right - noteWidth + noteGap,
    y: bottom - 8,
    text: note,
    look: 'note',
  });
  pen.y = bottom + 10;
}
