/** All keys and gestures of the page, in the order in which they are listed. */
import type { Pair } from '../i18n/pair.ts';

interface KeyRow {
  /** Alternatives, each a combination of keys. */
  readonly keys: readonly string[];
  readonly does: string;
}

interface KeysWords {
  readonly lead: string;
  readonly or: string;
  readonly close: string;
  readonly tour: string;
  readonly groups: readonly { readonly name: string; readonly rows: readonly KeyRow[] }[];
}

export const keysWords: Pair<KeysWords> = {
  en: {
    lead: 'While you type at the prompt, keys belong to the prompt. Press Tab on an empty line to leave it.',
    or: 'or',
    close: 'Close',
    tour: 'Tour of the lab',
    groups: [
      {
        name: 'Timeline',
        rows: [
          { keys: ['←', '→'], does: 'One step back or forward' },
          { keys: ['Shift+←', 'Shift+→'], does: 'One command back or forward' },
          { keys: ['Home', 'End'], does: 'To the start, to the present' },
          { keys: ['Space'], does: 'Play or pause' },
          { keys: ['[', ']'], does: 'Previous or next mark' },
          { keys: ['{', '}'], does: 'Previous or next mark of the same kind' },
          { keys: ['L'], does: 'Loop this command' },
          { keys: ['Shift+drag'], does: 'On the track: choose a stretch to loop' },
        ],
      },
      {
        name: 'Page',
        rows: [
          { keys: ['?'], does: 'This list' },
          { keys: ['/', 'Ctrl+K'], does: 'Search the course' },
          { keys: ['Esc'], does: 'Close a dialog or menu' },
        ],
      },
      {
        name: 'Drawings',
        rows: [
          {
            keys: ['right click', 'long press', 'Shift+F10'],
            does: 'Ask when a part last changed, or explain a key',
          },
          { keys: ['W'], does: 'When did the part under the cursor last change?' },
          { keys: ['← ↑ → ↓'], does: 'Move over a drawing that has the focus' },
          { keys: ['Enter'], does: 'Choose the part under the cursor' },
        ],
      },
      {
        name: 'Console',
        rows: [
          { keys: ['↑', '↓'], does: 'Earlier and later lines' },
          { keys: ['Tab'], does: 'Complete the command' },
          { keys: ['Ctrl+L'], does: 'Clear the screen' },
          { keys: ['PgUp', 'PgDn'], does: 'Scroll the replies' },
          { keys: ['click a command'], does: 'Go to the moment when it ran' },
        ],
      },
    ],
  },
  zh: {
    lead: '在命令行里打字时，按键归命令行；在空行上按 Tab 就能离开。',
    or: '或',
    close: '关闭',
    tour: '实验室导览',
    groups: [
      {
        name: '时间轴',
        rows: [
          { keys: ['←', '→'], does: '后退、前进一步' },
          { keys: ['Shift+←', 'Shift+→'], does: '后退、前进一条命令' },
          { keys: ['Home', 'End'], does: '回到开头、回到现在' },
          { keys: ['空格'], does: '播放或暂停' },
          { keys: ['[', ']'], does: '上一个、下一个标记' },
          { keys: ['{', '}'], does: '上一个、下一个同类标记' },
          { keys: ['L'], does: '循环播放这条命令' },
          { keys: ['Shift+拖动'], does: '在轨道上选一段来循环' },
        ],
      },
      {
        name: '页面',
        rows: [
          { keys: ['?'], does: '打开这张表' },
          { keys: ['/', 'Ctrl+K'], does: '搜索课程' },
          { keys: ['Esc'], does: '关闭对话框或菜单' },
        ],
      },
      {
        name: '图',
        rows: [
          { keys: ['右键', '长按', 'Shift+F10'], does: '问某个部分上次何时变化，或解释一个键' },
          { keys: ['W'], does: '光标所在的部分上次是什么时候变的？' },
          { keys: ['← ↑ → ↓'], does: '焦点在图上时，移动光标' },
          { keys: ['回车'], does: '选中光标所在的部分' },
        ],
      },
      {
        name: '控制台',
        rows: [
          { keys: ['↑', '↓'], does: '翻看输入过的命令' },
          { keys: ['Tab'], does: '补全命令' },
          { keys: ['Ctrl+L'], does: '清屏' },
          { keys: ['PgUp', 'PgDn'], does: '滚动回复' },
          { keys: ['点一条命令'], does: '回到它执行的那一刻' },
        ],
      },
    ],
  },
};
