import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Lesson } from '../../protocol/lesson.ts';
import { forget } from '../browser/preferences.ts';
import { hashOf } from '../browser/routes.ts';
import { usePair } from '../i18n/index.ts';
import type { LessonRun } from './lesson-run.ts';
import { progressOf, progressStore, startLessonOver } from './progress.ts';
import { lessonWords } from './words.ts';

/** Forgets what was done in the lesson, after asking, and goes to its first step. Absent while nothing was done. */
export function StartOver({ run, lesson }: { readonly run: LessonRun; readonly lesson: Lesson }) {
  const words = usePair(lessonWords).over;
  const isBegun = useStore(progressStore, (progress) =>
    Object.values(progressOf(progress, lesson.id).steps).some(({ done, tasks, seen }) => {
      return done || Object.keys(tasks).length > 0 || seen !== undefined;
    }),
  );
  const [asks, setAsks] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asks) yes.current?.focus();
  }, [asks]);
  if (!isBegun) return null;
  if (!asks)
    return (
      <button type="button" className="button is-quiet" onClick={() => setAsks(true)}>
        {words.start}
      </button>
    );
  const startOver = () => {
    startLessonOver(lesson.id);
    for (const { items } of lesson.content) {
      for (const item of items) if (item.type === 'repair') forget(`repair.${lesson.id}/${item.id}`);
    }
    const [first] = lesson.content;
    if (run.getState().step === first) void run.startOver();
    location.hash = hashOf({ page: 'lesson', lessonId: lesson.id, stepId: first.id });
  };
  return (
    <div className="lesson-over">
      <p>{words.ask}</p>
      <button type="button" className="button" ref={yes} onClick={startOver}>
        {words.yes}
      </button>
      <button type="button" className="button is-quiet" onClick={() => setAsks(false)}>
        {words.no}
      </button>
    </div>
  );
}
