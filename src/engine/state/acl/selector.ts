/**
 * A set of permissions: which commands, on which keys, on which channels. A user has one (the root) and may have
 * more, in parentheses; a command may run when any one of them allows all of it. Mirrors aclSelector of acl.c.
 *
 *   ~cache:*  %R~log:*  &news.*  +@read  -keys  +config|get  +select|0
 *
 * Commands are a bit each, by the number that every command and subcommand has. One more bit stands
 * for commands that do not exist yet: +@all sets it, nothing else does, and by it a selector is described as
 * "everything except" or as "nothing but".
 */
import { equalBytes, latin1, lowerAscii } from '../../base/bytes.ts';
import { CATEGORIES } from '../command/facts.ts';
import type { CommandEntry, CommandTable } from '../command/table.ts';

export const KEY_READ = 1;
export const KEY_WRITE = 2;
const KEY_ALL = KEY_READ | KEY_WRITE;
/** Room for the commands of modules, which come later. */
const MAX_COMMANDS = 1024;

export interface KeyPattern {
  readonly pattern: Uint8Array;
  /** KEY_READ, KEY_WRITE or both. */
  permissions: number;
}

/** Why a rule was refused, in the server's words. */
export type RuleProblem = string | null;

export const SYNTAX_ERROR = 'Syntax error';
const UNKNOWN_NAME = 'Unknown command or category name in ACL';
const NO_FIRST_ARGUMENT = 'Allowing first-arg of a subcommand is not supported';

function pointless(flag: string, things: string): string {
  return (
    `Adding a pattern after the * pattern (or the 'all${flag}' flag) is not valid and does not have any effect. ` +
    `Try 'reset${flag}' to start with an empty list of ${things}`
  );
}

export class Selector {
  readonly #commands: CommandTable;
  allKeys = false;
  allChannels: boolean;
  /** True from +@all until a rule removes something; then no lookup is needed. */
  allCommands = false;
  /** Whether commands of the future are allowed. */
  futureCommands = false;
  keyPatterns: KeyPattern[] = [];
  channels: Uint8Array[] = [];
  /** A byte for each command; null while all are as `allByDefault`. */
  #allowed: Uint8Array | null = null;
  #allByDefault = false;
  /** For commands without subcommands that are denied: the first arguments with which they are allowed. */
  firstArguments = new Map<CommandEntry, string[]>();

  constructor(commands: CommandTable, allChannels: boolean) {
    this.#commands = commands;
    this.allChannels = allChannels;
  }

  copy(): Selector {
    const copy = new Selector(this.#commands, this.allChannels);
    copy.allKeys = this.allKeys;
    copy.allCommands = this.allCommands;
    copy.futureCommands = this.futureCommands;
    copy.keyPatterns = this.keyPatterns.map((each) => ({ ...each }));
    copy.channels = [...this.channels];
    copy.#allowed = this.#allowed?.slice() ?? null;
    copy.#allByDefault = this.#allByDefault;
    copy.firstArguments = new Map([...this.firstArguments].map(([entry, words]) => [entry, [...words]]));
    return copy;
  }

  allows(entry: CommandEntry): boolean {
    return this.#allowed === null ? this.#allByDefault : this.#allowed[entry.number] === 1;
  }

  /** Applies one rule; otherwise returns what is wrong with it. */
  apply(rule: Uint8Array): RuleProblem {
    switch (lowerAscii(untilNul(rule))) {
      case 'allkeys':
      case '~*':
        this.allKeys = true;
        this.keyPatterns = [];
        return null;
      case 'resetkeys':
        this.allKeys = false;
        this.keyPatterns = [];
        return null;
      case 'allchannels':
      case '&*':
        this.allChannels = true;
        this.channels = [];
        return null;
      case 'resetchannels':
        this.allChannels = false;
        this.channels = [];
        return null;
      case 'allcommands':
      case '+@all':
        this.allowEverything(true);
        return null;
      case 'nocommands':
      case '-@all':
        this.allowEverything(false);
        return null;
    }
    const sign = String.fromCharCode(rule[0]);
    const isCategory = rule[1] === 0x40;
    if (sign === '~' || sign === '%') return this.#addKeyPattern(rule);
    if (sign === '&') return this.#addChannel(rule.subarray(1));
    if (sign === '+' && !isCategory) return this.#addCommand(latin1(untilNul(rule.subarray(1))));
    if (sign === '-' && !isCategory) {
      const entry = this.#find(latin1(untilNul(rule.subarray(1))));
      if (entry === null) return UNKNOWN_NAME;
      this.change(entry, false);
      return null;
    }
    if (sign === '+' || sign === '-') {
      const category = CATEGORIES.indexOf(lowerAscii(untilNul(rule.subarray(2))));
      if (category === -1) return UNKNOWN_NAME;
      this.changeCategory(category, sign === '+');
      return null;
    }
    return SYNTAX_ERROR;
  }

  allowEverything(value: boolean): void {
    this.#allowed = null;
    this.#allByDefault = value;
    this.allCommands = value;
    this.futureCommands = value;
    this.firstArguments.clear();
  }

  /** Allows or forbids a command with all its subcommands. */
  change(entry: CommandEntry, value: boolean): void {
    this.#setBit(entry, value);
    this.firstArguments.delete(entry);
    for (const subcommand of entry.subcommands?.entries ?? []) this.#setBit(subcommand, value);
  }

  changeCategory(category: number, value: boolean): void {
    for (const entry of this.#commands.all) {
      if ((entry.categoryBits >> category) & 1) this.change(entry, value);
    }
  }

  #setBit(entry: CommandEntry, value: boolean): void {
    this.#allowed ??= new Uint8Array(MAX_COMMANDS).fill(this.#allByDefault ? 1 : 0);
    this.#allowed[entry.number] = value ? 1 : 0;
    if (!value) this.allCommands = false;
  }

  #find(name: string): CommandEntry | null {
    return this.#commands.findFull(name);
  }

  #addCommand(name: string): RuleProblem {
    const bar = name.lastIndexOf('|');
    const entry = this.#find(bar === -1 ? name : name.slice(0, bar));
    if (entry === null) return UNKNOWN_NAME;
    if (bar === -1) {
      this.change(entry, true);
      return null;
    }
    if (entry.fullName.includes('|')) return NO_FIRST_ARGUMENT;
    const second = name.slice(bar + 1);
    if (second === '') return SYNTAX_ERROR;
    if (entry.subcommands !== null) {
      const subcommand = this.#find(name);
      if (subcommand === null) return UNKNOWN_NAME;
      this.change(subcommand, true);
      return null;
    }
    const words = this.firstArguments.get(entry) ?? [];
    if (!words.some((word) => word.toLowerCase() === second.toLowerCase())) words.push(second);
    this.firstArguments.set(entry, words);
    return null;
  }

  #addKeyPattern(rule: Uint8Array): RuleProblem {
    if (this.allKeys) return pointless('keys', 'patterns');
    let permissions = rule[0] === 0x7e ? KEY_ALL : 0;
    let at = 1;
    if (permissions === 0) {
      for (; at < rule.length; at++) {
        const letter = String.fromCharCode(rule[at]).toUpperCase();
        if (letter === 'R' && !(permissions & KEY_READ)) permissions |= KEY_READ;
        else if (letter === 'W' && !(permissions & KEY_WRITE)) permissions |= KEY_WRITE;
        else if (letter === '~' && permissions !== 0) break;
        else return SYNTAX_ERROR;
      }
      if (permissions === 0) return SYNTAX_ERROR;
      at = Math.min(at + 1, rule.length);
    }
    const pattern = rule.slice(at);
    if (hasSpaces(pattern)) return SYNTAX_ERROR;
    const known = this.keyPatterns.find((each) => equalBytes(each.pattern, pattern));
    if (known === undefined) this.keyPatterns.push({ pattern, permissions });
    else known.permissions |= permissions;
    return null;
  }

  #addChannel(pattern: Uint8Array): RuleProblem {
    if (this.allChannels) return pointless('channels', 'channels');
    if (hasSpaces(pattern)) return SYNTAX_ERROR;
    if (!this.channels.some((each) => equalBytes(each, pattern))) this.channels.push(pattern.slice());
    return null;
  }
}

/** What C sees of a string: up to its first NUL. */
export function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** Blanks of any kind, or a NUL: what no name and no pattern may have. */
export function hasSpaces(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte === 0 || byte === 32 || (byte >= 9 && byte <= 13));
}

/** Key patterns as rules: ~both, %R~reading, %W~writing. */
export function keyRules(selector: Selector): string[] {
  if (selector.allKeys) return ['~*'];
  return selector.keyPatterns.map(({ pattern, permissions }) => {
    const sign = permissions === KEY_ALL ? '~' : permissions === KEY_READ ? '%R~' : '%W~';
    return sign + latin1(pattern);
  });
}

export function channelRules(selector: Selector): string[] {
  return selector.allChannels ? ['&*'] : selector.channels.map((pattern) => `&${latin1(pattern)}`);
}
