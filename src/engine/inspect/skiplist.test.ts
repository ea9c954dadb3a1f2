import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { SkiplistNodesView, SkiplistView } from '../../protocol/views.ts';
import { bytesOf } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';
import { readView } from './index.ts';

function engineAfter(lines: readonly string[], seed = 7, generation: '7.0' | '6.2' = '7.0'): Engine {
  const engine = new Engine({ generation, seed, startMs: 0, config: {} });
  engine.step({ type: 'open', nowMs: 0, client: 1 });
  for (const line of lines) run(engine, line);
  return engine;
}

function run(engine: Engine, line: string): void {
  engine.step({ type: 'data', nowMs: 0, client: 1, bytes: encodeCommand(splitArguments(line)!) });
}

function look(engine: Engine, key: string | null, from = 0, count = 64): SkiplistView {
  const view = readView(engine.server, {
    kind: 'skiplist',
    db: 0,
    key: key === null ? null : bytesOf(key),
    window: { from, count },
  });
  return view as SkiplistView;
}

function nodesOf(engine: Engine, from = 0, count = 64): SkiplistNodesView {
  return look(engine, 'z', from, count).skiplist!;
}

const unpacked = 'CONFIG SET zset-max-listpack-entries 0';
const hundred = [unpacked, `ZADD z ${Array.from({ length: 100 }, (_, n) => `${n + 1} m${n + 1}`).join(' ')}`];

describe('the view of a skiplist', () => {
  it('says what is there when there is nothing', () => {
    const view = look(engineAfter([]), null);
    expect(view).toMatchObject({
      key: null,
      encoding: null,
      length: 0,
      skiplist: null,
      packed: null,
      names: [],
    });
    expect(view.limits).toEqual({
      entriesName: 'zset-max-listpack-entries',
      entries: 128,
      valueName: 'zset-max-listpack-value',
      valueBytes: 64,
    });
    expect(look(engineAfter(['SET z 1']), 'z')).toMatchObject({ key: 'z', encoding: null, length: 0 });
  });

  it('shows the pairs of a sorted set that is still packed', () => {
    const view = look(engineAfter(['ZADD z 2.5 b 1 a']), 'z');
    expect(view).toMatchObject({ encoding: 'listpack', length: 2, skiplist: null });
    expect(view.packed!.pairs).toEqual([
      { member: 'a', score: '1' },
      { member: 'b', score: '2.5' },
    ]);
    const old = look(engineAfter(['ZADD z 1 a'], 7, '6.2'), 'z');
    expect(old).toMatchObject({ encoding: 'ziplist', limits: { entriesName: 'zset-max-ziplist-entries' } });
  });

  it('takes the first sorted set by name when none is named, and lists them', () => {
    const engine = engineAfter(['SET a 1', 'ZADD zz 1 x', 'ZADD b 1 x']);
    expect(look(engine, null).key).toBe('b');
    expect(look(engine, null).names.map(({ key }) => key)).toEqual(['b', 'zz']);
  });

  it('prints members and scores as the server does', () => {
    const view = look(engineAfter([unpacked, 'ZADD z 0.1 "two words" -inf "\\x00" 1e300 q']), 'z');
    expect(view.skiplist!.nodes.map(({ member, score }) => [member, score])).toEqual([
      ['\\x00', '-inf'],
      ['two words', '0.10000000000000001'],
      ['q', '1.0000000000000001e+300'],
    ]);
  });

  it('has pointers that agree with ranks, whole and through every window', () => {
    const engine = engineAfter(hundred);
    const whole = [...nodesOf(engine, 0).nodes, ...nodesOf(engine, 64).nodes.slice(28)];
    expect(whole.map(({ rank }) => rank)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    const rankAt = new Map(whole.map(({ address, rank }) => [address, rank]));
    for (const node of whole) {
      expect(rankAt.get(node.backward) ?? 0).toBe(node.rank - 1);
      for (const link of node.links) {
        expect(rankAt.get(link.to) ?? 0).toBe(link.toRank);
        expect(link.span).toBe(link.toRank === 0 ? 100 - node.rank : link.toRank - node.rank);
      }
    }
    for (let from = 0; from <= 92; from++) {
      const { entering, nodes, level, header } = nodesOf(engine, from, 8);
      expect(nodes[0].rank).toBe(from + 1);
      expect(nodes).toHaveLength(8);
      expect(entering).toHaveLength(level);
      entering.forEach((link, at) => {
        expect(link.fromRank).toBeLessThanOrEqual(from);
        expect(link.from).toBe(link.fromRank === 0 ? header.address : whole[link.fromRank - 1].address);
        // The next node of this level after the first `from`, or none.
        const next = whole.find((node) => node.rank > from && node.links.length > at);
        expect(link.to).toBe(next?.address ?? 0);
        expect(link.toRank).toBe(next?.rank ?? 0);
      });
    }
  });

  it('counts the nodes of each level, and stays inside the list', () => {
    const engine = engineAfter(hundred);
    const { nodesOnLevel, level, from } = nodesOf(engine, 1000, 10);
    expect(from).toBe(90);
    expect(nodesOnLevel).toHaveLength(level);
    const whole = [...nodesOf(engine, 0).nodes, ...nodesOf(engine, 64).nodes.slice(28)];
    nodesOnLevel.forEach((count, at) => {
      expect(count).toBe(whole.filter(({ links }) => links.length > at).length);
    });
    expect(nodesOf(engine, 0, 500).nodes).toHaveLength(64);
  });

  it('leaves levels uncounted that would take too long', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `${n} m${n}`).join(' ');
    const engine = engineAfter([unpacked, `ZADD z ${many}`]);
    const { nodesOnLevel } = nodesOf(engine);
    expect(nodesOnLevel[0]).toBe(20_000);
    expect(nodesOnLevel[1]).toBeNull();
    expect(nodesOnLevel[2]).toBeGreaterThan(900);
  });

  it('emits no steps when it reads', () => {
    const engine = engineAfter(hundred);
    const steps: string[] = [];
    engine.listen({ step: (step) => steps.push(step.type) });
    nodesOf(engine, 40, 8);
    expect(steps).toEqual([]);
  });
});

it('a range is walked along level 0, forwards and backwards, and every node taken is emitted', () => {
  const engine = engineAfter(hundred);
  const steps: string[] = [];
  engine.listen({
    step: (step) => {
      if (step.type === 'skiplist.visit')
        steps.push(`${step.member}#${step.rank}${step.backward ? '<' : ''}`);
    },
  });
  const visited = (line: string) => {
    steps.length = 0;
    run(engine, line);
    return steps.join(' ');
  };
  expect(visited('ZRANGE z 2 4')).toBe('m3#3 m4#4 m5#5');
  expect(visited('ZREVRANGE z 0 1')).toBe('m100#100< m99#99<');
  expect(visited('ZRANGEBYSCORE z 50 (53')).toBe('m50#50 m51#51 m52#52');
  expect(visited('ZRANGE z 60 50 BYSCORE REV LIMIT 1 2')).toBe('m59#59< m58#58<');
  expect(visited('ZRANGEBYSCORE z 500 600')).toBe('');
});
