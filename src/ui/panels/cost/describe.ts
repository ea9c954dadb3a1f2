/** Costs in figures and words. */
import { costRates } from '../../../protocol/cost-rates.ts';
import type { CostCounter, CostRow, CostView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { timeText } from '../times.ts';
import { predict } from './complexity.ts';
import { type Account, type CostWords, costWords } from './words.ts';

const inBytes: ReadonlySet<string> = new Set(['movedBytes', 'copiedBytes']);

export interface Figure {
  readonly name: CostCounter | Account;
  readonly count: number;
}

/** The steps, by kind of work. */
export function stepsOf({ counts }: CostRow): Figure[] {
  return counts.map(({ counter, count }) => ({ name: counter, count }));
}

/** The results of the steps, from the accounts. */
export function accountsOf(row: CostRow): Figure[] {
  const taken = row.classes.reduce((sum, each) => sum + each.taken, 0);
  const freed = row.classes.reduce((sum, each) => sum + each.freed, 0);
  const accounts: Figure[] = [
    { name: 'answered', count: row.replyElements },
    { name: 'changes', count: row.changes },
    { name: 'taken', count: taken },
    { name: 'freed', count: freed },
  ];
  return accounts.filter(({ count }) => count > 0);
}

export function figuresOf(row: CostRow): Figure[] {
  return [...stepsOf(row), ...accountsOf(row)];
}

/** Steps that read or moved something; bytes are counted apart. */
export function looksOf({ counts }: CostRow): number {
  return counts.reduce((sum, { counter, count }) => (inBytes.has(counter) ? sum : sum + count), 0);
}

/** The largest counter that counts things and not bytes. */
export function mostOf(row: CostRow): Figure | null {
  let most: Figure | null = null;
  for (const figure of figuresOf(row)) {
    if (!inBytes.has(figure.name) && (most === null || figure.count > most.count)) most = figure;
  }
  return most;
}

export function figureText({ name, count }: Figure): string {
  return inBytes.has(name) ? formatBytes(count) : count.toLocaleString('en');
}

/** With the commands it called. */
export function wholeMicroseconds({ microseconds, insideMicroseconds }: CostRow): number {
  return microseconds + insideMicroseconds;
}

export function sizeText({ type, size }: CostRow['keys'][number], words: CostWords): string {
  return type === 'string' ? formatBytes(size) : words.elements(size);
}

export interface Term {
  readonly id: string;
  readonly text: string;
  readonly microseconds: number;
}

/** The terms of the model's sum, including those that add almost nothing. */
export function termsOf(row: CostRow, words: CostWords): Term[] {
  const { base, messageBytes, heapBytes, arguments: count, keysVisited, heldMicroseconds } = row.terms;
  const { terms } = words;
  return [
    { id: 'base', text: terms.base(row.fast), microseconds: base },
    {
      id: 'messages',
      text: terms.messages(formatBytes(messageBytes)),
      microseconds: messageBytes / costRates.messageBytesPerMicrosecond,
    },
    {
      id: 'heap',
      text: terms.heap(formatBytes(heapBytes)),
      microseconds: heapBytes / costRates.heapBytesPerMicrosecond,
    },
    {
      id: 'arguments',
      text: terms.arguments(count),
      microseconds: count / costRates.argumentsPerMicrosecond,
    },
    ...(keysVisited > 0
      ? [
          {
            id: 'keys',
            text: terms.keys(keysVisited),
            microseconds: keysVisited / costRates.keysPerMicrosecond,
          },
        ]
      : []),
    ...(heldMicroseconds > 0 ? [{ id: 'held', text: terms.held, microseconds: heldMicroseconds }] : []),
    ...(row.insideMicroseconds > 0
      ? [{ id: 'inside', text: terms.inside, microseconds: row.insideMicroseconds }]
      : []),
  ];
}

/** How the newest compares with the others; null without others. */
export function timesMedian(rows: readonly CostRow[]): number | null {
  const [newest, ...others] = rows.map(wholeMicroseconds);
  if (others.length === 0) return null;
  const median = others.sort((a, b) => a - b)[others.length >> 1];
  return median === 0 ? null : newest / median;
}

export function summariseCost({ rows, complete }: CostView, language: Language): string[] {
  const words = costWords[language];
  const [row] = rows;
  if (row === undefined) return [];
  if (!complete) return [words.running, words.summary.looks(looksOf(row))];
  const moved = row.counts.find(({ counter }) => counter === 'movedBytes')?.count ?? 0;
  return [
    timeText(wholeMicroseconds(row), language),
    words.summary.looks(looksOf(row)),
    ...(moved > 0 ? [words.summary.moved(formatBytes(moved))] : []),
  ];
}

/** The formula, or the words in its place. */
export function complexityText({ complexity }: CostRow, words: CostWords): string {
  return complexity === '' ? '—' : (words.complexityWords[complexity] ?? complexity);
}

export function variableText(row: CostRow, words: CostWords): string[] {
  return predict(row).variables.map(
    ({ letter, measure, value }) => `${letter} = ${value.toLocaleString('en')} · ${words.measure[measure]}`,
  );
}

export function roundText(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(1)));
}

export function accessibleCost(view: CostView, language: Language): AccessibleTable {
  const words = costWords[language];
  const [row, ...earlier] = view.rows;
  if (row === undefined) return { caption: words.empty.nothing, rows: [] };
  const { value } = predict(row);
  return {
    caption: [row.command, ...summariseCost(view, language)].join(' · '),
    rows: [
      { id: 'command', name: words.stage, text: row.command },
      {
        id: 'time',
        name: words.model,
        text: view.complete ? timeText(wholeMicroseconds(row), language) : words.running,
      },
      {
        id: 'complexity',
        name: words.complexity,
        text: [
          complexityText(row, words),
          ...variableText(row, words),
          ...(value === null ? [] : [`${words.formula} ${roundText(value)}`]),
        ].join(' · '),
      },
      ...figuresOf(row).map((figure) => ({
        id: `count:${figure.name}`,
        name: words.counter[figure.name],
        text: figureText(figure),
      })),
      ...row.classes.map(({ slotBytes, taken, freed }) => ({
        id: `class:${slotBytes}`,
        name: words.memory,
        text: words.classText(`${slotBytes} B`, taken, freed),
      })),
      ...earlier.map((each) => ({
        id: `earlier:${each.id}`,
        name: each.command,
        text: `${timeText(wholeMicroseconds(each), language)} · ${words.work(looksOf(each))}`,
      })),
    ],
  };
}
