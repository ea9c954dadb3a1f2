/** How long a client is ready to wait: getTimeoutFromObjectOrReply. */
import { ReplyError } from '../base/errors.ts';
import { LongDouble } from '../base/long-double.ts';
import { INT64_MAX, INT64_MIN } from '../base/numbers.ts';
import type { Server } from '../state/server.ts';
import { integerBetween } from './arguments.ts';

/** When a wait of so many seconds, a fraction allowed, is over; 0 for never. */
export function untilAfterSeconds(server: Server, argument: Uint8Array): number {
  const seconds = LongDouble.parse(argument);
  if (seconds === null) throw new ReplyError('ERR timeout is not a float or out of range');
  const milliseconds = seconds.times(1000n).ceiling() ?? INT64_MIN;
  // What does not fit becomes the lowest integer, as the processor has it.
  return until(server, milliseconds > INT64_MAX ? INT64_MIN : milliseconds);
}

/** The same for whole milliseconds. */
export function untilAfterMilliseconds(server: Server, argument: Uint8Array): number {
  const refusal = 'ERR timeout is not an integer or out of range';
  return until(server, BigInt(integerBetween(argument, INT64_MIN, INT64_MAX, refusal)));
}

function until(server: Server, milliseconds: bigint): number {
  if (milliseconds < 0n) throw new ReplyError('ERR timeout is negative');
  if (milliseconds === 0n) return 0;
  const now = BigInt(Math.floor(server.nowMs));
  // Beyond 64 bits lies an instant before all others, which never comes.
  return milliseconds > INT64_MAX - now ? 0 : Number(milliseconds + now);
}
