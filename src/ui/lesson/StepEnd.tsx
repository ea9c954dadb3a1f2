import leads from 'virtual:lesson-leads';
import { course } from 'virtual:lessons';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isOutside, type OutsideAction } from '../../protocol/actions.ts';
import type { Question } from '../../protocol/exercise.ts';
import { type Lesson, type LessonEntry, nextLesson } from '../../protocol/lesson.ts';
import type { Block } from '../../protocol/prose.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { type Language, useLanguage, usePair } from '../i18n/index.ts';
import { happeningText } from './ActionLine.tsx';
import { goToItem, useKeptStep } from './LessonItems.tsx';
import type { LessonRun } from './lesson-run.ts';
import { textOf } from './PredictionBox.tsx';
import { progressOf, progressStore } from './progress.ts';
import { StartOver } from './StartOver.tsx';
import { type ItemToDo, isToDo, missingItems } from './step-items.ts';
import { lessonWords } from './words.ts';
import './step-end.css';

/** In place of the text that tells how a question ends. */
export function HiddenText({ until, onShow }: { readonly until: Question; onShow(): void }) {
  const words = usePair(lessonWords);
  return (
    <div className="lesson-hidden">
      <p>{until.type === 'task' ? words.hiddenByTask : words.hiddenByQuestion}</p>
      <button
        type="button"
        className="button is-quiet"
        onClick={({ currentTarget }) => {
          const question = currentTarget.closest('.lesson-hidden')?.previousElementSibling;
          onShow();
          // The button goes; who used it by keyboard goes on at the text that it has revealed.
          requestAnimationFrame(() => focusOn(question?.nextElementSibling));
        }}
      >
        {words.showAnyway}
      </button>
    </div>
  );
}

function focusOn(text: Element | null | undefined): void {
  if (!(text instanceof HTMLElement)) return;
  text.tabIndex = -1;
  text.focus({ preventScroll: true });
}

/**
 * Below the text of a step: what is missing, the way to its neighbours, and after the last one what comes next.
 * `isWhole`: nothing of the text is hidden.
 */
export function StepEnd({ run, isWhole }: { readonly run: LessonRun; readonly isWhole: boolean }) {
  const { lesson, step } = useStore(run);
  const isLast = lesson.content.at(-1) === step;
  const place = useRef<HTMLDivElement>(null);
  useReachedEnd(run, isWhole, place);
  return (
    <div className="lesson-turner" ref={place}>
      <StillToDo run={run} />
      <StepLinks run={run} />
      {isLast && isWhole && <LessonEnd run={run} lesson={lesson} />}
    </div>
  );
}

/** Notes when the end of a step's text comes into sight: a step to be read only is done then. */
function useReachedEnd(run: LessonRun, isWhole: boolean, place: RefObject<HTMLElement | null>): void {
  const step = useStore(run, (state) => state.step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has an end of its own.
  useEffect(() => {
    const end = place.current;
    if (!isWhole || end === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) run.reachEnd();
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [run, step, isWhole, place]);
}

function StillToDo({ run }: { readonly run: LessonRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const step = useStore(run, (state) => state.step);
  const missing = missingItems(step, useKeptStep(run));
  if (!step.items.some(isToDo)) return null;
  if (missing.length === 0)
    return (
      <p className="lesson-step-done">
        <Icon name="check" size={14} />
        {words.stepDone}
      </p>
    );
  return (
    <div className="lesson-missing">
      <p className="lesson-note">{words.stillToDo}</p>
      <ul aria-label={words.stillToDo}>
        {missing.map((item) => (
          <li key={item.id}>
            <button type="button" onClick={({ currentTarget }) => goToItem(currentTarget, item.id)}>
              <b>{words.toDo[item.type]}</b> <span>{nameOf(item, language)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A line by which the item is known again: its first command, its question or its title. */
function nameOf(item: ItemToDo, language: Language): string {
  if (item.type === 'task' || item.type === 'repair') return textOf(item.title[language]);
  if (item.type !== 'demo') return textOfBlocks(item.question[language]);
  const first = item.actions.find((action) => action.type === 'command');
  if (first !== undefined) return first.line;
  const happening = item.actions.find((action): action is typeof action & OutsideAction => isOutside(action));
  return happening === undefined ? '' : happeningText(happening, lessonWords[language]);
}

function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'paragraph' ? textOf(block.children) : [])).join(' ');
}

function StepLinks({ run }: { readonly run: LessonRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const { lesson, step } = useStore(run);
  const number = lesson.content.indexOf(step);
  const [before, after] = [lesson.content[number - 1], lesson.content[number + 1]];
  return (
    <div className="lesson-turner-links">
      {before !== undefined && (
        <a
          className="button is-quiet"
          href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: before.id })}
        >
          {words.previous}
        </a>
      )}
      <button type="button" className="button is-quiet" onClick={() => void run.startOver()}>
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
    </div>
  );
}

/** What the lesson was about, and where to go from here. */
function LessonEnd({ run, lesson }: { readonly run: LessonRun; readonly lesson: Lesson }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const kept = useStore(progressStore, (progress) => progressOf(progress, lesson.id).steps);
  const open = lesson.content.filter(({ id }) => kept[id]?.done !== true).length;
  return (
    <section className="lesson-end" aria-labelledby="lesson-end-title">
      <h2 id="lesson-end-title">{words.whatItWasAbout}</h2>
      <p className="lesson-lead">{lesson.lead[language]}</p>
      <ol className="lesson-end-steps">
        {lesson.content.map(({ id, heading }) => (
          <li key={id} data-done={kept[id]?.done === true}>
            <a href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: id })}>{heading[language]}</a>
            {kept[id]?.done === true && (
              <>
                <Icon name="check" size={13} />
                <span className="visually-hidden">{words.doneStep}</span>
              </>
            )}
          </li>
        ))}
      </ol>
      <p className="lesson-note">{open === 0 ? words.lessonDone : words.openSteps(open)}</p>
      <Onward lesson={lesson} />
      <StartOver run={run} lesson={lesson} />
    </section>
  );
}

function Onward({ lesson }: { readonly lesson: LessonEntry }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const next = nextLesson(course, lesson.id);
  return (
    <nav className="lesson-onward" aria-label={words.goOnWith}>
      {next !== null && (
        <a className="lesson-onward-card" href={hashOf({ page: 'lesson', lessonId: next.id })}>
          <small>{words.goOnWith}</small>
          <b>{next.title[language]}</b>
          <span>{leads[next.id][language]}</span>
        </a>
      )}
      {lesson.drills.length > 0 && (
        <a className="lesson-onward-card" href={hashOf({ page: 'drills' })}>
          <b>{words.practise}</b>
          <span>{words.practiseBlurb(lesson.drills.length)}</span>
        </a>
      )}
      <a className="lesson-onward-card" href={hashOf({ page: 'reading', lessonId: lesson.id })}>
        <b>{words.readAsText}</b>
        <span>{words.readAsTextBlurb}</span>
      </a>
      {next === null && <p className="lesson-note">{words.lastLesson}</p>}
      <a className={next === null ? 'button' : 'button is-quiet'} href={hashOf({ page: 'learn' })}>
        {words.toCourse}
      </a>
    </nav>
  );
}
