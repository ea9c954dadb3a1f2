/**
 * The slot of a key: CRC16 (XMODEM: polynomial 0x1021, begins with 0) of the key, or of what stands between its first
 * braces, modulo 16384. `123456789` has 0x31C3, which is slot 12739. Clients work it out themselves, as here.
 */
const slots = 16_384;
const encoder = new TextEncoder();

export function slotOf(key: string): number {
  const bytes = encoder.encode(hashed(key));
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc % slots;
}

function hashed(key: string): string {
  const open = key.indexOf('{');
  const close = open === -1 ? -1 : key.indexOf('}', open + 1);
  return close > open + 1 ? key.slice(open + 1, close) : key;
}
