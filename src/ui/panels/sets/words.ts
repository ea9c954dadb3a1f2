/** The words of the panel that shows sets side by side. */
import type { SetOperation, SetsEnd, SetWay } from '../../../protocol/steps-sets.ts';
import { grouped, plural } from '../../i18n/amounts.ts';

const count = (amount: number, one: string, many = `${one}s`) => plural(amount, one, many);

const en = {
  title: 'Set algebra',
  stage: 'Sets and what they share. Arrow keys walk from set to set and from member to member.',
  database: 'Database',
  empty: {
    before: 'Type ',
    command: 'SADD a 1 2 3',
    middle: ' and ',
    second: 'SADD b 2 3 4',
    last: ', then ',
    third: 'SINTER a b',
    after: '.',
  },
  choose: 'Sets shown',
  latest: 'Sets of the latest command',
  moreSets: (amount: number) => `${count(amount, 'more set')} of the command are not shown`,
  shape: 'Layout',
  regions: 'Regions',
  matrix: 'Table',
  operation: { intersection: 'Intersection', union: 'Union', difference: 'Difference' } satisfies Record<
    SetOperation,
    string
  >,
  noOperation: 'What they share',
  size: (amount: number) => count(amount, 'member'),
  missing: 'missing',
  probes: 'lookups',
  result: 'result',
  limited: (limit: number) => `stops at ${limit}`,
  walked: 'iterated',
  probed: 'looked up in',
  added: 'added',
  takenAway: 'removed',
  first: 'copied',
  costs: (lookUp: number, takeAway: number) =>
    `Estimated steps: ${lookUp} to look up each member in the others, ${takeAway} to remove the others from a copy. So Redis ${lookUp <= takeAway ? 'looks them up' : 'removes the others'}.`,
  storedAt: (key: string) => `stored at ${key}`,
  more: (amount: number) => `+ ${amount}`,
  moreSays: (amount: number) => `${count(amount, 'more member')} in this region`,
  rowsLeft: (amount: number) => `${count(amount, 'more member')} not shown`,
  tooMany: (amount: number) =>
    `There are ${grouped.en(amount)} members in all, too many to place one by one: only the sizes and the work are shown.`,
  region: {
    only: (key: string) => `only in ${key}`,
    all: (keys: string) => `in ${keys}`,
    note: (amount: number) => count(amount, 'member'),
  },
  inResult: 'in the result',
  has: (key: string) => `in ${key}`,
  hasNot: (key: string) => `not in ${key}`,
  and: ', ',
  accessible: (sets: string) => `Sets: ${sets}`,
  accessibleWork: 'work',
  worked: (way: SetWay | null, probes: number, taken: number) =>
    `${way === null ? 'no work needed' : en.ways[way]}, ${count(probes, 'lookup')}, ${count(taken, 'member')} in the result`,
  ways: {
    'look-up': 'members looked up',
    add: 'all members added',
    'take-away': 'members removed from a copy',
  } satisfies Record<SetWay, string>,
  narrate: {
    intersection: (smallest: string, others: string) =>
      `${smallest} is the smallest: Redis looks up each of its members in ${others === '' ? 'no other set' : others}.`,
    union: (sets: string) => `Every member of ${sets} is added to one new set.`,
    lookUp: (first: string, others: string, lookUp: number, takeAway: number) =>
      `${lookUp} ≤ ${takeAway}: Redis looks up each member of ${first} in ${others === '' ? 'no other set' : others}, the largest first.`,
    takeAway: (first: string, others: string, lookUp: number, takeAway: number) =>
      `${lookUp} > ${takeAway}: Redis copies ${first} and removes the members of ${others} from the copy.`,
    found: (member: string, key: string) => `${member} is in ${key}.`,
    notFound: (member: string, key: string) => `${member} is not in ${key}: no other set is checked.`,
    foundDrop: (member: string, key: string) => `${member} is in ${key}, so it is skipped.`,
    notFoundGoOn: (member: string, key: string) => `${member} is not in ${key}.`,
    take: (member: string, taken: number) =>
      `${member} goes into the result, which now has ${count(taken, 'member')}.`,
    known: (member: string) => `${member} is already in the result.`,
    drop: (member: string, taken: number) =>
      `${member} is removed; ${count(taken, 'member')} remain${taken === 1 ? 's' : ''}.`,
    notThere: (member: string) => `${member} was not in it.`,
    end: {
      done: (probes: number, taken: number) =>
        `Done: ${count(taken, 'member')} in the result after ${count(probes, 'lookup')}.`,
      limit: (probes: number, taken: number) =>
        `LIMIT is reached with ${taken}: the search stops after ${count(probes, 'lookup')}.`,
      'nothing-left': () => 'Nothing is left in the copy, so Redis skips the other sets.',
      missing: () => 'A set does not exist, so the result is empty without any work.',
      itself: () => 'A set minus itself is empty: there is nothing to do.',
    } satisfies Record<SetsEnd, (probes: number, taken: number) => string>,
  },
};

export type SetsWords = typeof en;

const zh: SetsWords = {
  title: '集合运算',
  stage: '几个集合和它们共有的成员。用方向键在集合和成员之间移动。',
  database: '数据库',
  empty: {
    before: '输入 ',
    command: 'SADD a 1 2 3',
    middle: ' 和 ',
    second: 'SADD b 2 3 4',
    last: '，再输入 ',
    third: 'SINTER a b',
    after: '。',
  },
  choose: '显示哪些集合',
  latest: '最近一条命令用到的',
  moreSets: (amount) => `这条命令还有 ${amount} 个集合没有画出来`,
  shape: '画法',
  regions: '区域',
  matrix: '表格',
  operation: { intersection: '交集', union: '并集', difference: '差集' },
  noOperation: '共有的成员',
  size: (amount) => `${grouped.zh(amount)} 个成员`,
  missing: '不存在',
  probes: '查找次数',
  result: '结果',
  limited: (limit) => `到 ${limit} 为止`,
  walked: '逐个遍历',
  probed: '在其中查找',
  added: '全部加入',
  takenAway: '从结果中去掉',
  first: '先复制',
  costs: (lookUp, takeAway) =>
    `预计步数：逐个到其他集合里查找要 ${lookUp} 步，复制后再删除要 ${takeAway} 步，所以选${lookUp <= takeAway ? '查找' : '删除'}。`,
  storedAt: (key) => `存入 ${key}`,
  more: (amount) => `+ ${amount}`,
  moreSays: (amount) => `这个区域里还有 ${amount} 个成员`,
  rowsLeft: (amount) => `还有 ${amount} 个成员没有画出来`,
  tooMany: (amount) => `总共 ${grouped.zh(amount)} 个成员，太多了，不再逐个判断归属，只显示大小和运算过程。`,
  region: {
    only: (key) => `只在 ${key} 中`,
    all: (keys) => `同时在 ${keys} 中`,
    note: (amount) => `${amount} 个成员`,
  },
  inResult: '在结果中',
  has: (key) => `在 ${key} 中`,
  hasNot: (key) => `不在 ${key} 中`,
  and: '、',
  accessible: (sets) => `集合：${sets}`,
  accessibleWork: '过程',
  worked: (way, probes, taken) =>
    `${way === null ? '没有遍历任何集合' : zh.ways[way]}，查找 ${probes} 次，结果有 ${taken} 个成员`,
  ways: { 'look-up': '逐个查找', add: '全部加入', 'take-away': '复制后逐个删除' },
  narrate: {
    intersection: (smallest, others) =>
      others === ''
        ? `只有 ${smallest}，它的成员全部进入结果。`
        : `${smallest} 最小：拿它的每个成员到 ${others} 里查找。`,
    union: (sets) => `把 ${sets} 的成员全部加进一个新集合。`,
    lookUp: (first, others, lookUp, takeAway) =>
      `${lookUp} ≤ ${takeAway}：拿 ${first} 的每个成员到${others === '' ? '其他集合' : ` ${others} `}里查找，从最大的集合查起。`,
    takeAway: (first, others, lookUp, takeAway) =>
      `${lookUp} > ${takeAway}：先复制 ${first}，再从副本里去掉 ${others} 的成员。`,
    found: (member, key) => `${member} 在 ${key} 中。`,
    notFound: (member, key) => `${member} 不在 ${key} 中，不用再问别的集合。`,
    foundDrop: (member, key) => `${member} 在 ${key} 中，所以排除。`,
    notFoundGoOn: (member, key) => `${member} 不在 ${key} 中。`,
    take: (member, taken) => `${member} 进入结果，现在有 ${taken} 个成员。`,
    known: (member) => `${member} 已经在结果里了。`,
    drop: (member, taken) => `去掉 ${member}，还剩 ${taken} 个成员。`,
    notThere: (member) => `结果里本来就没有 ${member}。`,
    end: {
      done: (probes, taken) => `完成：结果有 ${taken} 个成员，共查找 ${probes} 次。`,
      limit: (probes, taken) => `已经达到 LIMIT ${taken}：查找 ${probes} 次就停下，不再往后看。`,
      'nothing-left': () => '副本已经空了，后面的集合不用再看。',
      missing: () => '有一个集合不存在，不用计算，结果就是空的。',
      itself: () => '集合减去自己就是空集，什么也不用做。',
    },
  },
};

export const setsWords = { en, zh };
