/** The heap over time: pages against bytes in use, of all classes together and of the largest one by one. */
import type { MemoryMapView, MemorySample } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { MemoryWords } from './words.ts';

const sumHeight = 112;
const classHeight = 34;
const mostClasses = 8;

interface Column {
  /** Of what was taken from the system, and what of it is in use. */
  readonly slots: number;
  readonly live: number;
  readonly head: string;
  readonly detail: string;
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
  drawColumns(
    pen,
    'all',
    words.allClasses,
    sumHeight,
    past.map(({ commands, usedBytes, slabBytes }) => ({
      slots: slabBytes,
      live: usedBytes,
      head: words.atCommand(commands),
      detail: words.pastSays(formatExactBytes(usedBytes), formatExactBytes(slabBytes)),
    })),
    formatExactBytes,
  );
  for (const slotBytes of largestClasses(past)) {
    drawColumns(
      pen,
      String(slotBytes),
      `${slotBytes} B`,
      classHeight,
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
    );
  }
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

function drawColumns(
  pen: SheetPen,
  id: string,
  name: string,
  height: number,
  columns: readonly Column[],
  amount: (value: number) => string,
): void {
  const nameWidth = 64;
  const noteWidth = pen.width < 420 ? 84 : 130;
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
  const { live, slots } = columns[columns.length - 1];
  pen.labels.push({
    id: `now:${id}`,
    x: pen.right - noteWidth + 8,
    y: bottom - 8,
    text: `${amount(live)} / ${amount(slots)}`,
    look: 'note',
  });
  pen.y = bottom + 10;
}
