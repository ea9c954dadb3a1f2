/** The words of the page about progress. */
import type { Pair } from '../i18n/pair.ts';

export interface ProgressWords {
  readonly title: string;
  readonly lead: string;
  readonly lessons: string;
  readonly steps: string;
  readonly tasks: string;
  readonly drills: string;
  readonly retention: string;
  readonly lesson: string;
  readonly of: (done: number, all: number) => string;
  readonly never: string;
  readonly whole: string;
  readonly notYet: string;
  readonly toDrills: string;
  readonly keepTitle: string;
  readonly keep: string;
}

export const progressWords: Pair<ProgressWords> = {
  zh: {
    title: '学习进度',
    lead: '学到哪里、还记得多少，都只存在这个浏览器里。',
    lessons: '学完的课',
    steps: '完成的步骤',
    tasks: '独立完成的任务',
    drills: '做过的练习题',
    retention: '现在还记得',
    lesson: '课',
    of: (done, all) => `${done} / ${all}`,
    never: '还没练过',
    whole: '本部分合计',
    notYet: '这一部分还在编写。',
    toDrills: '去练习',
    keepTitle: '备份',
    keep: '换电脑或清理浏览器之前，把进度、练习和会话存成一个文件；导入时两边的记录合在一起，谁的都不会丢。',
  },
  en: {
    title: 'Progress',
    lead: 'How far you have come and how much you still remember. This stays in your browser.',
    lessons: 'Lessons finished',
    steps: 'Steps done',
    tasks: 'Tasks solved unaided',
    drills: 'Drills tried',
    retention: 'Remembered now',
    lesson: 'Lesson',
    of: (done, all) => `${done} / ${all}`,
    never: 'not drilled yet',
    whole: 'Whole part',
    notYet: 'This part is still being written.',
    toDrills: 'Go to the drills',
    keepTitle: 'Backup',
    keep: 'Before you switch computers or clear the browser’s data, save progress, drills and sessions to one file. Importing it adds to what is already there; nothing is lost.',
  },
};
