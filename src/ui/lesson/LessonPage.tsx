import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { exerciseOf, type Lesson, type LessonStep } from '../../protocol/lesson.ts';
import type { PageState } from '../../protocol/messages.ts';
import { useActiveSession } from '../active-session/active-session.ts';
import { contributePageState } from '../active-session/page-state.ts';
import { parseRoute } from '../browser/routes.ts';
import { panelTitle, usePair, useText } from '../i18n/index.ts';
import { useSessionStore } from '../session/hooks.ts';
import { Workbench, type WorkbenchProps } from '../workbench/Workbench.tsx';
import { GoalPanel } from './goal/GoalPanel.tsx';
import { useKeptStep } from './LessonItems.tsx';
import { LessonText } from './LessonText.tsx';
import { LoadedLesson } from './LoadedLesson.tsx';
import { awaitedBy, createLessonRun, type LessonRun } from './lesson-run.ts';
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

export function LessonPage({ lessonId, stepId, restored }: LessonPageProps) {
  return (
    <LoadedLesson lessonId={lessonId}>
      {(lesson) => {
        const restoredStep = typeof restored?.step === 'string' ? restored.step : null;
        return <OpenLesson lesson={lesson} stepId={stepId ?? restoredStep} restored={restored !== null} />;
      }}
    </LoadedLesson>
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

  const goal = useGoal(run);
  const opened = useStore(run, ({ openedCase }) => openedCase);
  const ordered = frontFirst(lesson.panels, step.front);
  const shown = opened?.isScript === true ? withScript(ordered) : ordered;
  const panels = shown.map(({ panel, db, key }) => ({
    panel,
    db,
    watchedKey: key,
    watchId: panel,
    title: panelTitle(text, panel),
  }));
  return (
    <>
      <Workbench
        panels={panels}
        goal={goal}
        aside={{ title: words.tab, content: <LessonText run={run} /> }}
      />
      <PrintedLesson lesson={lesson} />
    </>
  );
}

/** The goal of the task whose turn it is, if its author shows one. Earlier it would tell what a question asks. */
function useGoal(run: LessonRun): WorkbenchProps['goal'] {
  const words = usePair(lessonWords);
  const lessonState = useStore(run);
  const { lesson, step } = lessonState;
  const kept = useKeptStep(run);
  const active = useStore(run.exercises, (state) => {
    const { activeTask } = state;
    return activeTask === null || awaitedBy(activeTask, lessonState, state, kept) !== null
      ? null
      : activeTask;
  });
  const shown = useMemo(() => {
    const exercise = active === null ? null : exerciseOf(lesson, `${lesson.id}/${step.id}/${active}`);
    if (exercise?.question.type !== 'task' || exercise.question.goal === undefined) return null;
    return { start: exercise.start, goal: exercise.question.goal };
  }, [lesson, step, active]);
  if (shown === null) return undefined;
  return { title: words.goal, live: words.now, content: <GoalPanel key={active} {...shown} /> };
}

/** A step may be about another panel than the lesson's first. */
function frontFirst(panels: Lesson['panels'], front: string | undefined): Lesson['panels'] {
  if (front === undefined) return panels;
  const isFront = ({ panel }: Lesson['panels'][number]) => panel === front;
  return [...panels.filter(isFront), ...panels.filter((each) => !isFront(each))];
}

/** A case of a script is looked at in the panel of scripts, before all others. */
function withScript(panels: Lesson['panels']): Lesson['panels'] {
  const script = { panel: 'script', db: 0 };
  return [script, ...panels.filter(({ panel }) => panel !== script.panel)];
}

/** The step of the address; without one, where the learner left off. */
function stepOf(lesson: Lesson, stepId: string | null): LessonStep {
  const wanted = stepId ?? progressOf(progressStore.getState(), lesson.id).lastStep;
  return lesson.content.find(({ id }) => id === wanted) ?? lesson.content[0];
}
