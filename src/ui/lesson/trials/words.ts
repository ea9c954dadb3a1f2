/** Words around dials, comparisons and programs. */
import type { Pair } from '../../i18n/pair.ts';

interface TrialWords {
  readonly dial: string;
  readonly runAll: string;
  readonly runningAt: (stop: string) => string;
  readonly notRunYet: string;
  readonly turnIt: string;
  readonly failed: string;
  readonly ranHere: string;
  /** A point in words: the curve and its value. */
  readonly point: (curve: string, value: string) => string;
  readonly plot: (plotted: string) => string;
  readonly compare: string;
  readonly runBoth: string;
  readonly runAgain: string;
  readonly running: string;
  readonly observed: string;
  readonly differs: string;
  readonly same: string;
  readonly script: string;
  readonly nothing: string;
  readonly code: string;
  readonly languages: string;
  readonly prints: string;
  readonly none: string;
}

export const trialWords: Pair<TrialWords> = {
  zh: {
    dial: '拧一拧',
    runAll: '每一档都跑一遍',
    runningAt: (stop) => `正在跑 ${stop}…`,
    notRunYet: '还没跑',
    turnIt: '拖动滑块，或者聚焦后按方向键。每到一档，引擎都从头真跑一遍。',
    failed: '这一档没跑成，再拧一次试试。',
    ranHere: '这一档跑了什么',
    point: (curve, value) => `${curve} ${value}`,
    plot: (plotted) => `曲线图：${plotted}`,
    compare: '对比两次运行',
    runBoth: '两边都跑',
    runAgain: '再跑一次',
    running: '运行中…',
    observed: '观察',
    differs: '不同',
    same: '相同',
    script: '两边执行的命令',
    nothing: '无',
    code: '写成程序',
    languages: '客户端库',
    prints: '输出',
    none: '–',
  },
  en: {
    dial: 'Turn it',
    runAll: 'Run all stops',
    runningAt: (stop) => `Running ${stop}…`,
    notRunYet: 'not run yet',
    turnIt:
      'Drag the knob, or focus it and press the arrow keys. At every stop the engine really runs, from scratch.',
    failed: 'That stop didn’t run. Turn it again.',
    ranHere: 'What ran at this stop',
    point: (curve, value) => `${curve}: ${value}`,
    plot: (plotted) => `Plot: ${plotted}`,
    compare: 'Two runs side by side',
    runBoth: 'Run both',
    runAgain: 'Run again',
    running: 'Running…',
    observed: 'Observed',
    differs: 'differs',
    same: 'same',
    script: 'What both run',
    nothing: 'none',
    code: 'In a program',
    languages: 'Client library',
    prints: 'Prints',
    none: '–',
  },
};
