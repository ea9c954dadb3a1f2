/** The words of the course progress on the home page. */
import type { Pair } from '../i18n/pair.ts';

export interface HomeWords {
  readonly goOn: string;
  readonly begin: string;
  readonly stepOf: (number: number, count: number) => string;
  readonly drills: string;
  readonly waiting: (due: number, fresh: number) => string;
  readonly nextDrill: (when: string) => string;
  /** Today's share of new drills is used up, and more are there. */
  readonly drillsHeld: (limit: number, held: number) => string;
  readonly noDrills: string;
  readonly toDrills: string;
  readonly map: string;
  readonly toProgress: string;
  readonly written: (lessons: number, all: number) => string;
  readonly nextInPart: string;
  readonly partDone: string;
  /** All that is written of a part is finished, but more is to come. */
  readonly writtenDone: (toCome: number) => string;
  readonly partEmpty: string;
  readonly notWritten: string;
  readonly states: Readonly<Record<TileState, string>>;
  /** Where a lesson that is not written leads to. */
  readonly inLab: string;
  readonly inLabAbout: string;
  readonly doors: string;
  readonly kinds: Readonly<Record<'lesson' | 'scene' | 'page', string>>;
  readonly scenes: string;
  /** Schedules that broke something, one click each. */
  readonly infamous: string;
  readonly toExplore: string;
  readonly toLab: string;
  readonly minutes: (minutes: number) => string;
  readonly steps: (steps: number) => string;
  readonly buildsOn: string;
  readonly wholePath: string;
  readonly noPath: string;
  readonly otherPaths: string;
  readonly pathDone: (done: number, all: number) => string;
  readonly minutesLeft: (minutes: number) => string;
  /** Asks interview questions one at a time. */
  readonly mock: string;
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
    drillsHeld: (limit, held) => `今天的 ${limit} 道新题做完了，还有 ${held} 道，想学可以接着来`,
    noDrills: '学过的课会变成练习题，快忘时再来问你',
    toDrills: '去练习',
    map: '课程地图',
    toProgress: '学习进度',
    written: (lessons, all) => `${lessons} / ${all} 课可学`,
    nextInPart: '下一课',
    partDone: '这一部分已学完',
    writtenDone: (toCome) => `写好的都学完了，还有 ${toCome} 课在写`,
    partEmpty: '编写中',
    notWritten: '还没写好：',
    states: { open: '还没学', begun: '学了一部分', finished: '已学完', planned: '还没写好' },
    inLab: '先去实验室看',
    inLabAbout: '虚线的课还没写好，点开会先带你去实验室里的场景或面板。',
    doors: '从哪里开始？',
    kinds: { lesson: '课', scene: '场景', page: '练习' },
    scenes: '走进一个场景',
    infamous: '臭名昭著的执行顺序',
    toExplore: '全部推演',
    toLab: '打开实验室',
    minutes: (minutes) => `约 ${minutes} 分钟`,
    steps: (steps) => `${steps} 步`,
    buildsOn: '建议先学',
    wholePath: '整条路线',
    noPath: '没有这条路线。',
    otherPaths: '其他路线',
    pathDone: (done, all) => `已学完 ${done} / ${all} 课`,
    minutesLeft: (minutes) =>
      minutes < 90 ? `还要约 ${minutes} 分钟` : `还要约 ${Math.round(minutes / 60)} 小时`,
    mock: '模拟面试',
  },
  en: {
    goOn: 'Continue where you left off',
    begin: 'Start with this lesson',
    stepOf: (number, count) => `step ${number} of ${count}`,
    drills: 'Drills',
    waiting: (due, fresh) => (due > 0 ? `${due} due${fresh > 0 ? `, ${fresh} new` : ''}` : `${fresh} new`),
    nextDrill: (when) => `Nothing is due; the next drill is ${when}`,
    drillsHeld: (limit, held) => `Today’s ${limit} new ones are done. ${held} more if you like`,
    noDrills: 'Drills ask you again before you forget',
    toDrills: 'Practise',
    map: 'Map of the course',
    toProgress: 'Progress',
    written: (lessons, all) => `${lessons} of ${all} ready`,
    nextInPart: 'Next',
    partDone: 'Finished',
    writtenDone: (toCome) => `All that is written is finished; ${toCome} more to come`,
    partEmpty: 'Being written',
    notWritten: 'Not written yet:',
    states: { open: 'not begun', begun: 'begun', finished: 'finished', planned: 'not written yet' },
    inLab: 'see it in the lab',
    inLabAbout: 'Dashed lessons are not written yet: they open a scene or panels of the lab instead.',
    doors: 'Where do you start?',
    kinds: { lesson: 'Lesson', scene: 'Scene', page: 'Drills' },
    scenes: 'Walk into a scene',
    infamous: 'Infamous schedules',
    toExplore: 'All scenarios',
    toLab: 'Open the lab',
    minutes: (minutes) => `about ${minutes} min`,
    steps: (steps) => `${steps} steps`,
    buildsOn: 'Builds on',
    wholePath: 'The whole path',
    noPath: 'There is no such path.',
    otherPaths: 'Other paths',
    pathDone: (done, all) => `${done} of ${all} lessons finished`,
    minutesLeft: (minutes) =>
      minutes < 90 ? `about ${minutes} minutes left` : `about ${Math.round(minutes / 60)} hours left`,
    mock: 'Mock interview',
  },
};
