import { useStore } from 'zustand';
import type { LessonEntry } from '../../protocol/lesson.ts';
import { usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';
import { progressStore, stepsDone } from './progress.ts';
import './progress-mark.css';

const words: Pair<{ some: (done: number, steps: number) => string; all: string }> = {
  zh: { some: (done, steps) => `完成 ${done} / ${steps} 步`, all: '已学完' },
  en: { some: (done, steps) => `${done} of ${steps} steps`, all: 'Finished' },
};

/** How far the learner has come in a lesson, for the map of the course. */
export function ProgressMark({ lesson }: { lesson: LessonEntry }) {
  const { some, all } = usePair(words);
  const done = useStore(progressStore, (progress) => stepsDone(progress, lesson));
  if (done === 0) return null;
  const isFinished = done === lesson.steps.length;
  return (
    <span className="progress-mark" data-finished={isFinished}>
      {isFinished ? `✓ ${all}` : some(done, lesson.steps.length)}
    </span>
  );
}
