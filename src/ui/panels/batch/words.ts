/** The words on the panel. */
import type { Pair } from '../../i18n/pair.ts';

export interface BatchWords {
  readonly title: string;
  readonly code: string;
  readonly runAll: string;
  readonly runAllHint: string;
  readonly runLine: string;
  readonly runLineHint: string;
  readonly client: string;
  readonly clientName: (id: number) => string;
  readonly nobody: string;
  readonly nothing: string;
  readonly invalidArguments: string;
  readonly invalidRepeat: string;
  readonly done: (lines: number, failed: number) => string;
  readonly lines: (count: number) => string;
  readonly first: string;
}

export const batchWords: Pair<BatchWords> = {
  en: {
    title: 'Command script',
    code: 'Commands, one per line',
    runAll: 'Run all',
    runAllHint: 'Sends every line, one after another (Ctrl+Shift+Enter)',
    runLine: 'Run this line',
    runLineHint: 'Sends the line at the cursor and moves to the next (Ctrl+Enter)',
    client: 'Send as',
    clientName: (id) => `client ${id}`,
    nobody: 'No client is connected.',
    nothing: 'This line has no command.',
    invalidArguments: 'the quotes do not balance',
    invalidRepeat: 'a command cannot repeat that many times',
    done: (lines, failed) =>
      `${lines === 1 ? '1 line was' : `${lines} lines were`} run, ${failed === 0 ? 'none failed' : `${failed} failed`}`,
    lines: (count) => (count === 1 ? '1 command' : `${count} commands`),
    first: `# One command a line. A number in front repeats it.
SET page:1 hello EX 600
HSET user:1 name ann age 30
3 INCR visits
# This one fails: a hash is no list.
LPUSH user:1 x
MGET page:1 visits
`,
  },
  zh: {
    title: '命令脚本',
    code: '命令，一行一条',
    runAll: '全部运行',
    runAllHint: '逐行发送所有命令（Ctrl+Shift+Enter）',
    runLine: '运行本行',
    runLineHint: '发送光标所在的一行，再到下一行（Ctrl+Enter）',
    client: '发送者',
    clientName: (id) => `客户端 ${id}`,
    nobody: '没有客户端连接。',
    nothing: '这一行没有命令。',
    invalidArguments: '引号不配对',
    invalidRepeat: '命令不能重复这么多次',
    done: (lines, failed) => `运行了 ${lines} 行，${failed === 0 ? '没有出错' : `${failed} 行出错`}`,
    lines: (count) => `${count} 条命令`,
    first: `# 一行一条命令，前面写数字表示重复几次
SET page:1 hello EX 600
HSET user:1 name ann age 30
3 INCR visits
# 这一条会出错：哈希不是列表
LPUSH user:1 x
MGET page:1 visits
`,
  },
};
