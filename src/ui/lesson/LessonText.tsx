import { course } from 'virtual:lessons';
import { useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import type { Task } from '../../protocol/exercise.ts';
import type { LessonEntry, LessonStep } from '../../protocol/lesson.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { numberOf } from './course-order.ts';
import { DemoBox } from './DemoBox.tsx';
import type { LessonRun } from './lesson-run.ts';
import { PlayersBox } from './PlayersBox.tsx';
import { PredictionBox } from './PredictionBox.tsx';
import { Blocks } from './Prose.tsx';
import { progressOf, progressStore } from './progress.ts';
import { TaskBox } from './TaskBox.tsx';
import { lessonWords } from './words.ts';

/** The column of text: where in the course, where in the lesson, and the step itself. */
export function LessonText({ run }: { run: LessonRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const lesson = useStore(run, (state) => state.lesson);
  const step = useStore(run, (state) => state.step);
  const phase = useStore(run.exercises, (state) => state.phase);
  const number = lesson.content.indexOf(step);
  const part = course.parts.find(({ id }) => id === lesson.part);
  const inPart = part?.lessons.findIndex(({ id }) => id === lesson.id) ?? 0;
  const place = part === undefined ? { number: 1, count: 1 } : numberOf(part, lesson.id);
  const column = useRef<HTMLElement>(null);
  const headingId = useId();

  // A new step is read from its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what makes it scroll.
  useEffect(() => {
    column.current?.parentElement?.scrollTo({ top: 0 });
  }, [step.id]);

  return (
    <article className="lesson" ref={column}>
      <p className="lesson-eyebrow">{words.place(part?.title[language] ?? '', place.number, place.count)}</p>
      <h1>{lesson.title[language]}</h1>
      {number === 0 && <p className="lesson-lead">{lesson.lead[language]}</p>}
      <StepList run={run} />
      {/* biome-ignore lint/a11y/useSemanticElements: a step is a group of prose, not of form fields. */}
      <section
        className="lesson-step"
        role="group"
        aria-labelledby={headingId}
        aria-busy={phase === 'preparing'}
      >
        <h2 id={headingId}>{step.heading[language]}</h2>
        {phase === 'failed' && (
          <p className="lesson-failed" role="alert">
            {words.failed}
          </p>
        )}
        <Blocks
          blocks={step.prose[language]}
          item={(id) => <Item key={id} id={id} step={step} run={run} />}
        />
      </section>
      <StepTurner run={run} next={part?.lessons[inPart + 1] ?? null} />
    </article>
  );
}

function Item({ id, step, run }: { id: string; step: LessonStep; run: LessonRun }) {
  const item = step.items.find((other) => other.id === id);
  switch (item?.type) {
    case 'demo':
      return <DemoBox demo={item} run={run} />;
    case 'predict':
      return <PredictionBox prediction={item} run={run.exercises} />;
    case 'task':
      return <LessonTask task={item} run={run} />;
    case 'players':
      return <PlayersBox item={item} run={run.exercises} />;
    default:
      return null;
  }
}

/** A task that was solved in an earlier visit stays ticked off. */
function LessonTask({ task, run }: { task: Task; run: LessonRun }) {
  const { lesson, step } = useStore(run);
  const kept = useStore(
    progressStore,
    (progress) => progressOf(progress, lesson.id).steps[step.id]?.tasks[task.id],
  );
  return <TaskBox task={task} run={run.exercises} kept={kept} />;
}

function StepList({ run }: { run: LessonRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const lesson = useStore(run, (state) => state.lesson);
  const current = useStore(run, (state) => state.step);
  const kept = useStore(progressStore, (progress) => progressOf(progress, lesson.id).steps);
  return (
    <nav className="lesson-steps" aria-label={words.steps}>
      <ol>
        {lesson.content.map((step, index) => {
          const done = kept[step.id]?.done === true;
          const name = words.step(index + 1, lesson.content.length, step.heading[language]);
          return (
            <li key={step.id} data-done={done}>
              <a
                href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: step.id })}
                aria-current={step === current ? 'step' : undefined}
                aria-label={done ? `${name} (${words.doneStep})` : name}
                title={step.heading[language]}
              >
                {done ? <Icon name="check" size={13} /> : index + 1}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepTurner({ run, next }: { run: LessonRun; next: LessonEntry | null }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const { lesson, step } = useStore(run);
  const number = lesson.content.indexOf(step);
  const [before, after] = [lesson.content[number - 1], lesson.content[number + 1]];
  return (
    <div className="lesson-turner">
      {after === undefined && <p className="lesson-note">{words.lessonDone}</p>}
      <div className="lesson-turner-links">
        {before !== undefined && (
          <a
            className="button is-quiet"
            href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: before.id })}
          >
            {words.previous}
          </a>
        )}
        <button type="button" className="button is-quiet" onClick={() => void run.enter(step)}>
          {words.reset}
        </button>
        {after !== undefined && (
          <a
            className="button lesson-next"
            href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: after.id })}
            title={after.heading[language]}
          >
            {words.next}
            <Icon name="arrow" size={15} />
          </a>
        )}
        {after === undefined && next !== null && (
          <a className="button lesson-next" href={hashOf({ page: 'lesson', lessonId: next.id })}>
            {words.nextLesson(next.title[language])}
            <Icon name="arrow" size={15} />
          </a>
        )}
      </div>
    </div>
  );
}
