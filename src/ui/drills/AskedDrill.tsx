import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Action } from '../../protocol/actions.ts';
import type { Verdict } from '../../protocol/exercise.ts';
import { Icon } from '../controls/Icon.tsx';
import { panelTitle, useLanguage, usePair, useText } from '../i18n/index.ts';
import { ActionLine } from '../lesson/ActionLine.tsx';
import { createExerciseRun, type ExerciseRun } from '../lesson/exercise-run.ts';
import { PlayersBox } from '../lesson/PlayersBox.tsx';
import { PredictionBox } from '../lesson/PredictionBox.tsx';
import { TaskBox } from '../lesson/TaskBox.tsx';
import '../lesson/lesson.css';
import { useActiveSession } from '../active-session/active-session.ts';
import { hashOf, parseRoute } from '../browser/routes.ts';
import { useSessionStore } from '../session/hooks.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { newToday, waitingIn } from './deck.ts';
import type { Drill } from './drill.ts';
import { recordsStore } from './records.ts';
import { whenIs } from './when.ts';
import { drillWords } from './words.ts';

interface AskedDrillProps {
  readonly drill: Drill;
  /** The first one of a sitting leaves the focus where the reader has it. */
  readonly isFirst: boolean;
  readonly deck: readonly string[];
  readonly foot: ReactNode;
  onVerdict(verdict: Verdict): void;
  onNext(): void;
}

/** The question at the left, the server it is about on the stage. */
export function AskedDrill(props: AskedDrillProps) {
  const { drill, onVerdict } = props;
  const { start, question } = drill.exercise;
  const text = useText();
  const words = usePair(drillWords);
  const session = useSessionStore();
  const { startForPage } = useActiveSession();
  const [run] = useState(() => createExerciseRun(start, [question], session, startForPage));
  const reported = useRef(onVerdict);
  useEffect(() => {
    reported.current = onVerdict;
  });
  useEffect(() => {
    run.listen();
    void run.prepare(start, [question]);
    const unsubscribe = run.subscribe(({ verdicts }, before) => {
      const verdict = verdicts[question.id];
      if (verdict !== undefined && verdict !== before.verdicts[question.id]) reported.current(verdict);
    });
    // On the way out the next page takes up its own server: nothing of ours may reach it.
    const leave = () => {
      if (parseRoute(location.hash).page !== 'drills') run.breakOff();
    };
    addEventListener('hashchange', leave);
    return () => {
      removeEventListener('hashchange', leave);
      unsubscribe();
      run.stop();
    };
  }, [run, start, question]);

  const panels = start.panels.map(({ panel, db, key, show }) => ({
    panel,
    db,
    watchedKey: key,
    show,
    watchId: panel,
    title: panelTitle(text, panel),
  }));
  const content = <DrillText {...props} run={run} />;
  return <Workbench panels={panels} aside={{ title: words.tab, content }} />;
}

function DrillText({ drill, isFirst, deck, foot, onNext, run }: AskedDrillProps & { run: ExerciseRun }) {
  const words = usePair(drillWords);
  const language = useLanguage();
  const phase = useStore(run, (state) => state.phase);
  const records = useStore(recordsStore);
  const { due, fresh } = waitingIn(deck, records, Date.now(), newToday(Date.now()));
  const heading = useRef<HTMLHeadingElement>(null);
  const { taughtAt } = drill;
  const { start, question } = drill.exercise;

  useEffect(() => {
    if (!isFirst && phase === 'ready') heading.current?.focus();
  }, [isFirst, phase]);

  return (
    <article className="lesson drill" aria-busy={phase === 'preparing'}>
      <p className="lesson-eyebrow">
        {words.title} · {words.left(due.length, fresh.length)}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        <span className="lesson-kind drill-kind">
          {question.type === 'predict' ? words.question : words.task}
        </span>
        {drill.heading[language]}
      </h1>
      {taughtAt !== null && (
        <p className="drill-from">
          {words.from}{' '}
          <a href={hashOf({ page: 'lesson', lessonId: taughtAt.lessonId, stepId: taughtAt.stepId })}>
            {taughtAt.title[language]}
          </a>
        </p>
      )}
      <Prepared given={start.given} />
      {start.players.map((item) => (
        <PlayersBox key={item.id} item={item} run={run} />
      ))}
      {question.type === 'predict' ? (
        <PredictionBox prediction={question} run={run} />
      ) : (
        <TaskBox task={question} run={run} />
      )}
      <Outcome drill={drill} run={run} onNext={onNext} />
      {foot}
    </article>
  );
}

/** How many of the commands before are worth reading. */
const SHOWN = 12;

/** What the server has been through, for a reader who no longer has the lesson before them. */
function Prepared({ given }: { given: readonly Action[] }) {
  const words = usePair(drillWords);
  if (given.length === 0) return null;
  const hidden = Math.max(0, given.length - SHOWN);
  return (
    <details className="drill-prepared">
      <summary>{words.prepared(given.length)}</summary>
      <div className="lesson-demo-lines">
        {hidden > 0 && <span>…</span>}
        {given.slice(hidden).map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
          <ActionLine key={index} action={action} />
        ))}
      </div>
    </details>
  );
}

function Outcome({ drill, run, onNext }: { drill: Drill; run: ExerciseRun; onNext(): void }) {
  const { start, question } = drill.exercise;
  const words = usePair(drillWords);
  const language = useLanguage();
  const verdict = useStore(run, ({ verdicts }) => verdicts[question.id] ?? null);
  const blocked = useStore(run, ({ busy, phase }) => busy || phase !== 'ready');
  const record = useStore(recordsStore, (records) => records[drill.id]);
  const nextButton = useRef<HTMLButtonElement>(null);
  const isOpen = verdict === null;
  useEffect(() => {
    if (!isOpen) nextButton.current?.focus();
  }, [isOpen]);

  return (
    <div className="drill-outcome" data-verdict={verdict ?? 'open'}>
      <p role="status">
        {verdict !== null && (
          <>
            <Icon
              name={verdict.startsWith('right') ? 'check' : verdict === 'missed' ? 'undo' : 'clock'}
              size={15}
            />
            <b>{words.verdicts[verdict]}</b>{' '}
            {verdict !== 'missed' &&
              record !== undefined &&
              words.comesBack(whenIs(record.dueMs, record.lastMs, language))}
          </>
        )}
      </p>
      <div className="drill-buttons">
        {isOpen ? (
          <>
            {question.type === 'predict' && (
              <button
                type="button"
                className="button is-quiet"
                title={words.giveUpAbout}
                aria-disabled={blocked}
                onClick={() => {
                  if (!blocked) void run.giveUp(question.id);
                }}
              >
                {words.giveUp}
              </button>
            )}
            <button
              type="button"
              className="button is-quiet"
              onClick={() => void run.prepare(start, [question])}
            >
              {words.again}
            </button>
          </>
        ) : (
          <button type="button" ref={nextButton} className="button is-primary drill-next" onClick={onNext}>
            {words.next}
            <Icon name="arrow" size={15} />
          </button>
        )}
      </div>
    </div>
  );
}
