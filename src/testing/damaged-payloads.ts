/**
 * DUMP payloads of hashes and sets in every form of RDB, and the result of changing one byte and correcting the
 * checksum.
 */
import { crc64 } from '../engine/base/crc64.ts';

/** Values as redis-server wrote them, in hexadecimal digits, without version and checksum. */
export const payloadValues: Readonly<Record<string, string>> = {
  'hash, listpack':
    '1031310000000a0081610201018361626304c3e8028166028378787804816e02f2c0b4b304816d02f4ffffffffffffff7f09ff',
  'hash, compressed listpack': '10c31c40890a890000000400816102bc79e03200053d816202bc7ae03200013dff',
  'hash, ziplist': '0d17170000001400000004000002663004f10202663104f2ff',
  'hash, ziplist after changes':
    '0d2b2b00000026000000040000016203147665686c787a326d74656732626164666e7a383416016303c02f01ff',
  'hash, table': '0403016ec139300161c003036c6f6e046c6f6e67',
  'hash, zipmap': '09180203666f6f03006261720568656c6c6f0500776f726c64ff',
  'set, intset of 16 bits': '0b0e0200000003000000010002000300',
  'set, intset of 32 bits': '0b1004000000020000000100000070110100',
  'set, intset of 64 bits': '0b180800000002000000ffffffffffffffffffffffffffffff7f',
  'set, table': '0204c00c0161056262626262c270110100',
  'set, compressed': '0201c3093c017a7ae02f00017a7a',
};

/** The value with a correct footer. */
export function withFooter(value: Uint8Array, version = 10): Uint8Array {
  const body = Buffer.concat([value, Buffer.from([version, 0])]);
  return Buffer.concat([body, crc64(body)]);
}

/** Every byte of the value changed in four ways, one at a time, and the value cut off before each. */
export function* damaged(value: Uint8Array): Generator<Uint8Array, void, void> {
  for (let at = 0; at < value.length; at++) {
    for (const change of [
      (byte: number) => byte ^ 0xff,
      (byte: number) => byte ^ 1,
      (byte: number) => byte + 1,
    ]) {
      const copy = value.slice();
      copy[at] = change(copy[at]);
      yield copy;
    }
    yield value.slice(0, at);
  }
}
