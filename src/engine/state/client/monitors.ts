/**
 * Clients in MONITOR. Mirrors replicationFeedMonitors: a line for each command that has run, with the time, the
 * database, the sender and the quoted arguments. Commands that run others (except EXEC) are shown before the commands
 * they run; passwords are not shown.
 */
import { quote } from '../../../protocol/quote.ts';
import { bytesOf, lowerAscii } from '../../base/bytes.ts';
import { parseInteger } from '../../base/numbers.ts';
import type { CommandEntry } from '../command/table.ts';
import type { Server } from '../server.ts';
import type { Client } from './client.ts';

export class Monitors {
  readonly clients = new Set<Client>();
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    server.departures.push((client) => this.clients.delete(client));
  }

  /** Shows a command. A script's own are shown as "lua". */
  feed(client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void {
    if (this.clients.size === 0) return;
    const micros = Math.round(this.#server.nowMs * 1000);
    const seconds = Math.floor(micros / 1_000_000);
    const fraction = String(micros % 1_000_000).padStart(6, '0');
    const sender = client.isScript ? 'lua' : client.address;
    const shown = withoutPasswords(entry, args).map(quote).join(' ');
    const line = `+${seconds}.${fraction} [${client.db.id} ${sender}] ${shown}\r\n`;
    for (const monitor of this.clients) {
      if (monitor.closeAfterReply || isSilent(monitor)) continue;
      const { reply } = monitor;
      const start = reply.length;
      reply.ascii(line);
      reply.endPush(start);
      this.#server.addressed.add(monitor);
    }
  }
}

function isSilent(client: Client): boolean {
  return client.replyMode !== 'on' || client.mutedFrom !== -1;
}

const REDACTED = bytesOf('(redacted)');

/** The arguments as logs may show them. */
export function withoutPasswords(entry: CommandEntry, args: readonly Uint8Array[]): readonly Uint8Array[] {
  switch (entry.fullName) {
    case 'auth':
      return args.length > 3 ? args : args.map((arg, at) => (at === 0 ? arg : REDACTED));
    case 'hello':
      return withoutHelloPassword(args);
    default:
      return args;
  }
}

/** The server hides arguments only as far as it parsed them: nothing after a mistake. */
function withoutHelloPassword(args: readonly Uint8Array[]): readonly Uint8Array[] {
  const version = args.length > 1 ? parseInteger(args[1]) : null;
  if (version !== 2 && version !== 3) return args;
  const shown = [...args];
  for (let at = 2; at < args.length; at++) {
    const word = lowerAscii(args[at]);
    const following = args.length - 1 - at;
    if (word === 'auth' && following >= 2) {
      shown[at + 1] = REDACTED;
      shown[at + 2] = REDACTED;
      at += 2;
    } else if (word === 'setname' && following >= 1) {
      if (args[at + 1].some((byte) => byte < 0x21 || byte > 0x7e)) break;
      at++;
    } else {
      break;
    }
  }
  return shown;
}
