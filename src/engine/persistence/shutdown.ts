/** Ending a server in good order: finishShutdown. */

import { savePoints } from '../state/disk/save-points.ts';
import type { Server } from '../state/server.ts';
import { flushAof, syncAof } from './aof.ts';
import { killRewritingChild } from './aof-rewrite.ts';
import { killSavingChild, saveNow } from './rdb-save.ts';

/** Writes everything to disk. False if that failed and the shutdown was not forced. */
export function shutDown(
  server: Server,
  saving: 'save' | 'nosave' | 'as-configured',
  isForced: boolean,
): boolean {
  const { persistence } = server;
  const { aof, rdb } = persistence;
  persistence.note('User requested shutdown...');
  if (rdb.child !== null) {
    persistence.note('There is a child saving an .rdb. Killing it!');
    killSavingChild(server);
  }
  if (aof.state !== 'off') {
    if (aof.child !== null) {
      if (aof.state === 'waiting-for-rewrite' && saving !== 'nosave' && !isForced) {
        persistence.note("Writing initial AOF. Can't exit.");
        return false;
      }
      persistence.note('There is a child rewriting the AOF. Killing it!');
      killRewritingChild(server);
    }
    persistence.note('Calling fsync() on the AOF file.');
    flushAof(server, true);
    syncAof(server);
  }
  if (saving === 'save' || (saving === 'as-configured' && savePoints(server).length > 0)) {
    persistence.note('Saving the final RDB snapshot before exiting.');
    if (!saveNow(server) && !isForced) {
      persistence.note("Error trying to save the DB, can't exit.");
      return false;
    }
  }
  const text = 'Redis is now ready to exit, bye bye...';
  persistence.note(text);
  server.ending = { reason: 'shutdown', restarts: false, text };
  return true;
}
