import { expect, test } from 'vitest';
import { RandomStream } from '../base/random.ts';
import { type BitField, fitted, readBitField, writeBitField } from './bit-field.ts';

test('the worked example', () => {
  const bytes = Uint8Array.of(0x0f, 0xf0);
  const unsigned = { signed: false, bits: 8, offset: 4 };
  const signed = { ...unsigned, signed: true };
  expect(readBitField(bytes, 2, unsigned)).toBe(255n);
  expect(readBitField(bytes, 2, signed)).toBe(-1n);
  expect(fitted(255n, 1n, unsigned, 'wrap')).toBe(0n);
  expect(fitted(255n, 1n, unsigned, 'sat')).toBe(255n);
  expect(fitted(255n, 1n, unsigned, 'fail')).toBeNull();
  expect(fitted(-1n, 1n, signed, 'fail')).toBe(0n);
});

test('bytes behind the end are zeros', () => {
  expect(readBitField(Uint8Array.of(0xff, 0xff), 1, { signed: false, bits: 16, offset: 4 })).toBe(0xf000n);
  expect(readBitField(new Uint8Array(0), 0, { signed: true, bits: 64, offset: 1000 })).toBe(0n);
});

/** The same bit by bit. */
function slowRead(bytes: Uint8Array, { signed, bits, offset }: BitField): bigint {
  let text = '';
  for (let bit = offset; bit < offset + bits; bit++) text += (bytes[bit >> 3] >> (7 - (bit & 7))) & 1;
  const value = BigInt(`0b${text}`);
  return signed && text[0] === '1' ? value - (1n << BigInt(bits)) : value;
}

const seed = 20240601;
test(`what is written is read again, and nothing beside it changes (seed ${seed})`, () => {
  const random = new RandomStream(seed, 1, 2);
  for (let round = 0; round < 5000; round++) {
    const bytes = random.bytes(12);
    const signed = random.below(2) === 0;
    const bits = 1 + random.below(signed ? 64 : 63);
    const field = { signed, bits, offset: random.below(12 * 8 - bits + 1) };
    expect(readBitField(bytes, 12, field)).toBe(slowRead(bytes, field));

    const before = bytes.slice();
    const value = signed
      ? BigInt.asIntN(bits, BigInt(random.uint32()) << BigInt(random.below(33)))
      : BigInt.asUintN(bits, BigInt(random.uint32()) << BigInt(random.below(33)));
    writeBitField(bytes, field, value);
    expect(readBitField(bytes, 12, field)).toBe(value);
    writeBitField(bytes, field, slowRead(before, field));
    expect(bytes).toEqual(before);
  }
});

test(`sums that fit are sums, and others overflow as asked (seed ${seed})`, () => {
  const random = new RandomStream(seed, 3, 4);
  for (let round = 0; round < 5000; round++) {
    const signed = random.below(2) === 0;
    const bits = 1 + random.below(16);
    const field = { signed, bits, offset: 0 };
    const [min, max] = signed
      ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n]
      : [0n, (1n << BigInt(bits)) - 1n];
    const value = min + BigInt(random.below(Number(max - min) + 1));
    const increment = BigInt(random.below(100_000)) - 50_000n;
    const sum = value + increment;
    const fits = sum >= min && sum <= max;
    expect(fitted(value, increment, field, 'fail')).toBe(fits ? sum : null);
    expect(fitted(value, increment, field, 'sat')).toBe(sum > max ? max : sum < min ? min : sum);
    expect(fitted(value, increment, field, 'wrap')).toBe(
      signed ? BigInt.asIntN(bits, sum) : BigInt.asUintN(bits, sum),
    );
  }
});
