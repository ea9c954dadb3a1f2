import { describe, expect, it } from 'vitest';
import recorded from '../../gallery/recorded/packed.json';
import { scenesOf } from '../../gallery/scenes.ts';
import type { Language } from '../../i18n/language.ts';
import { encodingBits } from './bits.ts';
import { describeEntry, describePacked, noteOnByte, summarisePacked } from './describe.ts';
import { laneOf, prevlenHex } from './lane.ts';
import { narratePacked } from './narrate.ts';

type PackedStory = keyof typeof recorded;
const packedStory = (name: PackedStory) => scenesOf<'packed'>(recorded[name]);

function sentences(name: PackedStory, language: Language): string[] {
  return packedStory(name).flatMap(({ step, view }) =>
    step === null ? [] : (narratePacked(step, view, language) ?? []),
  );
}

const last = (name: PackedStory) => packedStory(name).at(-1)!.view;
const blockOf = (name: PackedStory) => last(name).value!.block!;

describe('every step is narrated', () => {
  it('of an insertion', () => {
    expect(sentences('packed-insert', 'en')).toEqual([
      'Entry 0, "name", is compared: no match. Its size leads to the next.',
      '"age" is written at byte 17: str6 is the smallest encoding that holds it, 5 bytes in all.',
      '41 is written at byte 22: uint7 is the smallest encoding that holds it, 2 bytes in all.',
      'Entry 0, "name", is compared: no match. Its size leads to the next.',
      'Entry 2, "age", is compared: no match. Its size leads to the next.',
      '"city" is written at byte 24: str6 is the smallest encoding that holds it, 6 bytes in all.',
      'The slot of 32 bytes is too small: everything is copied to a new slot of 48.',
      '"Hangzhou" is written at byte 30: str6 is the smallest encoding that holds it, 10 bytes in all.',
    ]);
    expect(sentences('packed-insert', 'zh')[1]).toBe(
      '在偏移 17 处写入 "age"：能装下它的最小编码是 str6，共 5 字节。',
    );
  });

  it('of a cascade, entry by entry', () => {
    expect(sentences('packed-cascade', 'en').slice(1)).toEqual([
      '"xxxxxxxxxxxxxxxxxxxxxxx…" is written at byte 10: str14 is the smallest encoding that holds it, 254 bytes in all. 762 bytes after it move 258 to the right.',
      'Entry 1 now follows an entry of 254 bytes. One byte can say at most 253, so its prevlen takes five, and the entry itself grows to 257 bytes.',
      'The entry before entry 2 now takes 257 bytes, too much for its one-byte prevlen: it must grow too, to 257 bytes.',
      'The entry before entry 3 now takes 257 bytes, too much for its one-byte prevlen: it must grow too, to 257 bytes.',
      'The entry before entry 4 now takes 257 bytes, too much for its one-byte prevlen: it must grow too, to 7 bytes.',
      'All are found, now they grow: 3 prevlens become four bytes longer, 12 bytes in one go, moving from last to first.',
    ]);
    expect(sentences('packed-cascade', 'zh').at(-1)).toBe(
      '全找到了，一起变长：3 个 prevlen 各加 4 字节，共 12 字节，只分配一次，从后往前搬。',
    );
  });

  it('of an intset that gets wider, and of a value that is no longer packed', () => {
    expect(sentences('packed-upgrade', 'en').at(-1)).toBe(
      '70000 does not fit 2 bytes: all integers are rewritten with 4, and the new one goes to the end.',
    );
    expect(sentences('packed-conversion', 'en')).toEqual([
      'It no longer fits the packed encoding: user:1 is converted from listpack to hashtable. Every element gets a new allocation, and the old bytes are freed.',
    ]);
    expect(sentences('packed-delete', 'en')).toContain(
      '2 entries, 11 bytes in all, are removed at byte 6; 18 bytes move to the left.',
    );
  });

  it('of the nodes of a list', () => {
    const english = sentences('packed-nodes', 'en');
    expect(english.some((sentence) => sentence.startsWith('The node is full and splits'))).toBe(true);
    expect(sentences('packed-nodes', 'zh')).toHaveLength(english.length);
  });

  it('in both languages, for every story', () => {
    for (const name of Object.keys(recorded) as PackedStory[]) {
      const [english, chinese] = [sentences(name, 'en'), sentences(name, 'zh')];
      expect(chinese).toHaveLength(english.length);
      for (const sentence of english) expect(sentence).not.toMatch(/[\u4e00-\u9fff]|undefined|NaN/);
      for (const sentence of chinese) expect(sentence).toMatch(/[\u4e00-\u9fff].*。$/);
    }
  });

  it('but not the steps of dictionaries, which have a panel of their own', () => {
    const view = last('packed-insert');
    expect(narratePacked({ type: 'dict.bucket', dict: 1, table: 0, bucket: 2 }, view, 'en')).toBeNull();
    const other = { type: 'object.encoding', key: 'other', from: 'listpack', to: 'hashtable' } as const;
    expect(narratePacked(other, view, 'en')).toBeNull();
  });
});

describe('a byte', () => {
  it('is described by its purpose', () => {
    const block = blockOf('packed-insert');
    const note = (offset: number) => noteOnByte(block, offset, 'en');
    expect(note(0)).toEqual({
      head: 'Byte 0: 0x29 = 0010 1001',
      detail: 'total: 41 bytes in all, low byte first.',
    });
    expect(note(4).detail).toBe('count: 6 entries, low byte first.');
    expect(note(6).detail).toBe(
      'encoding str6: a string of 4 bytes. The high bits name the encoding, the others are the length.',
    );
    expect(note(7).detail).toBe('Data of the field "name", the character n.');
    expect(note(11).detail).toBe(
      'backlen: encoding and data of this entry take 5 bytes, for reading backwards from the right.',
    );
    expect(note(22).detail).toBe('encoding uint7: the integer 41 is in this very byte, so no data follows.');
    expect(note(40).detail).toBe('The end: 0xff, no entry follows.');
    expect(note(41)).toEqual({
      head: 'Byte 41: spare',
      detail: 'The allocator hands out slots of fixed sizes: here 48 bytes, of which 41 are used.',
    });
    expect(noteOnByte(block, 6, 'zh').detail).toBe(
      '编码 str6：4 字节的字符串。高位说明是哪种编码，其余各位是长度。',
    );
  });

  it('of a prevlen says how far back, or that it is wrong', () => {
    const done = blockOf('packed-cascade');
    const [first, second, third] = done.entries;
    expect(noteOnByte(done, first.offset, 'en').detail).toBe(
      'prevlen: 0, because there is no previous entry.',
    );
    expect(noteOnByte(done, second.offset, 'en').detail).toContain('takes 254 bytes; from 254 on');
    const found = packedStory('packed-cascade').find(({ step }) => step?.type === 'packed.cascade')!.view
      .value!.block!;
    expect(noteOnByte(found, found.entries[2].offset, 'en').detail).toContain(
      'says that the previous entry takes 253',
    );
    expect(third.prevlen).toEqual({ says: 257, is: 257 });
  });
});

it('the whole is summarised in figures and in a sentence', () => {
  expect(summarisePacked(last('packed-insert'), 'en')).toEqual(['listpack', '3 fields', '41 bytes']);
  expect(summarisePacked(last('packed-insert'), 'zh')).toEqual(['listpack', '3 个字段', '41 字节']);
  expect(summarisePacked(last('packed-conversion'), 'en')).toEqual(['hashtable', '3 fields']);
  expect(describePacked(last('packed-insert'), 'en')).toMatch(
    /^user:1: listpack, 3 fields, 41 bytes\. at 0x[0-9a-f]+, 41 bytes used of a slot of 48, 6 entries\.$/,
  );
  const block = blockOf('packed-insert');
  expect(describeEntry(block, block.entries[5], 'en')).toBe(
    'Entry 5 of 6, value "Hangzhou", encoded as str6, bytes 30 to 39.',
  );
});

describe('the line of bits', () => {
  it('takes an encoding apart', () => {
    const block = blockOf('packed-insert');
    expect(encodingBits(block, block.entries[0])).toEqual({
      encoding: 'str6',
      hex: ['84'],
      groups: [
        { bits: '10', meaning: 'name' },
        { bits: '000100', meaning: 'length' },
      ],
    });
    expect(encodingBits(block, block.entries[3])!.groups).toEqual([
      { bits: '0', meaning: 'name' },
      { bits: '0101001', meaning: 'number' },
    ]);
    const ziplist = blockOf('packed-cascade');
    expect(encodingBits(ziplist, ziplist.entries[0])!.groups).toEqual([
      { bits: '01', meaning: 'name' },
      { bits: '00000011111011', meaning: 'length' },
    ]);
    expect(encodingBits(blockOf('packed-upgrade'), blockOf('packed-upgrade').entries[0])).toBeNull();
  });

  it('shows the last write, and the right value of a prevlen', () => {
    const moments = packedStory('packed-cascade');
    const steps = moments.flatMap(({ step }) => step ?? []);
    const block = blockOf('packed-cascade');
    expect(laneOf(block, null, steps)).toMatchObject({ kind: 'encoding', encoding: 'str14', dataBytes: 251 });
    const pending = moments.findLast(({ step }) => step?.type === 'packed.cascade')!;
    expect(laneOf(pending.view.value!.block!, pending.step, [])).toMatchObject({
      kind: 'prevlen',
      entry: 4,
      hex: ['fd'],
      says: 253,
      needed: 257,
      neededHex: ['fe', '01', '01', '00', '00'],
    });
    expect(prevlenHex(7)).toEqual(['07']);
  });
});
