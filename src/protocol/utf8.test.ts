import { expect, it } from 'vitest';
import { RandomStream } from '../engine/base/random.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const TEXTS = [
  '',
  'plain',
  'naïve',
  '键值',
  '𝄞 clef',
  '\u0000\u007f\u0080\u07ff\u0800\uffff',
  'lone \ud800 half',
];

it('encodes as the browser does', () => {
  for (const text of TEXTS) expect(encodeUtf8(text)).toEqual(new TextEncoder().encode(text));
});

it('decodes anything as the browser does', () => {
  for (const text of TEXTS)
    expect(decodeUtf8(encodeUtf8(text))).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
  const random = new RandomStream(12345, 1, 1);
  for (let round = 0; round < 20_000; round++) {
    // Mostly bytes that begin or continue sequences, so that they are cut and joined in every way.
    const bytes = Uint8Array.from(
      { length: random.below(7) },
      () => [random.below(256), 0x80 + random.below(64), 0xc0 + random.below(64)][random.below(3)],
    );
    expect(decodeUtf8(bytes), `${bytes}`).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  }
});
