/**
 * How long a command takes. This is a model: time comes into the engine from outside and no command moves it, so that a
 * replay gives the same result. The slow log, LATENCY and INFO commandstats report these microseconds:
 *
 *   1 for a command that the table calls fast, 3 for any other,
 *   1 for every 2 KB that it was given or answers,
 *   1 for every 4 KB by which the memory in use grew or shrank,
 *   1 for every 16 arguments,
 *   1 for every 20 keys that KEYS, FLUSHALL and FLUSHDB have to visit,
 *
 * and for DEBUG SLEEP the time it really holds the server.
 */
import { costRates } from '../../../protocol/cost-rates.ts';
import type { Server } from '../server.ts';
import type { CommandEntry } from './table.ts';

const FAST_MICROSECONDS = costRates.fastMicroseconds;
const SLOW_MICROSECONDS = costRates.slowMicroseconds;
const ARGUMENTS_PER_MICROSECOND = costRates.argumentsPerMicrosecond;
const MESSAGE_BYTES_PER_MICROSECOND = costRates.messageBytesPerMicrosecond;
const HEAP_BYTES_PER_MICROSECOND = costRates.heapBytesPerMicrosecond;
const KEYS_PER_MICROSECOND = costRates.keysPerMicrosecond;

export function modelledMicroseconds(
  server: Server,
  entry: CommandEntry,
  args: readonly Uint8Array[],
  replyBytes: number,
  heapBytes: number,
  keysBefore: number,
): number {
  let messageBytes = replyBytes;
  for (let i = 0; i < args.length; i++) messageBytes += args[i].length;
  const work =
    messageBytes / MESSAGE_BYTES_PER_MICROSECOND +
    Math.abs(heapBytes) / HEAP_BYTES_PER_MICROSECOND +
    args.length / ARGUMENTS_PER_MICROSECOND +
    (entry.visitsAllKeys ? keysBefore / KEYS_PER_MICROSECOND : 0);
  const base = (entry.isFast ? FAST_MICROSECONDS : SLOW_MICROSECONDS) + Math.floor(work);
  const { blockedUntilMs, nowMs } = server;
  return blockedUntilMs > nowMs ? base + Math.round((blockedUntilMs - nowMs) * 1000) : base;
}
