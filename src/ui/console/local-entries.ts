/** What consoles keep beside the frames: the page's own answers, and where the screen was cleared. */
import { createStore } from 'zustand/vanilla';
import type { PageState } from '../../protocol/messages.ts';
import { recallForVisit, rememberForVisit } from '../browser/preferences.ts';
import type { ClearedAt, LocalEntry } from './entries.ts';

interface ConsoleMemory {
  readonly locals: readonly LocalEntry[];
  readonly clearedAt: ClearedAt;
  /** Clients whose console follows redirections, as redis-cli -c does. */
  readonly followers: readonly number[];
  /** The client whose console goes over to another node: for a moment it has no connection. */
  readonly moving: number | null;
  /** The client whose prompt is shown. */
  readonly front: number | null;
  /** The client whose prompt is to be shown next; null when it is. */
  readonly wanted: number | null;
}

const keptLocals = 500;
const followersName = 'followers';

const empty: ConsoleMemory = {
  locals: [],
  clearedAt: {},
  followers: [],
  moving: null,
  front: null,
  wanted: null,
};

export const consoleMemory = createStore<ConsoleMemory>(() => empty);

let lastKey = 0;

export function printLocally(entry: Omit<LocalEntry, 'key'>): void {
  const { locals } = consoleMemory.getState();
  consoleMemory.setState({ locals: [...locals, { ...entry, key: `l${++lastKey}` }].slice(-keptLocals) });
}

export function clearScreen(clients: Iterable<number>, atFrame: number): void {
  const { locals, clearedAt } = consoleMemory.getState();
  const cleared = new Set(clients);
  consoleMemory.setState({
    locals: locals.filter((local) => !cleared.has(local.client)),
    clearedAt: { ...clearedAt, ...Object.fromEntries([...cleared].map((client) => [client, atFrame])) },
  });
}

/** Brings the console of a client to the front. */
export function showConsole(client: number | null): void {
  if (client !== null) consoleMemory.setState({ wanted: client });
}

/** Whose replies the log shows: those of all clients, or of the one whose prompt it is. */
export type LogScope = 'all' | 'one';

const scopeKey = 'console.log';

/** The reader's choice holds for the visit, on all pages and for all sessions. */
export const logScope = createStore<{ readonly scope: LogScope }>(() => ({
  scope: recallForVisit(scopeKey) === 'one' ? 'one' : 'all',
}));

export function chooseLogScope(scope: LogScope): void {
  logScope.setState({ scope });
  rememberForVisit(scopeKey, scope);
}

/** What a link or file says of the consoles: which of them follow redirections. */
export function consolesForLink(): PageState {
  const { followers } = consoleMemory.getState();
  return followers.length === 0 ? {} : { [followersName]: followers.join() };
}

export function takeUpConsoles({ [followersName]: listed }: PageState): void {
  if (typeof listed !== 'string' || !/^\d+(,\d+)*$/.test(listed)) return;
  consoleMemory.setState({ followers: listed.split(',').map(Number) });
}

/** Another session begins with empty screens. */
export function forgetConsoles(): void {
  consoleMemory.setState(empty);
}
