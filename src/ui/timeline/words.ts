/** The words of the timeline beyond those that every page needs. */
import type { Mark } from '../../protocol/messages.ts';
import type { Pair } from '../i18n/pair.ts';

/**
 * The kinds of marks: events in frames, forks of other branches, and of several servers what was changed around them
 * and what they think of each other.
 */
export type MarkKind = Mark | 'branch' | 'change' | 'failed' | 'vote' | 'role';

export interface TimelineWords {
  readonly more: string;
  readonly legend: string;
  readonly legendAbout: string;
  readonly marks: Readonly<Record<MarkKind, string>>;
  /** "3 places" */
  count(count: number): string;
  /** How many of this kind one mark stands for, in its tip. */
  times(name: string, count: number): string;
  previousOf(name: string): string;
  nextOf(name: string): string;
  readonly previousMark: string;
  readonly nextMark: string;
  readonly noMarks: string;

  readonly loop: string;
  readonly loopOff: string;
  readonly loopHere: string;
  readonly loopFrom: string;
  readonly loopTo: string;
  readonly loopAbout: string;
  /** Both ends as command numbers. */
  looping(from: number, to: number): string;

  readonly ask: string;
  readonly askHint: string;
  readonly explainKey: string;
  readonly searching: string;
  readonly changedBy: string;
  readonly appearedBy: string;
  readonly byItself: string;
  readonly always: string;
  readonly absent: string;
  readonly goBack: string;

  readonly branches: string;
  readonly branchesAbout: string;
  readonly mainBranch: string;
  readonly thisBranch: string;
  /** Where it forks from the one looked at, and how long it is. */
  branchFacts(partsAfter: number | null, commands: number): string;
  compareBranch(name: string): string;
  deleteBranch(name: string): string;
  deleteTitle(name: string): string;
  readonly deleteQuestion: string;
  readonly deleteYes: string;
  readonly compare: string;
}

export const timelineWords: Pair<TimelineWords> = {
  en: {
    more: 'More timeline controls',
    legend: 'Marks',
    legendAbout:
      'What the track shows. [ and ] jump between marks; { and } jump between marks of the same kind.',
    marks: {
      error: 'Error reply',
      crash: 'Server crashed',
      restart: 'Server restarted',
      evicted: 'Key evicted',
      expired: 'Key expired on access',
      'expired-active': 'Key expired by the active cycle',
      encoding: 'Encoding changed',
      swap: 'Rehash complete',
      resize: 'Table allocated',
      fork: 'Child process forked',
      rehash: 'Bucket moved',
      branch: 'Another branch starts here',
      change: 'Network, process or clock changed',
      failed: 'Server taken for failed',
      vote: 'Vote given',
      role: 'Role of a server changed',
    },
    count: (count) => (count === 1 ? '1 place' : `${count.toLocaleString('en')} places`),
    times: (name, count) => (count === 1 ? name : `${name} ×${count.toLocaleString('en')}`),
    previousOf: (name) => `Previous: ${name}`,
    nextOf: (name) => `Next: ${name}`,
    previousMark: 'Previous mark',
    nextMark: 'Next mark',
    noMarks: 'Nothing to mark yet.',

    loop: 'Loop',
    loopOff: 'No loop',
    loopHere: 'Loop this command',
    loopFrom: 'Loop from here',
    loopTo: 'Loop up to here',
    loopAbout: 'Plays the same stretch over and over. Press L to loop the command you are looking at.',
    looping: (from, to) => (from === to ? `loops command ${from}` : `loops commands ${from} to ${to}`),

    ask: 'When did this last change?',
    askHint: 'key W',
    explainKey: 'Explain this key',
    searching: 'Searching the past…',
    changedBy: 'It last changed here:',
    appearedBy: 'It first appeared here:',
    byItself: 'the server’s own work',
    always: 'It has not changed since the server started.',
    absent: 'It does not exist at the moment you are looking at.',
    goBack: 'Back to where I was',

    branches: 'Branches',
    branchesAbout: 'Every history you started, named after its first command.',
    mainBranch: 'original history',
    thisBranch: 'You are here',
    branchFacts: (partsAfter, commands) =>
      `${partsAfter === null ? '' : `splits off after command ${partsAfter} · `}${commands === 1 ? '1 command' : `${commands.toLocaleString('en')} commands`}`,
    compareBranch: (name) => `Compare with branch ${name}`,
    deleteBranch: (name) => `Delete branch ${name}`,
    deleteTitle: (name) => `Delete the branch “${name}”?`,
    deleteQuestion: 'Commands typed on it are lost. Branches that split off from it stay.',
    deleteYes: 'Delete',
    compare: 'Compare two runs',
  },
  zh: {
    more: '时间轴的更多工具',
    legend: '标记',
    legendAbout: '轨道上显示哪些事件。按 [ 和 ] 在标记间跳转，按 { 和 } 只在同类标记间跳转。',
    marks: {
      error: '返回错误',
      crash: '服务器宕机',
      restart: '服务器重启',
      evicted: '键被淘汰',
      expired: '惰性删除过期键',
      'expired-active': '定期删除过期键',
      encoding: '编码转换',
      swap: 'rehash 完成',
      resize: '分配了哈希表',
      fork: 'fork 出子进程',
      rehash: '迁移了一个桶',
      branch: '另一条分支从这里分开',
      change: '网络、进程或时钟变动',
      failed: '判定某节点下线',
      vote: '投出一票',
      role: '节点换了角色',
    },
    count: (count) => `${count.toLocaleString('en')} 处`,
    times: (name, count) => (count === 1 ? name : `${name} ×${count.toLocaleString('en')}`),
    previousOf: (name) => `上一处：${name}`,
    nextOf: (name) => `下一处：${name}`,
    previousMark: '上一个标记',
    nextMark: '下一个标记',
    noMarks: '目前还没有值得标记的事。',

    loop: '循环',
    loopOff: '不循环',
    loopHere: '循环这条命令',
    loopFrom: '从这里开始循环',
    loopTo: '循环到这里为止',
    loopAbout: '反复播放同一段。按 L 键可以循环正在看的命令。',
    looping: (from, to) => (from === to ? `循环第 ${from} 条命令` : `循环第 ${from} 到 ${to} 条命令`),

    ask: '它上次是什么时候变的？',
    askHint: 'W 键',
    explainKey: '解释这个键',
    searching: '正在翻查历史……',
    changedBy: '它在这里变成了现在的样子，起因：',
    appearedBy: '它在这里出现，起因：',
    byItself: '服务器自己的工作',
    always: '从服务器启动起，它一直是这样。',
    absent: '在你正在看的这一刻，它并不存在。',
    goBack: '回到刚才的位置',

    branches: '分支',
    branchesAbout: '你开出的每条历史，以它的第一条命令命名。',
    mainBranch: '最初的历史',
    thisBranch: '当前分支',
    branchFacts: (partsAfter, commands) =>
      `${partsAfter === null ? '' : `在第 ${partsAfter} 条命令之后分开 · `}共 ${commands.toLocaleString('en')} 条命令`,
    compareBranch: (name) => `与分支 ${name} 对比`,
    deleteBranch: (name) => `删除分支 ${name}`,
    deleteTitle: (name) => `删除分支“${name}”？`,
    deleteQuestion: '在它上面输入过的内容会丢失；从它再分出去的分支不受影响。',
    deleteYes: '删除',
    compare: '对比两次运行',
  },
};
