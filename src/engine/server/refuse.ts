/** Every error reply passes here, so that none goes uncounted. */
import type { ReplyError } from '../base/errors.ts';
import type { Client } from '../state/client/client.ts';
import type { Server } from '../state/server.ts';

export function writeError(server: Server, client: Client, error: ReplyError): void {
  server.statistics.countError(error.text);
  client.reply.error(error.text);
}
