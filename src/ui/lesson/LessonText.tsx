import { course } from 'virtual:lessons';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Question } from '../../protocol/exercise.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { numberOf } from './course-order.ts';
import { Item, useKeptStep } from './LessonItems.tsx';
import { isDoneHere, type LessonRun } from './lesson-run.ts';
import { Blocks } from './Prose.tsx';
import { progressOf, progressStore } from './progress.ts';
import { ProseSettingContext } from './prose-setting.ts';
import { HiddenText, StepEnd } from './StepEnd.tsx';
import { isItemDone, type ShownText, textUpTo } from './step-items.ts';
import { lessonWords } from './words.ts';

/** The column of text: where in the course, where in the lesson, and the step itself. */
export function LessonText({ run }: { run: LessonRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const lesson = useStore(run, (state) => state.lesson);
  const step = useStore(run, (state) => state.step);
  const phase = useStore(run.exercises, (state) => state.phase);
  const resuming = useStore(run, (state) => state.resuming);
  const shown = useShownText(run);
  const number = lesson.content.indexOf(step);
  const part = course.parts.find(({ id }) => id === lesson.part);
  const place = part === undefined ? { number: 1, count: 1 } : numberOf(part, lesson.id);
  const column = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const setting = useMemo(() => ({ lessonId: lesson.id, revealed: false }), [lesson.id]);

  const shownStep = useRef(step.id);

  // A new step is read from its beginning, also by who goes on with the keyboard.
  useEffect(() => {
    column.current?.parentElement?.scrollTo({ top: 0 });
    if (shownStep.current !== step.id) heading.current?.focus({ preventScroll: true });
    shownStep.current = step.id;
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
        aria-busy={phase === 'preparing' || resuming}
      >
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {step.heading[language]}
        </h2>
        {phase === 'failed' && (
          <p className="lesson-failed" role="alert">
            {words.failed}
          </p>
        )}
        <ProseSettingContext value={setting}>
          <Blocks
            key={step.id}
            blocks={shown.blocks}
            item={(id) => <Item key={`${step.id}/${id}`} id={id} step={step} run={run} />}
          />
        </ProseSettingContext>
        {shown.until !== null && <HiddenText until={shown.until} onShow={run.showAll} />}
      </section>
      <StepEnd run={run} isWhole={shown.until === null} />
    </article>
  );
}

/** What follows a question tells how it ends: it is shown once the learner has tried, or asks for it. */
function useShownText(run: LessonRun): ShownText {
  const language = useLanguage();
  const kept = useKeptStep(run);
  const lessonState = useStore(run);
  const exercises = useStore(run.exercises);
  const { step, showsAll } = lessonState;
  const isSettled = (question: Question) =>
    showsAll ||
    exercises.phase === 'failed' ||
    isItemDone(question, kept) ||
    kept?.tasks[question.id] !== undefined ||
    isDoneHere(question, lessonState, exercises);
  return textUpTo(step, step.prose[language], isSettled);
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
