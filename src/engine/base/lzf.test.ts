import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { lzfCompress, lzfDecompress } from './lzf.ts';
import { Random } from './random.ts';

const hex = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'));
const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

describe('worked example', () => {
  it('is two literals, a copy from one byte back, and two literals', () => {
    expect(hex(lzfCompress(bytesOf('a'.repeat(32))))).toBe('016161e01300016161');
  });
});

describe('lzfCompress', () => {
  // The compressed part of DUMP on redis-server 7.0.15.
  it.each([
    ['abc'.repeat(13), '0361626361e01802016263'],
    ['a'.repeat(21), '016161e00a00'],
    ['x'.repeat(300), '017878e0ff00e01700017878'],
    [
      Array.from({ length: 40 }, (_, index) => `field:${index}`).join(' '),
      '086669656c643a30206660070031a0070032a0070033a0070034a0070035a0070036a0070037a0070038a0070039a0070031e00050c0510031c0520031c0530031c0540031c0550031c0560031c0570031c0580031c0590032c0590032c0590032c0590032c0590032c0590032c0590032c0590032c0590032c0590032c0590033c0590033c0590033c0590033c0590033c0590033c0590033c0590033c0590033c059013339',
    ],
  ])('equals the server (%#)', (text, compressed) => {
    expect(hex(lzfCompress(bytesOf(text)))).toBe(compressed);
  });

  it('refuses what does not become four bytes shorter', () => {
    expect(lzfCompress(bytesOf('abcdefghijklmnopqrstuvwxyz'))).toBeNull();
    expect(lzfCompress(bytesOf(''))).toBeNull();
    expect(lzfCompress(bytesOf('aaaa'))).toBeNull();
  });

  it('keeps to any limit', () => {
    const source = bytesOf(`${'ab'.repeat(100)}random tail 0123456789`);
    const length = lzfCompress(source)!.length;
    for (let limit = 1; limit < source.length; limit++) {
      const compressed = lzfCompress(source, limit);
      if (compressed !== null) expect(compressed.length).toBeLessThanOrEqual(limit);
      if (limit > length + 4) expect(compressed).not.toBeNull();
    }
  });
});

describe('lzfDecompress', () => {
  it('undoes the compression of random texts', () => {
    const seed = 5;
    const random = new Random(seed).stream('lzf');
    let compressible = 0;
    for (let round = 0; round < 400; round++) {
      const source = new Uint8Array(1 + random.below(round % 10 === 0 ? 20_000 : 500));
      const letters = 1 + random.below(20);
      const period = 1 + random.below(60);
      for (let index = 0; index < source.length; index++) {
        const again = index > period && random.below(10) > 1;
        source[index] = again ? source[index - period] : random.below(letters);
      }
      const compressed = lzfCompress(source);
      if (compressed === null) continue;
      compressible++;
      expect(hex(lzfDecompress(compressed, source.length)), `seed ${seed} round ${round}`).toBe(hex(source));
    }
    expect(compressible).toBeGreaterThan(200);
  });

  it.each([
    ['a literal run beyond the end', '0561', 6],
    ['a copy from before the beginning', '2000', 3],
    ['a copy without its offset', '006120', 4],
    ['a long copy without its length', '0061e0', 9],
    ['more than was announced', '0061e01300', 10],
    ['less than was announced', '0061', 2],
  ])('refuses %s', (_, stream, length) => {
    expect(lzfDecompress(unhex(stream), length)).toBeNull();
  });
});
