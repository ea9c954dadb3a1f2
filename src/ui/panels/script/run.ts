/** The written script as a command: EVAL with its keys and values. */
import { splitArguments } from '../../../protocol/split-arguments.ts';
import type { Draft } from './draft.ts';

/** Null if the quotes of a field do not balance. */
export function evalArguments({ source, keys, values }: Draft): Uint8Array[] | null {
  const keyWords = splitArguments(keys);
  const valueWords = splitArguments(values);
  if (keyWords === null || valueWords === null) return null;
  const encoder = new TextEncoder();
  return [
    encoder.encode('EVAL'),
    encoder.encode(source),
    encoder.encode(String(keyWords.length)),
    ...keyWords,
    ...valueWords,
  ];
}
