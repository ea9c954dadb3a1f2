/**
 * Finds a command by the bytes of its name, whatever their case, without making a string:
 * this happens for every command that arrives.
 */
import { bytesOf, latin1 } from '../base/bytes.ts';
import type { Command } from './command.ts';
import { categoryBitsOf } from './command-facts.ts';
import type { Distribution } from './latency.ts';

const NEVER_QUEUED: readonly string[] = ['exec', 'discard', 'multi', 'watch', 'quit', 'reset'];

const VISITS_ALL_KEYS: readonly string[] = ['keys', 'flushdb', 'flushall'];

/** The bytes of a name never change, and many servers are made of the same commands. */
const namesInBytes = new WeakMap<Command, Uint8Array>();

function nameBytesOf(command: Command): Uint8Array {
  let bytes = namesInBytes.get(command);
  if (bytes === undefined) {
    bytes = bytesOf(command.name);
    namesInBytes.set(command, bytes);
  }
  return bytes;
}

/** A command as the server holds it: the object, its full name and what follows from its flags. */
export class CommandEntry {
  readonly command: Command;
  /** 'get' or 'config|get'. */
  readonly fullName: string;
  readonly isWrite: boolean;
  readonly isReadOnly: boolean;
  readonly isProtected: boolean;
  /** Whether others that keep the same data would have to hear of it. */
  readonly mayReplicate: boolean;
  readonly isFast: boolean;
  readonly skipsSlowLog: boolean;
  /** Takes the longer the more keys there are. */
  readonly visitsAllKeys: boolean;
  readonly isHiddenFromMonitors: boolean;
  /** Runs a script, which runs commands. */
  readonly isScript: boolean;
  /** Refused while memory is short. */
  readonly isDenyOom: boolean;
  /** Runs also while a script keeps the server busy. */
  readonly allowsBusy: boolean;
  /** May be called before the password was given. */
  readonly needsNoLogin: boolean;
  /** Not to be called between MULTI and EXEC. */
  readonly isNotForMulti: boolean;
  /** Runs at once between MULTI and EXEC, where others are queued. */
  readonly runsInsideMulti: boolean;
  readonly subcommands: CommandTable | null;
  /** For INFO commandstats; reset by CONFIG RESETSTAT. */
  calls = 0;
  rejectedCalls = 0;
  failedCalls = 0;
  microseconds = 0;
  /** Of its durations; null until it has run. */
  distribution: Distribution | null = null;
  readonly nameBytes: Uint8Array;
  /** Every command and subcommand has one of its own: permissions are a bit each. */
  number = 0;
  /** The next one in its slot of the table. */
  nextInSlot: CommandEntry | null = null;
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
      command.subcommands === undefined ? null : new CommandTable(command.subcommands, command.name);
    this.nameBytes = nameBytesOf(command);
  }

  /** ACL categories as bits; worked out when they are first asked for, because many servers never are. */
  get categoryBits(): number {
    if (this.#categoryBits === -1) this.#categoryBits = categoryBitsOf(this.command);
    return this.#categoryBits;
  }

  resetCounts(): void {
    this.calls = 0;
    this.rejectedCalls = 0;
    this.failedCalls = 0;
    this.microseconds = 0;
    this.distribution = null;
  }

  acceptsCount(count: number): boolean {
    const { arity } = this.command;
    return arity >= 0 ? count === arity : count >= -arity;
  }
}

/** Powers of two: for all commands, and for the few of a container. */
const SLOTS = 1024;
const CONTAINER_SLOTS = 64;

export class CommandTable {
  readonly #entries: CommandEntry[] = [];
  readonly #numbered: CommandEntry[] = [];
  readonly #slots: (CommandEntry | null)[];

  constructor(commands: readonly Command[], container: string | null = null) {
    this.#slots = new Array(container === null ? SLOTS : CONTAINER_SLOTS).fill(null);
    this.add(commands, container);
  }

  get entries(): readonly CommandEntry[] {
    return this.#entries;
  }

  /** Every command and subcommand by its number; a container comes before its subcommands. */
  get numbered(): readonly CommandEntry[] {
    return this.#numbered;
  }

  /** More commands, such as those of a module. */
  add(commands: readonly Command[], container: string | null = null): void {
    for (const command of commands) this.#put(new CommandEntry(command, container), container !== null);
  }

  /**
   * The whole of what it has held a part of, in the order of the whole; what a module has added comes behind it. What
   * was counted stays.
   */
  complete(commands: readonly Command[]): void {
    const held = new Map(this.#entries.map((entry) => [entry.command, entry]));
    this.#entries.length = 0;
    this.#numbered.length = 0;
    this.#slots.fill(null);
    for (const command of commands) {
      this.#put(held.get(command) ?? new CommandEntry(command, null), false);
      held.delete(command);
    }
    for (const entry of held.values()) this.#put(entry, false);
  }

  #put(entry: CommandEntry, isInside: boolean): void {
    const slot = slotOf(entry.nameBytes) & (this.#slots.length - 1);
    entry.nextInSlot = this.#slots[slot];
    this.#slots[slot] = entry;
    this.#entries.push(entry);
    if (isInside) return;
    entry.number = this.#numbered.push(entry) - 1;
    if (entry.subcommands === null) return;
    for (const each of entry.subcommands.entries) each.number = this.#numbered.push(each) - 1;
  }

  find(name: Uint8Array): CommandEntry | null {
    let entry = this.#slots[slotOf(name) & (this.#slots.length - 1)];
    while (entry !== null && !sameName(entry.nameBytes, name)) entry = entry.nextInSlot;
    return entry;
  }

  /** What a whole command calls: the entry of its name or, in a container, of its subcommand. */
  resolve(args: readonly Uint8Array[]): CommandEntry | null {
    const entry = this.find(args[0]);
    if (entry === null || entry.subcommands === null || args.length === 1) return entry;
    return entry.subcommands.find(args[1]);
  }

  /** Every entry, those of subcommands included. */
  *all(): Generator<CommandEntry, void, void> {
    for (const entry of this.entries) {
      yield entry;
      if (entry.subcommands !== null) yield* entry.subcommands.all();
    }
  }

  /** Finds 'config|get' or 'get' given as text. */
  findFull(fullName: string): CommandEntry | null {
    const [name, subcommand] = fullName.toLowerCase().split('|');
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

/** An argument as an error repeats it: as far as C would print it, at most `limit` bytes. */
export function namedInError(argument: Uint8Array, limit = 128): string {
  const end = argument.indexOf(0);
  return latin1(argument, 0, Math.min(end === -1 ? argument.length : end, limit));
}
