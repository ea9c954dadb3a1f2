import { describe, expect, it } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { Sds } from './sds.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const text = (sds: Sds) => latin1(sds.view());

describe('worked example', () => {
  it('stores "abc" with one byte of header, and with three once it grows', () => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, bytesOf('abc'));
    expect([sds.headerType, hex(sds.headerBytes()), text(sds)]).toEqual([5, '18', 'abc']);
    expect([sds.alloc, sds.available, sds.allocationBytes]).toEqual([3, 0, 8]);

    sds.append(env, bytesOf('x'));
    expect([sds.headerType, hex(sds.headerBytes()), text(sds)]).toEqual([8, '040c01', 'abcx']);
    expect([sds.alloc, sds.available, sds.allocationBytes]).toEqual([12, 8, 16]);
    expect(hex(sds.memory(512))).toBe('616263780000000000000000');
  });
});

describe('headers', () => {
  it.each([
    [0, 8, '000401', 8],
    [1, 5, '08', 8],
    [6, 5, '30', 8],
    [7, 5, '38', 16],
    [31, 5, 'f8', 48],
    [32, 8, '202c01', 48],
    [44, 8, '2c2c01', 48],
    [45, 8, '2d3c01', 64],
    [253, 8, 'fdff01', 320],
    [255, 8, 'ffff01', 320],
    [256, 16, '00013a0102', 320],
    [65535, 16, 'ffffffff02', 81920],
    [65536, 32, '00000100f63f010003', 81920],
  ])('of %i bytes is sdshdr%i', (length, headerType, header, allocationBytes) => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, new Uint8Array(length));
    expect([sds.headerType, hex(sds.headerBytes()), sds.allocationBytes]).toEqual([
      headerType,
      header,
      allocationBytes,
    ]);
    expect(env.heap.usedBytes).toBe(allocationBytes);
    sds.release(env);
    expect(env.heap.usedBytes).toBe(0);
  });

  it('puts the pointer behind them', () => {
    const env = createEnvironment(1);
    const first = Sds.create(env, new Uint8Array(40));
    const second = Sds.create(env, new Uint8Array(40));
    expect(second.address - first.address).toBe(48);
    expect(first.address % 8).toBe(3);
    expect(Sds.embedded(bytesOf('abc'), first.address + 16).address).toBe(first.address + 16);
  });
});

describe('growing', () => {
  it('takes part of an array', () => {
    const env = createEnvironment(1);
    expect(text(Sds.create(env, bytesOf('hello world'), 6))).toBe('world');
    expect(text(Sds.create(env, bytesOf('x'.repeat(100) + 'y'.repeat(60)), 99, 159))).toBe(
      `x${'y'.repeat(59)}`,
    );
  });

  // DEBUG SDSLEN on redis-server 7.0.15 after APPEND to a string of that length.
  it.each([
    [3, 1, 8, 16],
    [3, 40, 49, 96],
    [10, 118, 186, 320],
    [20, 108, 186, 320],
    [44, 1, 47, 96],
    [44, 90, 180, 320],
    [30, 30, 64, 128],
    [30, 40000, 41880, 81920],
    [30, 600000, 710680, 1310720],
    [30, 1100000, 1521400, 2621440],
  ])('from %i by %i leaves %i spare in %i', (length, extra, available, allocationBytes) => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, new Uint8Array(length).fill(1));
    sds.append(env, new Uint8Array(extra).fill(2));
    expect([sds.length, sds.available, sds.allocationBytes]).toEqual([
      length + extra,
      available,
      allocationBytes,
    ]);
    expect(env.heap.usedBytes).toBe(allocationBytes);
    expect(sds.view().indexOf(2)).toBe(length);
  });

  it('is as exact as asked when not greedy', () => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, bytesOf('abc'));
    sds.makeRoom(env, 10, false);
    expect([sds.length, sds.alloc, sds.headerType]).toEqual([3, 28, 8]);
    const address = sds.address;
    sds.makeRoom(env, 25);
    expect(sds.address).toBe(address);
  });

  it('zeroes what it adds, also where bytes lay before', () => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, bytesOf('abcdef'));
    sds.append(env, bytesOf('ghi'));
    sds.length = 2;
    sds.growZero(env, 5);
    expect(hex(sds.view())).toBe('6162000000');
    sds.growZero(env, 3);
    expect(sds.length).toBe(5);
    sds.setRange(env, 8, bytesOf('z'));
    expect(hex(sds.view())).toBe('61620000000000007a');
    sds.setRange(env, 0, bytesOf('AB'));
    expect(hex(sds.view())).toBe('41420000000000007a');
  });
});

describe('giving room back', () => {
  it('keeps the slot where it is of the right class already', () => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, bytesOf('x'.repeat(51)));
    expect(sds.available).toBe(9);
    const { address } = sds;
    sds.removeFreeSpace(env);
    expect([sds.alloc, sds.available, sds.address, sds.allocationBytes]).toEqual([51, 0, address, 64]);
    sds.release(env);
    expect(env.heap.usedBytes).toBe(0);
  });

  it('returns to the smallest header, unless the string will grow again', () => {
    for (const [wouldRegrow, headerType] of [
      [false, 5],
      [true, 8],
    ] as const) {
      const env = createEnvironment(1);
      const sds = Sds.create(env, bytesOf('abc'));
      sds.append(env, bytesOf('d'.repeat(20)));
      sds.removeFreeSpace(env, wouldRegrow);
      expect([sds.headerType, sds.alloc, text(sds)]).toEqual([headerType, 23, `abc${'d'.repeat(20)}`]);
      sds.release(env);
      expect(env.heap.usedBytes).toBe(0);
    }
  });

  it('keeps a header that is only a little too large', () => {
    const env = createEnvironment(1);
    const sds = Sds.create(env, new Uint8Array(70_000));
    sds.resize(env, 1000, false);
    expect([sds.headerType, sds.length, sds.alloc, sds.view().length]).toEqual([32, 1000, 1000, 1000]);
    sds.resize(env, 100, false);
    expect([sds.headerType, sds.length]).toEqual([8, 100]);
  });
});

it('stays equal to a plain string through random changes, and frees all it took', () => {
  const seed = 31;
  const random = new Random(seed).stream('sds');
  const env = createEnvironment(seed);
  for (let round = 0; round < 100; round++) {
    let model: number[] = [];
    const sds = Sds.create(env, Uint8Array.from(model));
    for (let step = 0; step < 100; step++) {
      const bytes = random.bytes(random.below(step % 20 === 0 ? 3000 : 40));
      switch (random.below(5)) {
        case 0: {
          const offset = random.below(model.length + 50);
          const end = offset + bytes.length;
          while (model.length < end) model.push(0);
          model.splice(offset, bytes.length, ...bytes);
          if (bytes.length === 0) while (model.length < offset) model.push(0);
          sds.setRange(env, offset, bytes);
          break;
        }
        case 1:
          sds.removeFreeSpace(env, random.below(2) === 0);
          break;
        case 2: {
          const size = random.below(model.length + 20);
          model = model.slice(0, size);
          sds.resize(env, size, random.below(2) === 0);
          break;
        }
        default:
          model.push(...bytes);
          sds.append(env, bytes);
      }
      const where = `seed ${seed} round ${round} step ${step}`;
      expect(hex(sds.view()), where).toBe(hex(Uint8Array.from(model)));
      expect(sds.alloc, where).toBeGreaterThanOrEqual(sds.length);
      expect(env.heap.usedBytes, where).toBe(sds.allocationBytes);
      expect(sds.headerBytes().length, where).toBe({ 5: 1, 8: 3, 16: 5, 32: 9, 64: 17 }[sds.headerType]);
    }
    sds.release(env);
  }
  expect(env.heap.usedBytes).toBe(0);
});
