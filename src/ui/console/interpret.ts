/** Decides what a typed line asks for, before anything is sent. */

import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';

export type Interpreted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'help'; readonly topic: string }
  | { readonly kind: 'invalid-arguments' }
  | { readonly kind: 'invalid-repeat' }
  | { readonly kind: 'send'; readonly bytes: Uint8Array; readonly times: number };

/** The topic of a HELP line; null if the line is no HELP, '' if it names no topic. */
function helpTopic(line: string): string | null {
  const match = /^\s*(?:help|\?)(?:\s+(.*?))?\s*$/is.exec(line);
  return match === null ? null : (match[1] ?? '').replaceAll(/\s+/g, ' ');
}

export function interpret(line: string): Interpreted {
  const trimmed = line.trim();
  if (trimmed === '') return { kind: 'nothing' };
  if (trimmed.startsWith('#')) return { kind: 'comment' };
  if (/^clear$/i.test(trimmed)) return { kind: 'clear' };
  if (/^exit$/i.test(trimmed)) return { kind: 'exit' };
  const topic = helpTopic(line);
  if (topic !== null) return { kind: 'help', topic };
  const args = splitArguments(line);
  if (args === null) return { kind: 'invalid-arguments' };
  const first = new TextDecoder().decode(args[0]);
  // A number before a command says how often; a number alone is sent, and refused by the server.
  if (args.length > 1 && /^[+-]?\d+$/.test(first)) {
    const times = Number(first);
    if (times <= 0 || !Number.isSafeInteger(times)) return { kind: 'invalid-repeat' };
    return { kind: 'send', bytes: encodeCommand(args.slice(1)), times };
  }
  return { kind: 'send', bytes: encodeCommand(args), times: 1 };
}
