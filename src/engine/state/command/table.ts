/** The commands of one server: a catalogue that all servers share, and what this server has counted about each. */
import { latin1 } from '../../base/bytes.ts';
import type { Distribution } from '../statistics/latency.ts';
import type { CommandCatalogue, CommandEntry } from './catalogue.ts';
import type { Command } from './command.ts';

export type { CommandEntry, CommandTraits } from './catalogue.ts';

/** For INFO commandstats; reset by CONFIG RESETSTAT. */
export class CommandCounts {
  calls = 0;
  rejectedCalls = 0;
  failedCalls = 0;
  microseconds = 0;
  /** Of its durations; null until it has run. */
  distribution: Distribution | null = null;
}

const NOTHING_COUNTED: Readonly<CommandCounts> = new CommandCounts();

export class CommandTable {
  #catalogue: CommandCatalogue;
  /** By the number of the entry. */
  readonly #counts: (CommandCounts | undefined)[] = [];
  /** Commands added since the start. */
  readonly #added: (readonly Command[])[] = [];
  /** The last name looked up and its entry: a client sends the same array for it again and again. */
  #lastName: Uint8Array | null = null;
  #lastEntry: CommandEntry | null = null;

  constructor(catalogue: CommandCatalogue) {
    this.#catalogue = catalogue;
  }

  get entries(): readonly CommandEntry[] {
    return this.#catalogue.entries;
  }

  /** Every command and subcommand; a container comes before its subcommands. */
  get all(): readonly CommandEntry[] {
    return this.#catalogue.all;
  }

  /** More commands, such as those of a module. */
  add(commands: readonly Command[]): void {
    this.#added.push(commands);
    this.#replaceCatalogue(this.#catalogue.with(commands));
  }

  /** Replaces a partial catalogue with the whole one; commands of modules come after it. Counters stay. */
  complete(catalogue: CommandCatalogue): void {
    this.#replaceCatalogue(this.#added.reduce((whole, commands) => whole.with(commands), catalogue));
  }

  #replaceCatalogue(catalogue: CommandCatalogue): void {
    this.#catalogue = catalogue;
    this.#lastName = null;
  }

  find(name: Uint8Array): CommandEntry | null {
    return this.#catalogue.find(name);
  }

  /** The entry that a whole command calls: that of its name or, in a container, of its subcommand. */
  resolve(args: readonly Uint8Array[]): CommandEntry | null {
    const name = args[0];
    if (name !== this.#lastName) {
      this.#lastEntry = this.#catalogue.find(name);
      this.#lastName = name;
    }
    const entry = this.#lastEntry;
    if (entry === null || entry.subcommands === null || args.length === 1) return entry;
    return entry.subcommands.find(args[1]);
  }

  /** Finds 'config|get' or 'get' given as text. */
  findFull(fullName: string): CommandEntry | null {
    return this.#catalogue.findFull(fullName);
  }

  /** The counters of a command, for writing. */
  countsOf(entry: CommandEntry): CommandCounts {
    const counts = this.#counts[entry.number];
    if (counts !== undefined) return counts;
    const fresh = new CommandCounts();
    this.#counts[entry.number] = fresh;
    return fresh;
  }

  /** The counters of a command, for reading. */
  counted(entry: CommandEntry): Readonly<CommandCounts> {
    return this.#counts[entry.number] ?? NOTHING_COUNTED;
  }

  resetCounts(): void {
    this.#counts.length = 0;
  }
}

/** An argument as an error repeats it: as far as C would print it, at most `limit` bytes. */
export function namedInError(argument: Uint8Array, limit = 128): string {
  const end = argument.indexOf(0);
  return latin1(argument, 0, Math.min(end === -1 ? argument.length : end, limit));
}
