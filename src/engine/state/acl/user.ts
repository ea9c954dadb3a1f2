/** Who may do what: a name, passwords as SHA-256, and selectors. Mirrors the user of acl.c. */

import { splitArguments } from '../../../protocol/split-arguments.ts';
import { latin1, lowerAscii } from '../../base/bytes.ts';
import { sha256Hex } from '../../base/sha256.ts';
import type { CommandTable } from '../command/table.ts';
import { type RuleProblem, Selector, untilNul } from './selector.ts';

const HASH_DIGITS = 64;
const BAD_HASH =
  'The password hash must be exactly 64 characters and contain only lowercase hexadecimal characters';
const NO_SUCH_PASSWORD = 'The password you are trying to remove from the user does not exist';

export class User {
  readonly name: string;
  readonly #commands: CommandTable;
  enabled = false;
  /** Any password will do. */
  noPassword = false;
  /** Whether payloads that this user restores are checked; undefined until a rule says so. */
  sanitizePayload: boolean | undefined = undefined;
  passwords: string[] = [];
  /** The first is the root. */
  selectors: Selector[];
  /** One selector allows everything: no command needs to be looked at. */
  isUnlimited = false;

  constructor(name: string, commands: CommandTable, allChannels: boolean) {
    this.name = name;
    this.#commands = commands;
    this.selectors = [new Selector(commands, allChannels)];
  }

  /** Copies everything from another user except the name. */
  become(other: User): void {
    this.enabled = other.enabled;
    this.noPassword = other.noPassword;
    this.sanitizePayload = other.sanitizePayload;
    this.passwords = [...other.passwords];
    this.selectors = other.selectors.map((selector) => selector.copy());
    this.isUnlimited = this.selectors.some(
      ({ allKeys, allChannels, allCommands }) => allKeys && allChannels && allCommands,
    );
  }

  flags(): string[] {
    const flags = [this.enabled ? 'on' : 'off'];
    if (this.noPassword) flags.push('nopass');
    if (this.sanitizePayload === false) flags.push('skip-sanitize-payload');
    if (this.sanitizePayload === true) flags.push('sanitize-payload');
    return flags;
  }

  accepts(password: Uint8Array): boolean {
    return this.noPassword || this.passwords.includes(sha256Hex(password));
  }

  /** Applies one rule; otherwise returns what is wrong with it. `allChannels` is the value of acl-pubsub-default. */
  apply(rule: Uint8Array, allChannels: boolean): RuleProblem {
    if (rule.length === 0) return null;
    switch (lowerAscii(untilNul(rule))) {
      case 'on':
        this.enabled = true;
        return null;
      case 'off':
        this.enabled = false;
        return null;
      case 'nopass':
        this.noPassword = true;
        this.passwords = [];
        return null;
      case 'skip-sanitize-payload':
        this.sanitizePayload = false;
        return null;
      case 'sanitize-payload':
        this.sanitizePayload = true;
        return null;
      case 'resetpass':
        this.noPassword = false;
        this.passwords = [];
        return null;
      case 'clearselectors':
        this.selectors.length = 1;
        return null;
      case 'reset':
        this.#reset(allChannels);
        return null;
    }
    const sign = String.fromCharCode(rule[0]);
    if ('>#<!'.includes(sign)) return this.#changePassword(sign, rule.subarray(1));
    if (sign === '(' && rule[rule.length - 1] === 0x29) return this.#addSelector(rule, allChannels);
    return this.selectors[0].apply(rule);
  }

  #reset(allChannels: boolean): void {
    this.noPassword = false;
    this.passwords = [];
    this.enabled = false;
    this.sanitizePayload = true;
    // The root's key patterns, channels and commands go as those of a new user are.
    this.selectors = [new Selector(this.#commands, allChannels)];
  }

  #changePassword(sign: string, given: Uint8Array): RuleProblem {
    const isHash = sign === '#' || sign === '!';
    if (isHash && !(given.length === HASH_DIGITS && /^[0-9a-f]*$/.test(latin1(given)))) return BAD_HASH;
    const hash = isHash ? latin1(given) : sha256Hex(given);
    const known = this.passwords.includes(hash);
    if (sign === '>' || sign === '#') {
      if (!known) this.passwords.push(hash);
      this.noPassword = false;
      return null;
    }
    if (!known) return NO_SUCH_PASSWORD;
    this.passwords = this.passwords.filter((each) => each !== hash);
    return null;
  }

  #addSelector(rule: Uint8Array, allChannels: boolean): RuleProblem {
    const selector = new Selector(this.#commands, allChannels);
    for (const word of splitArguments(rule.subarray(1, -1)) ?? []) {
      const problem = selector.apply(word);
      if (problem !== null) return problem;
    }
    this.selectors.push(selector);
    return null;
  }
}
