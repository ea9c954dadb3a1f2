/** Breakpoints, by the text they were set in: the same script has them again in its next run. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../../browser/preferences.ts';

type Lines = readonly number[];

const key = 'script.breakpoints';
/** Texts whose breakpoints are kept. */
const keptTexts = 24;
const none: Lines = [];

interface State {
  readonly byText: ReadonlyMap<string, Lines>;
}

export const breakpointStore = createStore<State>(() => ({ byText: read(recall(key)) }));

export function breakpointsOf({ byText }: State, text: string): Lines {
  return byText.get(text) ?? none;
}

export function setBreakpointsOf(text: string, lines: Lines): void {
  const byText = new Map(breakpointStore.getState().byText);
  byText.delete(text);
  if (lines.length > 0) byText.set(text, [...lines]);
  while (byText.size > keptTexts) byText.delete(byText.keys().next().value as string);
  breakpointStore.setState({ byText });
  remember(key, JSON.stringify([...byText]));
}

/** The stored breakpoints; invalid ones are skipped. */
export function read(kept: string | null): Map<string, Lines> {
  const byText = new Map<string, Lines>();
  try {
    const entries: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(entries)) return byText;
    for (const entry of entries.slice(0, keptTexts)) {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !Array.isArray(entry[1])) continue;
      byText.set(
        entry[0],
        entry[1].filter((line) => Number.isInteger(line) && line > 0),
      );
    }
  } catch {
    // Another program's text under our name: ignore it.
  }
  return byText;
}
