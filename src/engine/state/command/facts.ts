/**
 * Facts that follow from a command's object without running it: its flags and categories as COMMAND reports them, and
 * where its keys are. Mirrors populateCommandStructure and getKeysUsingKeySpecs.
 */
import { equalsIgnoreCase, latin1 } from '../../base/bytes.ts';
import { parseInteger } from '../../base/numbers.ts';
import type { Command, CommandFlag, KeySpec, KeySpecFlag, KeyUse } from './command.ts';

/** In the order in which COMMAND lists them; it leaves out flags that are not here. */
const LISTED_FLAGS: readonly CommandFlag[] = [
  'write',
  'readonly',
  'denyoom',
  'module',
  'admin',
  'pubsub',
  'noscript',
  'blocking',
  'loading',
  'stale',
  'skip_monitor',
  'skip_slowlog',
  'asking',
  'fast',
  'no_auth',
  'no_mandatory_keys',
  'no_async_loading',
  'no_multi',
  'movablekeys',
  'allow_busy',
];

export const CATEGORIES: readonly string[] = [
  'keyspace',
  'read',
  'write',
  'set',
  'sortedset',
  'list',
  'hash',
  'string',
  'bitmap',
  'hyperloglog',
  'geo',
  'stream',
  'pubsub',
  'admin',
  'fast',
  'slow',
  'blocking',
  'dangerous',
  'connection',
  'transaction',
  'scripting',
];

const KEY_FLAGS: readonly KeySpecFlag[] = [
  'RO',
  'RW',
  'OW',
  'RM',
  'access',
  'update',
  'insert',
  'delete',
  'not_key',
  'incomplete',
  'variable_flags',
];

export function listedFlags(command: Command): CommandFlag[] {
  const movable = hasMovableKeys(command);
  return LISTED_FLAGS.filter((flag) => command.flags.includes(flag) || (flag === 'movablekeys' && movable));
}

/** ACL categories without the @: those given and those that follow from the flags. */
export function categoriesOf(command: Command): string[] {
  const has = (flag: CommandFlag) => command.flags.includes(flag);
  const categories = new Set<string>(command.categories ?? []);
  if (has('write')) categories.add('write');
  if (has('readonly') && !categories.has('scripting')) categories.add('read');
  if (has('admin')) categories.add('admin').add('dangerous');
  if (has('pubsub')) categories.add('pubsub');
  if (has('blocking')) categories.add('blocking');
  categories.add(has('fast') ? 'fast' : 'slow');
  return CATEGORIES.filter((category) => categories.has(category));
}

/** The categories as bits, by their place in the list. They never change, and every new server asks for all. */
export function categoryBitsOf(command: Command): number {
  let bits = KNOWN_BITS.get(command);
  if (bits === undefined) {
    bits = categoriesOf(command).reduce((sum, category) => sum | (1 << CATEGORIES.indexOf(category)), 0);
    KNOWN_BITS.set(command, bits);
  }
  return bits;
}

const KNOWN_BITS = new WeakMap<Command, number>();

/** Whether there can be keys among its arguments: doesCommandHaveKeys. */
export function hasKeys(command: Command): boolean {
  return (
    command.findKeys !== undefined || (command.keys ?? []).some(({ flags }) => !flags.includes('not_key'))
  );
}

export function sortedKeyFlags(flags: readonly KeySpecFlag[]): KeySpecFlag[] {
  return KEY_FLAGS.filter((flag) => flags.includes(flag));
}

/** First key, last key and step: the older description of where the keys are, which knows only one range. */
export function legacyKeyRange(command: Command): { first: number; last: number; step: number } {
  const specs = command.keys ?? [];
  if (specs.length === 1) {
    const range = rangeOf(specs[0]);
    if (range !== null) return { first: range.first, last: absolute(range), step: range.step };
  }
  let first = 0;
  let last = 0;
  for (const range of consecutiveRanges(specs)) {
    if (first === 0) first = range.first;
    const end = absolute(range);
    // A negative end counts from the last argument and so lies behind every other.
    if (last >= 0 && (end < 0 || end > last)) last = end;
  }
  return { first, last, step: first === 0 ? 0 : 1 };
}

function hasMovableKeys({ keys = [] }: Command): boolean {
  if (keys.some(({ flags }) => flags.includes('incomplete'))) return true;
  if (keys.length === 1 && rangeOf(keys[0]) !== null) return false;
  return consecutiveRanges(keys).length !== keys.length;
}

interface Range {
  readonly first: number;
  readonly lastKey: number;
  readonly step: number;
}

function rangeOf({ begin, find }: KeySpec): Range | null {
  if (begin.type !== 'index' || find.type !== 'range') return null;
  return { first: begin.index, lastKey: find.lastKey, step: find.step };
}

function absolute({ first, lastKey }: Range): number {
  return lastKey >= 0 ? first + lastKey : lastKey;
}

/** The ranges that join up, which is all that the older description can express. */
function consecutiveRanges(specs: readonly KeySpec[]): Range[] {
  const ranges: Range[] = [];
  let previousLast = 0;
  for (const spec of specs) {
    const range = rangeOf(spec);
    if (range === null || range.step !== 1) continue;
    if (previousLast !== 0 && previousLast !== range.first - 1) continue;
    ranges.push(range);
    previousLast = absolute(range);
  }
  return ranges;
}

/**
 * The keys of a call. Empty if the arguments make no sense; the command itself will report that. If the specifications
 * do not say, the command itself answers.
 */
export function keysOf(command: Command, args: readonly Uint8Array[]): readonly KeyUse[] {
  const specs = command.keys ?? [];
  const bySpecs = specs.some(({ flags }) => flags.includes('variable_flags'))
    ? null
    : keysBySpecs(specs, args);
  return bySpecs ?? command.findKeys?.(args) ?? keysByCount(specs, args);
}

/** The arguments that decide on the slot of a call: its keys, and the names of shard channels. */
export function slotArgumentsOf(command: Command, args: readonly Uint8Array[]): readonly Uint8Array[] {
  const specs = command.keys ?? [];
  const channels = specs.length === 1 && specs[0].flags.includes('not_key') ? specs[0] : null;
  if (channels === null) return keysOf(command, args).map(({ index }) => args[index]);
  const first = beginOf(channels, args);
  const range = first === null ? null : stretchOf(channels, first, args);
  return range === null ? [] : args.slice(range.first, range.last + 1);
}

/** Null when one of the specifications is not the whole truth or does not fit the arguments: getKeysUsingKeySpecs. */
function keysBySpecs(specs: readonly KeySpec[], args: readonly Uint8Array[]): KeyUse[] | null {
  const keys: KeyUse[] = [];
  for (const spec of specs) {
    if (spec.flags.includes('not_key')) continue;
    if (spec.begin.type === 'unknown') return null;
    const first = beginOf(spec, args);
    if (first === null) continue;
    const range = stretchOf(spec, first, args);
    if (range === null || range.last >= args.length || range.last < range.first) return null;
    for (let index = range.first; index <= range.last; index += range.step) {
      keys.push({ index, flags: spec.flags });
    }
    if (spec.flags.includes('incomplete')) return null;
  }
  return keys;
}

/**
 * The last resort for commands that say how many keys follow: the number is read as atoi reads it, and the use of the
 * keys is unknown. Mirrors genericGetKeys.
 */
function keysByCount(specs: readonly KeySpec[], args: readonly Uint8Array[]): KeyUse[] {
  const keys: KeyUse[] = [];
  let counted = false;
  for (const { begin, find } of specs) {
    if (begin.type !== 'index') return [];
    if (find.type !== 'keynum') {
      keys.push({ index: begin.index, flags: [] });
      continue;
    }
    counted = true;
    const text = latin1(args[begin.index + find.keyNumIndex] ?? new Uint8Array(0));
    const count = Number(/^\s*[+-]?[0-9]+/.exec(text)?.[0] ?? 0);
    const first = begin.index + find.firstKey;
    if (count < 1 || count > Math.floor((args.length - first) / find.step)) return [];
    // A destination comes after the keys that are read.
    keys.unshift(...Array.from({ length: count }, (_, at) => ({ index: first + at * find.step, flags: [] })));
  }
  return counted ? keys : [];
}

function beginOf({ begin }: KeySpec, args: readonly Uint8Array[]): number | null {
  if (begin.type === 'index') return begin.index;
  if (begin.type === 'unknown') return null;
  const forward = begin.startFrom > 0;
  // The last argument is not looked at: nothing could follow it.
  const end = forward ? args.length - 1 : 1;
  for (
    let at = forward ? begin.startFrom : args.length + begin.startFrom;
    at !== end;
    at += forward ? 1 : -1
  ) {
    if (at < 1 || at >= args.length) return null;
    if (equalsIgnoreCase(args[at], begin.keyword.toLowerCase())) return at + 1;
  }
  return null;
}

function stretchOf(
  { find }: KeySpec,
  first: number,
  args: readonly Uint8Array[],
): { first: number; last: number; step: number } | null {
  switch (find.type) {
    case 'unknown':
      return null;
    case 'range': {
      if (find.lastKey >= 0) return { first, last: first + find.lastKey, step: find.step };
      const last =
        find.limit === 0
          ? args.length + find.lastKey
          : first + Math.floor((args.length - first) / find.limit) + find.lastKey;
      return { first, last, step: find.step };
    }
    case 'keynum': {
      const position = first + find.keyNumIndex;
      const count = position < args.length ? parseInteger(args[position]) : null;
      if (typeof count !== 'number' || count < 0) return null;
      const start = first + find.firstKey;
      return { first: start, last: start + (count - 1) * find.step, step: find.step };
    }
  }
}
