import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import { accessibleRows } from './accessible-table.ts';
import { describeCell, describeSkiplist, summariseSkiplist } from './describe.ts';
import { laneOf } from './lane.ts';
import { narrateSkiplist } from './narrate.ts';
import { walkOf } from './search.ts';
import {
  addressOfMember,
  noSkiplist,
  people,
  samplePacked,
  sampleSkiplist,
  searchSteps,
  skiplistAddress as skiplist,
  skiplistDict,
} from './test-views.ts';
import { skiplistWords } from './words.ts';

const view = sampleSkiplist(people(12));
const list = view.skiplist!;
const say = (step: Step, language: 'en' | 'zh' = 'en', before = view) =>
  narrateSkiplist(step, view, before, language);

describe('the skiplist in words', () => {
  it('is summed up in figures', () => {
    expect(summariseSkiplist(view, 'en')).toEqual(['12 members', '4 levels', 'skiplist']);
    expect(summariseSkiplist(view, 'zh')).toEqual(['12 个成员', '4 层', 'skiplist']);
    expect(summariseSkiplist(samplePacked(people(1), 1), 'en')).toEqual(['1 member', 'listpack']);
    expect(summariseSkiplist(noSkiplist(), 'en')).toEqual([]);
  });

  it('is described as a whole', () => {
    expect(describeSkiplist(view, 'en')).toBe(
      'Skiplist of board: 12 members, 4 levels (12 nodes on level 0, 4 nodes on level 1, 2 nodes on level 2, 1 node on level 3).',
    );
    expect(describeSkiplist(sampleSkiplist(people(12), { from: 4, count: 5 }), 'zh')).toContain(
      '这里显示第 5 到第 9 个。',
    );
    expect(describeSkiplist(samplePacked(people(2), 2), 'en')).toBe(
      'board: 2 members, still packed as listpack.',
    );
  });

  it('is described cell by cell', () => {
    const dan = addressOfMember('dan');
    expect(describeCell(list, dan, 2, 'en')).toBe('dan, score 40, rank 4, 3 levels; level 2 to joe, span 6.');
    expect(describeCell(list, list.header.address, 3, 'zh')).toBe('表头，第 3 层指向 joe，跨度 10。');
    expect(describeCell(list, addressOfMember('leo'), 0, 'en')).toContain('level 0 to NULL');
  });

  it('is a table of its nodes', () => {
    const rows = accessibleRows(view, 'en');
    expect(rows).toHaveLength(13);
    expect(rows[0]).toMatchObject({ rank: 0, name: 'header', spans: '1:1 2:2 4:4 10:10' });
    expect(rows[4]).toMatchObject({ rank: 4, member: 'dan', score: '40', spans: '5:1 7:3 10:6' });
  });
});

describe('a step is narrated', () => {
  const [down, hop] = searchSteps(list, 8);

  it('when a search goes right or down', () => {
    expect(say(down)).toBe('Level 3: joe (100) is too far. The search goes down to level 2.');
    expect(say(down, 'zh')).toBe('第 3 层：joe（100）过头了，下到第 2 层。');
    expect(say(hop)).toBe(
      'Level 2: dan (40) is not too far. The search hops there over a span of 4; the spans so far add up to rank 4.',
    );
    const end: Step = {
      type: 'skiplist.down',
      skiplist,
      level: 0,
      at: list.header.address,
      next: 0,
      rank: 0,
    };
    expect(say(end)).toBe('Level 0: there is no next node. The search ends at the header.');
    expect(say(end, 'zh')).toBe('第 0 层：后面没有了，查找停在表头。');
  });

  it('when a level is drawn', () => {
    const drawn = (draws: number[]): Step => ({
      type: 'skiplist.draw',
      skiplist,
      member: 'x',
      draws,
      levels: draws.length,
    });
    expect(say(drawn([2]))).toBe('x draws its level: 2. No 0, so it gets 1 level.');
    expect(say(drawn([0, 3]))).toBe(
      'x draws its level: 0, 3. 1 zero, each with a chance of 1 in 4: it gets 2 levels.',
    );
    expect(say(drawn([0, 0, 0, 0, 1]), 'zh')).toBe(
      '给 x 抽层数：0、0、0、0、1。抽到 4 次 0（每次四分之一的机会），共 5 层。比现有的节点都高。',
    );
  });

  it('when the score of a node changes in its place', () => {
    const changed = sampleSkiplist(
      people(12).map((each) => (each.member === 'cat' ? { ...each, score: '0.1' } : each)),
    );
    const step: Step = {
      type: 'skiplist.score',
      skiplist,
      node: addressOfMember('cat'),
      member: 'cat',
      from: 0.1,
      to: 30,
    };
    expect(say(step, 'en', changed)).toContain('from 0.1 to 30.');
  });

  it('when the dict beside it works, and when another one does', () => {
    const walk = (dict: number): Step => ({
      type: 'dict.walk',
      dict,
      table: 0,
      bucket: 1,
      entry: 5,
      key: 'gus',
      match: true,
    });
    expect(say(walk(skiplistDict))).toContain('points to its node');
    expect(say(walk(1))).toContain('database’s dictionary');
    expect(say({ ...hop, skiplist: 5 } as Step)).toBe('Another sorted set is at work.');
  });

  it('when a sorted set outgrows its packed form', () => {
    const step: Step = { type: 'object.encoding', key: 'board', from: 'listpack', to: 'skiplist' };
    expect(say(step)).toContain('has outgrown its listpack');
    expect(say(step, 'zh')).toContain('超出了 listpack 的上限');
  });
});

describe('the line that adds up', () => {
  const steps = searchSteps(list, 8);
  const lane = (
    upTo: readonly Step[],
    step: Step | null = upTo[upTo.length - 1] ?? null,
    command: string | null = null,
  ) => laneOf({ list, length: 12, step, steps: upTo, walk: walkOf(skiplist, upTo), command });

  it('sums the spans to the rank', () => {
    expect(lane(steps)).toEqual({
      kind: 'search',
      hops: [
        { level: 2, span: 4 },
        { level: 1, span: 3 },
        { level: 0, span: 1 },
      ],
      rank: 8,
      member: 'hal',
      answer: null,
      hot: true,
    });
    expect(lane([])).toBeNull();
    expect(lane(steps, null)).toMatchObject({ rank: 8, hot: false });
  });

  it('has nothing to add after a search that never left the header', () => {
    const still = searchSteps(list, 0);
    expect(lane(still)).toMatchObject({ kind: 'search', hops: [], rank: 0 });
    expect(lane(still, null)).toBeNull();
  });

  it('says what a command for a rank answers, and nothing of ranks after another command', () => {
    expect(lane(steps, null, 'zrank')).toMatchObject({ rank: 8, answer: { command: 'ZRANK', index: 7 } });
    expect(lane(steps, null, 'zrevrank')).toMatchObject({ answer: { command: 'ZREVRANK', index: 4 } });
    for (const command of ['zcount', 'zrem', 'eval', null]) {
      expect(lane(steps, null, command)).toMatchObject({ rank: 8, answer: null });
    }
    const words = skiplistWords;
    expect(words.en.lane.answer({ command: 'ZRANK', index: 7 })).toBe('ZRANK 7, because it counts from 0');
    expect(words.zh.lane.answer({ command: 'ZREVRANK', index: 4 })).toBe(
      'ZREVRANK 从末尾数，也从 0 数起，是 4',
    );
  });

  it('shows the draws, and still does when the node is in', () => {
    const draw: Step = { type: 'skiplist.draw', skiplist, member: 'x', draws: [0, 2], levels: 2 };
    expect(lane([...steps, draw])).toEqual({
      kind: 'draw',
      member: 'x',
      draws: [0, 2],
      levels: 2,
      hot: true,
    });
  });

  it('lists the members a range has taken, the latest if there are many', () => {
    const visits = list.nodes.slice(0, 10).map(
      ({ address, member, rank }, nth): Step => ({
        type: 'skiplist.visit',
        skiplist,
        node: address,
        member,
        rank,
        from: nth === 0 ? 0 : list.nodes[nth - 1].address,
        backward: false,
      }),
    );
    expect(lane(visits)).toMatchObject({ kind: 'range', leftOut: 2 });
    expect(lane(visits.slice(0, 2))).toMatchObject({ members: ['ann', 'bob'], leftOut: 0 });
  });
});
