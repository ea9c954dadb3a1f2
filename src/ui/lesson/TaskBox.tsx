import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { isOutside } from '../../protocol/actions.ts';
import { readGoal, type Task } from '../../protocol/exercise.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { useSession, useSessionShallow, useSessionStore } from '../session/hooks.ts';
import { goalResultsHere, isAtHead } from '../session/store.ts';
import { ActionLine } from './ActionLine.tsx';
import { foundInstead, wishOf } from './check-words.ts';
import type { ExerciseRun } from './exercise-run.ts';
import { useKeptFocus } from './kept-focus.ts';
import { handsFor, LessonClock } from './LessonClock.tsx';
import { LessonPower } from './LessonPower.tsx';
import { Blocks, Inlines } from './Prose.tsx';
import type { TaskProgress } from './progress.ts';
import { lessonWords } from './words.ts';

interface TaskBoxProps {
  readonly task: Task;
  readonly run: ExerciseRun;
}

interface InStep {
  /** The progress through its lesson. */
  readonly kept?: TaskProgress;
  /** What should be run before it. */
  readonly before?: ReactNode;
}

/** Something the learner does at the console; the engine ticks it off. */
export function TaskBox({ task, run, kept, before }: TaskBoxProps & InStep) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const state = useStore(run, ({ tasks }) => tasks[task.id]);
  const stopped = useStore(run, ({ situation }) => !situation.clockRuns);
  /** Then the clock's hands are beside the scripted clients. */
  const hasPlayers = useStore(run, ({ situation }) => situation.players.length > 0);
  const activeTask = useStore(run, (state) => state.activeTask);
  const isActive = activeTask === task.id;
  const passed = state?.passed === true;
  const status = kept ?? (!passed ? 'open' : state.solutionShown ? 'shown' : 'solved');
  const statusText = { solved: words.solved, shown: words.solutionSeen, open: words.notSolved }[status];

  return (
    <div className="lesson-task" data-status={status} data-active={isActive}>
      <span className="lesson-tick" aria-hidden="true">
        {status === 'solved' && <Icon name="check" size={13} />}
      </span>
      <div className="lesson-task-body">
        <p className="lesson-task-title">
          <span className="visually-hidden">{`${words.task}: `}</span>
          <Inlines inlines={task.title[language]} />
        </p>
        <p className={status === 'shown' ? 'lesson-note' : 'visually-hidden'} role="status">
          {statusText}
        </p>
        <Blocks blocks={task.detail[language]} />
        {isActive && !passed && (
          <>
            {before}
            <Checks task={task} />
            {stopped && !hasPlayers && task.solution.some(({ type }) => type === 'advance') && (
              <LessonClock amountsMs={handsFor(task)} />
            )}
            {task.solution.some(isOutside) && <LessonPower task={task} />}
            <Help task={task} run={run} />
          </>
        )}
        {activeTask !== null && !isActive && !passed && <p className="lesson-note">{words.waiting}</p>}
      </div>
    </div>
  );
}

/**
 * What is wanted, a sentence each, and what is there instead. Before something was tried there is nothing to judge; of
 * the past it says how things stood then.
 */
function Checks({ task }: { task: Task }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const session = useSessionStore();
  /** This component comes with the goal: what is there by now is not the learner's. */
  const [first] = useState(() => ({
    branch: session.getState().branch,
    frames: session.getState().frames.length,
  }));
  const tried = useSession(
    ({ branch, frames }) =>
      branch !== first.branch || frames.slice(first.frames).some(({ kind }) => kind !== 'connect'),
  );
  const { results, isPast } = useSessionShallow((state) => ({
    results: goalResultsHere(state),
    isPast: !isAtHead(state),
  }));
  const goal = readGoal(task, results);
  const isOurs = goal.results.length > 0;
  const said = tried ? (goal.miss?.say ?? null) : null;
  return (
    <>
      <ul className="lesson-checks" aria-label={words.wanted}>
        {task.checks.map((check, index) => {
          const result = tried && isOurs ? goal.results[index] : null;
          const found = result === null ? null : foundInstead(check, result, language, isPast);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the checks are fixed at build time.
              key={index}
              className="lesson-check"
              data-passed={result?.passed === true}
            >
              <span>
                {result !== null && (
                  <span className="visually-hidden">{result.passed ? words.solved : words.notSolved}: </span>
                )}
                <span>{wishOf(check, language)}</span>
                {found !== null && (
                  <span className="lesson-check-found" data-wrong={check.type === 'trace'}>
                    {found}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="lesson-near-miss" role="status">
        {said !== null && <Inlines inlines={said[language]} />}
      </p>
    </>
  );
}

/** Hints one at a time, and at last a solution, which is asked about first. */
function Help({ task, run }: TaskBoxProps) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const { hintsShown = 0, solutionShown = false } = useStore(run, ({ tasks }) => tasks[task.id]) ?? {};
  const busy = useStore(run, (state) => state.busy);
  const hints = task.hints[language];
  const focus = useKeptFocus<HTMLDivElement>('button', `${hintsShown} ${asking} ${solutionShown}`);

  return (
    <div className="lesson-help" {...focus}>
      {hintsShown > 0 && (
        <ol className="lesson-hints" aria-live="polite">
          {hints.slice(0, hintsShown).map((hint, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the hints are fixed at build time.
            <li key={index}>
              <span className="lesson-kind">{words.hint(index + 1, hints.length)}</span>{' '}
              <Inlines inlines={hint} />
            </li>
          ))}
        </ol>
      )}
      {solutionShown ? (
        <div className="lesson-solution">
          <span className="lesson-kind">{words.solution}</span>
          <div className="lesson-demo">
            <div className="lesson-demo-lines">
              {task.solution.map((action, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
                <ActionLine key={index} action={action} />
              ))}
            </div>
            <button
              type="button"
              className="button is-primary lesson-run"
              aria-disabled={busy}
              onClick={({ currentTarget }) => {
                if (busy) return;
                // This button goes when the task is solved.
                currentTarget.closest<HTMLElement>('.lesson-item')?.focus({ preventScroll: true });
                void run.runSolution(task.id);
              }}
            >
              {words.run}
            </button>
          </div>
        </div>
      ) : asking ? (
        <fieldset className="lesson-really" aria-label={words.showSolution}>
          <p>{words.reallyShow}</p>
          <div className="lesson-help-buttons">
            <button type="button" className="button" onClick={() => run.showSolution(task.id)}>
              {words.yesShow}
            </button>
            {/* biome-ignore lint/a11y/noAutofocus: the question replaces the button that had the focus. */}
            <button type="button" className="button is-quiet" autoFocus onClick={() => setAsking(false)}>
              {words.noShow}
            </button>
          </div>
        </fieldset>
      ) : (
        <div className="lesson-help-buttons">
          {hintsShown < hints.length && (
            <button type="button" className="button is-quiet" onClick={() => run.showHint(task.id)}>
              {hintsShown === 0 ? words.firstHint : words.nextHint}
            </button>
          )}
          <button type="button" className="button is-quiet" onClick={() => setAsking(true)}>
            {words.showSolution}
          </button>
        </div>
      )}
    </div>
  );
}
