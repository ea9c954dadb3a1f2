/** Rules of ACL SETUSER: a selector may be spread over several arguments, from one parenthesis to the other. */
import { bytesOf, concatBytes, latin1 } from '../../base/bytes.ts';
import { untilNul } from './selector.ts';

const SPACE = bytesOf(' ');
const OPENING = 0x28;
const CLOSING = 0x29;

/** The rules with every selector as one word, or what is wrong with them. */
export function mergeSelectors(args: readonly Uint8Array[]): Uint8Array[] | string {
  const rules: Uint8Array[] = [];
  let open: Uint8Array | null = null;
  let start: Uint8Array | null = null;
  for (const argument of args) {
    const closes = argument[argument.length - 1] === CLOSING;
    if (argument[0] === OPENING && !closes) {
      // Also where one is open already: what that one had is forgotten.
      open = argument;
      start = argument;
    } else if (open !== null) {
      open = concatBytes([open, SPACE, untilNul(argument)]);
      if (closes) {
        rules.push(open);
        open = null;
      }
    } else {
      rules.push(argument);
    }
  }
  if (open !== null && start !== null) {
    return `Unmatched parenthesis in acl selector starting at '${latin1(untilNul(start))}'.`;
  }
  return rules;
}
