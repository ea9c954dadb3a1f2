/** What consoles keep beside the frames: the page's own answers, and where the screen was cleared. */
import { createStore } from 'zustand/vanilla';
import type { LocalEntry } from './entries.ts';

interface ConsoleMemory {
  readonly locals: readonly LocalEntry[];
  /** By client: the newest frame when its screen was cleared. */
  readonly clearedAt: Readonly<Record<number, number>>;
}

const keptLocals = 500;

const empty: ConsoleMemory = { locals: [], clearedAt: {} };

export const consoleMemory = createStore<ConsoleMemory>(() => empty);

let lastKey = 0;

export function printLocally(entry: Omit<LocalEntry, 'key'>): void {
  const { locals } = consoleMemory.getState();
  consoleMemory.setState({ locals: [...locals, { ...entry, key: `l${++lastKey}` }].slice(-keptLocals) });
}

export function clearScreen(client: number, atFrame: number): void {
  const { locals, clearedAt } = consoleMemory.getState();
  consoleMemory.setState({
    locals: locals.filter((local) => local.client !== client),
    clearedAt: { ...clearedAt, [client]: atFrame },
  });
}

/** Another session begins with empty screens. */
export function forgetConsoles(): void {
  consoleMemory.setState(empty);
}
