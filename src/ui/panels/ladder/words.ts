/** The words of the panel that shows a sorted set as a ladder. */
import type { LadderQueryView } from '../../../protocol/views.ts';

const en = {
  title: 'Sorted-set ladder',
  stage: 'Members by score, the highest on top. Arrow keys walk from rung to rung.',
  database: 'Database',
  key: 'Sorted set',
  latestKey: 'latest sorted set',
  empty: { before: 'Type ', command: 'ZADD board 120 ann 90 bob', after: ' to build a ladder.' },
  gone: { before: 'There is no sorted set at ', after: ' now.' },
  length: (amount: number) => `${amount} ${amount === 1 ? 'member' : 'members'}`,
  scores: (low: string, high: string) => (low === high ? `score ${low}` : `scores ${low} … ${high}`),
  scale: 'Scale',
  scales: { rank: 'By rank', score: 'By score' },
  follow: 'Follow',
  rank: 'ZRANK',
  reverseRank: 'ZREVRANK',
  member: 'member',
  score: 'score',
  rungSays: (rank: number, reverseRank: number) => `ZRANK ${rank}, ZREVRANK ${reverseRank}`,
  taken: 'matched',
  skipped: 'in range, skipped by LIMIT',
  takenOut: 'taken out of the order',
  nobody: 'No member in range',
  asked: (query: LadderQueryView): string => {
    const { by, min, max, reverse } = query;
    if (by === 'member') return `the rank of ${min}`;
    const what = { rank: 'ranks', score: 'scores', lex: 'members' }[by];
    return `${what} ${min} … ${max}${reverse ? ', from the top' : ''}`;
  },
  limited: (offset: number, limit: number) =>
    `LIMIT ${offset} ${limit}: ${offset} skipped, ${limit < 0 ? 'the rest' : `at most ${limit}`} returned`,
  inIt: (amount: number) => `${amount} in range now`,
  memberAt: (rank: number, reverse: boolean) => `${reverse ? 'ZREVRANK' : 'ZRANK'} ${rank}`,
  window: {
    earlier: 'Lower ranks',
    later: 'Higher ranks',
    jump: 'First member shown',
    before: 'members',
    after: (last: number, all: number) => `to ${last} of ${all}`,
  },
  accessible: (key: string, length: number, encoding: string) =>
    `${key}: ${length} ${length === 1 ? 'member' : 'members'}, encoding ${encoding}`,
  accessibleRung: (score: string, rank: number, isTaken: boolean) =>
    `score ${score}, ZRANK ${rank}${isTaken ? ', matched' : ''}`,
  accessibleQuery: 'last query',
  new: 'new',
  narrate: {
    added: (member: string, score: string, rank: number) =>
      `${member} enters with score ${score}; its ZRANK is ${rank}.`,
    up: (member: string, from: string, to: string, places: number) =>
      `${member} goes from ${from} to ${to} and climbs ${places} ${places === 1 ? 'rung' : 'rungs'}.`,
    down: (member: string, from: string, to: string, places: number) =>
      `${member} goes from ${from} to ${to} and falls ${places} ${places === 1 ? 'rung' : 'rungs'}.`,
    stays: (member: string, from: string, to: string, rank: number) =>
      `${member} goes from ${from} to ${to} and keeps its place: ZRANK ${rank}.`,
    asked: (what: string, amount: number, length: number) =>
      `Query: ${what}. It matches ${amount} of ${length} members.`,
    askedMember: (rank: number, reverse: boolean) => `Its ${reverse ? 'ZREVRANK' : 'ZRANK'} is ${rank}.`,
    askedNobody: 'The query matches no member.',
    takenOut: (member: string) => `${member} is taken out of the order.`,
    putIn: (member: string) => `${member} is put where its score belongs.`,
    visit: (member: string, rank: number) => `${member}, ZRANK ${rank}, goes into the reply.`,
    encoding: (key: string, from: string, to: string) =>
      `${key} is now stored as ${to} instead of ${from}; the order is the same.`,
  },
};

export type LadderWords = typeof en;

const zh: LadderWords = {
  title: '有序集合阶梯',
  stage: '按分数排列的成员，分数最高的在上面。用方向键在各级之间移动。',
  database: '数据库',
  key: '有序集合',
  latestKey: '最近的有序集合',
  empty: { before: '输入 ', command: 'ZADD board 120 ann 90 bob', after: '，搭起一架阶梯。' },
  gone: { before: '', after: ' 里现在没有有序集合。' },
  length: (amount) => `${amount} 个成员`,
  scores: (low, high) => (low === high ? `分数 ${low}` : `分数 ${low} … ${high}`),
  scale: '刻度',
  scales: { rank: '按名次', score: '按分数' },
  follow: '跟随',
  rank: 'ZRANK',
  reverseRank: 'ZREVRANK',
  member: '成员',
  score: '分数',
  rungSays: (rank, reverseRank) => `ZRANK ${rank}，ZREVRANK ${reverseRank}`,
  taken: '查询到的',
  skipped: '在区间内，但被 LIMIT 略去',
  takenOut: '已从顺序中取出',
  nobody: '里面没有成员',
  asked: (query) => {
    const { by, min, max, reverse } = query;
    if (by === 'member') return `${min} 的名次`;
    const what = { rank: '名次', score: '分数', lex: '成员' }[by];
    return `${what} ${min} … ${max}${reverse ? '，从高到低' : ''}`;
  },
  limited: (offset, limit) =>
    `LIMIT ${offset} ${limit}：略去前 ${offset} 个，${limit < 0 ? '其余都返回' : `最多返回 ${limit} 个`}`,
  inIt: (amount) => `现在里面有 ${amount} 个`,
  memberAt: (rank, reverse) => `${reverse ? 'ZREVRANK' : 'ZRANK'} ${rank}`,
  window: {
    earlier: '名次更靠前的',
    later: '名次更靠后的',
    jump: '显示的第一个成员',
    before: '第',
    after: (last, all) => `到第 ${last} 个，共 ${all} 个`,
  },
  accessible: (key, length, encoding) => `${key}：${length} 个成员，编码 ${encoding}`,
  accessibleRung: (score, rank, isTaken) => `分数 ${score}，ZRANK ${rank}${isTaken ? '，查询到的' : ''}`,
  accessibleQuery: '最近一次查询',
  new: '新',
  narrate: {
    added: (member, score, rank) => `${member} 以 ${score} 分加入，ZRANK 是 ${rank}。`,
    up: (member, from, to, places) => `${member} 从 ${from} 分变成 ${to} 分，上升 ${places} 级。`,
    down: (member, from, to, places) => `${member} 从 ${from} 分变成 ${to} 分，下降 ${places} 级。`,
    stays: (member, from, to, rank) => `${member} 从 ${from} 分变成 ${to} 分，位置不变，ZRANK 还是 ${rank}。`,
    asked: (what, amount, length) => `查询${what}：${length} 个成员里有 ${amount} 个。`,
    askedMember: (rank, reverse) => `它的 ${reverse ? 'ZREVRANK' : 'ZRANK'} 是 ${rank}。`,
    askedNobody: '查询：那里没有成员。',
    takenOut: (member) => `${member} 从顺序中取出。`,
    putIn: (member) => `${member} 放到分数对应的位置。`,
    visit: (member, rank) => `${member}（ZRANK ${rank}）写进回复。`,
    encoding: (key, from, to) => `${key} 的编码从 ${from} 变成 ${to}，顺序不变。`,
  },
};

export const ladderWords = { en, zh };
