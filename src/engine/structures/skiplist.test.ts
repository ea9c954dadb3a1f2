import { describe, expect, it, vi } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { bytesOf, compareBytes, latin1 } from '../base/bytes.ts';
import { sizeClass } from '../base/heap.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { SKIPLIST_MAX_LEVEL, Skiplist } from './skiplist.ts';
import type { SkiplistPointer } from './skiplist-memory.ts';
import { StoredString } from './stored-string.ts';
import {
  isAboveLexMin,
  isAboveMin,
  isBelowLexMax,
  isBelowMax,
  parseLexRange,
  parseScoreRange,
} from './zset-range.ts';

// Thousands of operations, each followed by a look at the whole structure: slow where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

/** An environment whose skiplist levels come in this order, then 1 for ever. */
function drawing(...levels: number[]): Environment {
  const env = createEnvironment(1);
  const draws = levels.flatMap((level) => [...new Array<number>(level - 1).fill(0), 3]);
  const stream = env.random.stream('skiplist');
  stream.bits = () => draws.shift() ?? 3;
  return env;
}

function add(env: Environment, list: Skiplist, score: number, member: string): SkiplistPointer {
  return list.insert(score, StoredString.create(env, bytesOf(member)));
}

const nameOf = (list: Skiplist, node: SkiplistPointer) =>
  node === 0 ? null : latin1(list.memberBytesOf(node));

/** "a-1→b-1→c" per level, with spans. */
function drawn(list: Skiplist): string[] {
  const lines: string[] = [];
  for (let level = list.level - 1; level >= 0; level--) {
    let line = 'header';
    let node = list.header;
    while (node !== 0) {
      const next = list.nextOf(node, level);
      line += ` -${list.spanOf(node, level)}-> ${nameOf(list, next) ?? 'NULL'}`;
      node = next;
    }
    lines.push(line);
  }
  return lines;
}

describe('worked example', () => {
  const env = drawing(2, 3, 1, 1);
  const list = new Skiplist(env);
  add(env, list, 1, 'a');
  add(env, list, 2, 'b');
  add(env, list, 3, 'c');
  add(env, list, 4, 'd');

  it('has the spans of the picture', () => {
    expect(drawn(list)).toEqual([
      'header -2-> b -2-> NULL',
      'header -1-> a -1-> b -2-> NULL',
      'header -1-> a -1-> b -1-> c -1-> d -0-> NULL',
    ]);
    expect(nameOf(list, list.tail)).toBe('d');
    expect(list.previousOf(list.first)).toBe(0);
    expect(list.first).toBe(37);
    expect(list.nextOf(list.first)).toBe(43);
  });

  it('finds the rank of c by two hops, whose spans are 2 and 1', () => {
    const steps: Step[] = [];
    env.probe = { emit: (step) => steps.push(step) };
    expect(list.rankOf(3, bytesOf('c'))).toBe(3);
    env.probe = null;
    const hops = steps.filter((step) => step.type === 'skiplist.hop');
    expect(hops.map((hop) => [hop.level, hop.span, hop.rank])).toEqual([
      [2, 2, 2],
      [0, 1, 3],
    ]);
    expect(steps.map((step) => step.type)).toEqual([
      'skiplist.hop',
      'skiplist.down',
      'skiplist.down',
      'skiplist.hop',
    ]);
  });

  it('takes what zskiplist, header, nodes and members take', () => {
    const node = (levels: number) => sizeClass(24 + 16 * levels);
    expect(env.heap.usedBytes).toBe(32 + node(32) + node(2) + node(3) + node(1) + node(1) + 4 * 8);
    expect([node(1), node(2), node(3), node(32)]).toEqual([48, 64, 80, 640]);
  });
});

describe('steps', () => {
  it('emit an insertion with its draws, its links and the pointers that pass above it', () => {
    const env = drawing(1, 3, 2);
    const list = new Skiplist(env);
    const a = add(env, list, 1, 'a');
    const c = add(env, list, 3, 'c');
    const steps: Step[] = [];
    env.probe = { emit: (step) => steps.push(step) };
    const b = add(env, list, 2, 'b');
    expect(steps.filter((step) => step.type !== 'skiplist.hop' && step.type !== 'skiplist.down')).toEqual([
      { type: 'skiplist.draw', skiplist: list.address, member: 'b', draws: [0, 3], levels: 2 },
      {
        type: 'skiplist.insert',
        skiplist: list.address,
        node: list.addressOf(b),
        member: 'b',
        score: 2,
        rank: 2,
        links: [
          { level: 0, from: list.addressOf(a), to: list.addressOf(c), spanIn: 1, spanOut: 1 },
          { level: 1, from: list.addressOf(list.header), to: list.addressOf(c), spanIn: 2, spanOut: 1 },
        ],
        lengthened: [{ level: 2, from: list.addressOf(list.header), to: list.addressOf(c), span: 3 }],
      },
    ]);
    steps.length = 0;
    list.delete(2, bytesOf('b'));
    expect(steps.at(-1)).toEqual({
      type: 'skiplist.remove',
      skiplist: list.address,
      node: list.addressOf(b),
      member: 'b',
      score: 2,
      closed: [
        { level: 0, from: list.addressOf(a), to: list.addressOf(c), span: 1 },
        { level: 1, from: list.addressOf(list.header), to: list.addressOf(c), span: 2 },
        { level: 2, from: list.addressOf(list.header), to: list.addressOf(c), span: 2 },
      ],
    });
    steps.length = 0;
    list.updateScore(1, bytesOf('a'), 2.5);
    expect(steps.at(-1)).toEqual({
      type: 'skiplist.score',
      skiplist: list.address,
      node: list.addressOf(a),
      member: 'a',
      from: 1,
      to: 2.5,
    });
  });

  it('are emitted while the structure is whole', () => {
    const env = createEnvironment(7);
    const list = new Skiplist(env);
    let emitted = 0;
    env.probe = {
      emit: () => {
        emitted++;
        checkInvariants(list);
        // What a view would do: read a window by rank.
        env.probe = null;
        list.byRank(3);
        list.firstInScoreRange({ min: 2, max: 5, minExclusive: false, maxExclusive: true });
        env.probe = probe;
      },
    };
    const probe = env.probe;
    for (let index = 0; index < 40; index++) add(env, list, (index * 7) % 11, `m${index}`);
    list.deleteRangeByRank(5, 20, () => {});
    for (let index = 0; index < 40; index++) {
      const node = list.byRank(((index * 3) % list.length) + 1);
      if (node !== 0) list.updateScore(list.scoreOf(node), list.memberBytesOf(node), index);
    }
    expect(emitted).toBeGreaterThan(300);
  });
});

it('updates a score in place only between strictly different neighbours', () => {
  const env = drawing(1, 1, 1, 1);
  const list = new Skiplist(env);
  add(env, list, 1, 'a');
  const b = add(env, list, 2, 'b');
  const member = list.memberOf(b);
  add(env, list, 3, 'c');
  expect(list.updateScore(2, bytesOf('b'), 2.5)).toBe(b);
  const moved = list.updateScore(2.5, bytesOf('b'), 3);
  expect(moved).not.toBe(b);
  expect(list.memberOf(moved)).toEqual(member);
  expect(drawn(list)).toEqual(['header -1-> a -1-> b -1-> c -0-> NULL']);
  expect(env.heap.usedBytes).toBe(32 + 640 + 3 * 48 + 3 * 8);
});

it('draws one level in four, up to 32', () => {
  const env = createEnvironment(4);
  const list = new Skiplist(env);
  const counts = new Array<number>(SKIPLIST_MAX_LEVEL + 1).fill(0);
  for (let index = 0; index < 20_000; index++) counts[list.levelsOf(add(env, list, index, 'm'))]++;
  expect(counts[1] / 20_000).toBeCloseTo(0.75, 1.5);
  expect(counts[2] / 20_000).toBeCloseTo(0.1875, 1.5);
  const always = createEnvironment(4);
  let zeros = 100;
  always.random.stream('skiplist').bits = () => (zeros-- > 0 ? 0 : 1);
  const tall = new Skiplist(always);
  expect(tall.levelsOf(add(always, tall, 1, 'x'))).toBe(32);
});

function checkInvariants(list: Skiplist): void {
  const ranks = new Map<SkiplistPointer, number>([[list.header, 0]]);
  let previous: SkiplistPointer = 0;
  let rank = 0;
  for (let node = list.first; node !== 0; node = list.nextOf(node)) {
    ranks.set(node, ++rank);
    if (list.previousOf(node) !== previous) throw new Error(`backward of rank ${rank}`);
    if (previous !== 0) {
      const step = list.scoreOf(node) - list.scoreOf(previous);
      const same = list.scoreOf(node) === list.scoreOf(previous);
      const order = compareBytes(list.memberBytesOf(previous), list.memberBytesOf(node));
      if (!(step > 0 || (same && order < 0))) throw new Error(`order at rank ${rank}`);
    }
    previous = node;
  }
  if (list.tail !== previous || list.length !== rank) throw new Error('tail or length');
  if (list.level < 1 || (list.level > 1 && list.nextOf(list.header, list.level - 1) === 0)) {
    throw new Error('an empty level is in use');
  }
  for (let level = 0; level < SKIPLIST_MAX_LEVEL; level++) {
    if (level >= list.level) {
      if (list.nextOf(list.header, level) !== 0) throw new Error(`level ${level} is not counted`);
      continue;
    }
    for (let node = list.header; node !== 0; node = list.nextOf(node, level)) {
      const next = list.nextOf(node, level);
      const end = next === 0 ? rank : ranks.get(next)!;
      if (list.spanOf(node, level) !== end - ranks.get(node)!) throw new Error(`span on level ${level}`);
      if (list.levelsOf(node) <= level) throw new Error(`a node on level ${level} that it does not have`);
    }
  }
}

it.each([20240501, 77])(
  'seed %i: holds its invariants and equals a sorted array over 5,000 random operations',
  (seed) => {
    const random = new Random(seed).stream('test');
    const env = createEnvironment(seed);
    const list = new Skiplist(env);
    let model: { score: number; member: string }[] = [];
    const scores = [Number.NEGATIVE_INFINITY, -1.5, -0, 0, 1, 1, 2, 3.25, 1e300, Number.POSITIVE_INFINITY];
    const anyScore = () =>
      random.below(3) === 0 ? random.below(1000) / 8 : scores[random.below(scores.length)];
    const anyMember = () => {
      const length = random.below(4);
      let member = '';
      for (let index = 0; index < length; index++) member += String.fromCharCode(random.below(256));
      return member;
    };
    const sorted = () =>
      model.sort((a, b) => a.score - b.score || compareBytes(bytesOf(a.member), bytesOf(b.member)));
    const bound = (exclusive: string, value: number) =>
      bytesOf(
        `${exclusive}${value === Number.POSITIVE_INFINITY ? '+inf' : value === Number.NEGATIVE_INFINITY ? '-inf' : value}`,
      );
    const anyScoreRange = () =>
      parseScoreRange(
        bound(random.below(2) === 0 ? '(' : '', anyScore()),
        bound(random.below(2) === 0 ? '(' : '', anyScore()),
      )!;
    const lexEnd = () => {
      const kind = random.below(8);
      return bytesOf(kind === 0 ? '-' : kind === 1 ? '+' : `${kind < 5 ? '(' : '['}${anyMember()}`);
    };

    for (let operation = 0; operation < 5_000; operation++) {
      const label = `seed ${seed}, operation ${operation}`;
      const kind = random.below(100);
      if (kind < 55) {
        const member = anyMember();
        const score = anyScore();
        const known = model.find((each) => each.member === member);
        if (known === undefined) {
          add(env, list, score, member);
          model.push({ score, member });
        } else {
          const node = list.updateScore(known.score, bytesOf(member), score);
          expect(list.scoreOf(node), label).toBe(score);
          known.score = score;
        }
        sorted();
      } else if (kind < 75) {
        const member =
          model.length > 0 && random.below(4) > 0 ? model[random.below(model.length)].member : anyMember();
        const known = model.find((each) => each.member === member);
        expect(list.delete(known?.score ?? anyScore(), bytesOf(member)), label).toBe(known !== undefined);
        model = model.filter((each) => each !== known);
      } else if (kind < 85) {
        const known = model.length > 0 ? model[random.below(model.length)] : { score: 0, member: '?' };
        expect(list.rankOf(known.score, bytesOf(known.member)), label).toBe(model.indexOf(known) + 1);
        const rank = random.below(model.length + 3) - 1;
        expect(nameOf(list, list.byRank(rank)), label).toBe(model[rank - 1]?.member ?? null);
      } else if (kind < 92) {
        const range = anyScoreRange();
        const inside = model.filter((each) => isAboveMin(range, each.score) && isBelowMax(range, each.score));
        expect(nameOf(list, list.firstInScoreRange(range)), label).toBe(inside[0]?.member ?? null);
        expect(nameOf(list, list.lastInScoreRange(range)), label).toBe(inside.at(-1)?.member ?? null);
        if (random.below(4) === 0 && inside.length < 30) {
          const forgotten: string[] = [];
          expect(
            list.deleteRangeByScore(range, (node) => forgotten.push(nameOf(list, node)!)),
            label,
          ).toBe(inside.length);
          expect(forgotten, label).toEqual(inside.map((each) => each.member));
          model = model.filter((each) => !inside.includes(each));
        }
      } else if (kind < 95) {
        const start = random.below(model.length + 2) + 1;
        const end = start + random.below(6) - 1;
        const doomed = model.slice(start - 1, Math.max(start - 1, end));
        expect(
          list.deleteRangeByRank(start, end, () => {}),
          label,
        ).toBe(doomed.length);
        model = model.filter((each) => !doomed.includes(each));
      } else if (model.length > 0 && operation % 7 === 0) {
        // All of one score, so that the order by member holds.
        for (const each of [...model]) {
          list.updateScore(each.score, bytesOf(each.member), 5);
          each.score = 5;
        }
        sorted();
        const range = parseLexRange(lexEnd(), lexEnd())!;
        const inside = model.filter(
          (each) => isAboveLexMin(range, bytesOf(each.member)) && isBelowLexMax(range, bytesOf(each.member)),
        );
        expect(nameOf(list, list.firstInLexRange(range)), label).toBe(inside[0]?.member ?? null);
        expect(nameOf(list, list.lastInLexRange(range)), label).toBe(inside.at(-1)?.member ?? null);
        if (random.below(4) === 0) {
          expect(
            list.deleteRangeByLex(range, () => {}),
            label,
          ).toBe(inside.length);
          model = model.filter((each) => !inside.includes(each));
        }
      }
      try {
        checkInvariants(list);
      } catch (error) {
        throw new Error(label, { cause: error });
      }
      if (operation % 50 === 0) {
        const members: (string | null)[] = [];
        for (let node = list.first; node !== 0; node = list.nextOf(node)) members.push(nameOf(list, node));
        expect(members, label).toEqual(model.map((each) => each.member));
      }
    }
    expect(list.length).toBeGreaterThan(20);
    list.release();
    expect(env.heap.usedBytes, `seed ${seed}`).toBe(0);
  },
);
