import { loadLesson } from 'virtual:lessons';
import { type ReactNode, useEffect, useState } from 'react';
import type { Lesson } from '../../protocol/lesson.ts';
import { hashOf } from '../browser/routes.ts';
import { usePair } from '../i18n/index.ts';
import { loaded } from '../loading/lazily.tsx';
import { lessonWords } from './words.ts';
import './lesson.css';

type Loading =
  | { readonly state: 'loading' | 'missing' }
  | { readonly state: 'there'; readonly lesson: Lesson };

interface LoadedLessonProps {
  readonly lessonId: string;
  readonly children: (lesson: Lesson) => ReactNode;
}

/** Fetches a lesson and shows what `children` makes of it. */
export function LoadedLesson({ lessonId, children }: LoadedLessonProps) {
  const words = usePair(lessonWords);
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });

  useEffect(() => {
    let abandoned = false;
    loaded(() => loadLesson(lessonId))
      .then((lesson) => {
        if (!abandoned) setLoading(lesson === null ? { state: 'missing' } : { state: 'there', lesson });
      })
      .catch((problem) => {
        // For the boundary around the page: its button remounts the page, which fetches the lesson again.
        if (!abandoned)
          setLoading(() => {
            throw problem;
          });
      });
    return () => {
      abandoned = true;
    };
  }, [lessonId]);

  if (loading.state === 'there') return children(loading.lesson);
  return (
    <div className="lesson-absent" role="status">
      {loading.state === 'loading' ? (
        words.loading
      ) : (
        <>
          <p>{words.missing}</p>
          <a className="button" href={hashOf({ page: 'learn' })}>
            {words.toCourse}
          </a>
        </>
      )}
    </div>
  );
}
