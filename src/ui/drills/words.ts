/** The words of the drills. */
import type { Pair } from '../i18n/pair.ts';

export interface DrillWords {
  readonly title: string;
  readonly tab: string;
  readonly loading: string;
  readonly gone: string;
  readonly left: (due: number, fresh: number) => string;
  readonly retention: (percent: number, cards: number) => string;
  readonly retentionAbout: string;
  readonly scope: string;
  readonly scopes: { readonly opened: string; readonly all: string };
  readonly from: string;
  readonly prepared: (commands: number) => string;
  readonly question: string;
  readonly task: string;
  readonly giveUp: string;
  readonly giveUpAbout: string;
  readonly next: string;
  readonly finish: string;
  readonly again: string;
  readonly verdicts: Readonly<Record<'right' | 'right-with-hints' | 'missed' | 'gave-up', string>>;
  readonly comesBack: (when: string) => string;
  readonly restTitle: string;
  /** Everything in the deck was met. */
  readonly allMet: (count: number) => string;
  readonly moreElsewhere: (count: number) => string;
  /** Today's share of new drills is used up, and more are there. */
  readonly enoughTitle: (limit: number) => string;
  readonly enough: (held: number) => string;
  readonly learnMore: (count: number) => string;
  readonly scheduleTitle: string;
  readonly comingCount: (due: number, fresh: number) => string;
  readonly noneTitle: string;
  readonly none: string;
  readonly takeAll: string;
  readonly toCourse: string;
  readonly toProgress: string;
}

const numeral = (count: number) => (count === 10 ? 'ten' : String(count));

export const drillWords: Pair<DrillWords> = {
  zh: {
    title: '练习',
    tab: '题目',
    loading: '正在准备题目…',
    gone: '这道题打不开，跳过它吧。',
    left: (due, fresh) => `待复习 ${due} 题 · 新题 ${fresh} 题`,
    retention: (percent, cards) => `做过的 ${cards} 题，现在大约还记得 ${percent}%`,
    retentionAbout: '按遗忘曲线估算，没做对的不算；快忘的时候，题目会再来。',
    scope: '题目范围',
    scopes: { opened: '学过的课', all: '全部课程' },
    from: '出自',
    prepared: (commands) => `服务器上已经执行了 ${commands} 步`,
    question: '预测',
    task: '动手',
    giveUp: '不会，看结果',
    giveUpAbout: '放弃的题 10 分钟后再来。',
    next: '下一题',
    finish: '做完了',
    again: '重来这一题',
    verdicts: {
      right: '对了，引擎也这么说。',
      'right-with-hints': '靠提示做出来了。',
      missed: '没猜中。不扣分，这一轮里会再问一次。',
      'gave-up': '这题先记下。',
    },
    comesBack: (when) => `下次复习：${when}。`,
    restTitle: '现在没有要复习的题',
    allMet: (count) => `这个范围里的 ${count} 题都做过了，到期会再来问你。`,
    moreElsewhere: (count) => `其他课还有 ${count} 题没做过。`,
    enoughTitle: (limit) => `今天的 ${limit} 道新题做完了`,
    enough: (held) => `还有 ${held} 道新题在等你。每天只给 10 道，是因为同一天学太多，复习也会挤在同一天。`,
    learnMore: (count) => `今天再学 ${count} 题`,
    scheduleTitle: '接下来',
    comingCount: (due, fresh) =>
      [due > 0 ? `复习 ${due} 题` : '', fresh > 0 ? `新题 ${fresh} 题` : ''].filter(Boolean).join('，'),
    noneTitle: '还没有题目',
    none: '打开过的课，里面的预测和任务会成为练习题。先去学一课，或者直接从全部课程里抽题。',
    takeAll: '用全部课程出题',
    toCourse: '去选一课',
    toProgress: '学习进度',
  },
  en: {
    title: 'Drills',
    tab: 'Drill',
    loading: 'Setting up the drill…',
    gone: 'The page could not open this drill. Continue with the next one.',
    left: (due, fresh) => `${due} due · ${fresh} new`,
    retention: (percent, cards) =>
      `You remember about ${percent}% of the ${cards === 1 ? 'one drill' : `${cards} drills`} you have tried`,
    retentionAbout:
      'Estimated from the forgetting curve; drills you gave up on count as zero. A drill comes back just before you would forget it.',
    scope: 'Drills from',
    scopes: { opened: 'Opened lessons', all: 'All lessons' },
    from: 'From',
    prepared: (commands) => `What the server has done so far (${commands})`,
    question: 'Predict',
    task: 'Do it',
    giveUp: 'I don’t know, show me',
    giveUpAbout: 'A drill you give up on comes back in 10 minutes.',
    next: 'Next',
    finish: 'Done',
    again: 'Start this drill over',
    verdicts: {
      right: 'Right: the engine says so too.',
      'right-with-hints': 'Done, with hints.',
      missed: 'Not this time. It costs nothing, and the drill comes back later in this session.',
      'gave-up': 'You will see it again.',
    },
    comesBack: (when) => `Due again ${when}.`,
    restTitle: 'Nothing is due',
    allMet: (count) =>
      count === 1
        ? 'You have met the one drill there is here. It comes back when it is due.'
        : `You have met all ${count} drills here. Each comes back when it is due.`,
    moreElsewhere: (count) =>
      count === 1
        ? 'Other lessons have one you have not met.'
        : `Other lessons have ${count} you have not met.`,
    enoughTitle: (limit) => `Today’s ${limit} new drills are done`,
    enough: (held) =>
      `${held === 1 ? 'One more new drill is' : `${held} more new drills are`} waiting. A day brings 10, because drills learned together come back together.`,
    learnMore: (count) => (count === 1 ? 'Learn one more today' : `Learn ${numeral(count)} more today`),
    scheduleTitle: 'Coming up',
    comingCount: (due, fresh) =>
      [due > 0 ? `${due} due` : '', fresh > 0 ? `${fresh} new` : ''].filter(Boolean).join(', '),
    noneTitle: 'No drills yet',
    none: 'The predictions and tasks of every lesson you open become drills. Take a lesson first, or draw from all of them.',
    takeAll: 'Draw from all lessons',
    toCourse: 'Choose a lesson',
    toProgress: 'Progress',
  },
};
