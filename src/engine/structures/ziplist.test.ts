import { describe, expect, it } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { isValidListpack } from './listpack-validate.ts';
import { blobsOf, recordedHashes, recordedLists, recordedSortedSets } from './packed.recorded.ts';
import { elementsOf, NOWHERE, type PackedValue, valueBytes } from './packed-list.ts';
import { Ziplist } from './ziplist.ts';
import { describeZiplist } from './ziplist-describe.ts';
import {
  isValidZiplist,
  isValidZiplistOfPairs,
  listpackFromZiplist,
  listpackFromZiplistOfPairs,
} from './ziplist-validate.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const spaced = (bytes: Uint8Array) => hex(bytes).replace(/(..)(?=.)/g, '$1 ');
const times = (count: number) => bytesOf('x'.repeat(count));

function ziplistOf(...elements: (string | Uint8Array)[]): Ziplist {
  const list = Ziplist.create(createEnvironment(1));
  for (const element of elements) list.append(typeof element === 'string' ? bytesOf(element) : element);
  return list;
}

function texts(list: Ziplist): string[] {
  return [...elementsOf(list)].map((bytes) => latin1(bytes));
}

/** Offset, prevlen and its width of every entry. */
function prevlens(list: Ziplist): string[] {
  return describeZiplist(list.bytes())
    .filter(({ role }) => role === 'prevlen')
    .map(({ sizeBytes, value }) => `${value}/${sizeBytes}`);
}

describe('worked example', () => {
  it('holds "2" and "5" in two bytes each', () => {
    const list = ziplistOf('2', '5');
    expect(spaced(list.bytes())).toBe('0f 00 00 00 0c 00 00 00 02 00 00 f3 02 f6 ff');
    expect(list.allocationBytes).toBe(16);
  });

  it('appends "Hello World" after them', () => {
    const list = ziplistOf('2', '5', 'Hello World');
    expect(spaced(list.bytes())).toBe(
      '1c 00 00 00 0e 00 00 00 03 00 00 f3 02 f6 02 0b 48 65 6c 6c 6f 20 57 6f 72 6c 64 ff',
    );
  });
});

describe('encodings', () => {
  const encoded = (element: string) => spaced(ziplistOf(element).bytes().slice(11, -1));

  it('chooses the smallest integer, at both ends of each', () => {
    expect(encoded('0')).toBe('f1');
    expect(encoded('12')).toBe('fd');
    expect(encoded('13')).toBe('fe 0d');
    expect(encoded('-1')).toBe('fe ff');
    expect(encoded('127')).toBe('fe 7f');
    expect(encoded('-128')).toBe('fe 80');
    expect(encoded('128')).toBe('c0 80 00');
    expect(encoded('-32768')).toBe('c0 00 80');
    expect(encoded('32768')).toBe('f0 00 80 00');
    expect(encoded('-8388608')).toBe('f0 00 00 80');
    expect(encoded('8388608')).toBe('d0 00 00 80 00');
    expect(encoded('-2147483648')).toBe('d0 00 00 00 80');
    expect(encoded('2147483648')).toBe('e0 00 00 00 80 00 00 00 00');
    expect(encoded('-9223372036854775808')).toBe('e0 00 00 00 00 00 00 00 80');
  });

  it('gives strings of 63, 64, 16383 and 16384 bytes headers of 1, 2, 2 and 5 bytes', () => {
    const headers = [63, 64, 16383, 16384].map((length) => {
      const bytes = ziplistOf(times(length)).bytes();
      return spaced(bytes.slice(11, bytes.length - length - 1));
    });
    expect(headers).toEqual(['3f', '40 40', '7f ff', '80 00 00 40 00']);
  });

  it('gives every element back as it came', () => {
    const elements = ['', '-', '01', '-0', '12', '13', '-7', '9007199254740993', '-8388609', 'text', ' 1'];
    const list = ziplistOf(...elements);
    expect(texts(list)).toEqual(elements);
    const values: PackedValue[] = [];
    for (let at = list.last(); at !== NOWHERE; at = list.previous(at)) values.unshift(list.value(at));
    expect(values.map((value) => latin1(valueBytes(value)))).toEqual(elements);
    expect(values[7]).toBe(9007199254740993n);
  });
});

describe('recorded from the server', () => {
  const recorded = [...recordedHashes('6.2'), ...recordedSortedSets('6.2')];

  it.each(recorded)('$name is the same to the byte', ({ elements, dump }) => {
    expect(hex(ziplistOf(...elements).bytes())).toBe(hex(blobsOf(dump)[0]));
  });

  it.each(recordedLists('6.2').filter(({ commands }) => commands.length === 1))(
    '$name is the same to the byte',
    ({ elements, dump }) => {
      expect(hex(ziplistOf(...elements).bytes())).toBe(hex(blobsOf(dump)[0]));
    },
  );

  it('cascades as the server did when something long was put before 250 bytes nine times', () => {
    const { commands, dump } = recordedLists('6.2').find(({ name }) => name === 'list-cascade')!;
    const list = ziplistOf(...commands[0].slice(1));
    expect(latin1(commands[1][0])).toBe('LPUSH');
    for (const element of commands[1].slice(1)) list.prepend(element);
    expect(hex(list.bytes())).toBe(hex(blobsOf(dump)[0]));
  });
});

describe('cascade', () => {
  it('stays out as long as the new entry is shorter than 254 bytes', () => {
    const list = ziplistOf(times(250), times(250), 'z');
    expect(prevlens(list)).toEqual(['0/1', '253/1', '253/1']);
    list.prepend(times(250));
    expect(prevlens(list)).toEqual(['0/1', '253/1', '253/1', '253/1']);
  });

  it('runs through all that had 250 to 253 bytes and stops where one is short', () => {
    const list = ziplistOf(times(250), times(250), 'z', times(250), 'end');
    const steps: Step[] = [];
    const seen: string[] = [];
    list.env.probe = {
      emit: (step) => {
        steps.push(step);
        seen.push(`${step.type} ${prevlens(list).join(' ')}`);
      },
    };
    list.prepend(times(251));
    expect(prevlens(list)).toEqual(['0/1', '254/5', '257/5', '257/5', '7/1', '253/1']);
    expect(isValidZiplist(list.bytes(), true)).toBe(true);
    // The neighbour grows with the insertion; those behind it are found first, and then grow together.
    const found = '0/1 254/5 253/1 253/1 7/1 253/1';
    expect(seen).toEqual([
      'packed.realloc 0/1 253/1 253/1 3/1 253/1',
      `packed.insert ${found}`,
      `packed.cascade ${found}`,
      `packed.cascade ${found}`,
      `packed.cascade ${found}`,
      'packed.cascaded 0/1 254/5 257/5 257/5 7/1 253/1',
    ]);
    expect(steps[1]).toMatchObject({
      offset: 10,
      sizeBytes: 254,
      encoding: 'str14',
      // All but the prevlen of the next entry, which is written anew.
      moved: { from: 11, to: 269, sizeBytes: 767 },
    });
    expect(steps.slice(2)).toMatchObject([
      { offset: 264, prevlen: 254, sizeBytes: 257, grown: true },
      { offset: 521, prevlen: 257, sizeBytes: 257, grown: false },
      { offset: 774, prevlen: 257, sizeBytes: 7, grown: false },
      { offset: 521, entries: 2, addedBytes: 8 },
    ]);
  });

  it('is the same to the byte whether somebody watches or not', () => {
    const lengths = [250, 249, 250, 3, 251, 250, 250, 250, 252];
    const build = (watched: boolean) => {
      const list = ziplistOf(...lengths.map(times));
      list.env.probe = watched ? { emit: () => {} } : null;
      list.prepend(times(300));
      list.insertBefore(list.seek(5), bytesOf('x'.repeat(260)));
      list.delete(list.seek(1));
      return `${hex(list.bytes())} ${list.address} ${list.allocationBytes}`;
    };
    expect(build(true)).toBe(build(false));
  });

  it('reaches the last entry and sets the tail right', () => {
    for (const [elements, expected] of [
      [[250], ['0/1', '254/5']],
      [
        [250, 250],
        ['0/1', '254/5', '257/5'],
      ],
      [
        [250, 250, 250],
        ['0/1', '254/5', '257/5', '257/5'],
      ],
    ] as const) {
      const list = ziplistOf(...elements.map(times));
      list.prepend(times(251));
      expect(prevlens(list)).toEqual(expected);
      expect(list.last()).toBe(list.seek(elements.length));
      expect(isValidZiplist(list.bytes(), true)).toBe(true);
    }
  });

  it('leaves a long prevlen long when the entry before becomes short, unless it is its neighbour', () => {
    const list = ziplistOf(times(251), times(250), times(250), 'z');
    expect(prevlens(list)).toEqual(['0/1', '254/5', '257/5', '257/5']);
    list.delete(list.first());
    // The neighbour of the gap shrinks to one byte; the next ones keep their five.
    expect(prevlens(list)).toEqual(['0/1', '253/5', '257/5']);
    expect(isValidZiplist(list.bytes(), true)).toBe(true);
  });

  it('keeps a long prevlen where a tiny entry would make the list shorter than before', () => {
    const list = ziplistOf(times(251), times(250), 'z');
    list.delete(list.first());
    expect(prevlens(list)).toEqual(['0/1', '253/5']);
    // Two bytes come in; the prevlen of "z" would give four back.
    list.insertBefore(list.seek(1), bytesOf('1'));
    expect(prevlens(list)).toEqual(['0/1', '253/1', '2/5']);
    expect(isValidZiplist(list.bytes(), true)).toBe(true);
    // A longer one lets it shrink.
    list.insertBefore(list.seek(2), bytesOf('hello'));
    expect(prevlens(list)).toEqual(['0/1', '253/1', '2/1', '7/1']);
    expect(isValidZiplist(list.bytes(), true)).toBe(true);
  });
});

describe('changing', () => {
  it('overwrites an element of the same size and reinserts any other', () => {
    const list = ziplistOf('aaa', 'bbb', 'ccc');
    const steps: Step[] = [];
    list.env.probe = { emit: (step) => steps.push(step) };
    list.replace(list.seek(1), bytesOf('xyz'));
    list.replace(list.seek(1), bytesOf('longer'));
    list.replace(list.last(), 5);
    expect(texts(list)).toEqual(['aaa', 'longer', '5']);
    expect(steps.map(({ type }) => type).filter((type) => type !== 'packed.realloc')).toEqual([
      'packed.replace',
      'packed.delete',
      'packed.insert',
      'packed.delete',
      'packed.insert',
    ]);
    expect(isValidZiplist(list.bytes(), true)).toBe(true);
  });

  it('deletes ranges from either end', () => {
    const withoutRange = (index: number, count: number) => {
      const list = ziplistOf('a', 'b', 'c', 'd', 'e');
      list.deleteRange(index, count);
      expect(isValidZiplist(list.bytes(), true)).toBe(true);
      return texts(list).join('');
    };
    expect(withoutRange(1, 2)).toBe('ade');
    expect(withoutRange(-2, 1)).toBe('abce');
    expect(withoutRange(-2, 9)).toBe('abc');
    expect(withoutRange(0, Number.POSITIVE_INFINITY)).toBe('');
    expect(withoutRange(5, 1)).toBe('abcde');
    expect(withoutRange(-6, 1)).toBe('abcde');
  });

  it('counts by walking once the header can no longer say', () => {
    const list = ziplistOf();
    for (let index = 0; index < 65536; index++) list.append(1);
    expect([list.headerLength, list.length]).toEqual([65535, 65536]);
    list.deleteRange(-3, 3);
    expect(list.headerLength).toBe(65535);
    expect(list.length).toBe(65533);
    expect(list.headerLength).toBe(65533);
  });

  it('merges into the one with more entries, cascading over the seam', () => {
    const env = createEnvironment(1);
    const make = (elements: readonly Uint8Array[]) => {
      const list = Ziplist.create(env);
      for (const element of elements) list.append(element);
      return list;
    };
    const long = [times(251), times(250), times(250)];
    for (const [left, right] of [
      [[bytesOf('a'), bytesOf('b')], [bytesOf('1')]],
      [[bytesOf('a')], [bytesOf('1'), bytesOf('b')]],
      [[times(300)], long.slice(1)],
      [[times(3), times(300)], [times(250)]],
    ]) {
      const [a, b] = [make(left), make(right)];
      const larger = a.length >= b.length ? a : b;
      const merged = Ziplist.merge(a, b);
      expect(merged).toBe(larger);
      expect(texts(merged)).toEqual([...left, ...right].map((bytes) => latin1(bytes)));
      expect(isValidZiplist(merged.bytes(), true)).toBe(true);
      merged.release();
      expect(env.heap.usedBytes).toBe(0);
    }
  });
});

describe('finding', () => {
  it('compares every second element, whichever way it is kept', () => {
    const list = ziplistOf('7', 'f', 'f', '7', '70', '7');
    expect(list.find(list.first(), bytesOf('7'), 1)).toBe(list.seek(0));
    expect(list.find(list.first(), bytesOf('f'), 1)).toBe(list.seek(2));
    expect(list.find(list.first(), bytesOf('f'), 0)).toBe(list.seek(1));
    expect(list.find(list.seek(1), bytesOf('7'), 1)).toBe(list.seek(3));
    expect(list.find(list.first(), bytesOf('07'), 0)).toBe(NOWHERE);
    expect(ziplistOf().find(NOWHERE, bytesOf('x'), 0)).toBe(NOWHERE);
  });
});

describe('describe', () => {
  it('labels every byte', () => {
    expect(describeZiplist(ziplistOf('2', 'hi').bytes())).toEqual([
      { role: 'total-bytes', offset: 0, sizeBytes: 4, entry: -1, value: '17' },
      { role: 'tail-offset', offset: 4, sizeBytes: 4, entry: -1, value: '12' },
      { role: 'length', offset: 8, sizeBytes: 2, entry: -1, value: '2' },
      { role: 'prevlen', offset: 10, sizeBytes: 1, entry: 0, value: '0' },
      { role: 'encoding', offset: 11, sizeBytes: 1, entry: 0, value: 'imm4 2' },
      { role: 'prevlen', offset: 12, sizeBytes: 1, entry: 1, value: '2' },
      { role: 'encoding', offset: 13, sizeBytes: 1, entry: 1, value: 'str6' },
      { role: 'data', offset: 14, sizeBytes: 2, entry: 1, value: 'hi' },
      { role: 'end', offset: 16, sizeBytes: 1, entry: -1, value: 'end' },
    ]);
  });
});

describe('validation and the way to a listpack', () => {
  it('refuses a ziplist cut anywhere, and most of those with one bit changed outside the data', () => {
    const bytes = ziplistOf('ab', '5', '-300', times(300), 'c').bytes();
    expect(isValidZiplist(bytes, true)).toBe(true);
    for (let length = 0; length < bytes.length; length++) {
      expect(isValidZiplist(bytes.slice(0, length), true)).toBe(false);
    }
    const refusals = { header: 0, prevlen: 0 };
    for (const { role, offset, sizeBytes } of describeZiplist(bytes)) {
      if (role === 'data' || role === 'encoding' || role === 'end') continue;
      for (let bit = 0; bit < sizeBytes * 8; bit++) {
        const damaged = bytes.slice();
        damaged[offset + (bit >> 3)] ^= 1 << (bit & 7);
        expect(isValidZiplist(damaged, true)).toBe(false);
        refusals[role === 'prevlen' ? 'prevlen' : 'header']++;
      }
    }
    expect(refusals).toEqual({ header: 80, prevlen: 8 * 4 + 40 });
  });

  it('wants pairs whole and fields distinct', () => {
    expect(isValidZiplistOfPairs(ziplistOf('a', '1', 'b', '1').bytes(), true)).toBe(true);
    expect(isValidZiplistOfPairs(ziplistOf('a', '1', 'b').bytes(), true)).toBe(false);
    expect(isValidZiplistOfPairs(ziplistOf('a', '1', 'a', '2').bytes(), true)).toBe(false);
  });

  it.each([...recordedHashes('6.2').entries()])('turns what 6.2 recorded into what 7.0 did', (index, old) => {
    const env = createEnvironment(1);
    const converted = listpackFromZiplistOfPairs(env, blobsOf(old.dump)[0])!;
    expect(hex(converted.bytes())).toBe(hex(blobsOf(recordedHashes('7.0')[index].dump)[0]));
    converted.release();
    expect(env.heap.usedBytes).toBe(0);
  });

  it('gives nothing, and keeps nothing, for broken bytes', () => {
    const env = createEnvironment(1);
    const broken = ziplistOf('a', 'b').bytes();
    broken[13] ^= 4;
    expect(listpackFromZiplist(env, broken)).toBe(null);
    expect(listpackFromZiplistOfPairs(env, ziplistOf('a').bytes())).toBe(null);
    expect(listpackFromZiplistOfPairs(env, ziplistOf('a', '1', 'a', '1').bytes())).toBe(null);
    expect(env.heap.usedBytes).toBe(0);
    const empty = listpackFromZiplist(env, ziplistOf().bytes())!;
    expect(isValidListpack(empty.bytes(), true)).toBe(true);
    expect(empty.length).toBe(0);
  });
});
