import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { isQuestion, type Prediction, type Question, type Task } from '../../protocol/exercise.ts';
import { type Demonstration, type LessonStep, type Puzzle, startOfStep } from '../../protocol/lesson.ts';
import type { SessionStart } from '../../protocol/session.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { lazily } from '../loading/lazily.tsx';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { DemoBox } from './DemoBox.tsx';
import { bringIntoSight, useIntoSight } from './into-sight.ts';
import { awaitedBy, isDoneHere, isPast, type LessonRun, leadingHere } from './lesson-run.ts';
import { PlayersBox } from './PlayersBox.tsx';
import { PredictionBox } from './PredictionBox.tsx';
import { progressOf, progressStore, type StepProgress } from './progress.ts';
import { MatchBox } from './puzzles/MatchBox.tsx';
import { OrderBox } from './puzzles/OrderBox.tsx';
import { puzzleWords } from './puzzles/words.ts';
import { type ItemOnServer, isItemDone } from './step-items.ts';
import { TaskBox } from './TaskBox.tsx';
import { CodeBox } from './trials/CodeBox.tsx';
import { CompareBox } from './trials/CompareBox.tsx';
import { DialBox } from './trials/DialBox.tsx';
import { lessonWords } from './words.ts';

const ScenarioBox = lazily(async () => (await import('./puzzles/ScenarioBox.tsx')).ScenarioBox);
/** Its editor comes with the first lesson that has one. */
const RepairBox = lazily(async () => (await import('./puzzles/RepairBox.tsx')).default);

/** What earlier visits and this one have done in the step that is shown. */
export function useKeptStep(run: LessonRun): StepProgress | undefined {
  const { lesson, step } = useStore(run);
  return useStore(progressStore, (progress) => progressOf(progress, lesson.id).steps[step.id]);
}

/** Scrolls to an item of the step and moves the focus there; to the last one shown when it is hidden. */
export function goToItem(from: Element, id: string): void {
  const places = [...(from.closest('.lesson')?.querySelectorAll<HTMLElement>('.lesson-item') ?? [])];
  const place = places.find(({ dataset }) => dataset.item === id) ?? places.at(-1);
  if (place === undefined) return;
  place.focus({ preventScroll: true });
  bringIntoSight(place, 'start');
}

/** An item of the step in its place of the text. */
export function Item({ id, step, run }: { id: string; step: LessonStep; run: LessonRun }) {
  const item = step.items.find((other) => other.id === id);
  switch (item?.type) {
    case 'demo':
      return <StepDemo demo={item} run={run} />;
    case 'predict':
      return <StepPrediction prediction={item} run={run} />;
    case 'task':
      return <StepTask task={item} run={run} />;
    case 'players':
      return <PlayersBox item={item} run={run.exercises} />;
    case 'dial':
      return <DialBox dial={item} start={serverOf(run, step)} />;
    case 'compare':
      return <CompareBox comparison={item} start={serverOf(run, step)} />;
    case 'code':
      return <CodeBox code={item} />;
    case 'order':
    case 'match':
    case 'repair':
    case 'scenario':
      return <StepPuzzle item={item} step={step} run={run} />;
    default:
      return null;
  }
}

/** The server that the step begins with, before anything is done to it. */
function serverOf(run: LessonRun, step: LessonStep): SessionStart {
  return startOfStep(run.getState().lesson, step).server;
}

interface PlaceProps {
  readonly item: ItemOnServer;
  readonly run: LessonRun;
  /** What comes into sight when the item is done. */
  readonly found: (place: HTMLElement) => Element | null;
  readonly children: ReactNode;
}

function Place({ item, run, found, children }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const lessonState = useStore(run);
  const isDone = useStore(run.exercises, (state) => isDoneHere(item, lessonState, state));
  useIntoSight(place, isDone, lessonState.resuming, found);
  return (
    <div className="lesson-item" data-item={item.id} ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}

const textAfter = (place: HTMLElement) => place.nextElementSibling;
const verdictIn = (place: HTMLElement) => place.querySelector('.lesson-verdict');

function StepDemo({ demo, run }: { demo: Demonstration; run: LessonRun }) {
  const kept = useKeptStep(run);
  const awaited = useAwaited(run, demo.id, kept);
  const before = useBefore(run, demo.id);
  return (
    <Place item={demo} run={run} found={textAfter}>
      <DemoBox
        demo={demo}
        run={run}
        isKept={isItemDone(demo, kept)}
        before={awaited === null ? before : <Awaited question={awaited} />}
        waits={awaited !== null}
      />
    </Place>
  );
}

function StepPrediction({ prediction, run }: { prediction: Prediction; run: LessonRun }) {
  const kept = useKeptStep(run);
  const awaited = useAwaited(run, prediction.id, kept);
  const before = useBefore(run, prediction.id);
  return (
    <Place item={prediction} run={run} found={verdictIn}>
      <PredictionBox
        prediction={prediction}
        run={run.exercises}
        inStep={{
          isKept: isItemDone(prediction, kept),
          before: awaited === null ? before : <Awaited question={awaited} />,
          waits: awaited !== null,
          run: () => void run.runPrediction(prediction.id),
          runAsInText: () => void run.runAsInText(prediction.id),
        }}
      />
    </Place>
  );
}

/** A task that was solved in an earlier visit stays ticked off. */
function StepTask({ task, run }: { task: Task; run: LessonRun }) {
  const kept = useKeptStep(run);
  return (
    <Place item={task} run={run} found={textAfter}>
      <TaskBox
        task={task}
        run={run.exercises}
        kept={kept?.tasks[task.id]}
        before={task.continues ? <BeforeTask task={task} run={run} kept={kept} /> : null}
      />
    </Place>
  );
}

/** Offers to run what the task goes on from, where that has not run on this server. */
function BeforeTask({ task, run, kept }: { task: Task; run: LessonRun; kept: StepProgress | undefined }) {
  const words = usePair(lessonWords);
  const awaited = useAwaited(run, task.id, kept);
  const before = useBefore(run, task.id);
  const busy = useStore(run.exercises, (state) => state.busy);
  if (before === null) return null;
  return (
    <p className="lesson-note">
      {awaited !== null ? (
        <Awaited question={awaited} />
      ) : (
        <>
          {words.goesOn}{' '}
          <button
            type="button"
            className="lesson-go"
            aria-disabled={busy}
            onClick={({ currentTarget }) => {
              if (busy) return;
              // This button goes with what it says.
              currentTarget.closest<HTMLElement>('.lesson-item')?.focus({ preventScroll: true });
              void run.leadTo(task.id);
            }}
          >
            {words.leadHere}
          </button>
        </>
      )}
    </p>
  );
}

/** A puzzle that was solved in an earlier visit stays solved. */
function StepPuzzle({ item, step, run }: { item: Puzzle; step: LessonStep; run: LessonRun }) {
  const kept = useKeptStep(run);
  const language = useLanguage();
  const lessonId = useStore(run, ({ lesson }) => lesson.id);
  const [wasDone] = useState(() => isItemDone(item, kept));
  const props = {
    name: `${lessonId}/${item.id}`,
    isKept: wasDone,
    onSolved: () => run.solve(item.id),
  };
  return (
    <div className="lesson-item" data-item={item.id} tabIndex={-1}>
      {item.type === 'order' && <OrderBox item={item} {...props} />}
      {item.type === 'match' && <MatchBox item={item} {...props} />}
      {item.type === 'scenario' && (
        <PanelBoundary title={puzzleWords[language].scenario}>
          <Suspense fallback={<p className="lesson-note">{lessonWords[language].loading}</p>}>
            <ScenarioBox item={item} {...props} />
          </Suspense>
        </PanelBoundary>
      )}
      {item.type === 'repair' && (
        <PanelBoundary title={puzzleWords[language].repair}>
          <Suspense fallback={<p className="lesson-note">{lessonWords[language].loading}</p>}>
            <RepairBox item={item} {...props} start={serverOf(run, step)} run={run} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}

function useAwaited(run: LessonRun, id: string, kept: StepProgress | undefined): Question | null {
  const lessonState = useStore(run);
  return useStore(run.exercises, (state) => awaitedBy(id, lessonState, state, kept));
}

/** Says what is run before an item, so that nobody wonders at commands they have not asked for. */
function useBefore(run: LessonRun, id: string): string | null {
  const words = usePair(lessonWords);
  const lessonState = useStore(run);
  const what = useStore(run.exercises, (state) => {
    if (isPast(id, lessonState, state)) return 'backFirst';
    const leading = leadingHere(id, lessonState, state);
    if (leading.length === 0) return null;
    return leading.some(isQuestion) ? 'earlierFirst' : 'demoFirst';
  });
  return what === null ? null : words[what];
}

function Awaited({ question }: { readonly question: Question }) {
  const words = usePair(lessonWords);
  return (
    <>
      {question.type === 'task' ? words.awaitsTask : words.awaitsAnswer}{' '}
      <button
        type="button"
        className="lesson-go"
        onClick={({ currentTarget }) => goToItem(currentTarget, question.id)}
      >
        {words.goThere}
      </button>
    </>
  );
}
