import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type Verdict, withOptionsTurned } from '../../protocol/exercise.ts';
import { hashOf } from '../browser/routes.ts';
import { Segmented } from '../controls/Segmented.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { progressStore } from '../lesson/progress.ts';
import { loaded } from '../loading/lazily.tsx';
import { AskedDrill } from './AskedDrill.tsx';
import { chooseScope, chosenScope, deckOf, findDrill, nextOf, type Scope, waitingIn } from './deck.ts';
import type { Drill } from './drill.ts';
import { keepRecord, recordsStore } from './records.ts';
import { answered, retentionOf } from './schedule.ts';
import { drillSources } from './sources.ts';
import { whenIs } from './when.ts';
import { drillWords } from './words.ts';
import './drills.css';

/** One drill after the other, until nothing is due. */
export function DrillsPage() {
  const progress = useStore(progressStore);
  const [scope, setScope] = useState(chosenScope);
  const deck = useMemo(() => deckOf(drillSources, progress, scope), [progress, scope]);
  const [missed, setMissed] = useState<readonly string[]>([]);
  const nextId = (from: readonly string[], without: readonly string[]) =>
    nextOf(waitingIn(from, recordsStore.getState(), Date.now()), without);
  /** The turn counts, because the same drill may be asked twice in a row. */
  const [asked, setAsked] = useState(() => ({ id: nextId(deck, []), turn: 0 }));

  const next = (from = deck) => setAsked(({ turn }) => ({ id: nextId(from, missed), turn: turn + 1 }));
  const choose = (chosen: Scope) => {
    chooseScope(chosen);
    setScope(chosen);
    if (asked.id === null) next(deckOf(drillSources, progress, chosen));
  };
  const note = (id: string, verdict: Verdict) => {
    const others = missed.filter((other) => other !== id);
    if (verdict === 'missed') {
      setMissed([...others, id]);
      return;
    }
    const helped = verdict === 'right-with-hints' || missed.includes(id);
    const outcome = verdict === 'gave-up' ? 'gave-up' : helped ? 'helped' : 'known';
    keepRecord(id, answered(recordsStore.getState()[id], outcome, Date.now()));
    setMissed(others);
  };

  const deckView = <DeckView deck={deck} scope={scope} onScope={choose} />;
  if (asked.id === null) return <Rest deck={deck} deckView={deckView} onAll={() => choose('all')} />;
  const { id, turn } = asked;
  return (
    <LoadedDrill
      key={turn}
      id={id}
      isFirst={turn === 0}
      deck={deck}
      deckView={deckView}
      onVerdict={(verdict) => note(id, verdict)}
      onNext={() => next()}
    />
  );
}

interface LoadedDrillProps {
  readonly id: string;
  readonly isFirst: boolean;
  readonly deck: readonly string[];
  readonly deckView: ReactNode;
  onVerdict(verdict: Verdict): void;
  onNext(): void;
}

function LoadedDrill({ id, isFirst, deck, deckView, onVerdict, onNext }: LoadedDrillProps) {
  const words = usePair(drillWords);
  const [drill, setDrill] = useState<Drill | null | undefined>(undefined);
  useEffect(() => {
    let abandoned = false;
    const turn = recordsStore.getState()[id]?.reps ?? 0;
    loaded(() => findDrill(drillSources, id)).then(
      (found) => {
        if (!abandoned)
          setDrill(found === null ? null : { ...found, exercise: withOptionsTurned(found.exercise, turn) });
      },
      (problem) => {
        if (!abandoned)
          setDrill(() => {
            throw problem;
          });
      },
    );
    return () => {
      abandoned = true;
    };
  }, [id]);
  if (drill === undefined || drill === null)
    return (
      <div className="lesson-absent" role="status">
        {drill === undefined ? (
          words.loading
        ) : (
          <>
            <p>{words.gone}</p>
            <button type="button" className="button" onClick={onNext}>
              {words.next}
            </button>
          </>
        )}
      </div>
    );
  return (
    <AskedDrill
      drill={drill}
      isFirst={isFirst}
      deck={deck}
      foot={deckView}
      onVerdict={onVerdict}
      onNext={onNext}
    />
  );
}

/** Where drills are drawn from, and how much of what was asked is still there. */
function DeckView(props: {
  readonly deck: readonly string[];
  readonly scope: Scope;
  onScope(scope: Scope): void;
}) {
  const { deck, scope, onScope } = props;
  const words = usePair(drillWords);
  const records = useStore(recordsStore);
  const met = deck.filter((id) => records[id] !== undefined);
  const retention = retentionOf(
    met.map((id) => records[id]),
    Date.now(),
  );
  return (
    <div className="drill-deck">
      <div className="drill-scope">
        <span aria-hidden="true">{words.scope}</span>
        <Segmented
          label={words.scope}
          value={scope}
          choices={(['opened', 'all'] as const).map((value) => ({ value, label: words.scopes[value] }))}
          onChange={onScope}
        />
      </div>
      {retention !== null && (
        <p className="drill-retention">
          {words.retention(Math.round(100 * retention), met.length)}
          <small>{words.retentionAbout}</small>
        </p>
      )}
    </div>
  );
}

/** Nothing is due: when to come back, or how to get drills at all. */
function Rest(props: { readonly deck: readonly string[]; readonly deckView: ReactNode; onAll(): void }) {
  const { deck, deckView, onAll } = props;
  const words = usePair(drillWords);
  const language = useLanguage();
  const records = useStore(recordsStore);
  const { nextDueMs } = waitingIn(deck, records, Date.now());
  const isEmpty = deck.length === 0;
  return (
    <div className="drills-rest">
      <section>
        <h1>{isEmpty ? words.noneTitle : words.restTitle}</h1>
        <p className="drills-rest-lead">
          {isEmpty
            ? words.none
            : nextDueMs !== null && words.restNext(whenIs(nextDueMs, Date.now(), language))}
        </p>
        {deckView}
        <p className="drills-rest-links">
          {isEmpty && (
            <button type="button" className="button is-primary" onClick={onAll}>
              {words.takeAll}
            </button>
          )}
          <a className="button" href={hashOf({ page: 'learn' })}>
            {words.toCourse}
          </a>
          <a className="button is-quiet" href={hashOf({ page: 'progress' })}>
            {words.toProgress}
          </a>
        </p>
      </section>
    </div>
  );
}
