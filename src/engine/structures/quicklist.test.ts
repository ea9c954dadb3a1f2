import { describe, expect, it } from 'vitest';
import type { Generation } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { recordedLists } from './packed.recorded.ts';
import { elementsOf } from './packed-list.ts';
import { dumpOf, examine, runListCommand } from './quicklist.recorded.ts';
import { Quicklist, type QuicklistOptions } from './quicklist.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const generations: readonly Generation[] = ['7.0', '6.2'];

function quicklistOf(
  generation: Generation,
  options: QuicklistOptions,
  elements: readonly string[],
): Quicklist {
  const list = new Quicklist(createEnvironment(1), generation, options);
  for (const element of elements) list.pushTail(bytesOf(element));
  return list;
}

function run(list: Quicklist, line: string): void {
  runListCommand(list, line.split(' ').map(bytesOf));
}

/** The elements node by node: "[a b] [c]". Plain nodes in angle brackets, compressed ones marked. */
function picture(list: Quicklist): string {
  const nodes: string[] = [];
  for (let node = list.head; node !== null; node = node.next) {
    const raw = node.rawBytes().slice();
    const text = node.isPlain
      ? `<${latin1(raw)}>`
      : `[${[...elementsOf(list.format.fromBytes(list.env, raw))].map((bytes) => latin1(bytes)).join(' ')}]`;
    nodes.push(node.isCompressed ? `~${text}` : text);
  }
  return nodes.join(' ');
}

function watch(list: Quicklist): Step[] {
  const steps: Step[] = [];
  list.env.probe = { emit: (step) => steps.push(step) };
  return steps;
}

describe('worked example', () => {
  it.each(generations)('splits a full node in %s', (generation) => {
    const list = quicklistOf(generation, { fill: 2 }, ['a', 'b', 'c', 'd', 'e']);
    expect(picture(list)).toBe('[a b] [c d] [e]');
    const steps = watch(list);
    run(list, 'LINSERT AFTER c X');
    expect(picture(list)).toBe('[a b] [c] [X d] [e]');
    expect(steps.filter(({ type }) => type.startsWith('quicklist'))).toMatchObject([
      { type: 'quicklist.link', before: list.head!.next!.address, after: list.tail!.address },
      { type: 'quicklist.split', count: 1, newCount: 2 },
    ]);
    expect(examine(list).faults).toEqual([]);
  });
});

describe('recorded from the server', () => {
  describe.each(generations)('in %s', (generation) => {
    it.each(recordedLists(generation))('$name is the same to the byte', ({ commands, dump }) => {
      const list = new Quicklist(createEnvironment(1), generation);
      for (const command of commands) runListCommand(list, command);
      expect(hex(dumpOf(list))).toBe(hex(dump));
    });
  });

  it('has the checksum of 600 pushed items', () => {
    const items = Array.from({ length: ITEMS }, (_, index) => `item:${index}`);
    for (const generation of generations) {
      expect(hex(dumpOf(quicklistOf(generation, {}, items)).slice(-8))).toBe(ITEMS_CHECKSUM[generation]);
    }
  });
});

const ITEMS = 600;
const ITEMS_CHECKSUM: Record<Generation, string> = { '7.0': '038d197c99833ca1', '6.2': '579e94e585b68261' };

describe('how full a node may be', () => {
  it('is a number of elements', () => {
    expect(picture(quicklistOf('7.0', { fill: 3 }, [...'abcdefg']))).toBe('[a b c] [d e f] [g]');
    expect(picture(quicklistOf('7.0', { fill: 0 }, [...'abc']))).toBe('[a] [b] [c]');
    expect(picture(quicklistOf('6.2', { fill: 1 }, [...'abc']))).toBe('[a] [b] [c]');
  });

  it('is never more than 8 KB for more than one element, unless a size is asked for', () => {
    const long = 'x'.repeat(3000);
    const nodes = (fill: number) => quicklistOf('7.0', { fill }, [long, long, long]).nodeCount;
    expect([100, 2, -1, -2, -3, -5].map(nodes)).toEqual([2, 2, 3, 2, 1, 1]);
  });

  it('counts what the element will take at most, eight bytes too many in 7.0', () => {
    const nodes = (generation: Generation, length: number) =>
      quicklistOf(generation, { fill: -1 }, ['x'.repeat(2000), 'y'.repeat(length)]).nodeCount;
    // 4096 - (6 + 2 + 2000 + 2 + 1) - 8
    expect([nodes('7.0', 2077), nodes('7.0', 2078)]).toEqual([1, 2]);
    // 4096 - (10 + 1 + 2 + 2000 + 1) - 5 - 2
    expect([nodes('6.2', 2075), nodes('6.2', 2076)]).toEqual([1, 2]);
  });

  it('keeps fill and depth within what the server can hold', () => {
    const clamped = (options: QuicklistOptions) => {
      const list = quicklistOf('7.0', options, []);
      return [list.fill, list.compressDepth];
    };
    expect(clamped({ fill: 100_000, compressDepth: 100_000 })).toEqual([32767, 65535]);
    expect(clamped({ fill: -9, compressDepth: -1 })).toEqual([-5, 0]);
    expect(clamped({})).toEqual([-2, 0]);
  });
});

describe('inserting at the end of a full node', () => {
  const made = (generation: Generation, line: string, elements = [...'abcd'], fill = 2) => {
    const list = quicklistOf(generation, { fill }, elements);
    run(list, line);
    expect(examine(list).faults).toEqual([]);
    return picture(list);
  };

  it('goes into the neighbour, or into a node between, in 7.0', () => {
    expect(made('7.0', 'LINSERT AFTER b X', ['a', 'b', 'c'])).toBe('[a b] [X c]');
    expect(made('7.0', 'LINSERT AFTER b X')).toBe('[a b] [X] [c d]');
    expect(made('7.0', 'LINSERT BEFORE c X')).toBe('[a b] [X] [c d]');
    expect(made('7.0', 'LINSERT AFTER d X')).toBe('[a b] [c d] [X]');
    expect(made('7.0', 'LINSERT BEFORE a X')).toBe('[X] [a b] [c d]');
  });

  it('does not find the tail in 6.2, so an empty node is split off and may be merged', () => {
    expect(made('6.2', 'LINSERT AFTER b X', ['a', 'b', 'c'])).toBe('[a b] [X c]');
    expect(made('6.2', 'LINSERT AFTER b X')).toBe('[a b] [X] [c d]');
    expect(made('6.2', 'LINSERT BEFORE c X')).toBe('[a b] [X] [c d]');
    expect(made('6.2', 'LINSERT BEFORE a X')).toBe('[X] [a b] [c d]');
  });
});

describe('merging after a split', () => {
  it('joins what fits, and emits it', () => {
    const list = quicklistOf('7.0', { fill: 4 }, [...'abcdefghij']);
    run(list, 'LREM 0 a');
    run(list, 'LREM 0 b');
    run(list, 'LREM 0 i');
    expect(picture(list)).toBe('[c d] [e f g h] [j]');
    const steps = watch(list);
    run(list, 'LINSERT AFTER f X');
    // [e f] and [X g h] come from the split; [e f] joins [c d], and [X g h] joined [j] before.
    expect(picture(list)).toBe('[c d e f] [X g h j]');
    expect(steps.map(({ type }) => type).filter((type) => type.startsWith('quicklist'))).toEqual([
      'quicklist.link',
      'quicklist.split',
      'quicklist.merge',
      'quicklist.unlink',
      'quicklist.merge',
      'quicklist.unlink',
    ]);
    expect(examine(list).faults).toEqual([]);
  });
});

describe('compression', () => {
  const words = Array.from({ length: 12 }, (_, index) => `${'abcd'.repeat(20)}${index}`);

  it('spares as many nodes at either end as the depth says', () => {
    const compressed = (depth: number, generation: Generation) => {
      const list = quicklistOf(generation, { fill: 2, compressDepth: depth }, words);
      expect(examine(list).faults).toEqual([]);
      let marks = '';
      for (let node = list.head; node !== null; node = node.next) marks += node.isCompressed ? 'z' : '.';
      return marks;
    };
    expect([0, 1, 2, 3, 9].map((depth) => compressed(depth, '7.0'))).toEqual([
      '......',
      '.zzzz.',
      '..zz..',
      '......',
      '......',
    ]);
    expect(compressed(1, '6.2')).toBe('.zzzz.');
  });

  it('is undone for a look and done again after it', () => {
    const list = quicklistOf('7.0', { fill: 2, compressDepth: 1 }, words);
    const steps = watch(list);
    expect(latin1(list.at(5)!)).toBe(words[5]);
    const [seeks, rest] = [steps.slice(0, 3), steps.slice(3)];
    expect(seeks).toMatchObject([
      ...[
        { passed: 0, found: false },
        { passed: 2, found: false },
        { passed: 4, found: true },
      ],
    ]);
    expect(rest.map(({ type }) => type)).toEqual(['quicklist.decompress', 'quicklist.compress']);
    expect(rest[0]).toMatchObject({ recompress: true });
    expect(examine(list).faults).toEqual([]);
  });

  it('ends where a node comes near an end', () => {
    const list = quicklistOf('7.0', { fill: 2, compressDepth: 1 }, words);
    const steps = watch(list);
    list.pop('head');
    list.pop('head');
    expect(steps.filter(({ type }) => type === 'quicklist.decompress')).toMatchObject([
      { recompress: false },
    ]);
    expect(list.head!.isCompressed).toBe(false);
    expect(examine(list).faults).toEqual([]);
  });

  it('leaves alone what is small or would hardly shrink', () => {
    const small = quicklistOf('7.0', { fill: 1, compressDepth: 1 }, ['x', 'y', 'z']);
    expect(small.head!.next!.isCompressed).toBe(false);
    const noise = Array.from({ length: 3 }, (_, seed) => latin1(new Random(seed).stream('noise').bytes(300)));
    expect(quicklistOf('7.0', { fill: 1, compressDepth: 1 }, noise).head!.next!.isCompressed).toBe(false);
  });

  it('takes the slot of the stream and its length', () => {
    const list = quicklistOf('7.0', { fill: 2, compressDepth: 1 }, words);
    const node = list.head!.next!;
    expect(node.stream!.length).toBeLessThan(48);
    expect(node.entry.allocationBytes).toBe(48);
    expect(node.sizeBytes).toBe(6 + (2 + 81 + 1) + (2 + 81 + 1) + 1);
  });
});

describe('plain nodes', () => {
  const options: QuicklistOptions = { fill: 4, packedThresholdBytes: 5 };

  it('hold an element of the threshold or more', () => {
    const list = quicklistOf('7.0', options, ['a', 'long1', 'b', 'c']);
    expect(picture(list)).toBe('[a] <long1> [b c]');
    expect(list.head!.next!.entry.allocationBytes).toBe(8);
    list.pushHead(bytesOf('long2'));
    expect(picture(list)).toBe('<long2> [a] <long1> [b c]');
    expect(latin1(list.pop('head')!)).toBe('long2');
    expect([0, 1, 2, -1, -3].map((index) => latin1(list.at(index)!))).toEqual([
      'a',
      'long1',
      'b',
      'c',
      'long1',
    ]);
    expect(examine(list).faults).toEqual([]);
  });

  it('split the node they are put into', () => {
    const list = quicklistOf('7.0', options, [...'abcd']);
    run(list, 'LINSERT AFTER b large');
    expect(picture(list)).toBe('[a b] <large> [c d]');
    run(list, 'LINSERT BEFORE a longer');
    expect(picture(list)).toBe('<longer> [a b] <large> [c d]');
    expect(examine(list).faults).toEqual([]);
  });

  it('come and go when an element is replaced', () => {
    const list = quicklistOf('7.0', options, [...'abc']);
    run(list, 'LSET 1 large');
    expect(picture(list)).toBe('[a] <large> [c]');
    run(list, 'LSET 1 larger');
    expect(picture(list)).toBe('[a] <larger> [c]');
    run(list, 'LSET 1 b');
    expect(picture(list)).toBe('[a] [b c]');
    run(list, 'LSET 0 large');
    expect(picture(list)).toBe('<large> [b c]');
    expect(examine(list).faults).toEqual([]);
  });

  it('are unknown in 6.2', () => {
    expect(picture(quicklistOf('6.2', options, ['a', 'long1']))).toBe('[a long1]');
  });
});

describe('the rest', () => {
  it.each(generations)('rotates, duplicates and releases in %s', (generation) => {
    const env = createEnvironment(1);
    const list = new Quicklist(env, generation, { fill: 2, compressDepth: 1 });
    for (const element of 'abcdefg') list.pushTail(bytesOf(element.repeat(60)));
    list.rotate();
    expect(latin1(list.at(0)!)).toBe('g'.repeat(60));
    expect(latin1(list.at(-1)!)).toBe('f'.repeat(60));
    const copy = list.duplicate();
    expect(hex(dumpOf(copy))).toBe(hex(dumpOf(list)));
    expect(examine(copy).faults).toEqual([]);
    list.release();
    copy.release();
    expect(env.heap.usedBytes).toBe(0);
  });

  it('rotates a plain tail', () => {
    const list = quicklistOf('7.0', { packedThresholdBytes: 5, compressDepth: 1 }, [
      'a',
      'long1',
      'b',
      'long2',
    ]);
    list.rotate();
    expect(picture(list)).toBe('<long2> [a] <long1> [b]');
    expect([list.count, examine(list).faults]).toEqual([4, []]);
  });

  it('says what DEBUG OBJECT says', () => {
    expect(quicklistOf('7.0', { fill: 3, compressDepth: 1 }, [...'abcd']).debugText()).toBe(
      ' ql_nodes:2 ql_avg_node:2.00 ql_listpack_max:3 ql_compressed:1 ql_uncompressed_size:26',
    );
    expect(quicklistOf('6.2', {}, ['a', 'b', 'c']).debugText()).toBe(
      ' ql_nodes:1 ql_avg_node:3.00 ql_ziplist_max:-2 ql_compressed:0 ql_uncompressed_size:20',
    );
  });
});

/** Another seed can be tried with PROPERTY_SEED; a failing one is in the title. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_240_117);

function randomElement(stream: RandomStream, longest: number): string {
  switch (stream.below(5)) {
    case 0:
      return String(stream.below(1000) - 500);
    case 1:
      return 'abc'.repeat(stream.below(longest / 3));
    case 2:
      return latin1(stream.bytes(stream.below(60)));
    default:
      return String.fromCharCode(97 + stream.below(8)).repeat(1 + stream.below(12));
  }
}

describe.each([
  ['7.0', 10_000, { fill: 3, compressDepth: 2, packedThresholdBytes: 100 }],
  ['6.2', 10_000, { fill: 4, compressDepth: 1 }],
  ['7.0', 2_000, { fill: 4 }],
  ['7.0', 2_000, { fill: -1, compressDepth: 1 }],
  ['6.2', 2_000, { fill: -1 }],
] as const)(`%s, %d operations with %j, seed ${seed}`, (generation, operations, options) => {
  it('agrees with an array after every operation', () => {
    const env = createEnvironment(1);
    const stream = new Random(seed).stream(`${generation} ${JSON.stringify(options)}`);
    const list = new Quicklist(env, generation, options);
    let model: string[] = [];
    let most = 0;
    for (let operation = 0; operation < operations; operation++) {
      env.probe =
        stream.below(3) > 0 ? null : { emit: (step) => expect(step.type).toMatch(/^(quicklist|packed)\./) };
      const element = randomElement(stream, options.fill < 0 ? 2000 : 360);
      const value = bytesOf(element);
      const index = model.length === 0 ? 0 : stream.below(model.length);
      const signed = stream.below(2) === 0 ? index : index - model.length;
      switch (model.length === 0 ? stream.below(2) : stream.below(model.length > 30 ? 14 : 11)) {
        case 0:
          list.pushTail(value);
          model.push(element);
          break;
        case 1:
          list.pushHead(value);
          model.unshift(element);
          break;
        case 2:
        case 3: {
          const after = stream.below(2) === 0;
          const iterator = list.iterateFrom(generation === '7.0' ? signed : index, 'forwards')!;
          iterator.next();
          list.insert(iterator, value, after);
          iterator.release();
          model.splice(after ? index + 1 : index, 0, element);
          break;
        }
        case 4:
          list.replaceAt(signed, value);
          model[index] = element;
          break;
        case 5:
          if (latin1(list.pop('head')!) !== model.shift()) expect.fail(`head at operation ${operation}`);
          break;
        case 6:
          if (latin1(list.pop('tail')!) !== model.pop()) expect.fail(`tail at operation ${operation}`);
          break;
        case 7:
          if (latin1(list.at(signed)!) !== model[index])
            expect.fail(`index ${signed} at operation ${operation}`);
          break;
        case 8: {
          const gone = model[index];
          const backwards = stream.below(2) === 0;
          const limit = 1 + stream.below(3);
          runListCommand(list, [bytesOf('LREM'), bytesOf(String(backwards ? -limit : limit)), bytesOf(gone)]);
          for (let removed = 0; removed < limit && model.includes(gone); removed++) {
            model.splice(backwards ? model.lastIndexOf(gone) : model.indexOf(gone), 1);
          }
          break;
        }
        case 9:
          list.rotate();
          model.unshift(model.pop()!);
          break;
        case 10: {
          const seen: string[] = [];
          const iterator = list.iterateFrom(signed, 'backwards')!;
          while (iterator.next() && seen.length < 20) seen.push(latin1(iterator.bytes()));
          iterator.release();
          const wanted = model
            .slice(0, index + 1)
            .reverse()
            .slice(0, 20);
          if (seen.join() !== wanted.join()) expect.fail(`backwards at operation ${operation}`);
          break;
        }
        default: {
          const count = stream.below(12);
          list.deleteRange(signed, count);
          model = [...model.slice(0, index), ...model.slice(index + count)];
        }
      }
      env.probe = null;
      most = Math.max(most, list.nodeCount);
      const { faults, elements } = examine(list);
      const isSame =
        elements.length === model.length && elements.every((each, at) => latin1(each) === model[at]);
      if (!isSame || faults.length > 0) expect.fail(`after operation ${operation}: ${faults.join(', ')}`);
    }
    expect(most).toBeGreaterThan(3);
    list.release();
    expect(env.heap.usedBytes).toBe(0);
  }, 60_000);
});
