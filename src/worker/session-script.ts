/**
 * The commands of a history as lines for `redis-cli < file`: what several clients sent, in the order in which it
 * arrived, over one connection. Where another client works in another database, a SELECT stands between.
 */
import { latin1, lowerAscii, QueryBuffer } from '../engine/index.ts';
import { quote } from '../protocol/quote.ts';
import { utf8Length } from '../protocol/utf8.ts';
import type { SessionInput } from '../protocol/world.ts';

/** Larger than whatever a client can send. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export function scriptOf(inputs: readonly SessionInput[]): string {
  const lines: string[] = [];
  const clients = new Map<number, { readonly query: QueryBuffer; db: string }>();
  let selected = '0';
  for (const input of inputs) {
    if (input.type === 'open') clients.set(input.client, { query: new QueryBuffer(), db: '0' });
    if (input.type !== 'data') continue;
    const client = clients.get(input.client);
    if (client === undefined) continue;
    client.query.append(input.bytes);
    for (const args of commandsOf(client.query)) {
      const isSelect = args.length === 2 && lowerAscii(args[0]) === 'select';
      if (isSelect) client.db = latin1(args[1]);
      else if (client.db !== selected) lines.push(`SELECT ${client.db}`);
      selected = client.db;
      lines.push(args.map(word).join(' '));
    }
    client.query.settle();
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The whole commands that are there; bytes that are no command end it. */
function commandsOf(query: QueryBuffer): Uint8Array[][] {
  const commands: Uint8Array[][] = [];
  try {
    for (let args = query.next(NO_LIMIT); args !== null; args = query.next(NO_LIMIT)) {
      if (args.length > 0) commands.push(args.map((arg) => arg.slice()));
    }
  } catch {
    // What follows was never read by the server either.
  }
  return commands;
}

/** As it is where a shell line allows that, also in Chinese; quoted otherwise. */
function word(argument: Uint8Array): string {
  const isPlain = argument.length > 0 && argument.every((byte) => byte > 0x20 && byte !== 0x7f);
  if (!isPlain || argument.some((byte) => byte === 0x22 || byte === 0x27 || byte === 0x5c))
    return quote(argument);
  for (let at = 0; at < argument.length; ) {
    const length = utf8Length(argument, at);
    if (length === 0) return quote(argument);
    at += length;
  }
  return new TextDecoder().decode(argument);
}
