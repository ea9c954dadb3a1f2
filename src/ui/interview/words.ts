/** The words of the interview page. */
import type { Pair } from '../i18n/pair.ts';
import type { Rating } from './questions.ts';

export interface InterviewPageWords {
  readonly title: string;
  readonly lead: (count: number) => string;
  readonly ask: string;
  readonly list: string;
  readonly answer: string;
  readonly points: string;
  readonly next: string;
  readonly trap: string;
  readonly showMe: string;
  readonly none: string;
  readonly fromLesson: string;
  readonly askLead: string;
  readonly yourAnswer: string;
  readonly placeholder: string;
  readonly reveal: string;
  readonly revealKeys: string;
  readonly time: string;
  readonly hideTime: string;
  readonly showTime: string;
  readonly tick: string;
  readonly rate: string;
  readonly ratings: Readonly<Record<Rating, string>>;
  readonly nextQuestion: string;
  readonly known: (well: number, count: number) => string;
  readonly openAll: string;
  readonly closeAll: string;
}

export const interviewWords: Pair<InterviewPageWords> = {
  zh: {
    title: '面试题',
    lead: (count) =>
      `${count} 道题，答案都折起来了。先自己答，再展开；「演示给我看」会跳到证明这个答案的那一步。`,
    ask: '模拟提问',
    list: '看全部题目',
    answer: '参考回答',
    points: '得分点',
    next: '追问',
    trap: '坑',
    showMe: '演示给我看',
    none: '写好的课里还没有面试题。',
    fromLesson: '出自',
    askLead: '大声说出来，或者写几句。一分钟左右刚好，超了也没关系。',
    yourAnswer: '你的回答（可不写）',
    placeholder: '写下要点，只存在这个浏览器里',
    reveal: '看参考回答',
    revealKeys: 'Ctrl + 回车',
    time: '已用时间',
    hideTime: '隐藏计时',
    showTime: '显示计时',
    tick: '你说到了哪几点？',
    rate: '自己打个分',
    ratings: { again: '没答上来', partly: '答了一半', well: '答得不错' },
    nextQuestion: '下一题',
    known: (well, count) => `${well} / ${count} 题答得不错`,
    openAll: '全部展开',
    closeAll: '全部收起',
  },
  en: {
    title: 'Interview questions',
    lead: (count) =>
      `${count} questions with their answers folded. Try first, then unfold. “Show me” opens the step that proves the answer.`,
    ask: 'Ask me',
    list: 'All questions',
    answer: 'A good answer',
    points: 'Points',
    next: 'Follow-up',
    trap: 'Trap',
    showMe: 'Show me',
    none: 'The lessons written so far have no questions yet.',
    fromLesson: 'From',
    askLead: 'Say it aloud or write a few lines. About a minute is right; longer is fine.',
    yourAnswer: 'Your answer (optional)',
    placeholder: 'Your notes stay in this browser',
    reveal: 'Show a good answer',
    revealKeys: 'Ctrl + Enter',
    time: 'Time',
    hideTime: 'Hide the time',
    showTime: 'Show the time',
    tick: 'Which points did you make?',
    rate: 'How did it go?',
    ratings: { again: 'Not yet', partly: 'Half of it', well: 'Well' },
    nextQuestion: 'Next question',
    known: (well, count) => `${well} of ${count} went well`,
    openAll: 'Unfold all',
    closeAll: 'Fold all',
  },
};
