import { expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { crc16, keySlot } from './crc16.ts';

it('has the check value of XMODEM', () => {
  expect(crc16(bytesOf('123456789'))).toBe(0x31c3);
  expect(crc16(bytesOf(''))).toBe(0);
});

// CLUSTER KEYSLOT of redis-server 7.0.15.
it.each([
  ['foo', 12182],
  ['{user1000}.following', 3443],
  ['{user1000}.followers', 3443],
  ['user1000', 3443],
  ['foo{}{bar}', 8363],
  ['foo{{bar}}zap', 4015],
  ['foo{bar}{zap}', 5061],
  ['foo{bar', 15278],
  ['', 0],
])('puts %j into slot %i', (key, slot) => {
  expect(keySlot(bytesOf(key))).toBe(slot);
});
