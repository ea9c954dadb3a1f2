/**
 * Views and steps for the tests of this folder: skiplists linked by hand from members and the heights of their towers,
 * shown nowhere.
 */
import type { Step } from '../../../protocol/steps.ts';
import type {
  SkiplistLinkView,
  SkiplistNodesView,
  SkiplistNodeView,
  SkiplistView,
  Window,
} from '../../../protocol/views.ts';

export interface SampleMember {
  readonly member: string;
  readonly score: string;
  readonly levels: number;
}

export const skiplistAddress = 0x7f60_0040;
export const skiplistDict = 0x7f60_0080;
const headerAddress = 0x7f60_0100;
const limits = {
  entriesName: 'zset-max-listpack-entries',
  entries: 128,
  valueName: 'zset-max-listpack-value',
  valueBytes: 64,
};

/** A member's node has the same address in every sample. */
export function addressOfMember(member: string): number {
  let hash = 0;
  for (const character of member) hash = (hash * 31 + character.codePointAt(0)!) % 0x8000;
  return 0x7f61_0000 + hash * 0x10;
}

export function sampleNodes(
  members: readonly SampleMember[],
  window: Window = { from: 0, count: 64 },
): SkiplistNodesView {
  const level = Math.max(1, ...members.map(({ levels }) => levels));
  const linkFrom = (rank: number, at: number): SkiplistLinkView => {
    const next = members.findIndex(({ levels }, nth) => nth >= rank && levels > at);
    if (next < 0) return { to: 0, toRank: 0, span: members.length - rank };
    return { to: addressOfMember(members[next].member), toRank: next + 1, span: next + 1 - rank };
  };
  const linksFrom = (rank: number, levels: number) =>
    Array.from({ length: levels }, (_, at) => linkFrom(rank, at));
  const nodes: SkiplistNodeView[] = members.map(({ member, score, levels }, nth) => ({
    address: addressOfMember(member),
    rank: nth + 1,
    member,
    score,
    links: linksFrom(nth + 1, levels),
    backward: nth === 0 ? 0 : addressOfMember(members[nth - 1].member),
  }));
  const from = Math.max(0, Math.min(window.from, members.length - window.count));
  const entering = Array.from({ length: level }, (_, at) => {
    const fromRank = members.slice(0, from).findLastIndex(({ levels }) => levels > at) + 1;
    const start = fromRank === 0 ? headerAddress : addressOfMember(members[fromRank - 1].member);
    return { from: start, fromRank, ...linkFrom(fromRank, at) };
  });
  return {
    address: skiplistAddress,
    dict: skiplistDict,
    level,
    tail: nodes[nodes.length - 1]?.address ?? 0,
    header: { address: headerAddress, links: linksFrom(0, level) },
    from,
    nodes: nodes.slice(from, from + window.count),
    entering,
    nodesOnLevel: Array.from(
      { length: level },
      (_, at) => members.filter(({ levels }) => levels > at).length,
    ),
  };
}

export function sampleSkiplist(
  members: readonly SampleMember[],
  window?: Window,
  key = 'board',
): SkiplistView {
  return {
    kind: 'skiplist',
    db: 0,
    key,
    encoding: 'skiplist',
    length: members.length,
    limits,
    skiplist: sampleNodes(members, window),
    packed: null,
    names: [{ key, keyBytes: new TextEncoder().encode(key) }],
  };
}

export function samplePacked(
  pairs: readonly { member: string; score: string }[],
  length: number,
): SkiplistView {
  return {
    ...sampleSkiplist([]),
    encoding: 'listpack',
    length,
    skiplist: null,
    packed: { address: 0x7f62_0000, totalBytes: 7 + length * 9, pairs },
  };
}

export function noSkiplist(): SkiplistView {
  return { ...sampleSkiplist([]), key: null, encoding: null, skiplist: null, names: [] };
}

const heights = [1, 2, 1, 3, 1, 1, 2, 1, 1, 4, 1, 1, 2, 1, 1, 1];
const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'joe', 'kim', 'leo'];

/** Members in order with scores ten apart. */
export function people(count: number): SampleMember[] {
  return names
    .slice(0, count)
    .map((member, nth) => ({ member, score: String((nth + 1) * 10), levels: heights[nth] }));
}

/** A list of any length; the heights look drawn and are always the same. */
export function crowd(count: number): SampleMember[] {
  return Array.from({ length: count }, (_, nth) => {
    let levels = 1;
    for (let mix = (nth * 2654435761) >>> 7; levels < 8 && mix % 4 === 0; mix >>>= 2) levels++;
    return { member: `user:${nth + 1}`, score: String((nth + 1) * 5), levels };
  });
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
        steps.push({
          type: 'skiplist.down',
          skiplist: skiplistAddress,
          level,
          at,
          next: link.to,
          rank: passed,
        });
        break;
      }
      const { to, span } = link;
      passed += span;
      steps.push({
        type: 'skiplist.hop',
        skiplist: skiplistAddress,
        level,
        from: at,
        to,
        span,
        rank: passed,
      });
      at = to;
      links = list.nodes.find(({ address }) => address === to)!.links;
    }
  }
  return steps;
}
