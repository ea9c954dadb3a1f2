/** A command as one would type it, cut where it is long. */
import { quote } from '../../protocol/quote.ts';
import { latin1, repr } from '../base/bytes.ts';

const MAX_COMMAND_LENGTH = 120;

/** With whatever redis-cli would escape escaped, as logs print it. */
export function typed(args: readonly Uint8Array[]): string {
  return joined(args, quote);
}

/** As a person types it: names in any script stay what they are. */
export function typedByHand(args: readonly Uint8Array[]): string {
  return joined(args, (arg) => {
    const text = repr(arg);
    return text === '' || /[\s"\\]/.test(text) ? quote(arg) : text;
  });
}

function joined(args: readonly Uint8Array[], spell: (arg: Uint8Array) => string): string {
  let text = '';
  for (const arg of args) {
    const plain = latin1(arg);
    text += `${text === '' ? '' : ' '}${/^[!#-&(-~]+$/.test(plain) ? plain : spell(arg)}`;
    if (text.length > MAX_COMMAND_LENGTH) return `${text.slice(0, MAX_COMMAND_LENGTH - 1)}…`;
  }
  return text;
}
