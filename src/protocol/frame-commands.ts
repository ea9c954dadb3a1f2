/** The command of a frame as data, so that no code has to parse its display text. */
import { decodeUtf8 } from './utf8.ts';

export interface FrameCommand {
  /** In lower case. */
  readonly name: string;
  /** What follows the name: the first few, and of long ones the beginning. */
  readonly args: readonly string[];
  /** More was sent than `args` holds. */
  readonly isCut: boolean;
}

const MOST_ARGS = 16;
const MOST_BYTES = 200;

/** Null for no arguments at all. */
export function frameCommand(words: readonly Uint8Array[]): FrameCommand | null {
  if (words.length === 0) return null;
  const [name, ...args] = words
    .slice(0, MOST_ARGS + 1)
    .map((word) => decodeUtf8(word.subarray(0, MOST_BYTES)));
  const isCut = words.length > MOST_ARGS + 1 || words.some(({ length }) => length > MOST_BYTES);
  return { name: name.toLowerCase(), args, isCut };
}

/** Whether this is the command that was sent; for a cut command, whether it begins this way. */
export function isSameCommand({ name, args, isCut }: FrameCommand, words: readonly Uint8Array[]): boolean {
  const other = frameCommand(words);
  return (
    other !== null &&
    other.name === name &&
    other.isCut === isCut &&
    other.args.length === args.length &&
    other.args.every((arg, nth) => arg === args[nth])
  );
}
