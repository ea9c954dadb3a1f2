import type { Pair } from '../i18n/pair.ts';

export interface CompareWords {
  readonly title: string;
  readonly lead: string;
  readonly setting: string;
  readonly value: string;
  /** The choice of another branch as the second run, and its first entry. */
  readonly branch: string;
  readonly noBranch: string;
  readonly start: string;
  readonly again: string;
  readonly panel: string;
  readonly generation: string;
  readonly seed: string;
  /** The names of the two runs. */
  readonly one: string;
  readonly other: string;
  readonly asItIs: string;
  readonly which: string;
  readonly preparing: string;
  readonly refused: string;
  readonly wrongChange: string;
  readonly back: string;
  /** The button that makes a link. */
  readonly link: Readonly<Record<'idle' | 'copied' | 'shown' | 'failed', string>>;
  readonly timeline: string;
  readonly earlier: string;
  readonly later: string;
  readonly play: string;
  readonly pause: string;
  readonly firstDifference: string;
  /** The moment looked at: the n-th of so many common moments, and what happened there. */
  place(index: number, count: number): string;
  readonly started: string;
  readonly byItself: string;
  readonly connection: string;
  readonly command: string;
  readonly send: string;
  readonly differences: string;
  readonly same: string;
  readonly what: string;
  readonly keys: string;
  readonly memory: string;
  readonly absent: string;
  readonly field: {
    readonly type: string;
    readonly encoding: string;
    readonly memoryBytes: string;
    readonly preview: string;
    readonly expireAtMs: string;
  };
  readonly forever: string;
  moreKeys(count: number): string;
  readonly replies: string;
  readonly noReplies: string;
  readonly differs: string;
}

export const compareWords: Pair<CompareWords> = {
  en: {
    title: 'Two runs side by side',
    lead: 'The session forks at the command you are looking at. Run A continues unchanged; run B changes one setting there. Both get the commands that follow, and everything you type here.',
    setting: 'Setting',
    value: 'Value in run B',
    branch: 'Or another branch as run B',
    noBranch: 'choose a branch',
    start: 'Compare',
    again: 'Compare again',
    panel: 'Panel',
    generation: 'generation (7.0 or 6.2)',
    seed: 'seed (different random choices)',
    one: 'Run A',
    other: 'Run B',
    asItIs: 'unchanged',
    which: 'Run to show',
    preparing: 'Replaying both runs…',
    refused: 'Rediscope could not run this session twice.',
    wrongChange: 'Enter a CONFIG name and a value.',
    back: 'Back to the lab',
    link: {
      idle: 'Copy link',
      copied: 'Link copied',
      shown: 'The link is in the address bar',
      failed: 'Too long for a link',
    },
    timeline: 'Moment in both runs',
    earlier: 'Earlier',
    later: 'Later',
    play: 'Play both',
    pause: 'Pause',
    firstDifference: 'First difference',
    place: (index, count) => `${index} of ${count}`,
    started: 'server started',
    byItself: 'server background work',
    connection: 'a client connects or disconnects',
    command: 'Command for both runs',
    send: 'Send to both',
    differences: 'What differs',
    same: 'Both runs are identical at this moment.',
    what: 'What',
    keys: 'keys',
    memory: 'memory in use',
    absent: 'not there',
    field: {
      type: 'type',
      encoding: 'encoding',
      memoryBytes: 'memory',
      preview: 'value',
      expireAtMs: 'expires',
    },
    forever: 'never',
    moreKeys: (count) => `and ${count.toLocaleString('en')} more`,
    replies: 'Replies',
    noReplies: 'No commands up to this moment.',
    differs: 'differs',
  },
  zh: {
    title: '两次运行对比',
    lead: '会话从你正在看的命令处分成两路：A 照原样继续，B 在这一刻改动一项设置。之后的命令，以及你在这里输入的命令，两路都会执行。',
    setting: '设置项',
    value: 'B 中的值',
    branch: '或者拿另一条分支当 B',
    noBranch: '选一条分支',
    start: '开始对比',
    again: '重新对比',
    panel: '面板',
    generation: 'generation（7.0 或 6.2）',
    seed: 'seed（换一个随机种子）',
    one: '运行 A',
    other: '运行 B',
    asItIs: '原样',
    which: '显示哪一路',
    preparing: '正在重放两次运行……',
    refused: '这个会话没法运行两遍。',
    wrongChange: '请填写 CONFIG 认识的名字，以及一个值。',
    back: '返回实验室',
    link: {
      idle: '复制链接',
      copied: '链接已复制',
      shown: '链接已在地址栏中',
      failed: '太长，放不进链接',
    },
    timeline: '两次运行的时刻',
    earlier: '上一刻',
    later: '下一刻',
    play: '同时播放',
    pause: '暂停',
    firstDifference: '第一处不同',
    place: (index, count) => `${index} / ${count}`,
    started: '服务器已启动',
    byItself: '服务器自行工作',
    connection: '客户端连接或断开',
    command: '发给两路的命令',
    send: '同时发送',
    differences: '有何不同',
    same: '此刻两次运行完全相同。',
    what: '项目',
    keys: '键数',
    memory: '内存用量',
    absent: '不存在',
    field: {
      type: '类型',
      encoding: '编码',
      memoryBytes: '内存',
      preview: '值',
      expireAtMs: '过期时间',
    },
    forever: '永不过期',
    moreKeys: (count) => `另有 ${count.toLocaleString('en')} 项`,
    replies: '回复',
    noReplies: '到这一刻为止还没有发出过命令。',
    differs: '不同',
  },
};
