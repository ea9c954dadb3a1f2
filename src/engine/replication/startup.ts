/** A server starts: it loads its files, and goes on in the stream where they stand. */
import { bytesOf } from '../base/bytes.ts';
import { startUp as loadFiles } from '../persistence/startup.ts';
import type { Server } from '../state/server.ts';
import { machineryOf } from './machinery.ts';

/** Gives why the server cannot start, or null when it has started. */
export function startUp(server: Server): string | null {
  const problem = loadFiles(server);
  if (problem !== null) return problem;
  const { replication, config } = server;
  const { loaded, expiredAtStart } = replication;
  replication.expiredAtStart = [];
  const [host, port] = config.text('replicaof').split(' ');
  if (host !== '' && port !== undefined) {
    const { following } = machineryOf(server);
    if (loaded !== null) {
      replication.id = loaded.id;
      replication.offset = loaded.offset;
    }
    following.follow(host, Number(port), loaded);
  } else if (loaded !== null) {
    // Replicas of the server before this one may go on.
    replication.id2 = loaded.id;
    replication.secondOffset = loaded.offset + 1;
    replication.offset = loaded.offset;
    replication.aloneSinceMs = server.nowMs;
    const { stream } = machineryOf(server);
    stream.createBacklog();
    const lazy = config.flag('lazyfree-lazy-expire') ? 'UNLINK' : 'DEL';
    for (const { db, key } of expiredAtStart) stream.feed(db, [bytesOf(lazy), key]);
  }
  return null;
}
