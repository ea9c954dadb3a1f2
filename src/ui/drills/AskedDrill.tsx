import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Icon } from '../controls/Icon.tsx';
import { panelTitle, useLanguage, usePair, useText } from '../i18n/index.ts';
import { ActionLine } from '../lesson/ActionLine.tsx';
import { PlayersBox } from '../lesson/PlayersBox.tsx';
import { PredictionBox } from '../lesson/PredictionBox.tsx';
import { TaskBox } from '../lesson/TaskBox.tsx';
import '../lesson/lesson.css';
import { useActiveSession } from '../active-session/active-session.ts';
import { hashOf, parseRoute } from '../browser/routes.ts';
import { useSessionStore } from '../session/hooks.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { waitingIn } from './deck.ts';
import type { Drill } from './drill.ts';
import { createDrillRun, type DrillRun, type Verdict } from './drill-run.ts';
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
  const text = useText();
  const words = usePair(drillWords);
  const session = useSessionStore();
  const { startForPage } = useActiveSession();
  const [asking] = useState(() => createDrillRun(drill, session, startForPage));
  const told = useRef(onVerdict);
  useEffect(() => {
    told.current = onVerdict;
  });
  useEffect(() => {
    asking.listen();
    void asking.enter();
    const unsubscribe = asking.verdict.subscribe(({ verdict }) => {
      if (verdict !== null) told.current(verdict);
    });
    // On the way out the next page takes up its own server: nothing of ours may reach it.
    const leave = () => {
      if (parseRoute(location.hash).page !== 'drills') asking.run.breakOff();
    };
    addEventListener('hashchange', leave);
    return () => {
      removeEventListener('hashchange', leave);
      unsubscribe();
      asking.stop();
    };
  }, [asking]);

  const panels = drill.lesson.panels.map(({ panel, db, key }) => ({
    panel,
    db,
    watchedKey: key,
    watchId: panel,
    title: panelTitle(text, panel),
  }));
  const content = <DrillText {...props} asking={asking} />;
  return <Workbench panels={panels} aside={{ title: words.tab, content }} />;
}

function DrillText({ drill, isFirst, deck, foot, onNext, asking }: AskedDrillProps & { asking: DrillRun }) {
  const words = usePair(drillWords);
  const language = useLanguage();
  const phase = useStore(asking.run, (state) => state.phase);
  const records = useStore(recordsStore);
  const { due, fresh } = waitingIn(deck, records, Date.now());
  const heading = useRef<HTMLHeadingElement>(null);
  const { item, told } = drill;
  const [step] = drill.lesson.content;

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
          {item.type === 'predict' ? words.question : words.task}
        </span>
        {step.heading[language]}
      </h1>
      <p className="drill-from">
        {words.from}{' '}
        <a href={hashOf({ page: 'lesson', lessonId: told.lessonId, stepId: told.stepId })}>
          {told.title[language]}
        </a>
      </p>
      <Prepared drill={drill} />
      {step.items.map((other) =>
        other.type === 'players' ? <PlayersBox key={other.id} item={other} run={asking.run} /> : null,
      )}
      {item.type === 'predict' ? (
        <PredictionBox prediction={item} run={asking.run} />
      ) : (
        <TaskBox task={item} run={asking.run} />
      )}
      <Outcome drill={drill} asking={asking} onNext={onNext} />
      {foot}
    </article>
  );
}

/** How many of the commands before are worth reading. */
const SHOWN = 12;

/** What the server has been through, for a reader who no longer has the lesson before them. */
function Prepared({ drill }: { drill: Drill }) {
  const words = usePair(drillWords);
  const [{ given }] = drill.lesson.content;
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

function Outcome({ drill, asking, onNext }: { drill: Drill; asking: DrillRun; onNext(): void }) {
  const words = usePair(drillWords);
  const language = useLanguage();
  const verdict = useStore(asking.verdict, (state) => state.verdict);
  const blocked = useStore(asking.run, ({ busy, phase }) => busy || phase !== 'ready');
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
            {drill.item.type === 'predict' && (
              <button
                type="button"
                className="button is-quiet"
                title={words.giveUpAbout}
                aria-disabled={blocked}
                onClick={() => {
                  if (!blocked) void asking.giveUp();
                }}
              >
                {words.giveUp}
              </button>
            )}
            <button type="button" className="button is-quiet" onClick={() => void asking.enter()}>
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
