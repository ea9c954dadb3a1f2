/** What bitmap commands do with a string: find a bit in it, make it long enough to be written to. */
import { repr } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { type Int64, parseInteger } from '../../base/numbers.ts';
import type { Database } from '../../keyspace/database.ts';
import type { Server } from '../../state/server.ts';
import { Sds } from '../../structures/sds.ts';
import { unshare, writableString } from '../strings/value.ts';

const NUMBER_SIGN = 0x23;

/**
 * The place of a bit, counted from the highest bit of the first byte: getBitOffsetFromArgument. Where fields
 * of `fieldBits` are addressed, "#3" is the place of the fourth of them.
 */
export function bitOffsetOf(server: Server, argument: Uint8Array, fieldBits = 0): number {
  const isCounted = fieldBits > 0 && argument[0] === NUMBER_SIGN;
  const given = parseInteger(isCounted ? argument.subarray(1) : argument);
  if (given === null) throw offsetRefused();
  const offset = isCounted ? wrappedProduct(given, fieldBits) : given;
  if (offset < 0 || Math.floor(Number(offset) / 8) >= server.config.maxBulkBytes) throw offsetRefused();
  return Number(offset);
}

function offsetRefused(): ReplyError {
  return new ReplyError('ERR bit offset is not an integer or out of range');
}

/** The product in 64 bits, as C makes it: beyond them it begins again from below. */
function wrappedProduct(count: Int64, fieldBits: number): Int64 {
  return BigInt.asIntN(64, BigInt(count) * BigInt(fieldBits));
}

function emitGrowth({ env }: Server, key: Uint8Array, fromBytes: number, toBytes: number): void {
  env.probe?.emit({ type: 'bits.grow', key: repr(key), fromBytes, toBytes });
}

/** Long work emits about this many steps. */
export const MAX_STEPS = 32;

export interface WritableBits {
  readonly sds: Sds;
  /** The command created it or made it longer. */
  readonly hasGrown: boolean;
}

/** The string at a key as one that has this bit and may be changed: lookupStringForBitCommand. */
export function writableBits(server: Server, db: Database, key: Uint8Array, lastBit: number): WritableBits {
  const { env, keyspace, strings } = server;
  const lengthBytes = Math.floor(lastBit / 8) + 1;
  const object = writableString(server, db, key);
  if (object === null) {
    const sds = Sds.zeros(env, lengthBytes);
    keyspace.add(db, key, strings.adopt(sds, keyspace.stamps.fresh));
    if (env.probe !== null) emitGrowth(server, key, 0, lengthBytes);
    return { sds, hasGrown: true };
  }
  const sds = unshare(server, db, key, object);
  const fromBytes = sds.length;
  const hasGrown = fromBytes < lengthBytes;
  sds.growZero(env, lengthBytes);
  if (hasGrown && env.probe !== null) emitGrowth(server, key, fromBytes, lengthBytes);
  return { sds, hasGrown };
}
