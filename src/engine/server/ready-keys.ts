/**
 * After a command: serves clients that waited for a key that exists now. Keys come in the order in which they became
 * ready, clients in the order in which they began to wait. To serve one may make further keys ready (BLMOVE puts the
 * element elsewhere): they come when all keys before them are done. Mirrors handleClientsBlockedOnKeys.
 */
import { ReplyError } from '../base/errors.ts';
import type { Database } from '../keyspace/database.ts';
import { NO_NOTIFY, NO_STATS } from '../keyspace/keyspace.ts';
import { type Served, waitedFor } from '../state/client/blocking.ts';
import type { Client } from '../state/client/client.ts';
import type { Server } from '../state/server.ts';
import { type RedisObject, TYPE_STREAM } from '../types/object.ts';
import { noteServed } from './account.ts';
import { writeError } from './refuse.ts';

export function serveReadyKeys(server: Server): void {
  const { blocking } = server;
  // A script that was put aside is not over: nobody sees what it has done so far.
  if (server.scripting.running !== null) return;
  while (blocking.hasReadyKeys) {
    for (const { db, key } of blocking.takeReady()) {
      const object = server.keyspace.lookupRead(db, key, NO_NOTIFY | NO_STATS);
      if (object !== null) serveAll(server, db, key, object);
      if (object === null || object.type !== TYPE_STREAM) unblockDeleted(server, db, key);
    }
  }
}

function serveAll(server: Server, db: Database, key: Uint8Array, object: RedisObject): void {
  const why = waitedFor(object.type);
  for (const client of [...server.blocking.waitingFor(db, key)]) {
    const { blocked } = client;
    if (blocked === null || blocked.why !== why || blocked.serve === undefined) continue;
    // Hung up on by an earlier command of this step: an element given to it would be lost.
    if (server.closing.includes(client.id)) continue;
    const { serve } = blocked;
    if (finish(server, client, key, () => serve(key, object)) === 'last') break;
  }
}

/** A stream that a group reads from is there no more, or something else is. */
function unblockDeleted(server: Server, db: Database, key: Uint8Array): void {
  for (const client of [...server.blocking.waitingFor(db, key)]) {
    const gone = client.blocked?.gone;
    if (gone === undefined || server.closing.includes(client.id)) continue;
    finish(server, client, key, () => {
      gone(key);
      return 'yes';
    });
  }
}

/** Serves one client as its command would have been. Its changes are propagated before the next client is served. */
function finish(server: Server, client: Client, key: Uint8Array, serve: () => Served): Served {
  const { currentClient, commandingClient } = server;
  server.currentClient = client;
  server.commandingClient = client;
  let served: Served = 'no';
  const { heap } = server.env;
  const heapBytes = heap.usedBytes;
  let replyBytes = 0;
  server.propagation.unit(true, () => {
    server.blocking.answer(client, () => {
      const start = client.reply.length;
      try {
        served = serve();
      } catch (problem) {
        if (!(problem instanceof ReplyError)) throw problem;
        client.reply.truncate(start);
        const entry = client.blocked?.entry;
        if (entry != null) server.commands.countsOf(entry).failedCalls++;
        writeError(server, client, problem);
        served = 'yes';
      }
      replyBytes = client.reply.length - start;
    });
  });
  if ((served as Served) !== 'no' && client.blocked !== null) {
    noteServed(server, client, client.blocked, replyBytes, heap.usedBytes - heapBytes);
  }
  // Invalidations of keys that it has read come after its reply.
  if (server.tracking.clients > 0) server.tracking.sendPending(client);
  server.currentClient = currentClient;
  server.commandingClient = commandingClient;
  if ((served as Served) !== 'no') server.blocking.unblock(client, 'key', key);
  return served;
}
