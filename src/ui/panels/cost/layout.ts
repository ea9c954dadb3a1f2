/**
 * The meter: the cost of the newest command on the left (narrow: above), those before it on the right. Bars are
 * logarithmic, because costs differ by thousands.
 */
import type { CostRow, CostView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import { cutToWidth, SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark, Layout, Scene, Sheet } from '../stage/sheet.ts';
import { timeText } from '../times.ts';
import { predict } from './complexity.ts';
import {
  accountsOf,
  complexityText,
  type Figure,
  figureText,
  looksOf,
  mostOf,
  roundText,
  sizeText,
  stepsOf,
  termsOf,
  timesMedian,
  variableText,
  wholeMicroseconds,
} from './describe.ts';
import { type CostWords, costWords } from './words.ts';

const rowHeight = 24;
const wideFrom = 720;

export const layoutCost: Layout<CostView> = (scene, size, language): Sheet => {
  const words = costWords[language];
  const pen = new SheetPen(size.width);
  const [row, ...earlier] = scene.view.rows;
  if (row === undefined) return pen.sheet(size.width);
  const isWide = pen.width >= wideFrom;
  const left = (pen.width - 24) * 0.6;
  const meter = new Meter(isWide ? pen.column(pen.left, left) : pen, words);
  const head = meter.command(row, scene.view);
  meter.complexity(row, scene.view.complete);
  const hot = meter.counters(row, changedCounters(scene));
  meter.memory(row);
  meter.keys(row);
  if (scene.view.complete) meter.model(row);
  const beside = isWide ? new Meter(pen.column(pen.left + left + 24, pen.width - left - 24), words) : meter;
  beside.earlier(row, earlier, scene.view.complete);
  pen.y = Math.max(meter.pen.y, beside.pen.y);
  return pen.sheet(size.width, hot ?? head);
};

/** The counters that this step has raised. */
function changedCounters({ view, before, phase }: Scene<CostView>): ReadonlySet<string> {
  if (phase !== 'inside') return new Set();
  const [row] = view.rows;
  const past = before?.rows.find(({ id }) => id === row?.id);
  const had = new Map(past?.counts.map(({ counter, count }) => [counter, count]));
  return new Set(
    row?.counts.filter(({ counter, count }) => had.get(counter) !== count).map(({ counter }) => counter),
  );
}

/** The length of a bar, from 0 to 1. */
function share(value: number, most: number): number {
  return most <= 0 ? 0 : Math.log1p(Math.max(0, value)) / Math.log1p(most);
}

class Meter {
  readonly pen: SheetPen;
  readonly #words: CostWords;

  constructor(pen: SheetPen, words: CostWords) {
    this.pen = pen;
    this.#words = words;
  }

  command(row: CostRow, { complete, rows }: CostView): BoxMark {
    const words = this.#words;
    const figure = complete ? timeText(wholeMicroseconds(row), words.language) : words.running;
    const times = complete ? timesMedian(rows) : null;
    const room = this.pen.width - 24 - textWidth(figure, 'title');
    const detail = [
      row.peer ?? words.by(row.client),
      ...(row.failed ? [words.failed] : []),
      ...(times === null || Math.abs(Math.log2(times)) < 0.5 ? [] : [words.compared(roundText(times))]),
    ].join(' · ');
    return this.#box({
      id: `command:${row.id}`,
      height: 46,
      tone: row.failed ? 'bad' : 'old',
      texts: [
        { x: 10, y: 15, text: cutToWidth(row.command, room) },
        { x: 10, y: 33, text: cutToWidth(detail, this.pen.width - 20, 'note'), look: 'note' },
        { x: this.pen.width - 10, y: 15, text: figure, look: 'title', anchor: 'end' },
      ],
      says: { head: row.command, detail: `${figure} · ${words.modelAbout}` },
    });
  }

  complexity(row: CostRow, complete: boolean): void {
    const words = this.#words;
    const { value } = predict(row);
    this.#title('complexity', words.complexity);
    this.#pills([
      {
        id: 'formula',
        tone: 'meta',
        text: complexityText(row, words),
        says: { head: complexityText(row, words), detail: words.complexityAbout },
      },
      ...variableText(row, words).map((text, nth) => ({
        id: `variable:${nth}`,
        text,
        look: 'figure' as const,
        says: { head: text },
      })),
    ]);
    if (!complete) return;
    const most = mostOf(row);
    const top = Math.max(10, value ?? 0, most?.count ?? 0);
    if (value !== null) {
      this.#bar('prediction', words.formula, roundText(value), share(value, top), {
        tone: 'meta',
        about: words.formulaAbout,
      });
    } else if (row.complexity.startsWith('O(')) this.pen.note('no-formula', words.noFormula);
    if (most !== null) {
      this.#bar('most', words.most(words.counter[most.name]), figureText(most), share(most.count, top), {
        tone: 'old',
        about: words.mostAbout,
      });
    }
  }

  /** Returns the one that the step has raised. */
  counters(row: CostRow, changed: ReadonlySet<string>): BoxMark | null {
    const words = this.#words;
    const [steps, accounts] = [stepsOf(row), accountsOf(row)];
    this.#title('counted', words.counted, words.logarithmic);
    if (steps.length === 0) this.pen.note('nothing', words.nothingCounted);
    const top = Math.max(10, ...[...steps, ...accounts].map(({ count }) => count));
    let focus: BoxMark | null = null;
    for (const figure of steps) {
      const isHot = changed.has(figure.name);
      const box = this.#figure(figure, share(figure.count, top), isHot);
      if (isHot) focus = box;
    }
    if (accounts.length > 0) this.#title('accounts', words.accounts);
    for (const figure of accounts) this.#figure(figure, share(figure.count, top), false);
    return focus;
  }

  #figure(figure: Figure, filled: number, hot: boolean): BoxMark {
    const { counter, counterAbout } = this.#words;
    return this.#bar(`count:${figure.name}`, counter[figure.name], figureText(figure), filled, {
      hot,
      about: counterAbout[figure.name],
    });
  }

  memory({ classes, heapBytes }: CostRow): void {
    const words = this.#words;
    const sign = heapBytes > 0 ? '+' : heapBytes < 0 ? '−' : '';
    this.#title('memory', words.memory, words.memoryNote(`${sign}${formatBytes(Math.abs(heapBytes))}`));
    if (classes.length === 0) {
      this.pen.note('no-memory', words.noMemory);
      return;
    }
    this.#pills(
      classes.map(({ slotBytes, taken, freed }) => {
        const text = words.classText(formatBytes(slotBytes), taken, freed);
        return {
          id: `class:${slotBytes}`,
          tone: taken > freed ? 'new' : taken < freed ? 'ghost' : 'soft',
          text,
          look: 'figure',
          says: { head: text, detail: words.classAbout },
        } as const;
      }),
    );
  }

  keys({ keys, keyCount }: CostRow): void {
    const words = this.#words;
    if (keyCount === 0) return;
    this.#title('keys', words.keys);
    for (const [nth, key] of keys.entries()) {
      const detail = words.keyText(key.type, key.encoding, sizeText(key, words));
      this.#bar(`key:${nth}`, key.key, detail, null, { isName: true });
    }
  }

  model(row: CostRow): void {
    const words = this.#words;
    const terms = termsOf(row, words);
    const top = Math.max(1, ...terms.map(({ microseconds }) => microseconds));
    this.#title('model', words.model, timeText(wholeMicroseconds(row), words.language));
    for (const { id, text, microseconds } of terms) {
      const figure =
        microseconds >= 1 || microseconds === 0 ? roundText(microseconds) : microseconds.toFixed(3);
      this.#bar(`term:${id}`, text, figure, microseconds / top, { about: words.modelAbout });
    }
  }

  earlier(row: CostRow, rows: readonly CostRow[], complete: boolean): void {
    const words = this.#words;
    this.#title(
      'earlier',
      words.earlier,
      rows.length === 0 ? '' : `${words.earlierNote} · ${words.logarithmic}`,
    );
    if (rows.length === 0) {
      this.pen.note('none', words.noEarlier);
      return;
    }
    const all = complete ? [row, ...rows] : rows;
    const top = Math.max(3, ...all.map(wholeMicroseconds));
    for (const each of rows) {
      const time = timeText(wholeMicroseconds(each), words.language);
      const detail = `${time} · ${words.work(looksOf(each))}`;
      this.#bar(`earlier:${each.id}`, each.command, detail, share(wholeMicroseconds(each), top), {
        isName: true,
        picks: String(each.frame),
        tone: each.failed ? 'bad' : 'plain',
        about: `${complexityText(each, words)} · ${each.peer ?? words.by(each.client)}`,
      });
    }
  }

  #title(id: string, text: string, note = ''): void {
    this.pen.y += this.pen.y > 8 ? 10 : 0;
    this.pen.title(id, text, note);
  }

  #pills(pills: Parameters<SheetPen['pills']>[0]): void {
    this.pen.pills(pills, this.pen.left, this.pen.right);
    this.pen.y += 6;
  }

  #box(mark: Omit<BoxMark, 'x' | 'y' | 'width'>): BoxMark {
    const box: BoxMark = { ...mark, x: this.pen.left, y: this.pen.y, width: this.pen.width };
    this.pen.boxes.push(box);
    this.pen.y += mark.height + 4;
    return box;
  }

  #bar(
    id: string,
    name: string,
    figure: string,
    filled: number | null,
    options: {
      readonly tone?: BoxMark['tone'];
      readonly hot?: boolean;
      readonly about?: string;
      readonly picks?: string;
      readonly isName?: boolean;
    },
  ): BoxMark {
    const { tone = 'plain', hot = false, about, picks, isName = false } = options;
    const look = isName ? 'name' : 'note';
    const most = Math.max(40, this.pen.width * 0.62);
    const right = cutToWidth(figure, most, 'figure');
    const room = this.pen.width - 24 - textWidth(right, 'figure');
    return this.#box({
      id,
      height: rowHeight,
      tone,
      hot,
      ...(filled === null ? {} : { share: filled }),
      ...(picks === undefined ? {} : { picks }),
      texts: [
        { x: 8, y: rowHeight / 2, text: cutToWidth(name, room, look), look },
        { x: this.pen.width - 8, y: rowHeight / 2, text: right, look: 'figure', anchor: 'end' },
      ],
      says: { head: `${name}: ${figure}`, ...(about === undefined ? {} : { detail: about }) },
    });
  }
}
