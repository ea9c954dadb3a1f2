import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { Crc64, crc64 } from './crc64.ts';

describe('crc64', () => {
  it('has the check value of the Jones polynomial', () => {
    expect(new Crc64().update(bytesOf('123456789')).hex()).toBe('e9c6d914c4b8d9ca');
    expect(Buffer.from(crc64(bytesOf('123456789'))).toString('hex')).toBe('cad9b8c414d9c6e9');
    expect(new Crc64().hex()).toBe('0000000000000000');
  });

  it('ends the DUMP of a real server', () => {
    // SET k fl2, DUMP k on redis-server 7.0.15.
    const dump = Uint8Array.from(Buffer.from('0003666c320a007f0c75259812571d', 'hex'));
    expect(crc64(dump, 0, dump.length - 8)).toEqual(dump.slice(-8));
  });

  it('may be fed in pieces', () => {
    const bytes = bytesOf('the quick brown fox');
    const whole = new Crc64().update(bytes).hex();
    expect(new Crc64().update(bytes, 0, 7).update(bytes, 7).hex()).toBe(whole);
  });
});
