/**
 * The commands that a server knows, found by the bytes of their names in any case, without making a string: this
 * happens for every command that arrives.
 *
 * Nothing here belongs to one server. Entries and catalogues are created once and shared, so that a new server costs
 * nothing; table.ts has the counters of a server.
 */
import { bytesOf } from '../../base/bytes.ts';
import type { Command } from './command.ts';
import { categoryBitsOf } from './facts.ts';

const NEVER_QUEUED: readonly string[] = ['exec', 'discard', 'multi', 'watch', 'quit', 'reset'];

const VISITS_ALL_KEYS: readonly string[] = ['keys', 'flushdb', 'flushall'];

/** What a command may do, as far as the server's state can forbid it. */
export interface CommandTraits {
  readonly isWrite: boolean;
  readonly isReadOnly: boolean;
  /** Whether it must be propagated to copies of the data. */
  readonly mayReplicate: boolean;
  /** Refused while memory is short. */
  readonly isDenyOom: boolean;
}

/** A command as every server holds it: the object, its full name and what follows from its flags. It never changes. */
export class CommandEntry implements CommandTraits {
  readonly command: Command;
  /** 'get' or 'config|get'. */
  readonly fullName: string;
  readonly isWrite: boolean;
  readonly isReadOnly: boolean;
  readonly isProtected: boolean;
  readonly mayReplicate: boolean;
  readonly isFast: boolean;
  readonly skipsSlowLog: boolean;
  /** Takes the longer the more keys there are. */
  readonly visitsAllKeys: boolean;
  readonly isHiddenFromMonitors: boolean;
  /** Runs a script, which runs commands. */
  readonly isScript: boolean;
  readonly isDenyOom: boolean;
  /** Runs also while a script keeps the server busy. */
  readonly allowsBusy: boolean;
  /** May be called before the password was given. */
  readonly needsNoLogin: boolean;
  /** Not to be called between MULTI and EXEC. */
  readonly isNotForMulti: boolean;
  /** Runs immediately between MULTI and EXEC instead of being queued. */
  readonly runsInsideMulti: boolean;
  readonly subcommands: CommandCatalogue | null;
  readonly nameBytes: Uint8Array;
  /** Unique for every command and subcommand of the program: permissions and counters use it as index. */
  readonly number = made++;
  #categoryBits = -1;

  constructor(command: Command, container: string | null) {
    this.command = command;
    this.fullName = container === null ? command.name : `${container}|${command.name}`;
    this.isWrite = command.flags.includes('write');
    this.isReadOnly = command.flags.includes('readonly');
    this.isHiddenFromMonitors = command.flags.includes('skip_monitor') || command.flags.includes('admin');
    this.mayReplicate = this.isWrite || command.flags.includes('may_replicate');
    this.isFast = command.flags.includes('fast');
    this.skipsSlowLog = command.flags.includes('skip_slowlog');
    this.visitsAllKeys = container === null && VISITS_ALL_KEYS.includes(command.name);
    this.isScript = command.flags.includes('skip_monitor') && command.group === 'scripting';
    this.isProtected = command.flags.includes('protected');
    this.isDenyOom = command.flags.includes('denyoom');
    this.allowsBusy = command.flags.includes('allow_busy');
    this.needsNoLogin = command.flags.includes('no_auth');
    this.isNotForMulti = command.flags.includes('no_multi');
    this.runsInsideMulti = container === null && NEVER_QUEUED.includes(command.name);
    this.subcommands =
      command.subcommands === undefined ? null : new CommandCatalogue(command.subcommands, command.name);
    this.nameBytes = bytesOf(command.name);
  }

  /** ACL categories as bits; worked out when they are first asked for, because many servers never are. */
  get categoryBits(): number {
    if (this.#categoryBits === -1) this.#categoryBits = categoryBitsOf(this.command);
    return this.#categoryBits;
  }

  acceptsCount(count: number): boolean {
    const { arity } = this.command;
    return arity >= 0 ? count === arity : count >= -arity;
  }
}

/** By the command's object: many servers share the same commands. */
const entries = new WeakMap<Command, CommandEntry>();
let made = 0;

function entryOf(command: Command, container: string | null): CommandEntry {
  let entry = entries.get(command);
  if (entry === undefined) {
    entry = new CommandEntry(command, container);
    entries.set(command, entry);
  }
  return entry;
}

/** Powers of two: for all commands, and for the few of a container. */
const SLOTS = 1024;
const CONTAINER_SLOTS = 64;
const END = -1;

export class CommandCatalogue {
  readonly entries: readonly CommandEntry[];
  /** Every command and subcommand; a container comes before its subcommands. */
  readonly all: readonly CommandEntry[];
  /** The first entry of each slot, and behind each entry the next one in its slot. */
  readonly #heads: Int16Array;
  readonly #next: Int16Array;
  readonly #extended = new WeakMap<readonly Command[], CommandCatalogue>();

  constructor(commands: readonly Command[], container: string | null = null) {
    this.entries = commands.map((command) => entryOf(command, container));
    this.all = this.entries.flatMap((entry) => [entry, ...(entry.subcommands?.entries ?? [])]);
    this.#heads = new Int16Array(container === null ? SLOTS : CONTAINER_SLOTS).fill(END);
    this.#next = new Int16Array(this.entries.length);
    for (const [at, { nameBytes }] of this.entries.entries()) {
      const slot = slotOf(nameBytes) & (this.#heads.length - 1);
      this.#next[at] = this.#heads[slot];
      this.#heads[slot] = at;
    }
  }

  /** With more commands, such as those of a module. */
  with(commands: readonly Command[]): CommandCatalogue {
    let extended = this.#extended.get(commands);
    if (extended === undefined) {
      extended = new CommandCatalogue([...this.entries.map(({ command }) => command), ...commands]);
      this.#extended.set(commands, extended);
    }
    return extended;
  }

  find(name: Uint8Array): CommandEntry | null {
    let at = this.#heads[slotOf(name) & (this.#heads.length - 1)];
    while (at !== END && !sameName(this.entries[at].nameBytes, name)) at = this.#next[at];
    return at === END ? null : this.entries[at];
  }

  /** Finds 'config|get' or 'get' given as text. */
  findFull(fullName: string): CommandEntry | null {
    const [name, subcommand, more] = fullName.toLowerCase().split('|');
    if (more !== undefined) return null;
    const entry = this.find(Uint8Array.from(name, (character) => character.charCodeAt(0) & 0xff));
    if (entry === null || subcommand === undefined) return entry;
    return entry.subcommands?.findFull(subcommand) ?? null;
  }
}

function slotOf(name: Uint8Array): number {
  let hash = name.length;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + (name[i] | 32)) | 0;
  return hash ^ (hash >>> 10);
}

function sameName(lowerName: Uint8Array, name: Uint8Array): boolean {
  if (lowerName.length !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    const byte = name[i];
    if (lowerName[i] !== (byte >= 65 && byte <= 90 ? byte | 32 : byte)) return false;
  }
  return true;
}
