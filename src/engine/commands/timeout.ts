/** The timeout of blocking commands: getTimeoutFromObjectOrReply. */
import { ReplyError } from '../base/errors.ts';
import { LongDouble } from '../base/long-double.ts';
import { INT64_MAX, INT64_MIN } from '../base/numbers.ts';
import type { Server } from '../state/server.ts';
import { integerBetween } from './arguments.ts';

/** When a timeout in seconds, with a fraction, ends; 0 for never. */
export function untilAfterSeconds(server: Server, argument: Uint8Array): number {
  const seconds = LongDouble.parse(argument);
  if (seconds === null) throw new ReplyError('ERR timeout is not a float or out of range');
  const milliseconds = seconds.times(1000n).ceiling() ?? INT64_MIN;
  // A number too large for 64 bits becomes the lowest integer, as on the processor.
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
  // Beyond 64 bits the sum would be negative, and the timeout never ends.
  return milliseconds > INT64_MAX - now ? 0 : Number(milliseconds + now);
}
