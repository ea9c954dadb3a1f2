/** A command as one would type it, cut where it is long. */
import { quote } from '../../protocol/redis-cli.ts';
import { latin1 } from '../base/bytes.ts';

const MAX_COMMAND_LENGTH = 120;

export function typed(args: readonly Uint8Array[]): string {
  let text = '';
  for (const arg of args) {
    const plain = latin1(arg);
    text += `${text === '' ? '' : ' '}${/^[!#-&(-~]+$/.test(plain) ? plain : quote(arg)}`;
    if (text.length > MAX_COMMAND_LENGTH) return `${text.slice(0, MAX_COMMAND_LENGTH - 1)}…`;
  }
  return text;
}
