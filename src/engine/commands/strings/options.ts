/**
 * The options of SET and GETEX, in one reader as in t_string.c. Conflicts are found word by word: the first
 * word that does not go with those before it is a syntax error, whatever follows. The same word twice is
 * not a conflict; the last one counts.
 */
import { errors } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import { isWord, positiveExpiry } from '../arguments.ts';

export const SET_NX = 1;
export const SET_XX = 2;
export const SET_GET = 4;
export const KEEP_TTL = 8;
export const PERSIST = 16;
export const EX = 32;
export const PX = 64;
export const EXAT = 128;
export const PXAT = 256;
const ANY_EXPIRY = EX | PX | EXAT | PXAT;

export interface StringOptions {
  readonly flags: number;
  /** The number that follows EX, PX, EXAT or PXAT, not read yet; null without one of them. */
  readonly expiry: Uint8Array | null;
}

/** `args` from index `from` on. SET and GETEX share the expiry words; the others belong to one of them. */
export function parseStringOptions(
  args: readonly Uint8Array[],
  from: number,
  command: 'set' | 'getex',
): StringOptions {
  const isSet = command === 'set';
  let flags = 0;
  let expiry: Uint8Array | null = null;
  for (let at = from; at < args.length; at++) {
    const word = args[at];
    if (isSet && isWord(word, 'nx') && (flags & SET_XX) === 0) {
      flags |= SET_NX;
    } else if (isSet && isWord(word, 'xx') && (flags & SET_NX) === 0) {
      flags |= SET_XX;
    } else if (isSet && isWord(word, 'get')) {
      flags |= SET_GET;
    } else if (isSet && isWord(word, 'keepttl') && (flags & ANY_EXPIRY) === 0) {
      flags |= KEEP_TTL;
    } else if (!isSet && isWord(word, 'persist') && (flags & ANY_EXPIRY) === 0) {
      flags |= PERSIST;
    } else {
      const unit = expiryWord(word);
      const others = (ANY_EXPIRY | KEEP_TTL | PERSIST) & ~unit;
      if (unit === 0 || (flags & others) !== 0 || at + 1 === args.length) throw errors.syntax();
      flags |= unit;
      expiry = args[++at];
    }
  }
  return { flags, expiry };
}

function expiryWord(word: Uint8Array): number {
  if (isWord(word, 'ex')) return EX;
  if (isWord(word, 'px')) return PX;
  if (isWord(word, 'exat')) return EXAT;
  return isWord(word, 'pxat') ? PXAT : 0;
}

/** The expiry in Unix milliseconds. */
export function readExpiry(command: string, flags: number, expiry: Uint8Array, nowMs: number): Int64 {
  return positiveExpiry(command, expiry, (flags & (EX | EXAT)) !== 0, (flags & (EX | PX)) !== 0, nowMs);
}
