/**
 * Reading arguments, with the error reply for each wrong one. Mirrors the get…FromObjectOrReply
 * family of object.c. A command calls these in the order in which its C function does: where two arguments
 * are wrong, the order decides which error the client gets.
 */
import { errors, ReplyError } from '../base/errors.ts';
import type { Int64 } from '../base/numbers.ts';
import { INT64_MAX, normalizeInt64, parseInteger } from '../base/numbers.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';

const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

/** Whole seconds up to this many stay exact when turned into milliseconds and added to the time. */
const PLAIN_SECONDS = 4_000_000_000_000;

/**
 * strcasecmp with one of our own words, in lower case. C sees the argument end at its first NUL byte, so
 * that "nx\0anything" is the option NX.
 */
export function isWord(argument: Uint8Array, lowerWord: string): boolean {
  const { length } = lowerWord;
  if (argument.length < length) return false;
  for (let index = 0; index < length; index++) {
    const byte = argument[index];
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower !== lowerWord.charCodeAt(index)) return false;
  }
  return argument.length === length || argument[length] === 0;
}

/** A 64-bit integer: getLongLongFromObjectOrReply and, on a 64-bit machine, getLongFromObjectOrReply. */
export function integerOf(argument: Uint8Array): Int64 {
  const value = parseInteger(argument);
  if (value === null) throw errors.notAnInteger();
  return value;
}

/** getRangeLongFromObjectOrReply. `refusal` replaces the usual texts where the command has its own. */
export function integerBetween(argument: Uint8Array, min: Int64, max: Int64, refusal?: string): Int64 {
  const value = parseInteger(argument);
  if (value === null) throw refusal === undefined ? errors.notAnInteger() : new ReplyError(refusal);
  if (value < min || value > max) {
    throw new ReplyError(refusal ?? `ERR value is out of range, value must between ${min} and ${max}`);
  }
  return value;
}

/** getPositiveLongFromObjectOrReply; zero counts as positive there. */
export function naturalOf(
  argument: Uint8Array,
  refusal = 'ERR value is out of range, must be positive',
): Int64 {
  return integerBetween(argument, 0, INT64_MAX, refusal);
}

/** A C int: getIntFromObjectOrReply. */
export function int32Of(argument: Uint8Array): number {
  return integerBetween(argument, INT32_MIN, INT32_MAX) as number;
}

/** The database that an argument of MOVE or COPY names. */
export function databaseOf(server: Server, argument: Uint8Array): Database {
  const number = int32Of(argument);
  const { databases } = server.keyspace;
  if (number < 0 || number >= databases.length) throw errors.dbIndexOutOfRange();
  return databases[number];
}

/**
 * The expiry of SET, SETEX or GETEX in Unix milliseconds. Throws unless it is positive and fits into 64
 * bits. `fromNow` is false for a point in time, true for a duration.
 */
export function positiveExpiry(
  command: string,
  argument: Uint8Array,
  inSeconds: boolean,
  fromNow: boolean,
  nowMs: number,
): Int64 {
  const given = integerOf(argument);
  if (given <= 0) throw errors.invalidExpire(command);
  return expiryMs(command, given, inSeconds, fromNow ? nowMs : 0);
}

/** `given` in milliseconds, added to `baseMs`; throws where 64 bits overflow. */
export function expiryMs(command: string, given: Int64, inSeconds: boolean, baseMs: number): Int64 {
  if (typeof given === 'number' && given <= PLAIN_SECONDS && given >= -PLAIN_SECONDS) {
    return (inSeconds ? given * 1000 : given) + baseMs;
  }
  const wideMs = BigInt(given) * (inSeconds ? 1000n : 1n);
  if (BigInt.asIntN(64, wideMs) !== wideMs) throw errors.invalidExpire(command);
  const atMs = wideMs + BigInt(baseMs);
  if (atMs > INT64_MAX) throw errors.invalidExpire(command);
  return normalizeInt64(atMs);
}
