/**
 * The kinds of parameters: how the text of CONFIG SET becomes a value, why it may be refused, and how CONFIG
 * GET prints it again. Mirrors the typed configs of config.c with its wording; what is odd here (an empty
 * memory size is 0, 2^64 wraps around) is odd there.
 */
import type { Generation } from '../../../protocol/session.ts';
import { bytesOf } from '../../base/bytes.ts';
import { INT64_MAX, normalizeInt64, parseInteger } from '../../base/numbers.ts';

/** Numbers are bigints beyond 2^53; whatever is not a number or a flag is kept as CONFIG GET prints it. */
export type ConfigValue = string | number | bigint | boolean;

/** Why a value was refused, in the server's words. */
export class ConfigError {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export interface ConfigReader {
  number(name: string): number;
}

export interface Parameter {
  readonly name: string;
  /** An older name that still works. */
  readonly alias?: string;
  readonly default: ConfigValue;
  /** Only in this generation. */
  readonly generation?: Generation;
  /** Cannot be changed while running. */
  readonly immutable?: boolean;
  /** Can be changed only where enable-protected-configs allows it. */
  readonly protected?: boolean;
  /** Hidden from patterns: only its full name finds it. */
  readonly hidden?: boolean;
  /** The words it accepts, if it is one of several. */
  readonly words?: readonly string[];
  /** How CONFIG REWRITE writes its value, if not as it is printed. */
  readonly inFile?: 'memory' | 'quoted';
  /** False if it has no effect in this engine: it is stored and returned, and that is all. */
  readonly effect?: boolean;
  /** The value this text stands for; `current` for those that change only a part. */
  parse(text: string, current: ConfigValue): ConfigValue | ConfigError;
  print(value: ConfigValue): string;
  /** The value to store, once all values of a CONFIG SET have passed. */
  apply?(value: ConfigValue, config: ConfigReader): ConfigValue;
}

type Extra = Partial<Omit<Parameter, 'name' | 'default'>>;

export const INT_MAX = 2147483647;
export const UINT_MAX = 4294967295;
export const LONG_MAX = INT64_MAX;
export const ULONG_MAX = 18446744073709551615n;

/** As far as C would read it. */
export function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

export function flag(name: string, byDefault: boolean, extra: Extra = {}): Parameter {
  return {
    name,
    default: byDefault,
    parse(text) {
      const word = untilNul(text).toLowerCase();
      if (word === 'yes') return true;
      if (word === 'no') return false;
      return new ConfigError("argument must be 'yes' or 'no'");
    },
    print: (value) => (value ? 'yes' : 'no'),
    ...extra,
  };
}

/** A plain decimal number. */
export function integer(
  name: string,
  byDefault: number,
  min: number,
  max: number | bigint,
  extra: Extra = {},
): Parameter {
  return {
    name,
    default: byDefault,
    parse(text) {
      const value = parseInteger(bytesOf(text));
      if (value === null) return new ConfigError("argument couldn't be parsed into an integer");
      return within(value, min, max);
    },
    print: String,
    ...extra,
  };
}

/** A size in bytes, with units: 100, 100b, 1k (1000), 1kb (1024), mb, gb. */
export function memory(
  name: string,
  byDefault: number,
  min: number,
  max: number | bigint,
  extra: Extra = {},
): Parameter {
  return {
    name,
    default: byDefault,
    parse(text) {
      const value = parseMemory(text);
      return value === null ? new ConfigError('argument must be a memory value') : within(value, min, max);
    },
    print: String,
    inFile: 'memory',
    ...extra,
  };
}

/** A size in bytes or a percentage, which is kept as a negative number. */
export function memoryOrPercent(name: string, byDefault: number, extra: Extra = {}): Parameter {
  return {
    name,
    default: byDefault,
    parse(text) {
      const size = parseMemory(text);
      if (size !== null) {
        const signed = BigInt.asIntN(64, BigInt(size));
        // A size of 2^63 and more is a negative number to the server, and so a percentage.
        return signed < 0n ? percentage(-signed) : normalizeInt64(signed);
      }
      const percent = text.length > 1 && text.endsWith('%') ? parseInteger(bytesOf(text.slice(0, -1))) : null;
      if (percent === null || percent < 0) {
        return new ConfigError('argument must be a memory or percent value');
      }
      return percentage(BigInt(percent));
    },
    print: (value) => (Number(value) < 0 ? `${-Number(value)}%` : String(value)),
    inFile: 'memory',
    ...extra,
  };
}

function percentage(percent: bigint): ConfigValue | ConfigError {
  if (percent > 100n) return new ConfigError('percentage argument must be less or equal to 100');
  // Adding zero keeps 0% from becoming -0.
  return -Number(percent) + 0;
}

/** Permissions of a file, written in octal digits. */
export function octal(name: string, byDefault: number, max: number, extra: Extra = {}): Parameter {
  return {
    name,
    default: byDefault,
    parse(text) {
      if (!/^[0-7]+$/.test(text)) return new ConfigError("argument couldn't be parsed as an octal number");
      const value = Number.parseInt(text, 8);
      if (value > max) return new ConfigError(`argument must be between 0 and ${max.toString(8)} inclusive`);
      return value;
    },
    print: (value) => Number(value).toString(8),
    ...extra,
  };
}

/** One of several words. Words that mean the same as an earlier one are given as `same: earlier`. */
export function choice(
  name: string,
  byDefault: string,
  words: readonly string[],
  extra: Extra & { readonly same?: Readonly<Record<string, string>> } = {},
): Parameter {
  const { same = {}, ...rest } = extra;
  return {
    name,
    default: byDefault,
    words: words.filter((word) => same[word] === undefined),
    parse(text) {
      const word = untilNul(text).toLowerCase();
      return words.includes(word) ? (same[word] ?? word) : oneOfThese(words);
    },
    print: String,
    ...rest,
  };
}

/** Several words at once, printed in the order of the list; the first means none of the others. */
export function choices(
  name: string,
  words: readonly string[],
  check: (chosen: readonly string[]) => ConfigError | null,
  extra: Extra = {},
): Parameter {
  return {
    name,
    default: words[0],
    parse(text) {
      const given = text.split(' ').map((word) => untilNul(word).toLowerCase());
      if (!given.every((word) => words.includes(word))) return oneOfThese(words);
      const chosen = words.slice(1).filter((word) => given.includes(word));
      return check(chosen) ?? (chosen.length === 0 ? words[0] : chosen.join(' '));
    },
    print: String,
    ...extra,
  };
}

/** Free text, as far as C reads it. */
export function text(name: string, byDefault: string, extra: Extra = {}): Parameter {
  return { name, default: byDefault, parse: untilNul, print: String, inFile: 'quoted', ...extra };
}

/** A name in the server's folder, not a path out of it. */
export function fileName(
  name: string,
  byDefault: string,
  what: 'filename' | 'dirname',
  { mayBeEmpty = false, ...extra }: Extra & { readonly mayBeEmpty?: boolean } = {},
): Parameter {
  return text(name, byDefault, {
    parse(given) {
      const value = untilNul(given);
      if (value === '' && !mayBeEmpty) return new ConfigError(`${name} can't be empty`);
      return /[/\\]/.test(value) ? new ConfigError(`${name} can't be a path, just a ${what}`) : value;
    },
    ...extra,
  });
}

/** Any bytes. */
export function secret(name: string, extra: Extra = {}): Parameter {
  return { name, default: '', parse: (value) => value, print: String, inFile: 'quoted', ...extra };
}

function oneOfThese(words: readonly string[]): ConfigError {
  return new ConfigError(`argument(s) must be one of the following: ${words.join(', ')}`);
}

function within(value: number | bigint, min: number, max: number | bigint): ConfigValue | ConfigError {
  if (value >= min && value <= max) return value;
  return new ConfigError(`argument must be between ${min} and ${max} inclusive`);
}

const UNITS: Readonly<Record<string, bigint>> = {
  '': 1n,
  b: 1n,
  k: 1000n,
  kb: 1024n,
  m: 1000n ** 2n,
  mb: 1024n ** 2n,
  g: 1000n ** 3n,
  gb: 1024n ** 3n,
};
const MAX_MEMORY_DIGITS = 127;

/** memtoull: unsigned 64 bits, saturated in its digits and wrapped around in its unit. */
export function parseMemory(given: string): number | bigint | null {
  const parts = /^([0-9]*)([a-z]*)$/i.exec(untilNul(given));
  if (parts === null) return null;
  const unit = UNITS[parts[2].toLowerCase()];
  if (unit === undefined || parts[1].length > MAX_MEMORY_DIGITS) return null;
  const digits = BigInt(parts[1] === '' ? '0' : parts[1]);
  const value = BigInt.asUintN(64, (digits > ULONG_MAX ? ULONG_MAX : digits) * unit);
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}
