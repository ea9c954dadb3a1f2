/**
 * Whether a user may run a command with these arguments. Each selector is asked; if none allows it, the error comes
 * from the selector that got furthest: a denied key says more than a denied command.
 */
import { equalBytes, latin1 } from '../../base/bytes.ts';
import { globMatch } from '../../base/glob.ts';
import type { KeyUse } from '../command/command.ts';
import { hasKeys, keysOf } from '../command/facts.ts';
import type { CommandEntry } from '../command/table.ts';
import { KEY_READ, KEY_WRITE, type Selector } from './selector.ts';
import type { User } from './user.ts';

export interface Denial {
  readonly reason: 'command' | 'key' | 'channel';
  /** Of the key or channel among the arguments. */
  readonly index: number;
}

const RANK = { command: 1, key: 2, channel: 4 } as const;

/** Null when the command may run. No user at all means that the server itself is at work. */
export function findDenial(
  user: User | null,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): Denial | null {
  if (user === null || user.isUnlimited) return null;
  let worst: Denial = { reason: 'command', index: 0 };
  let keys: readonly KeyUse[] | null = null;
  for (const selector of user.selectors) {
    if (!allowsCommand(selector, entry, args)) continue;
    if (!selector.allKeys && keys === null) keys = hasKeys(entry.command) ? keysOf(entry.command, args) : [];
    const denial = deniedKey(selector, keys ?? [], args) ?? deniedChannel(selector, entry, args);
    if (denial === null) return null;
    const isWorse =
      RANK[denial.reason] > RANK[worst.reason] ||
      (denial.reason === worst.reason && denial.index > worst.index);
    if (isWorse) worst = denial;
  }
  return worst;
}

/** Whether a user may run this command by rules that let it read every key, whatever the arguments name. */
export function mayReadAll(user: User | null, entry: CommandEntry, args: readonly Uint8Array[]): boolean {
  if (user === null || user.isUnlimited) return true;
  return user.selectors.some((selector) => {
    if (!allowsCommand(selector, entry, args)) return false;
    if (selector.allKeys) return true;
    const readsAll = selector.keyPatterns.some(
      ({ pattern, permissions }) => (permissions & KEY_READ) !== 0 && latin1(pattern) === '*',
    );
    return readsAll && deniedKey(selector, keysOf(entry.command, args), args) === null;
  });
}

/** Whether a user may read a key that no argument names: one that a filter found. */
export function mayRead(user: User | null, key: Uint8Array): boolean {
  if (user === null || user.isUnlimited) return true;
  return user.selectors.some((selector) => selector.allKeys || allowsKey(selector, key, KEY_READ));
}

function allowsCommand(selector: Selector, entry: CommandEntry, args: readonly Uint8Array[]): boolean {
  if (selector.allCommands || entry.needsNoLogin || selector.allows(entry)) return true;
  const words = selector.firstArguments.get(entry);
  if (words === undefined || args.length < 2) return false;
  const first = latin1(args[1]).split('\0')[0].toLowerCase();
  return words.some((word) => word.toLowerCase() === first);
}

function deniedKey(selector: Selector, keys: readonly KeyUse[], args: readonly Uint8Array[]): Denial | null {
  if (selector.allKeys) return null;
  for (const { index, flags } of keys) {
    let needed = 0;
    for (const flag of flags) {
      if (flag === 'access') needed |= KEY_READ;
      else if (flag === 'insert' || flag === 'delete' || flag === 'update') needed |= KEY_WRITE;
    }
    if (!allowsKey(selector, args[index], needed)) return { reason: 'key', index };
  }
  return null;
}

function allowsKey(selector: Selector, key: Uint8Array, needed: number): boolean {
  return selector.keyPatterns.some(
    ({ pattern, permissions }) => (permissions & needed) === needed && globMatch(pattern, key),
  );
}

/** Commands that name channels: from which argument on, whether several, whether as patterns. */
const CHANNELS: Readonly<Record<string, { readonly several: boolean; readonly patterns: boolean }>> = {
  publish: { several: false, patterns: false },
  spublish: { several: false, patterns: false },
  subscribe: { several: true, patterns: false },
  ssubscribe: { several: true, patterns: false },
  psubscribe: { several: true, patterns: true },
};

function deniedChannel(selector: Selector, entry: CommandEntry, args: readonly Uint8Array[]): Denial | null {
  if (selector.allChannels) return null;
  const use = CHANNELS[entry.fullName];
  if (use === undefined) return null;
  const end = use.several ? args.length : 2;
  for (let index = 1; index < end; index++) {
    if (!allowsChannel(selector, args[index], use.patterns)) return { reason: 'channel', index };
  }
  return null;
}

/** A pattern to subscribe to must be one of the user's own, to the letter. */
export function allowsChannel(selector: Selector, channel: Uint8Array, isPattern: boolean): boolean {
  if (selector.allChannels) return true;
  return selector.channels.some((pattern) =>
    isPattern ? equalBytes(pattern, channel) : globMatch(pattern, channel),
  );
}
