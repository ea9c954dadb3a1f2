/**
 * LATENCY GRAPH: columns of text, oldest first, with the age of each sample written downwards below its column.
 *
 *      _#
 *     _||
 *    o|||
 *   _||||
 *
 *   54321
 *   sssss
 */
import type { LatencyEvent } from '../../state/statistics/latency.ts';

const COLUMNS = 80;
const ROWS = 4;
/** The characters that fill a cell by a third, by two thirds and wholly; a bar stands for cells below the top. */
const CELL = '_o#';
const STEPS = CELL.length * ROWS;

export function drawLatency(name: string, event: LatencyEvent, nowSeconds: number): string {
  const values = event.samples.map(({ ms }) => ms);
  const high = Math.max(...values);
  const low = Math.min(...values);
  let text = `${name} - high ${high} ms, low ${low} ms (all time high ${event.maxMs} ms)\n${'-'.repeat(COLUMNS)}\n`;
  const ages = event.samples.map(({ atSeconds }) => ageOf(nowSeconds - atSeconds));
  for (let from = 0; from < values.length; from += COLUMNS) {
    if (from > 0) text += '\n';
    const part = values.slice(from, from + COLUMNS);
    const spread = high - low === 0 ? 1 : high - low;
    for (let row = ROWS - 1; row >= 0; row--) {
      for (const value of part) {
        const step = Math.min(STEPS - 1, Math.floor(((value - low) * STEPS) / spread));
        const inCell = step - row * CELL.length;
        text += inCell < 0 ? ' ' : (CELL[inCell] ?? '|');
      }
      text += '\n';
    }
    const labels = ages.slice(from, from + COLUMNS);
    text += `${' '.repeat(part.length)}\n`;
    for (let row = 0; row < Math.max(...labels.map(({ length }) => length)); row++) {
      text += `${labels.map((label) => label[row] ?? ' ').join('')}\n`;
    }
  }
  return text;
}

function ageOf(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86400)}d`;
}
