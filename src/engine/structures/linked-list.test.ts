import { describe, expect, it } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { LinkedList } from './linked-list.ts';

function listOf(...values: string[]): LinkedList<string> {
  const list = new LinkedList<string>(createEnvironment(1));
  for (const value of values) list.addTail(value);
  return list;
}

describe('worked example', () => {
  it('links a, b and c and takes b out', () => {
    const list = listOf('b');
    const steps: Step[] = [];
    list.env.probe = { emit: (step) => steps.push(step) };
    const b = list.head!;
    const a = list.addHead('a');
    const c = list.addTail('c');
    expect([...list]).toEqual(['a', 'b', 'c']);
    list.delete(b);
    expect([...list]).toEqual(['a', 'c']);
    expect([a.next, c.previous, a.previous, c.next]).toEqual([c, a, null, null]);
    expect(steps).toEqual([
      { type: 'list.link', list: list.address, node: a.address, before: 0, after: b.address },
      { type: 'list.link', list: list.address, node: c.address, before: b.address, after: 0 },
      { type: 'list.unlink', list: list.address, node: b.address },
    ]);
  });

  it('takes a slot of 32 bytes for every value', () => {
    const list = listOf();
    const before = list.env.heap.usedBytes;
    list.addTail('x');
    expect(list.env.heap.usedBytes - before).toBe(32);
    list.release();
    expect(list.env.heap.usedBytes).toBe(0);
  });
});

describe('the rest', () => {
  it('finds by index from both ends and by value', () => {
    const list = listOf('a', 'b', 'c');
    expect([0, 2, -1, -3].map((index) => list.index(index)?.value)).toEqual(['a', 'c', 'c', 'a']);
    expect([3, -4].map((index) => list.index(index))).toEqual([null, null]);
    expect(list.search((value) => value === 'b')).toBe(list.index(1));
    expect(list.search((value) => value === 'z')).toBe(null);
  });

  it('rotates, joins and duplicates', () => {
    const list = listOf('a', 'b', 'c');
    list.rotateTailToHead();
    expect([...list]).toEqual(['c', 'a', 'b']);
    list.rotateHeadToTail();
    expect([...list]).toEqual(['a', 'b', 'c']);
    const single = listOf('x');
    single.rotateTailToHead();
    expect([...single]).toEqual(['x']);
    const copy = list.duplicate((value) => value.toUpperCase());
    list.join(copy);
    expect([...list].join('')).toBe('abcABC');
    expect([copy.length, copy.head, copy.tail]).toEqual([0, null, null]);
    list.join(copy);
    copy.join(list);
    expect([...copy].join('')).toBe('abcABC');
    expect([...copy.nodes('backwards')].map(({ value }) => value).join('')).toBe('CBAcba');
  });

  it('lets the node just given be deleted', () => {
    const list = listOf('a', 'b', 'c', 'd');
    for (const node of list.nodes()) if (node.value !== 'c') list.delete(node);
    expect([...list]).toEqual(['c']);
  });
});

/** Another seed can be tried with PROPERTY_SEED. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_240_117);

it(`agrees with an array over 10000 random operations, seed ${seed}`, () => {
  const env = createEnvironment(1);
  const stream = new Random(seed).stream('linked-list');
  const list = new LinkedList<number>(env);
  const emptyBytes = env.heap.usedBytes;
  const model: number[] = [];
  for (let operation = 0; operation < 10_000; operation++) {
    const index = model.length === 0 ? 0 : stream.below(model.length);
    switch (model.length === 0 ? stream.below(2) : stream.below(model.length > 50 ? 9 : 7)) {
      case 0:
        list.addHead(operation);
        model.unshift(operation);
        break;
      case 1:
        list.addTail(operation);
        model.push(operation);
        break;
      case 2:
        list.insert(list.index(index)!, operation, false);
        model.splice(index, 0, operation);
        break;
      case 3:
        list.insert(list.index(index - model.length)!, operation, true);
        model.splice(index + 1, 0, operation);
        break;
      case 4:
        list.rotateTailToHead();
        model.unshift(model.pop()!);
        break;
      case 5:
        list.rotateHeadToTail();
        model.push(model.shift()!);
        break;
      default:
        list.delete(list.search((value) => value === model[index])!);
        model.splice(index, 1);
    }
    const right =
      list.length === model.length &&
      [...list].join() === model.join() &&
      [...list.nodes('backwards')].map(({ value }) => value).join() === [...model].reverse().join() &&
      env.heap.usedBytes === emptyBytes + 32 * model.length;
    if (!right) expect.fail(`after operation ${operation}`);
  }
  list.release();
  expect(env.heap.usedBytes).toBe(0);
}, 60_000);
