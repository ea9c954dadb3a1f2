/**
 * The text of DEBUG HTSTATS about one dict: dictGetStats of dict.c, with its single-precision arithmetic.
 * The line for chains of 49 and more is counted and, as in 7.0, never printed.
 */
import { printfF } from '../base/numbers.ts';
import type { Dict } from './dict.ts';

const COUNTED_LENGTHS = 50;

export function dictStatistics<V>(dict: Dict<V>): string {
  const main = tableStatistics(dict, 0);
  return dict.isRehashing ? main + tableStatistics(dict, 1) : main;
}

function tableStatistics<V>(dict: Dict<V>, number: 0 | 1): string {
  const table = dict.tables[number];
  const title = `Hash table ${number} stats (${number === 0 ? 'main hash table' : 'rehashing target'}):\n`;
  if (table.used === 0) return `${title}No stats available for empty dictionaries\n`;

  const bucketsByLength = new Array<number>(COUNTED_LENGTHS).fill(0);
  let occupied = 0;
  let longest = 0;
  let entries = 0;
  for (const head of table.buckets) {
    let length = 0;
    for (let entry = head; entry !== null; entry = entry.next) length++;
    bucketsByLength[Math.min(length, COUNTED_LENGTHS - 1)]++;
    if (length === 0) continue;
    occupied++;
    entries += length;
    longest = Math.max(longest, length);
  }

  let text = title;
  text += ` table size: ${table.size}\n`;
  text += ` number of elements: ${table.used}\n`;
  text += ` different slots: ${occupied}\n`;
  text += ` max chain length: ${longest}\n`;
  text += ` avg chain length (counted): ${printfF(quotient(entries, occupied), 2)}\n`;
  text += ` avg chain length (computed): ${printfF(quotient(table.used, occupied), 2)}\n`;
  text += ' Chain length distribution:\n';
  for (let length = 0; length < COUNTED_LENGTHS - 1; length++) {
    const buckets = bucketsByLength[length];
    if (buckets === 0) continue;
    const percent = Math.fround(quotient(buckets, table.size) * 100);
    text += `   ${length}: ${buckets} (${printfF(percent, 2)}%)\n`;
  }
  return text;
}

/** A division of C floats. */
function quotient(dividend: number, divisor: number): number {
  return Math.fround(Math.fround(dividend) / Math.fround(divisor));
}
