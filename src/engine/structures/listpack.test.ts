import { describe, expect, it } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { Listpack } from './listpack.ts';
import { describeListpack } from './listpack-describe.ts';
import { isValidListpack, isValidListpackOfPairs } from './listpack-validate.ts';
import { blobsOf, recordedHashes, recordedLists, recordedSortedSets } from './packed.recorded.ts';
import { elementsOf, integerAt, NOWHERE, type PackedValue, valueBytes } from './packed-list.ts';
import { randomPair, randomPairs, randomPairsUnique } from './packed-random.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const spaced = (bytes: Uint8Array) => hex(bytes).replace(/(..)(?=.)/g, '$1 ');

function listpackOf(...elements: (string | Uint8Array)[]): Listpack {
  const list = Listpack.create(createEnvironment(1));
  for (const element of elements) list.append(typeof element === 'string' ? bytesOf(element) : element);
  return list;
}

function texts(list: Listpack): string[] {
  return [...elementsOf(list)].map((bytes) => latin1(bytes));
}

describe('worked example', () => {
  it('holds "hello" and "1024" in 17 bytes', () => {
    const list = listpackOf('hello', '1024');
    expect(spaced(list.bytes())).toBe('11 00 00 00 02 00 85 68 65 6c 6c 6f 06 c4 00 02 ff');
    expect(list.allocationBytes).toBe(32);
  });

  it('moves four bytes to the left when "hello" is deleted, into a slot of 16', () => {
    const list = listpackOf('hello', '1024');
    const steps: Step[] = [];
    list.env.probe = { emit: (step) => steps.push(step) };
    const block = list.address;
    expect(list.delete(list.first())).toBe(6);
    expect(spaced(list.bytes())).toBe('0a 00 00 00 01 00 c4 00 02 ff');
    expect(list.allocationBytes).toBe(16);
    expect(steps).toEqual([
      {
        type: 'packed.delete',
        format: 'listpack',
        block,
        offset: 6,
        sizeBytes: 7,
        entries: 1,
        moved: { from: 13, to: 6, sizeBytes: 4 },
      },
      { type: 'packed.realloc', block: list.address, oldBlock: block, fromBytes: 32, toBytes: 16 },
    ]);
  });
});

describe('encodings', () => {
  const encoded = (element: string | Uint8Array) => spaced(listpackOf(element).bytes().slice(6, -1));

  it('chooses the smallest integer, at both ends of each', () => {
    expect(encoded('0')).toBe('00 01');
    expect(encoded('127')).toBe('7f 01');
    expect(encoded('128')).toBe('c0 80 02');
    expect(encoded('-1')).toBe('df ff 02');
    expect(encoded('4095')).toBe('cf ff 02');
    expect(encoded('-4096')).toBe('d0 00 02');
    expect(encoded('4096')).toBe('f1 00 10 03');
    expect(encoded('-4097')).toBe('f1 ff ef 03');
    expect(encoded('-32768')).toBe('f1 00 80 03');
    expect(encoded('32768')).toBe('f2 00 80 00 04');
    expect(encoded('-8388608')).toBe('f2 00 00 80 04');
    expect(encoded('8388608')).toBe('f3 00 00 80 00 05');
    expect(encoded('-2147483648')).toBe('f3 00 00 00 80 05');
    expect(encoded('2147483648')).toBe('f4 00 00 00 80 00 00 00 00 09');
    expect(encoded('9223372036854775807')).toBe('f4 ff ff ff ff ff ff ff 7f 09');
    expect(encoded('-9223372036854775808')).toBe('f4 00 00 00 00 00 00 00 80 09');
    expect(encoded('-9007199254740992')).toBe('f4 00 00 00 00 00 00 e0 ff 09');
  });

  it('keeps as a string what Redis would not print so', () => {
    for (const text of ['', '-', '+1', '01', '-0', '1 ', '9223372036854775808', '1e3']) {
      const list = listpackOf(text);
      expect(typeof list.value(list.first())).toBe('object');
      expect(texts(list)).toEqual([text]);
    }
  });

  it('gives strings of 63, 64, 4095 and 4096 bytes headers of 1, 2, 2 and 5 bytes', () => {
    const headers = [63, 64, 4095, 4096].map((length) => {
      const list = listpackOf(new Uint8Array(length).fill(0x61));
      return spaced(list.bytes().slice(6, list.totalBytes - length - 1 - (length < 127 ? 1 : 2)));
    });
    expect(headers).toEqual(['bf', 'e0 40', 'ef ff', 'f0 00 10 00 00']);
  });

  it('writes the backlen with seven bits a byte, one step earlier than it must', () => {
    const backlen = (size: number) => {
      const header = size < 66 ? 1 : size < 4098 ? 2 : 5;
      return spaced(
        listpackOf(new Uint8Array(size - header).fill(0x61))
          .bytes()
          .slice(6 + size, -1),
      );
    };
    expect(backlen(127)).toBe('7f');
    expect(backlen(128)).toBe('01 80');
    expect(backlen(202)).toBe('01 ca');
    expect(backlen(16382)).toBe('7f fe');
    // 16383 would fit two bytes; the server takes three.
    expect(backlen(16383)).toBe('00 ff ff');
    expect(backlen(16384)).toBe('01 80 80');
  });

  it('gives integers back as numbers, beyond 2^53 as bigints', () => {
    const list = listpackOf('-7', '9007199254740991', '9007199254740992', 'x');
    const values: PackedValue[] = [];
    for (let at = list.first(); at !== NOWHERE; at = list.next(at)) values.push(list.value(at));
    expect(values).toEqual([-7, 9007199254740991, 9007199254740992n, bytesOf('x')]);
    expect(integerAt(list, list.first())).toBe(-7);
    expect(integerAt(list, list.last())).toBe(null);
  });
});

describe('recorded from the server', () => {
  const recorded = [...recordedHashes('7.0'), ...recordedSortedSets('7.0'), ...recordedLists('7.0')];

  it.each(recorded)('$name is the same to the byte', ({ elements, dump }) => {
    const blobs = blobsOf(dump);
    expect(blobs).toHaveLength(1);
    expect(hex(listpackOf(...elements).bytes())).toBe(hex(blobs[0]));
  });
});

describe('walking', () => {
  it('seeks from both ends', () => {
    const list = listpackOf('a', 'b', 'c', 'd', 'e');
    const at = (index: number) => {
      const position = list.seek(index);
      return position === NOWHERE ? null : latin1(valueBytes(list.value(position)));
    };
    expect([0, 2, 3, 4, -1, -3, -5].map(at)).toEqual(['a', 'c', 'd', 'e', 'e', 'c', 'a']);
    expect([5, -6, 100].map(at)).toEqual([null, null, null]);
    expect(listpackOf().seek(0)).toBe(NOWHERE);
    expect([listpackOf().first(), listpackOf().last()]).toEqual([NOWHERE, NOWHERE]);
  });

  it('finds every second element, whichever way it is kept', () => {
    const list = listpackOf('7', 'f', 'f', '7', '70', '7');
    expect(list.find(list.first(), bytesOf('7'), 1)).toBe(list.seek(0));
    expect(list.find(list.first(), bytesOf('f'), 1)).toBe(list.seek(2));
    expect(list.find(list.first(), bytesOf('f'), 0)).toBe(list.seek(1));
    expect(list.find(list.seek(1), bytesOf('7'), 1)).toBe(list.seek(3));
    expect(list.find(list.first(), bytesOf('07'), 0)).toBe(NOWHERE);
    expect(list.find(list.first(), bytesOf(''), 0)).toBe(NOWHERE);
  });

  it('counts by walking once the header can no longer say', () => {
    const list = listpackOf();
    for (let index = 0; index < 65534; index++) list.append(1);
    expect(list.headerLength).toBe(65534);
    list.append(2);
    expect([list.headerLength, list.length]).toEqual([65535, 65535]);
    list.append(3);
    expect(list.length).toBe(65536);
    expect(list.value(list.seek(-1))).toBe(3);
    expect(list.value(list.seek(65534))).toBe(2);
    list.deleteRange(-3, 3);
    expect(list.headerLength).toBe(65535);
    expect(list.length).toBe(65533);
    expect(list.headerLength).toBe(65533);
  });
});

describe('changing', () => {
  it('replaces in place, and with the rest moved', () => {
    const list = listpackOf('a', 'b', 'c');
    const steps: Step[] = [];
    list.env.probe = { emit: (step) => steps.push(step) };
    list.replace(list.seek(1), bytesOf('x'));
    list.replace(list.seek(1), bytesOf('1000000'));
    expect(texts(list)).toEqual(['a', 'x'.replace('x', '1000000'), 'c']);
    expect(steps.filter(({ type }) => type === 'packed.replace')).toMatchObject([
      { offset: 9, oldSizeBytes: 3, sizeBytes: 3, encoding: 'str6', value: 'x', moved: { sizeBytes: 0 } },
      {
        offset: 9,
        oldSizeBytes: 3,
        sizeBytes: 5,
        encoding: 'int24',
        moved: { from: 12, to: 14, sizeBytes: 4 },
      },
    ]);
  });

  it('deletes ranges from either end', () => {
    const withoutRange = (index: number, count: number) => {
      const list = listpackOf('a', 'b', 'c', 'd', 'e');
      list.deleteRange(index, count);
      expect(isValidListpack(list.bytes(), true)).toBe(true);
      return texts(list).join('');
    };
    expect(withoutRange(1, 2)).toBe('ade');
    expect(withoutRange(-2, 1)).toBe('abce');
    expect(withoutRange(-2, 9)).toBe('abc');
    expect(withoutRange(0, Number.POSITIVE_INFINITY)).toBe('');
    expect(withoutRange(5, 1)).toBe('abcde');
    expect(withoutRange(2, 0)).toBe('abcde');
  });

  it('deletes many at once', () => {
    const list = listpackOf('a', 'bb', '300', 'd', 'e', 'f');
    const steps: Step[] = [];
    list.env.probe = { emit: (step) => steps.push(step) };
    list.deleteMany([0, 2, 3, 5].map((index) => list.seek(index)));
    expect(texts(list)).toEqual(['bb', 'e']);
    expect(isValidListpack(list.bytes(), true)).toBe(true);
    expect(steps.filter(({ type }) => type === 'packed.delete')).toMatchObject([
      { offset: 6, sizeBytes: 3, moved: { from: 9, to: 6, sizeBytes: 4 } },
      { offset: 10, sizeBytes: 3, moved: { from: 16, to: 10, sizeBytes: 0 } },
      { offset: 10, sizeBytes: 3, moved: { from: 19, to: 10, sizeBytes: 3 } },
      { offset: 13, sizeBytes: 3, moved: { from: 25, to: 13, sizeBytes: 1 } },
    ]);
  });

  it('merges into the larger of two and releases the other', () => {
    const env = createEnvironment(1);
    for (const [left, right] of [
      [['a', 'bbbbbb'], ['1']],
      [['1'], ['a', 'bbbbbb']],
      [[], ['x']],
      [['x'], []],
    ]) {
      const [a, b] = [Listpack.create(env), Listpack.create(env)];
      for (const element of left) a.append(bytesOf(element));
      for (const element of right) b.append(bytesOf(element));
      const larger = a.totalBytes >= b.totalBytes ? a : b;
      const merged = Listpack.merge(a, b);
      expect(merged).toBe(larger);
      expect(texts(merged)).toEqual([...left, ...right]);
      expect(isValidListpack(merged.bytes(), true)).toBe(true);
      merged.release();
      expect(env.heap.usedBytes).toBe(0);
    }
  });

  it('emits steps only with a probe, and when its bytes are whole', () => {
    const list = listpackOf('a');
    let emitted = 0;
    list.env.probe = {
      emit: () => {
        emitted++;
        expect(isValidListpack(list.bytes(), true)).toBe(true);
      },
    };
    list.append(bytesOf('b'.repeat(300)));
    list.prepend(-5);
    list.delete(list.seek(1));
    list.replace(list.first(), 70000);
    expect(emitted).toBeGreaterThan(4);
  });

  it('emits a larger slot before anything moves into it, a smaller one when all has moved', () => {
    const list = listpackOf('a');
    const emitted: string[] = [];
    list.env.probe = {
      emit: ({ type }) => emitted.push(`${type} ${list.totalBytes}/${list.allocationBytes}`),
    };
    list.append(bytesOf('eleven char'));
    list.replace(list.last(), bytesOf('b'));
    list.delete(list.first());
    expect(emitted).toEqual([
      'packed.realloc 10/32',
      'packed.insert 23/32',
      'packed.replace 13/32',
      'packed.realloc 13/16',
      'packed.delete 10/16',
    ]);
  });
});

describe('describe', () => {
  it('labels every byte', () => {
    expect(describeListpack(listpackOf('7', 'hi', '').bytes())).toEqual([
      { role: 'total-bytes', offset: 0, sizeBytes: 4, entry: -1, value: '15' },
      { role: 'length', offset: 4, sizeBytes: 2, entry: -1, value: '3' },
      { role: 'encoding', offset: 6, sizeBytes: 1, entry: 0, value: 'uint7 7' },
      { role: 'backlen', offset: 7, sizeBytes: 1, entry: 0, value: '1' },
      { role: 'encoding', offset: 8, sizeBytes: 1, entry: 1, value: 'str6' },
      { role: 'data', offset: 9, sizeBytes: 2, entry: 1, value: 'hi' },
      { role: 'backlen', offset: 11, sizeBytes: 1, entry: 1, value: '3' },
      { role: 'encoding', offset: 12, sizeBytes: 1, entry: 2, value: 'str6' },
      { role: 'backlen', offset: 13, sizeBytes: 1, entry: 2, value: '1' },
      { role: 'end', offset: 14, sizeBytes: 1, entry: -1, value: 'end' },
    ]);
  });
});

describe('validation', () => {
  it('refuses a listpack with any one byte changed in header, encodings, backlens or end', () => {
    const bytes = listpackOf('ab', '5', '-300', '70000', 'x'.repeat(70)).bytes();
    expect(isValidListpack(bytes, true)).toBe(true);
    const data = new Set<number>();
    for (const { role, offset, sizeBytes } of describeListpack(bytes)) {
      if (role === 'data') for (let index = 0; index < sizeBytes; index++) data.add(offset + index);
    }
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (data.has(at)) continue;
      for (let bit = 0; bit < 8; bit++) {
        const damaged = bytes.slice();
        damaged[at] ^= 1 << bit;
        if (!isValidListpack(damaged, true)) refused++;
        // What stays valid is another integer or an encoding of the same size.
        else expect(elementsOf(Listpack.fromBytes(createEnvironment(1), damaged)).next().done).toBe(false);
      }
    }
    expect(refused).toBeGreaterThan(100);
    for (let length = 0; length < bytes.length; length++) {
      expect(isValidListpack(bytes.slice(0, length), true)).toBe(false);
    }
  });

  it('looks only at the frame when it is shallow', () => {
    const bytes = listpackOf('ab', 'c').bytes();
    bytes[6] = 0xf9;
    expect([isValidListpack(bytes, false), isValidListpack(bytes, true)]).toEqual([true, false]);
  });

  it('wants pairs whole and fields distinct', () => {
    expect(isValidListpackOfPairs(listpackOf('a', '1', 'b', '1').bytes(), true)).toBe(true);
    expect(isValidListpackOfPairs(listpackOf('a', '1', 'b').bytes(), true)).toBe(false);
    expect(isValidListpackOfPairs(listpackOf('a', '1', 'a', '2').bytes(), true)).toBe(false);
    expect(isValidListpackOfPairs(listpackOf('7', '1', '8', '7').bytes(), true)).toBe(true);
  });
});

describe('random pairs', () => {
  const list = listpackOf('a', '1', 'b', '2', 'c', '3', 'd', '4');
  const stream = new Random(7).stream('test');
  const value: Record<string, string> = { a: '1', b: '2', c: '3', d: '4' };

  it('draws pairs that belong together, every one of them', () => {
    const seen = new Set<string>();
    for (let draw = 0; draw < 200; draw++) {
      const pair = randomPair(list, stream);
      expect(latin1(pair.value)).toBe(value[latin1(pair.field)]);
      seen.add(latin1(pair.field));
    }
    expect(seen.size).toBe(4);
  });

  it('draws with repetition in an order of its own', () => {
    const fields = randomPairs(list, 400, stream).map((pair) => {
      expect(latin1(pair.value)).toBe(value[latin1(pair.field)]);
      return latin1(pair.field);
    });
    expect(fields).toHaveLength(400);
    expect(fields).not.toEqual([...fields].sort());
    for (const field of 'abcd') {
      expect(fields.filter((each) => each === field).length).toBeGreaterThan(50);
    }
  });

  it('draws different ones, never more than there are', () => {
    for (let count = 0; count <= 6; count++) {
      const fields = randomPairsUnique(list, count, stream).map((pair) => latin1(pair.field));
      expect(new Set(fields).size).toBe(Math.min(count, 4));
      expect(fields).toEqual([...fields].sort());
    }
  });
});
