import { loadLesson } from 'virtual:lessons';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Lesson, LessonStep } from '../../protocol/lesson.ts';
import type { PageState } from '../../protocol/messages.ts';
import { useActiveSession } from '../active-session/active-session.ts';
import { contributePageState } from '../active-session/page-state.ts';
import { hashOf, parseRoute } from '../browser/routes.ts';
import { panelTitle, usePair, useText } from '../i18n/index.ts';
import { loaded } from '../loading/lazily.tsx';
import { useSessionStore } from '../session/hooks.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { LessonText } from './LessonText.tsx';
import { createLessonRun } from './lesson-run.ts';
import { PrintedLesson } from './PrintedLesson.tsx';
import { progressOf, progressStore } from './progress.ts';
import { lessonWords } from './words.ts';
import './lesson.css';

export interface LessonPageProps {
  readonly lessonId: string;
  /** The step the address names; null to go on where the reader left off. */
  readonly stepId: string | null;
  /**
   * Null for a reader who comes to the lesson: it then starts its own server. From a link or file: the page state
   * saved with it (see page-state.ts). The session is then already running and must not be started again.
   */
  readonly restored: PageState | null;
}

type Loading =
  | { readonly state: 'loading' | 'missing' }
  | { readonly state: 'there'; readonly lesson: Lesson };

export function LessonPage({ lessonId, stepId, restored }: LessonPageProps) {
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

  if (loading.state === 'there') {
    const restoredStep = typeof restored?.step === 'string' ? restored.step : null;
    return (
      <OpenLesson lesson={loading.lesson} stepId={stepId ?? restoredStep} restored={restored !== null} />
    );
  }
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

interface OpenLessonProps {
  readonly lesson: Lesson;
  readonly stepId: string | null;
  readonly restored: boolean;
}

function OpenLesson({ lesson, stepId, restored }: OpenLessonProps) {
  const text = useText();
  const words = usePair(lessonWords);
  const session = useSessionStore();
  const { startForPage } = useActiveSession();
  const [run] = useState(() => createLessonRun(lesson, session, startForPage));
  const step = useMemo(() => stepOf(lesson, stepId), [lesson, stepId]);
  /** The session that came with a link belongs to the first step shown, until that is left. */
  const restoredStep = useRef(restored ? step : null);

  useEffect(() => {
    run.exercises.listen();
    // On the way out the next page takes up its own server: nothing of ours may reach it.
    const leave = () => {
      const route = parseRoute(location.hash);
      if (route.page !== 'lesson' || route.lessonId !== lesson.id) run.exercises.breakOff();
    };
    addEventListener('hashchange', leave);
    return () => {
      removeEventListener('hashchange', leave);
      run.exercises.stop();
    };
  }, [run, lesson]);
  useEffect(() => {
    if (restoredStep.current === step) {
      void run.adopt(step);
    } else {
      restoredStep.current = null;
      void run.enter(step);
    }
  }, [run, step]);

  useEffect(() => contributePageState({ step: step.id }));

  const panels = lesson.panels.map(({ panel, db, key }) => ({
    panel,
    db,
    watchedKey: key,
    watchId: panel,
    title: panelTitle(text, panel),
  }));
  return (
    <>
      <Workbench panels={panels} aside={{ title: words.tab, content: <LessonText run={run} /> }} />
      <PrintedLesson lesson={lesson} />
    </>
  );
}

/** The step of the address; without one, where the learner left off. */
function stepOf(lesson: Lesson, stepId: string | null): LessonStep {
  const wanted = stepId ?? progressOf(progressStore.getState(), lesson.id).lastStep;
  return lesson.content.find(({ id }) => id === wanted) ?? lesson.content[0];
}
