/** The words on the panel. */
import type { Pair } from '../../i18n/pair.ts';
import type { Stride } from './walk.ts';

const number = (value: number) => value.toLocaleString('en-US');

export interface ScriptWords {
  readonly title: string;
  readonly mode: string;
  readonly follow: string;
  readonly write: string;
  readonly code: string;
  readonly codeRead: string;
  readonly steps: string;
  readonly strides: Record<Stride, string>;
  readonly strideHints: Record<Stride, string>;
  readonly breakpoint: string;
  readonly breakpointHint: string;
  readonly clear: string;
  readonly goToRun: string;
  readonly elsewhere: string;
  readonly stillRunning: string;
  readonly empty: { readonly before: string; readonly after: string };
  readonly writeOne: string;
  readonly states: Record<'running' | 'ended' | 'held' | 'busy' | 'before', string>;
  readonly line: (line: number) => string;
  readonly nth: (nth: number, count: number) => string;
  readonly dropped: (count: number) => string;
  readonly instructions: (count: number) => string;
  readonly written: string;
  readonly readOnly: string;
  readonly reply: string;
  readonly noReply: string;
  readonly arguments: string;
  readonly more: string;
  readonly frameMain: string;
  readonly frameFunction: (line: string) => string;
  readonly noLocals: string;
  readonly variables: string;
  readonly asked: string;
  readonly was: (value: string) => string;
  readonly fresh: string;
  readonly calls: string;
  readonly noCalls: string;
  readonly earlierCalls: (count: number) => string;
  readonly log: string;
  readonly libraries: string;
  readonly cached: (count: number) => string;
  readonly sample: string;
  readonly samplePrompt: string;
  readonly keys: string;
  readonly values: string;
  readonly run: string;
  readonly runHint: string;
  readonly prepare: string;
  readonly taughtIn: string;
  readonly unbalanced: string;
  readonly nobody: string;
  readonly goToLine: (line: number) => string;
  readonly answer: string;
}

export const scriptWords: Pair<ScriptWords> = {
  en: {
    title: 'Lua script',
    mode: 'What to do with the script',
    follow: 'Follow',
    write: 'Write',
    code: 'Lua script',
    codeRead: 'Source of the script. F9 sets a breakpoint at the cursor, F10 steps over, F11 into.',
    steps: 'Steps through the script',
    strides: {
      into: 'Into',
      over: 'Over',
      out: 'Out',
      back: 'Back',
      run: 'Next breakpoint',
      'run-back': 'Previous breakpoint',
    },
    strideHints: {
      into: 'The next line, also inside called functions (F11)',
      over: 'The next line in this function; calls run to their end (F10)',
      out: 'To the line after this function returns (Shift+F11)',
      back: 'To the previous line (Shift+F10)',
      run: 'On to the next breakpoint, or to the end (F8)',
      'run-back': 'Back to the previous breakpoint, or to the first line (Shift+F8)',
    },
    breakpoint: 'Breakpoint',
    breakpointHint: 'Sets or removes a breakpoint at the cursor line (F9). Or click left of a line.',
    clear: 'Remove all breakpoints',
    goToRun: 'Go to where it ran',
    elsewhere: 'This script ran earlier. It does nothing at this moment.',
    stillRunning: 'It is still running. Its first lines were recorded where it started.',
    empty: { before: 'No script has run yet. Type ', after: ' or write one.' },
    writeOne: 'Write a script',
    states: {
      running: 'running',
      ended: 'ended',
      held: 'paused: all clients wait',
      busy: 'busy: other clients get BUSY',
      before: 'not started',
    },
    line: (line) => `line ${line}`,
    nth: (nth, count) => `lines run: ${number(nth)} of ${number(count)}`,
    dropped: (count) => `${number(count)} more steps were not recorded`,
    instructions: (count) => `${number(count)} instructions`,
    written: 'has written',
    readOnly: 'read-only',
    reply: 'Reply',
    noReply: 'not yet',
    arguments: 'Arguments',
    more: 'the first 32 are shown',
    frameMain: 'the script',
    frameFunction: (line) => `function at line ${line}`,
    noLocals: 'no local variables yet',
    variables: 'Local variables',
    asked: 'When did it get this value?',
    was: (value) => `was ${value}`,
    fresh: 'new',
    calls: 'redis.call calls',
    noCalls: 'none yet',
    earlierCalls: (count) => `${number(count)} earlier`,
    log: 'redis.log',
    libraries: 'Functions loaded',
    cached: (count) => (count === 1 ? '1 script cached' : `${number(count)} scripts cached`),
    sample: 'Sample',
    samplePrompt: 'Choose a sample…',
    keys: 'KEYS',
    values: 'ARGV',
    run: 'Run',
    runHint: 'Sends EVAL as the first client (Ctrl+Enter)',
    prepare: 'Run these first',
    taughtIn: 'Its lesson',
    unbalanced: 'The quotes in KEYS or ARGV do not balance.',
    nobody: 'No client is connected.',
    goToLine: (line) => `Go to line ${line}`,
    answer: 'Reply',
  },
  zh: {
    title: 'Lua 脚本',
    mode: '脚本的看与写',
    follow: '跟踪',
    write: '编写',
    code: 'Lua 脚本',
    codeRead: '脚本源码。F9 在光标处设断点，F10 步过，F11 步入。',
    steps: '逐步走过脚本',
    strides: {
      into: '步入',
      over: '步过',
      out: '步出',
      back: '退一步',
      run: '下一断点',
      'run-back': '上一断点',
    },
    strideHints: {
      into: '到下一行，遇到函数就走进去（F11）',
      over: '到本函数的下一行，调用的函数一口气走完（F10）',
      out: '走到本函数返回之后（Shift+F11）',
      back: '退回上一行（Shift+F10）',
      run: '前进到下一个断点，没有就到结尾（F8）',
      'run-back': '退回上一个断点，没有就到第一行（Shift+F8）',
    },
    breakpoint: '断点',
    breakpointHint: '在光标所在行设置或取消断点（F9），也可以点行号左侧。',
    clear: '清除所有断点',
    goToRun: '回到它执行的时候',
    elsewhere: '这个脚本是之前执行的，当前这一步与它无关。',
    stillRunning: '它还在执行。开头的若干行记录在它开始的那一步。',
    empty: { before: '还没有执行过脚本。输入 ', after: '，或者自己写一个。' },
    writeOne: '编写脚本',
    states: {
      running: '执行中',
      ended: '已结束',
      held: '暂停在时间片之间，所有人都在等',
      busy: '超时，其他客户端会收到 BUSY',
      before: '尚未开始',
    },
    line: (line) => `第 ${line} 行`,
    nth: (nth, count) => `行次 ${number(nth)} / ${number(count)}`,
    dropped: (count) => `此后还有 ${number(count)} 步没有记录`,
    instructions: (count) => `${number(count)} 条指令`,
    written: '已写入数据',
    readOnly: '只读',
    reply: '返回值',
    noReply: '还没有',
    arguments: '参数',
    more: '只显示前 32 个',
    frameMain: '脚本主体',
    frameFunction: (line) => `第 ${line} 行的函数`,
    noLocals: '还没有局部变量',
    variables: '局部变量',
    asked: '它是什么时候变成这个值的？',
    was: (value) => `原为 ${value}`,
    fresh: '新增',
    calls: 'redis.call 的调用',
    noCalls: '还没有',
    earlierCalls: (count) => `更早的 ${number(count)} 次`,
    log: 'redis.log',
    libraries: '已加载的函数',
    cached: (count) => `缓存了 ${number(count)} 个脚本`,
    sample: '示例',
    samplePrompt: '选一个示例…',
    keys: 'KEYS',
    values: 'ARGV',
    run: '运行',
    runHint: '以第一个客户端的身份发送 EVAL（Ctrl+Enter）',
    prepare: '先执行这些',
    taughtIn: '讲它的课',
    unbalanced: 'KEYS 或 ARGV 里的引号不配对。',
    nobody: '没有客户端连接。',
    goToLine: (line) => `到第 ${line} 行`,
    answer: '结果',
  },
};
