/**
 * Memory, asked before every command while there is a limit: keys are evicted, and where that does not help, commands
 * that may need memory are refused. Evictions that take too long for one command go on when the step ends.
 */
import { errors, type ReplyError } from '../base/errors.ts';
import type { EvictionResult } from '../keyspace/eviction.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { Server } from '../state/server.ts';
import { isOrQueues } from './command-traits.ts';

/** How long the loop of the server takes to come round while it evicts. */
const NEXT_TURN_MS = 1;

export function memoryGate(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): ReplyError | null {
  const isShort = evictNow(server) === 'failed';
  server.wasOutOfMemory = isShort;
  return isShort && isRefusedWhenShort(server, client, entry, args) ? errors.outOfMemory() : null;
}

/** By what it does; between MULTI and EXEC whatever is queued. */
function isRefusedWhenShort(
  server: Server,
  client: Client,
  entry: CommandEntry,
  args: readonly Uint8Array[],
): boolean {
  if (isOrQueues('isDenyOom', server, client, entry, args)) return true;
  return client.transaction.active && !ALWAYS_HEARD.has(entry.fullName);
}

/** Between MULTI and EXEC, even while memory is short. */
const ALWAYS_HEARD: ReadonlySet<string> = new Set(['exec', 'discard', 'quit', 'reset']);

function evictNow(server: Server): EvictionResult {
  const { eviction, keyspace, propagation } = server;
  // While clients are paused the data holds still, and a replica leaves it to its master what has to go.
  if (keyspace.holdsStill) return 'ok';
  if (keyspace.followsMaster && server.config.flag('replica-ignore-maxmemory')) return 'ok';
  if (!eviction.isOverLimit && eviction.exceededSinceMs === null) return 'ok';
  let result = 'ok' as EvictionResult;
  propagation.unit(false, () => {
    result = eviction.perform();
  });
  if (result === 'running') server.evictionIsDue = true;
  return result;
}

/** At the end of a step: eviction that is due goes on, and again in the next turn if that was not enough. */
export function continueEviction(server: Server): void {
  server.evictionIsDue = false;
  if (server.eviction.maxBytes === 0) return;
  evictNow(server);
  if (!server.evictionIsDue) return;
  server.evictionIsDue = false;
  server.alarms.set(server.nowMs + NEXT_TURN_MS, () => {
    server.evictionIsDue = true;
  });
}
