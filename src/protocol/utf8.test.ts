import { expect, it } from 'vitest';
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
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  };
  for (let round = 0; round < 20_000; round++) {
    // Mostly bytes that begin or continue sequences, so that they are cut and joined in every way.
    const bytes = Uint8Array.from(
      { length: next() % 7 },
      () => [next() % 256, 0x80 + (next() % 64), 0xc0 + (next() % 64)][next() % 3],
    );
    expect(decodeUtf8(bytes), `${bytes}`).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  }
});
