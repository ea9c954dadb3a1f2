import { describe, expect, it, vi } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, compareBytes, latin1 } from '../base/bytes.ts';
import { sizeClass } from '../base/heap.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random, type RandomStream } from '../base/random.ts';
import { RAX_BYTES, Rax } from './rax.ts';
import type { RaxSeek } from './rax-iterator.ts';
import { type RaxNode, raxNodeBytes } from './rax-node.ts';

// Thousands of operations, each followed by a look at the whole structure: slow where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

/** The tree as in the header comment: "…" compressed, […] a child per character, * a key. */
function drawn(node: RaxNode<unknown>): string {
  const label = latin1(node.characters);
  const shape = node.size === 0 ? '()' : node.isCompressed ? `"${label}"` : `[${[...label].join(' ')}]`;
  const below = node.children.map(drawn).join(' | ');
  return `${shape}${node.isKey ? '*' : ''}${below === '' ? '' : ` > ${node.children.length > 1 ? `(${below})` : below}`}`;
}

const keysOf = (rax: Rax<unknown>) => [...rax.entries()].map(([key]) => latin1(key));

describe('worked example', () => {
  const env = createEnvironment(1);
  const rax = new Rax<string>(env);

  it('splits on insertion and is one compressed node again after removal', () => {
    rax.insert(bytesOf('annibale'), 'A');
    expect(drawn(rax.head)).toBe('"annibale" > ()*');
    expect(rax.nodes).toBe(2);

    rax.insert(bytesOf('annientare'), 'B');
    expect(drawn(rax.head)).toBe('"anni" > [b e] > ("ale" > ()* | "ntare" > ()*)');
    expect(rax.nodes).toBe(6);
    expect([rax.find(bytesOf('annientare')), rax.find(bytesOf('anni')), rax.find(bytesOf('annib'))]).toEqual([
      'B',
      undefined,
      undefined,
    ]);

    expect(rax.remove(bytesOf('annientare'))).toBe('B');
    expect(drawn(rax.head)).toBe('"annibale" > ()*');
    expect(rax.nodes).toBe(2);
    expect(rax.remove(bytesOf('annientare'))).toBeUndefined();
  });

  it('cuts a node in two where a key ends inside it, and makes a node a key', () => {
    rax.insert(bytesOf('annientare'), 'B');
    rax.insert(bytesOf('anni'), 'C');
    expect(drawn(rax.head)).toBe('"anni" > [b e]* > ("ale" > ()* | "ntare" > ()*)');
    rax.insert(bytesOf('ann'), null);
    expect(drawn(rax.head)).toBe('"ann" > [i]* > [b e]* > ("ale" > ()* | "ntare" > ()*)');
    expect(rax.find(bytesOf('ann'))).toBeNull();
    expect(keysOf(rax)).toEqual(['ann', 'anni', 'annibale', 'annientare']);
  });
});

describe('nodes', () => {
  it('have the sizes of the worked example, and its bytes', () => {
    expect(raxNodeBytes(3, true, false)).toBe(16);
    expect(raxNodeBytes(2, false, false)).toBe(24);
    expect(raxNodeBytes(0, false, true)).toBe(16);
    const rax = new Rax<number>(createEnvironment(1));
    rax.insert(bytesOf('foo'), 1);
    const hex = Buffer.from(rax.head.memory(0)).toString('hex');
    expect(hex).toBe(
      `1c000000${'666f6f'}00${Buffer.from(new BigUint64Array([BigInt(rax.head.children[0].address)]).buffer).toString('hex')}`,
    );
    expect(Buffer.from(rax.head.children[0].memory(0x1234)).toString('hex')).toBe(
      '01000000000000003412000000000000',
    );
  });

  it('of several characters stay apart from their parent when they stop being a key, as in rax.c', () => {
    const rax = new Rax<number>(createEnvironment(1));
    rax.insert(bytesOf('abcdef'), 1);
    rax.insert(bytesOf('abc'), 2);
    expect(drawn(rax.head)).toBe('"abc" > "def"* > ()*');
    rax.remove(bytesOf('abc'));
    expect(drawn(rax.head)).toBe('"abc" > "def" > ()*');
    rax.insert(bytesOf('abcde'), 3);
    rax.remove(bytesOf('abcde'));
    expect(drawn(rax.head)).toBe('"abcdef" > ()*');
  });
});

it('emits a split, the growth and a compression', () => {
  const env = createEnvironment(1);
  const rax = new Rax<number>(env);
  rax.insert(bytesOf('foobar'), 1);
  const steps: Step[] = [];
  env.probe = {
    emit: (step) => {
      steps.push(step);
      env.probe = null;
      keysOf(rax);
      env.probe = probe;
    },
  };
  const probe = env.probe;
  rax.insert(bytesOf('footer'), 2);
  expect(steps.map((step) => step.type)).toEqual([
    'rax.walk',
    'rax.split',
    'rax.grow',
    'rax.grow',
    'rax.key',
  ]);
  expect(steps[0]).toMatchObject({ depth: 0, matched: 3, next: 0 });
  expect(steps[1]).toMatchObject({ characters: 'foobar', at: 3 });
  steps.length = 0;
  rax.remove(bytesOf('footer'));
  expect(steps.map((step) => step.type)).toEqual([
    'rax.walk',
    'rax.walk',
    'rax.walk',
    'rax.remove',
    'rax.compress',
  ]);
  expect(steps.at(-1)).toMatchObject({ characters: 'foobar', mergedNodes: 3 });
});

describe('iterator', () => {
  const rax = new Rax<string>(createEnvironment(1));
  for (const key of ['a', 'ab', 'b']) rax.insert(bytesOf(key), key.toUpperCase());

  it('does what the worked example says', () => {
    const iterator = rax.iterator();
    const seen: string[] = [];
    iterator.seek('>', bytesOf('a'));
    while (iterator.next()) seen.push(latin1(iterator.key));
    expect(seen).toEqual(['ab', 'b']);
    expect(iterator.next()).toBe(false);
    expect(iterator.seek('<=', bytesOf('aa'))).toBe(true);
    expect(iterator.previous() && iterator.value).toBe('A');
    expect(iterator.previous()).toBe(false);
  });

  it('finds nothing in an empty tree and before any seek', () => {
    const empty = new Rax<string>(createEnvironment(1)).iterator();
    expect(empty.next()).toBe(false);
    for (const operator of ['^', '$', '=', '>=', '<='] as const) {
      expect(empty.seek(operator, bytesOf('')), operator).toBe(false);
      expect(empty.next()).toBe(false);
    }
  });
});

function checkInvariants(rax: Rax<unknown>): void {
  let nodes = 0;
  let keys = 0;
  const visit = (node: RaxNode<unknown>, isRoot: boolean) => {
    nodes++;
    if (node.isKey) keys++;
    if (!node.isKey && node.value !== null) throw new Error('a value without key');
    if (node.isCompressed ? node.size < 2 : node.children.length !== node.size) throw new Error('children');
    if (node.isCompressed && node.children.length !== 1) throw new Error('children of a compressed node');
    if (node.size === 0 && !node.isKey && !isRoot) throw new Error('a leaf that is no key');
    for (let index = 1; !node.isCompressed && index < node.size; index++) {
      if (node.characters[index - 1] >= node.characters[index]) throw new Error('order of children');
    }
    for (const child of node.children) visit(child, false);
  };
  visit(rax.head, true);
  if (nodes !== rax.nodes) throw new Error(`${nodes} nodes, counted ${rax.nodes}`);
  if (keys !== rax.size) throw new Error(`${keys} keys, counted ${rax.size}`);
}

function lowerBound(keys: string[], key: string): number {
  let index = 0;
  while (index < keys.length && compareBytes(bytesOf(keys[index]), bytesOf(key)) < 0) index++;
  return index;
}

/** Where a seek should land among the sorted keys; -1 or the length for nowhere. */
function landing(operator: RaxSeek, keys: string[], key: string): number {
  const at = lowerBound(keys, key);
  const there = keys[at] === key;
  switch (operator) {
    case '^':
      return 0;
    case '$':
      return keys.length - 1;
    case '=':
      return there ? at : -1;
    case '>=':
      return at;
    case '>':
      return there ? at + 1 : at;
    case '<=':
      return there ? at : at - 1;
    case '<':
      return at - 1;
  }
}

const kinds: Record<string, (random: RandomStream) => string> = {
  'few letters': (random) => {
    let key = '';
    for (let left = random.below(9); left > 0; left--) key += 'abc'[random.below(3)];
    return key;
  },
  'stream ids': (random) => {
    const id = new DataView(new ArrayBuffer(16));
    id.setBigUint64(0, 1_599_203_861_727n + BigInt(random.below(4) * 250 + random.below(12)));
    id.setBigUint64(8, BigInt(random.below(3)));
    return latin1(new Uint8Array(id.buffer));
  },
  'any bytes': (random) => latin1(random.bytes(random.below(4))),
};

describe.each([20240503, 5])('seed %i', (seed) => {
  it.each(Object.keys(kinds))('%s: equals a sorted array over 2,000 random operations', (kind) => {
    const random = new Random(seed).stream(kind);
    const env = createEnvironment(seed);
    const rax = new Rax<number>(env);
    let keys: string[] = [];
    const values = new Map<string, number | null>();
    for (let operation = 0; operation < 2_000; operation++) {
      const label = `seed ${seed}, ${kind}, operation ${operation}`;
      // Growing and shrinking in turns, so that splits and compressions meet all shapes.
      const growing = operation % 400 < 240;
      const key =
        random.below(3) === 0 && keys.length > 0 ? keys[random.below(keys.length)] : kinds[kind](random);
      const bytes = bytesOf(key);
      if (random.below(10) < (growing ? 7 : 2)) {
        const value = random.below(5) === 0 ? null : operation;
        if (random.below(4) === 0) {
          expect(rax.tryInsert(bytes, value), label).toBe(!values.has(key));
          if (!values.has(key)) values.set(key, value);
        } else {
          expect(rax.insert(bytes, value), label).toBe(!values.has(key));
          values.set(key, value);
        }
      } else {
        expect(rax.remove(bytes), label).toBe(values.get(key));
        values.delete(key);
      }
      expect(rax.find(bytes), label).toBe(values.get(key));
      try {
        checkInvariants(rax);
      } catch (error) {
        throw new Error(label, { cause: error });
      }
      keys = [...values.keys()].sort((a, b) => compareBytes(bytesOf(a), bytesOf(b)));

      const operator = (['=', '>', '>=', '<', '<=', '^', '$'] as const)[random.below(7)];
      const sought =
        random.below(2) === 0 && keys.length > 0 ? keys[random.below(keys.length)] : kinds[kind](random);
      const iterator = rax.iterator();
      let at = landing(operator, keys, sought);
      expect(iterator.seek(operator, bytesOf(sought)), label).toBe(at >= 0 && at < keys.length);
      const forwards = random.below(2) === 0;
      for (let steps = 0; steps < 4; steps++) {
        const there = at >= 0 && at < keys.length;
        expect(forwards ? iterator.next() : iterator.previous(), label).toBe(there);
        if (!there) break;
        expect(latin1(iterator.key), label).toBe(keys[at]);
        expect(iterator.value, label).toBe(values.get(keys[at]));
        at += forwards ? 1 : -1;
      }
      if (operation % 100 === 0) expect(keysOf(rax), label).toEqual(keys);
    }
    for (const key of keys) rax.remove(bytesOf(key));
    checkInvariants(rax);
    expect(rax.nodes).toBe(1);
    rax.insert(bytesOf('last'), 1);
    const released: number[] = [];
    rax.release((value) => released.push(value));
    expect(released).toEqual([1]);
    expect(env.heap.usedBytes, `seed ${seed}, ${kind}`).toBe(0);
  });
});

it('takes what its nodes take', () => {
  const env = createEnvironment(1);
  const rax = new Rax<number>(env);
  for (const key of ['romane', 'romanus', 'romulus']) rax.insert(bytesOf(key), 1);
  let bytes = sizeClass(RAX_BYTES);
  const visit = (node: RaxNode<number>) => {
    bytes += sizeClass(node.sizeBytes);
    node.children.forEach(visit);
  };
  visit(rax.head);
  expect(env.heap.usedBytes).toBe(bytes);
});
