/** One sentence per step, in a learner's words; screen readers announce it, too. */

import type { Step } from '../../../protocol/steps.ts';
import type { SkiplistStep } from '../../../protocol/steps-order.ts';
import type { SkiplistNodesView, SkiplistView } from '../../../protocol/views.ts';
import { plural } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

/** Null for the steps of other structures. `before` is the view one moment earlier. */
export function narrateSkiplist(
  step: Step,
  view: SkiplistView,
  before: SkiplistView | null,
  language: Language,
): string | null {
  const list = view.skiplist;
  const english = language === 'en';
  if (step.type.startsWith('skiplist.')) {
    const own = step as SkiplistStep;
    if (list === null || own.skiplist !== list.address) {
      return english ? 'Another sorted set is at work.' : '正在处理另一个有序集合。';
    }
    const names = namesOf(list, before?.skiplist ?? null);
    return english ? inEnglish(own, list, names) : inChinese(own, list, names);
  }
  if ('dict' in step) {
    if (list !== null && step.dict === list.dict) return english ? dictInEnglish(step) : dictInChinese(step);
    return english
      ? 'Not here yet: the server looks up the key in the database’s dictionary.'
      : '还没到这里：先在数据库的字典里找这个键。';
  }
  if (step.type === 'object.encoding') {
    const key = keyInSentence(step.key);
    if (step.to !== 'skiplist') return null;
    return english
      ? `${key} has outgrown its ${step.from}: every member gets a node with its own level, and an entry in a dict beside the skiplist.`
      : `${key} 超出了 ${step.from} 的上限：每个成员各建一个节点，各抽一个层数，旁边再配一个字典。`;
  }
  if (step.type === 'key.expired') {
    const key = keyInSentence(step.key);
    return english ? `${key} is past its time and is deleted.` : `${key} 已过期，被删除。`;
  }
  return null;
}

interface Named {
  readonly name: string;
  readonly score: string;
  /** Its score one moment ago. */
  readonly scoreBefore: string;
}

type Names = (address: number) => Named | null;

/** Members by address, also of a node that has just left. */
function namesOf(now: SkiplistNodesView, then: SkiplistNodesView | null): Names {
  return (address) => {
    const old = then?.nodes.find((candidate) => candidate.address === address);
    const node = now.nodes.find((candidate) => candidate.address === address) ?? old;
    if (node === undefined) return null;
    return { name: keyInSentence(node.member), score: node.score, scoreBefore: old?.score ?? node.score };
  };
}

function inEnglish(step: SkiplistStep, list: SkiplistNodesView, names: Names): string {
  const called = (address: number) =>
    address === list.header.address ? 'the header' : (names(address)?.name ?? 'a node outside the window');
  switch (step.type) {
    case 'skiplist.hop': {
      const target = names(step.to);
      const where = target === null ? `rank ${step.rank}` : `${target.name} (${target.score})`;
      return `Level ${step.level}: ${where} is not too far. The search hops there over a span of ${step.span}; the spans so far add up to rank ${step.rank}.`;
    }
    case 'skiplist.down': {
      const next = step.next === 0 ? null : names(step.next);
      const why =
        step.next === 0
          ? 'there is no next node'
          : next === null
            ? 'the next node is too far'
            : `${next.name} (${next.score}) is too far`;
      return step.level === 0
        ? `Level 0: ${why}. The search ends at ${called(step.at)}.`
        : `Level ${step.level}: ${why}. The search goes down to level ${step.level - 1}.`;
    }
    case 'skiplist.draw': {
      const name = keyInSentence(step.member);
      const taller = step.levels > list.level ? ' That is higher than any node so far.' : '';
      return step.levels === 1
        ? `${name} draws its level: ${step.draws.join(', ')}. No 0, so it gets 1 level.`
        : `${name} draws its level: ${step.draws.join(', ')}. ${plural(step.levels - 1, 'zero, each with a chance of 1 in 4: it gets', 'zeros, each with a chance of 1 in 4: it gets')} ${step.levels} levels.${taller}`;
    }
    case 'skiplist.insert': {
      const linked = `${keyInSentence(step.member)} is linked at rank ${step.rank}, on ${plural(step.links.length, 'level', 'levels')}.`;
      const { length } = step.lengthened;
      return length === 0
        ? linked
        : `${linked} Above it ${plural(length, 'pointer skips', 'pointers skip')} one more node: ${length === 1 ? 'its span grows' : 'their spans grow'} by 1.`;
    }
    case 'skiplist.remove':
      return `${keyInSentence(step.member)} is removed: pointers to it now point past it, and spans above it shrink by 1.`;
    case 'skiplist.score':
      return `${keyInSentence(step.member)} keeps its place between its neighbours: only the score changes, from ${names(step.node)?.scoreBefore ?? step.from} to ${names(step.node)?.score ?? step.to}.`;
    case 'skiplist.visit': {
      const name = keyInSentence(step.member);
      if (step.from === 0) return `The range begins with ${name}: it goes into the reply.`;
      return step.backward
        ? `Back along the lowest level: ${name} goes into the reply.`
        : `On along level 0: ${name} goes into the reply.`;
    }
    default: {
      const missed: never = step;
      return missed;
    }
  }
}

function inChinese(step: SkiplistStep, list: SkiplistNodesView, names: Names): string {
  const called = (address: number) =>
    address === list.header.address ? '表头' : (names(address)?.name ?? '窗口外的节点');
  switch (step.type) {
    case 'skiplist.hop': {
      const target = names(step.to);
      const where = target === null ? `第 ${step.rank} 个节点` : `${target.name}（${target.score}）`;
      return `第 ${step.level} 层：${where}没有过头，跳过去，跨度 ${step.span}；跨度累计 ${step.rank}。`;
    }
    case 'skiplist.down': {
      const next = step.next === 0 ? null : names(step.next);
      const why =
        step.next === 0
          ? '后面没有了'
          : next === null
            ? '下一个过头了'
            : `${next.name}（${next.score}）过头了`;
      return step.level === 0
        ? `第 0 层：${why}，查找停在${called(step.at) === '表头' ? '表头' : ` ${called(step.at)}`}。`
        : `第 ${step.level} 层：${why}，下到第 ${step.level - 1} 层。`;
    }
    case 'skiplist.draw': {
      const name = keyInSentence(step.member);
      const draws = step.draws.join('、');
      const taller = step.levels > list.level ? '比现有的节点都高。' : '';
      return step.levels === 1
        ? `给 ${name} 抽层数：${draws}。没抽到 0，就 1 层。`
        : `给 ${name} 抽层数：${draws}。抽到 ${step.levels - 1} 次 0（每次四分之一的机会），共 ${step.levels} 层。${taller}`;
    }
    case 'skiplist.insert': {
      const linked = `${keyInSentence(step.member)} 排在第 ${step.rank} 个，接入 ${step.links.length} 层。`;
      const { length } = step.lengthened;
      return length === 0 ? linked : `${linked}从它头顶越过的 ${length} 条指针，跨度各加 1。`;
    }
    case 'skiplist.remove':
      return `摘下 ${keyInSentence(step.member)}：原来指向它的指针改指它后面，越过它的指针跨度减 1。`;
    case 'skiplist.score':
      return `${keyInSentence(step.member)} 仍在前后邻居之间，位置不动，只把分数从 ${names(step.node)?.scoreBefore ?? step.from} 改成 ${names(step.node)?.score ?? step.to}。`;
    case 'skiplist.visit': {
      const name = keyInSentence(step.member);
      if (step.from === 0) return `范围从 ${name} 开始，放进回复。`;
      return step.backward ? `沿最底层往回走：${name} 放进回复。` : `沿第 0 层往后走：${name} 放进回复。`;
    }
    default: {
      const missed: never = step;
      return missed;
    }
  }
}

/** The dict beside the skiplist, which knows every member's node. */
function dictInEnglish(step: Step & { dict: number }): string {
  switch (step.type) {
    case 'dict.hash':
      return `A dict of the same members stands beside the skiplist: ${keyInSentence(step.key)} is looked up there.`;
    case 'dict.walk':
      return step.match
        ? `The dict has ${keyInSentence(step.key)} and points to its node, so reading its score needs no search.`
        : `The dict compares ${keyInSentence(step.key)}: a different member.`;
    case 'dict.insert':
      return `The dict gets an entry for ${keyInSentence(step.key)} that points to the same member.`;
    case 'dict.remove':
      return `${keyInSentence(step.key)} is removed from the dict.`;
    case 'dict.bucket':
      return 'The dict opens the bucket of the member.';
    case 'dict.resize':
    case 'dict.swap':
    case 'dict.move':
    case 'dict.rehash':
      return 'The dict beside the skiplist is moving to a larger or smaller table.';
    default:
      return 'The dict beside the skiplist is at work.';
  }
}

function dictInChinese(step: Step & { dict: number }): string {
  switch (step.type) {
    case 'dict.hash':
      return `跳表旁边有一个字典，装着同样的成员：先在那里查 ${keyInSentence(step.key)}。`;
    case 'dict.walk':
      return step.match
        ? `字典里有 ${keyInSentence(step.key)}，并且记着它的节点：分数直接拿到，不用查跳表。`
        : `字典比较 ${keyInSentence(step.key)}：不是它。`;
    case 'dict.insert':
      return `字典里也记下 ${keyInSentence(step.key)}，指向同一个成员。`;
    case 'dict.remove':
      return `把 ${keyInSentence(step.key)} 从字典里摘下。`;
    case 'dict.bucket':
      return '字典打开这个成员的桶。';
    case 'dict.resize':
    case 'dict.swap':
    case 'dict.move':
    case 'dict.rehash':
      return '跳表旁边的字典正在换表。';
    default:
      return '跳表旁边的字典在工作。';
  }
}
