/** The skiplist panel in its states. */
import type { Step } from '../../protocol/steps.ts';
import type { SkiplistNodesView, View } from '../../protocol/views.ts';
import type { Hanging } from './exhibits.ts';
import type { Exhibit } from './gallery-link.ts';
import {
  addressOfMember,
  crowd,
  noSkiplist,
  people,
  type SampleMember,
  sampleNodes,
  samplePacked,
  sampleSkiplist,
  skiplistAddress as skiplist,
} from './skiplist-samples.ts';

interface Photograph {
  readonly step: Step | null;
  readonly members: readonly SampleMember[];
}

/** Seen through a window that follows, as the worker would move it. */
function sequence(pictures: readonly Photograph[]): Exhibit {
  const windows = new Map<number, number[]>();
  const startsFor = (count: number): number[] => {
    let from = 0;
    return pictures.map(({ step }) => {
      const rank = step !== null && 'rank' in step ? step.rank : 0;
      if (rank > 0 && (rank <= from || rank > from + count)) from = Math.max(0, rank - Math.ceil(count / 2));
      return from;
    });
  };
  return {
    steps: pictures.map((picture) => picture.step),
    view: (moment, target) => {
      if (target.kind !== 'skiplist') return null;
      const { count } = target.window;
      if (!windows.has(count)) windows.set(count, startsFor(count));
      const from = target.follow === true ? windows.get(count)![moment] : target.window.from;
      return sampleSkiplist(pictures[moment].members, { from, count });
    },
  };
}

/** The steps of a search for the last node that is not beyond `rank`. */
export function searchSteps(list: SkiplistNodesView, rank: number): Step[] {
  const steps: Step[] = [];
  let at = list.header.address;
  let passed = 0;
  let links = list.header.links;
  for (let level = list.level - 1; level >= 0; level--) {
    for (;;) {
      const link = links[level];
      if (link.to === 0 || passed + link.span > rank) {
        steps.push({ type: 'skiplist.down', skiplist, level, at, next: link.to, rank: passed });
        break;
      }
      const { to, span } = link;
      passed += span;
      steps.push({ type: 'skiplist.hop', skiplist, level, from: at, to, span, rank: passed });
      at = to;
      links = list.nodes.find(({ address }) => address === to)!.links;
    }
  }
  return steps;
}

/** The rank of a member, hop by hop. */
function rankSearch(): Exhibit {
  const members = people(12);
  return sequence([
    { step: null, members },
    ...searchSteps(sampleNodes(members), 8).map((step) => ({ step, members })),
    { step: null, members },
  ]);
}

/** A node is drawn and linked in; then it is taken out again. */
function insertAndRemove(): Exhibit {
  const old = people(9).filter(({ member }) => member !== 'fay');
  const fay = { member: 'fay', score: '60', levels: 2 };
  const now = [...old.slice(0, 5), fay, ...old.slice(5)];
  const before = sampleNodes(old);
  const list = sampleNodes(now);
  const node = addressOfMember('fay');
  const entry = (level: number) => {
    const from = now.slice(0, 5).findLast(({ levels }) => levels > level);
    return from === undefined ? list.header.address : addressOfMember(from.member);
  };
  const pointer = (view: SkiplistNodesView, from: number, level: number) =>
    (view.nodes.find(({ address }) => address === from)?.links ?? view.header.links)[level];
  const links = [0, 1].map((level) => ({
    level,
    from: entry(level),
    to: pointer(list, node, level).to,
    spanIn: pointer(list, entry(level), level).span,
    spanOut: pointer(list, node, level).span,
  }));
  const above = Array.from({ length: list.level }, (_, level) => level).filter((level) => level >= 2);
  const lengthened = above.map((level) => {
    const { to, span } = pointer(list, entry(level), level);
    return { level, from: entry(level), to, span };
  });
  const closed = Array.from({ length: list.level }, (_, level) => {
    const { to, span } = pointer(before, entry(level), level);
    return { level, from: entry(level), to, span };
  });
  return sequence([
    { step: null, members: old },
    ...searchSteps(before, 5).map((step) => ({ step, members: old })),
    { step: { type: 'skiplist.draw', skiplist, member: 'fay', draws: [0, 2], levels: 2 }, members: old },
    {
      step: { type: 'skiplist.insert', skiplist, node, member: 'fay', score: 60, rank: 6, links, lengthened },
      members: now,
    },
    ...searchSteps(list, 5).map((step) => ({ step, members: now })),
    { step: { type: 'skiplist.remove', skiplist, node, member: 'fay', score: 60, closed }, members: old },
    { step: null, members: old },
  ]);
}

/** A range: one search, then along level 0. */
function range(): Exhibit {
  const members = people(12);
  const list = sampleNodes(members);
  const visits = [6, 7, 8, 9].map((rank, nth): Step => {
    const node = list.nodes[rank - 1];
    const from = nth === 0 ? 0 : list.nodes[rank - 2].address;
    return {
      type: 'skiplist.visit',
      skiplist,
      node: node.address,
      member: node.member,
      rank,
      from,
      backward: false,
    };
  });
  return sequence([
    { step: null, members },
    ...searchSteps(list, 5).map((step) => ({ step, members })),
    ...visits.map((step) => ({ step, members })),
    { step: null, members },
  ]);
}

/** A thousand nodes through a window. */
function thousand(): Exhibit {
  const members = crowd(1000);
  const steps = searchSteps(sampleNodes(members, { from: 0, count: 1000 }), 618);
  return sequence([
    { step: null, members },
    ...steps.map((step) => ({ step, members })),
    { step: null, members },
  ]);
}

const odd = [
  { member: '', score: '-inf', levels: 1 },
  { member: 'two words', score: '-1.5', levels: 2 },
  { member: '用户一千零一', score: '0.10000000000000001', levels: 1 },
  { member: 'user:profile:10000017:settings', score: '3', levels: 3 },
  { member: '\\x00\\xff', score: '1.0000000000000001e+300', levels: 1 },
  { member: 'z', score: 'inf', levels: 1 },
];

function still(view: View): Exhibit {
  return { steps: [null, null], view: () => view };
}

export const skiplistHangings: readonly Hanging[] = [
  {
    id: 'skiplist-empty',
    panel: 'skiplist',
    title: { en: 'Skiplist, no sorted set', zh: '跳表：没有有序集合' },
    exhibit: still(noSkiplist()),
    moment: 1,
  },
  {
    id: 'skiplist-packed',
    panel: 'skiplist',
    title: { en: 'Skiplist, still packed', zh: '跳表：还是紧凑编码' },
    exhibit: still(samplePacked(people(5), 5)),
    moment: 1,
  },
  {
    id: 'skiplist-search',
    panel: 'skiplist',
    title: { en: 'Skiplist, a search', zh: '跳表：一次查找' },
    exhibit: rankSearch(),
    moment: 6,
  },
  {
    id: 'skiplist-change',
    panel: 'skiplist',
    title: { en: 'Skiplist, a node comes and goes', zh: '跳表：一个节点来了又走' },
    exhibit: insertAndRemove(),
    moment: 8,
  },
  {
    id: 'skiplist-range',
    panel: 'skiplist',
    title: { en: 'Skiplist, a range', zh: '跳表：一段范围' },
    exhibit: range(),
    moment: 10,
  },
  {
    id: 'skiplist-odd',
    panel: 'skiplist',
    title: { en: 'Skiplist, long and odd members', zh: '跳表：长成员与怪成员' },
    exhibit: still(sampleSkiplist(odd)),
    moment: 1,
  },
  {
    id: 'skiplist-thousand',
    panel: 'skiplist',
    title: { en: 'Skiplist, a thousand members', zh: '跳表：一千个成员' },
    exhibit: thousand(),
    moment: 16,
  },
];
