/** Secret arguments: passwords do not appear in the slow log. */
import { bytesOf } from '../base/bytes.ts';
import { withoutPasswords } from '../state/client/monitors.ts';
import type { CommandEntry } from '../state/command/table.ts';
import { isWord } from './arguments.ts';

const REDACTED = bytesOf('(redacted)');
const SENSITIVE_PARAMETERS = [
  'requirepass',
  'masterauth',
  'masteruser',
  'tls-key-file-pass',
  'tls-client-key-file-pass',
];

export function redacted(entry: CommandEntry, args: readonly Uint8Array[]): readonly Uint8Array[] {
  switch (entry.fullName) {
    case 'acl|setuser':
      return hide(args, (index) => index >= 2);
    case 'config|set':
      return hide(args, (index) => index >= 3 && index % 2 === 1 && isSensitive(args[index - 1]));
    case 'migrate':
      return hide(
        args,
        (index) =>
          index > 5 &&
          (isAfter(args, index, 'auth', 1) ||
            isAfter(args, index, 'auth2', 1) ||
            isAfter(args, index, 'auth2', 2)),
      );
    default:
      return withoutPasswords(entry, args);
  }
}

function hide(args: readonly Uint8Array[], isSecret: (index: number) => boolean): Uint8Array[] {
  return args.map((argument, index) => (isSecret(index) ? REDACTED : argument));
}

function isAfter(args: readonly Uint8Array[], index: number, word: string, distance: number): boolean {
  return index - distance > 0 && isWord(args[index - distance], word);
}

function isSensitive(name: Uint8Array): boolean {
  return SENSITIVE_PARAMETERS.some((word) => isWord(name, word));
}
