/** The words on the panel's controls. Sentences about steps and nodes are in narrate.ts and describe.ts. */

import { grouped } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';
import type { RankAnswer } from './lane.ts';

const { en, zh } = grouped;

export interface SkiplistWords {
  readonly title: string;
  readonly database: string;
  readonly key: string;
  readonly latestKey: string;
  readonly stage: string;
  readonly follow: string;
  readonly followHint: string;
  readonly fewer: string;
  readonly more: string;
  readonly nodes: string;
  readonly earlier: string;
  readonly later: string;
  readonly slider: string;
  readonly jump: string;
  readonly windowBefore: string;
  readonly windowAfter: (last: number, length: number) => string;
  readonly header: string;
  readonly level: (level: number) => string;
  /** Short, for it stands in the margin. */
  readonly levelNodes: (nodes: number) => string;
  readonly score: string;
  readonly rank: string;
  readonly leftOut: (nodes: number) => string;
  readonly accessibleNode: (rank: number, member: string) => string;
  readonly accessibleScore: (score: string) => string;
  readonly empty: CommandHint;
  readonly gone: (key: string) => string;
  readonly packed: {
    readonly title: (encoding: string, bytes: number) => string;
    readonly why: (encoding: string) => string;
    readonly until: (entries: number, entriesName: string, bytes: number, valueName: string) => string;
    readonly never: (entries: number, entriesName: string) => string;
    readonly meter: (members: number, entries: number) => string;
    readonly tryBefore: string;
    readonly tryAfter: string;
    readonly pairs: string;
    readonly more: (count: number) => string;
  };
  readonly lane: {
    readonly atHeader: string;
    readonly rank: (rank: number) => string;
    readonly answer: (answer: RankAnswer) => string;
    readonly levels: (levels: number) => string;
    readonly draws: (member: string) => string;
    readonly up: string;
    readonly stop: string;
    readonly taken: string;
    readonly moreTaken: (count: number) => string;
  };
}

export const skiplistWords: Pair<SkiplistWords> = {
  en: {
    title: 'Skiplist',
    database: 'Database',
    key: 'Sorted set shown',
    latestKey: 'latest sorted set',
    stage: 'Nodes and pointers. Arrow keys follow a pointer or move up and down a tower.',
    follow: 'Follow',
    followHint: 'Move the window to where the step happens',
    fewer: 'Show fewer nodes',
    more: 'Show more nodes',
    nodes: 'Nodes shown',
    earlier: 'Earlier nodes',
    later: 'Later nodes',
    slider: 'Window on the list',
    jump: 'First rank shown',
    windowBefore: 'rank',
    windowAfter: (last, length) => `to ${en(last)} of ${en(length)}`,
    header: 'header',
    level: (level) => `level ${level}`,
    levelNodes: (nodes) => (nodes < 10_000 ? `${en(nodes)} ${nodes === 1 ? 'node' : 'nodes'}` : en(nodes)),
    score: 'score',
    rank: 'rank',
    leftOut: (nodes) => `${en(nodes)} more`,
    accessibleNode: (rank, member) => `rank ${rank}: ${member}`,
    accessibleScore: (score) => `score ${score}`,
    empty: {
      before: 'There is no sorted set here. Type ',
      command: 'ZADD board 10 ann 20 bob',
      after: ' to create one.',
    },
    gone: (key) => `${key} does not exist or is not a sorted set.`,
    packed: {
      title: (encoding, bytes) => `Still packed: one ${encoding} of ${en(bytes)} bytes`,
      why: (encoding) =>
        `While it is small, a sorted set is a ${encoding}: members and scores in a row, searched from the front.`,
      until: (entries, entriesName, bytes, valueName) =>
        `Member number ${en(entries + 1)} turns it into a skiplist (${entriesName} ${en(entries)}), and so does any member longer than ${en(bytes)} bytes (${valueName} ${en(bytes)}).`,
      never: (entries, entriesName) =>
        `${entriesName} is now ${en(entries)}. A packed set stays packed until the next member is added.`,
      meter: (members, entries) => `${en(members)} of ${en(entries)} members`,
      tryBefore: 'To get a skiplist sooner: ',
      tryAfter: ' and add another member.',
      pairs: 'Members and scores in the order of the block',
      more: (count) => `and ${en(count)} more`,
    },
    lane: {
      atHeader: 'header',
      rank: (rank) => `rank ${en(rank)}`,
      answer: ({ command, index }) =>
        `${command} ${en(index)}, because it counts from 0${command === 'ZRANK' ? '' : ' at the end'}`,
      levels: (levels) => `${levels} ${levels === 1 ? 'level' : 'levels'}`,
      draws: (member) => `${member} draws`,
      up: 'one more level',
      stop: 'no more',
      taken: 'reply',
      moreTaken: (count) => `${en(count)} before`,
    },
  },
  zh: {
    title: '跳表',
    database: '数据库',
    key: '查看哪个有序集合',
    latestKey: '最近的有序集合',
    stage: '节点与指针。方向键沿指针移动，或在一个节点的各层之间上下。',
    follow: '跟随',
    followHint: '让窗口移到当前步骤发生的地方',
    fewer: '少显示一些节点',
    more: '多显示一些节点',
    nodes: '显示的节点数',
    earlier: '前面的节点',
    later: '后面的节点',
    slider: '窗口在表中的位置',
    jump: '从第几个节点开始显示',
    windowBefore: '第',
    windowAfter: (last, length) => `到 ${zh(last)} 个，共 ${zh(length)} 个`,
    header: '表头',
    level: (level) => `第 ${level} 层`,
    levelNodes: (nodes) => (nodes < 10_000 ? `${zh(nodes)} 个节点` : `${zh(nodes)} 个`),
    score: '分数',
    rank: '次序',
    leftOut: (nodes) => `另 ${zh(nodes)} 个`,
    accessibleNode: (rank, member) => `第 ${rank} 个：${member}`,
    accessibleScore: (score) => `分数 ${score}`,
    empty: {
      before: '这里还没有有序集合。输入 ',
      command: 'ZADD board 10 ann 20 bob',
      after: ' 建一个。',
    },
    gone: (key) => `${key} 不存在，或者不是有序集合。`,
    packed: {
      title: (encoding, bytes) => `还是紧凑编码：一整块 ${encoding}，${zh(bytes)} 字节`,
      why: (encoding) => `有序集合小的时候就是一块 ${encoding}：成员和分数挨个排着，查找从头看起。`,
      until: (entries, entriesName, bytes, valueName) =>
        `加入第 ${zh(entries + 1)} 个成员（${entriesName} ${zh(entries)}），或者有成员长过 ${zh(bytes)} 字节（${valueName} ${zh(bytes)}），就会转成跳表。`,
      never: (entries, entriesName) =>
        `${entriesName} 现在是 ${zh(entries)}。已经是紧凑编码的，要等下一次加入成员才转换。`,
      meter: (members, entries) => `${zh(members)} / ${zh(entries)} 个成员`,
      tryBefore: '想早点看到跳表：先 ',
      tryAfter: '，再加一个成员。',
      pairs: '成员和分数，按块里的顺序',
      more: (count) => `还有 ${zh(count)} 个`,
    },
    lane: {
      atHeader: '表头',
      rank: (rank) => `第 ${zh(rank)} 个`,
      answer: ({ command, index }) =>
        `${command} 从${command === 'ZRANK' ? '' : '末尾数，也从'} 0 数起，是 ${zh(index)}`,
      levels: (levels) => `${levels} 层`,
      draws: (member) => `给 ${member} 抽`,
      up: '再高一层',
      stop: '到此为止',
      taken: '回复',
      moreTaken: (count) => `前面 ${zh(count)} 个`,
    },
  },
};
