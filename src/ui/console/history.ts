/** The lines typed at each console, kept between visits. */
import { recall, remember } from '../browser/preferences.ts';

const keptLines = 200;
/** A field with a longer line blocks the page for seconds at every key. */
export const maxFieldChars = 100_000;
/** A longer line lasts until the page closes: the browser has little room for such notes. */
const keptLineChars = 4000;

const memoryKey = (client: number) => `history.${client}`;

export function historyOf(client: number): readonly string[] {
  const text = recall(memoryKey(client));
  if (text === null) return [];
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string').slice(-keptLines) : [];
  } catch {
    return [];
  }
}

/** Adds a line, unless it repeats the one before or does not fit the field. */
export function withLine(history: readonly string[], line: string): readonly string[] {
  if (line.length > maxFieldChars || line.trim() === '' || history.at(-1) === line) return history;
  return [...history, line].slice(-keptLines);
}

export function keepHistory(client: number, history: readonly string[]): void {
  remember(memoryKey(client), JSON.stringify(history.filter((line) => line.length <= keptLineChars)));
}
