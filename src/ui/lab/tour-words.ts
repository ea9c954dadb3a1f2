/** The words of the tour, and what each of its steps is about. */
import type { Pair } from '../i18n/pair.ts';

/** Where each step points: the first of these that is on the screen. */
export const tourAnchors: readonly (readonly string[])[] = [
  ['.workbench-console', '.workbench-tabs'],
  ['.workbench-stage'],
  ['.timeline'],
  ['.header-share', '.header-tools'],
];

interface TourWords {
  readonly offer: string;
  readonly refuse: string;
  readonly place: (step: number, steps: number) => string;
  readonly back: string;
  readonly next: string;
  readonly end: string;
  readonly skip: string;
  readonly steps: readonly { readonly title: string; readonly text: string }[];
}

export const tourWords: Pair<TourWords> = {
  en: {
    offer: 'Take a short tour',
    refuse: 'No tour',
    place: (step, steps) => `${step} of ${steps}`,
    back: 'Back',
    next: 'Next',
    end: 'Start',
    skip: 'Skip the tour',
    steps: [
      {
        title: 'A real prompt',
        text: 'Type any Redis command here. Tab completes it, + connects another client. Click a command you typed to go back to the moment when it ran.',
      },
      {
        title: 'The inside of the server',
        text: 'The panel draws the structure that the command works on. Right-click a part, or press W, to ask when it last changed. The button at the top left chooses among all panels.',
      },
      {
        title: 'Time',
        text: 'Every step stays. Drag the track or press ← and →. A command typed in the past starts a new branch; the old one is kept.',
      },
      {
        title: 'Share what you see',
        text: 'A link holds the whole session at this very step. Press ? at any time for the list of keys.',
      },
    ],
  },
  zh: {
    offer: '看一遍简短导览',
    refuse: '不用了',
    place: (step, steps) => `${step} / ${steps}`,
    back: '上一步',
    next: '下一步',
    end: '开始吧',
    skip: '跳过导览',
    steps: [
      {
        title: '真正的命令行',
        text: '在这里输入任何 Redis 命令。Tab 补全，+ 再连一个客户端。点一条输入过的命令，就回到它执行的那一刻。',
      },
      {
        title: '服务器的内部',
        text: '面板画的就是命令正在操作的数据结构。在某个部分上点右键，或者按 W，可以问它上次是什么时候变的。左上角的按钮可以换成别的面板。',
      },
      {
        title: '时间',
        text: '每一步都留着。拖动轨道，或者按 ← 和 →。在过去输入命令会开出一条新分支，原来的那条还在。',
      },
      {
        title: '分享你看到的',
        text: '一条链接就装下整个会话，停在这一步。随时按 ? 可以查看所有按键。',
      },
    ],
  },
};
