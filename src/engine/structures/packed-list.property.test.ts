import { describe, expect, it } from 'vitest';
import type { ByteSpan } from '../../protocol/packed-bytes.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { sizeClass } from '../base/heap.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { Listpack } from './listpack.ts';
import { describeListpack } from './listpack-describe.ts';
import { isValidListpack } from './listpack-validate.ts';
import { elementsOf, NOWHERE, type PackedList } from './packed-list.ts';
import { Ziplist } from './ziplist.ts';
import { describeZiplist } from './ziplist-describe.ts';
import { isValidZiplist, listpackFromZiplist } from './ziplist-validate.ts';

/** Another seed can be tried with PROPERTY_SEED; a failing one is in the title. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_240_117);
const OPERATIONS = 10_000;

interface Format {
  readonly name: string;
  create(env: Environment): PackedList;
  merge(left: PackedList, right: PackedList): PackedList;
  isValid(bytes: Uint8Array): boolean;
  describe(bytes: Uint8Array): ByteSpan[];
}

const formats: readonly Format[] = [
  {
    name: 'listpack',
    create: (env) => Listpack.create(env),
    merge: (left, right) => Listpack.merge(left as Listpack, right as Listpack),
    isValid: (bytes) => isValidListpack(bytes, true),
    describe: describeListpack,
  },
  {
    name: 'ziplist',
    create: (env) => Ziplist.create(env),
    merge: (left, right) => Ziplist.merge(left as Ziplist, right as Ziplist),
    isValid: (bytes) => isValidZiplist(bytes, true),
    describe: describeZiplist,
  },
];

/** Elements near every border: of integers, of string headers, of prevlen and backlen. */
function randomElement(stream: RandomStream): string {
  const lengths = [0, 1, 5, 60, 63, 64, 65, 120, 126, 248, 249, 250, 251, 252, 253, 254, 255, 300];
  switch (stream.below(8)) {
    case 0:
      return String(stream.below(20));
    case 1:
      return String(stream.below(20000) - 10000);
    case 2: {
      const bits = [7, 8, 12, 13, 15, 16, 23, 24, 31, 32, 53, 63][stream.below(12)];
      const near = 2n ** BigInt(bits) + BigInt(stream.below(5) - 2);
      return String(stream.below(2) === 0 ? near : -near);
    }
    case 3:
      return ['', '-', '-0', '00', '+5', '0x1', ' 7', '7 '][stream.below(8)];
    case 4:
      return stream.below(40) === 0 ? 'L'.repeat(stream.below(20_000)) : 'm'.repeat(stream.below(100));
    default:
      return String.fromCharCode(97 + stream.below(26)).repeat(lengths[stream.below(lengths.length)]);
  }
}

function sameAs(model: readonly string[], elements: readonly Uint8Array[]): boolean {
  return model.length === elements.length && model.every((text, index) => text === latin1(elements[index]));
}

function backwards(list: PackedList): Uint8Array[] {
  const elements: Uint8Array[] = [];
  for (let at = list.last(); at !== NOWHERE; at = list.previous(at)) elements.push(list.bytesAt(at));
  return elements.reverse();
}

/** One expectation for all invariants of an operation: a hundred thousand would take longer than the work. */
function expectAll(operation: number, invariants: Record<string, boolean>): void {
  const broken = Object.keys(invariants).filter((name) => !invariants[name]);
  if (broken.length > 0) expect.fail(`after operation ${operation}: ${broken.join(', ')}`);
}

describe.each(formats)(`$name, seed ${seed}`, (format) => {
  it(`agrees with an array over ${OPERATIONS} random operations`, () => {
    const env = createEnvironment(1);
    const stream = new Random(seed).stream(format.name);
    let list = format.create(env);
    let model: string[] = [];
    let watched = 0;
    let longest = 0;
    let grown = 0;
    for (let operation = 0; operation < OPERATIONS; operation++) {
      // With and without somebody watching, the bytes must be the same sort of right.
      env.probe =
        stream.below(2) === 0
          ? null
          : {
              emit: (step) => {
                watched++;
                if (step.type === 'packed.cascade') grown++;
              },
            };
      const index = model.length === 0 ? 0 : stream.below(model.length);
      const element = randomElement(stream);
      const value = bytesOf(element);
      let choice = stream.below(model.length > 40 ? 14 : 10);
      if (model.length === 0) choice = choice % 2;
      switch (choice) {
        case 0:
          list.append(value);
          model.push(element);
          break;
        case 1:
          list.prepend(value);
          model.unshift(element);
          break;
        case 2:
        case 3:
          list.insertBefore(list.seek(index), value);
          model.splice(index, 0, element);
          break;
        case 4: {
          const at = list.insertAfter(list.seek(index - model.length), value);
          model.splice(index + 1, 0, element);
          expect(at).toBe(list.seek(index + 1));
          break;
        }
        case 5:
          list.replace(list.seek(index), value);
          model[index] = element;
          break;
        case 6: {
          const next = list.delete(list.seek(index));
          model.splice(index, 1);
          expect(next).toBe(index < model.length ? list.seek(index) : NOWHERE);
          break;
        }
        case 7: {
          const right = format.create(env);
          for (let count = 0; count < 3; count++) right.append(value);
          const left = stream.below(2) === 0;
          list = left ? format.merge(right, list) : format.merge(list, right);
          const copies = [element, element, element];
          model = left ? [...copies, ...model] : [...model, ...copies];
          break;
        }
        case 8: {
          // The sentinel makes sure that it is found in the right place, not only found.
          const skip = stream.below(3);
          let wanted = -1;
          for (let at = index; at < model.length && wanted === -1; at += skip + 1) {
            if (model[at] === model[model.length - 1]) wanted = at;
          }
          const found = list.find(list.seek(index), bytesOf(model[model.length - 1]), skip);
          expect(found).toBe(wanted === -1 ? NOWHERE : list.seek(wanted));
          break;
        }
        case 9: {
          const at = list.seek(index);
          expect(list.equals(at, value)).toBe(model[index] === element);
          expect(list.equals(at, bytesOf(model[index]))).toBe(true);
          break;
        }
        case 10:
        case 11: {
          const count = stream.below(8);
          if (stream.below(2) === 0) list.deleteRange(index, count);
          else list.deleteRange(index - model.length, count);
          model.splice(index, count);
          break;
        }
        case 12: {
          const count = 1 + stream.below(10);
          const next = list.deleteFrom(list.seek(index), count);
          model.splice(index, count);
          expect(next).toBe(index < model.length ? list.seek(index) : NOWHERE);
          break;
        }
        default:
          if (list instanceof Listpack) {
            const positions: number[] = [];
            model = model.filter((_, at) => {
              const goes = stream.below(4) === 0;
              if (goes) positions.push(list.seek(at));
              return !goes;
            });
            list.deleteMany(positions);
          }
      }
      longest = Math.max(longest, model.length);
      env.probe = null;
      const bytes = list.bytes();
      expectAll(operation, {
        valid: format.isValid(bytes),
        length: list.length === model.length,
        forwards: sameAs(model, [...elementsOf(list)]),
        backwards: sameAs(model, backwards(list)),
        slot: list.allocationBytes === sizeClass(bytes.length),
        heap: env.heap.usedBytes === list.allocationBytes,
      });
      if (operation % 50 === 0) {
        let end = 0;
        for (const span of format.describe(bytes)) {
          expect(span.offset).toBe(end);
          end += span.sizeBytes;
        }
        expect(end).toBe(bytes.length);
      }
    }
    expect(longest).toBeGreaterThan(40);
    expect(watched).toBeGreaterThan(OPERATIONS / 3);
    if (format.name === 'ziplist') expect(grown).toBeGreaterThan(200);
    list.release();
    expect(env.heap.usedBytes).toBe(0);
  }, 60_000);
});

it(`a ziplist becomes the listpack its elements would have made, seed ${seed}`, () => {
  const env = createEnvironment(1);
  const stream = new Random(seed).stream('convert');
  for (let round = 0; round < 300; round++) {
    const old = Ziplist.create(env);
    const direct = Listpack.create(env);
    for (let count = stream.below(40); count > 0; count--) {
      const value = bytesOf(randomElement(stream));
      old.append(value);
      direct.append(value);
    }
    const converted = listpackFromZiplist(env, old.bytes())!;
    expect(converted.bytes()).toEqual(direct.bytes());
    expect(converted.allocationBytes).toBe(sizeClass(converted.totalBytes));
    for (const list of [old, direct, converted]) list.release();
    expect(env.heap.usedBytes).toBe(0);
  }
});
