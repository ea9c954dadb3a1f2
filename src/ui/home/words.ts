/** The words of the course progress on the home page. */
import type { Pair } from '../i18n/pair.ts';

export interface HomeWords {
  readonly goOn: string;
  readonly begin: string;
  readonly stepOf: (number: number, count: number) => string;
  readonly drills: string;
  readonly waiting: (due: number, fresh: number) => string;
  readonly nextDrill: (when: string) => string;
  readonly noDrills: string;
  readonly toDrills: string;
  readonly map: string;
  readonly toProgress: string;
  readonly written: (lessons: number, all: number) => string;
  readonly nextInPart: string;
  readonly partDone: string;
  readonly readyDone: string;
  readonly partEmpty: string;
  readonly notWritten: string;
  readonly states: Readonly<Record<TileState, string>>;
}

export type TileState = 'open' | 'begun' | 'finished' | 'planned';

export const homeWords: Pair<HomeWords> = {
  zh: {
    goOn: '接着上次学',
    begin: '从这一课开始',
    stepOf: (number, count) => `第 ${number} 步，共 ${count} 步`,
    drills: '练习',
    waiting: (due, fresh) =>
      due > 0 ? `待复习 ${due} 题${fresh > 0 ? `，新题 ${fresh} 题` : ''}` : `新题 ${fresh} 题`,
    nextDrill: (when) => `现在没有要复习的，下一题 ${when}到期`,
    noDrills: '学过的课会变成练习题，快忘时再来问你',
    toDrills: '去练习',
    map: '课程地图',
    toProgress: '学习进度',
    written: (lessons, all) => `${lessons} / ${all} 课可学`,
    nextInPart: '下一课',
    partDone: '这一部分已学完',
    readyDone: '写好的都学完了，其余正在编写',
    partEmpty: '编写中',
    notWritten: '还没写好：',
    states: { open: '还没学', begun: '学了一部分', finished: '已学完', planned: '还没写好' },
  },
  en: {
    goOn: 'Continue where you left off',
    begin: 'Start with this lesson',
    stepOf: (number, count) => `step ${number} of ${count}`,
    drills: 'Drills',
    waiting: (due, fresh) => (due > 0 ? `${due} due${fresh > 0 ? `, ${fresh} new` : ''}` : `${fresh} new`),
    nextDrill: (when) => `Nothing is due; the next drill is ${when}`,
    noDrills: 'Drills ask you again before you forget',
    toDrills: 'Practise',
    map: 'Map of the course',
    toProgress: 'Progress',
    written: (lessons, all) => `${lessons} of ${all} ready`,
    nextInPart: 'Next',
    partDone: 'Finished',
    readyDone: 'All that is ready is finished; the rest is being written',
    partEmpty: 'Being written',
    notWritten: 'Not written yet:',
    states: { open: 'not begun', begun: 'begun', finished: 'finished', planned: 'not written yet' },
  },
};
