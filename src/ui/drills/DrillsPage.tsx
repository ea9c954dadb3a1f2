import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type Verdict, withOptionsTurned } from '../../protocol/exercise.ts';
import { hashOf } from '../browser/routes.ts';
import { Segmented } from '../controls/Segmented.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { type Progress, progressStore } from '../lesson/progress.ts';
import { loaded } from '../loading/lazily.tsx';
import { AskedDrill } from './AskedDrill.tsx';
import {
  chooseScope,
  chosenScope,
  comingIn,
  deckOf,
  findDrill,
  heldBack,
  learnMoreToday,
  NEW_PER_DAY,
  newToday,
  nextOf,
  openedFirst,
  type Scope,
  waitingIn,
} from './deck.ts';
import type { Drill } from './drill.ts';
import { keepRecord, recordsStore } from './records.ts';
import { answered, retentionOf } from './schedule.ts';
import { drillSources } from './sources.ts';
import { whenIs } from './when.ts';
import { drillWords } from './words.ts';
import './drills.css';

/** A lesson that was opened is asked about before others, also when all are drawn from. */
function deckFor(progress: Progress, scope: Scope): string[] {
  return openedFirst(deckOf(drillSources, progress, scope), deckOf(drillSources, progress, 'opened'));
}

/** One drill after the other, until nothing is due. */
export function DrillsPage() {
  const progress = useStore(progressStore);
  const [scope, setScope] = useState(chosenScope);
  const deck = useMemo(() => deckFor(progress, scope), [progress, scope]);
  const [missed, setMissed] = useState<readonly string[]>([]);
  const nextId = (from: readonly string[], without: readonly string[]) =>
    nextOf(waitingIn(from, recordsStore.getState(), Date.now(), newToday(Date.now())), without);
  /** The turn counts, because the same drill may be asked twice in a row. */
  const [asked, setAsked] = useState(() => ({ id: nextId(deck, []), turn: 0 }));

  const next = (from = deck) => setAsked(({ turn }) => ({ id: nextId(from, missed), turn: turn + 1 }));
  const choose = (chosen: Scope) => {
    chooseScope(chosen);
    setScope(chosen);
    if (asked.id === null) next(deckFor(progress, chosen));
  };
  const more = () => {
    learnMoreToday(recordsStore.getState(), Date.now());
    next();
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
  if (asked.id === null) {
    const elsewhere = scope === 'all' ? [] : deckFor(progress, 'all');
    return (
      <Rest
        deck={deck}
        elsewhere={elsewhere.filter((id) => !deck.includes(id))}
        deckView={deckView}
        onAll={() => choose('all')}
        onMore={more}
      />
    );
  }
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

/** So many moments at which drills come back are listed. */
const LISTED = 4;

interface RestProps {
  readonly deck: readonly string[];
  /** The drills of all lessons that are not in the deck. */
  readonly elsewhere: readonly string[];
  readonly deckView: ReactNode;
  onAll(): void;
  onMore(): void;
}

/** Nothing to ask now: why, when the next drills come, and how to get more. */
function Rest({ deck, elsewhere, deckView, onAll, onMore }: RestProps) {
  const words = usePair(drillWords);
  const records = useStore(recordsStore);
  const nowMs = Date.now();
  const limit = newToday(nowMs);
  const held = heldBack(deck, records, nowMs, limit);
  const unmetElsewhere = elsewhere.filter((id) => records[id] === undefined).length;
  const isEmpty = deck.length === 0;
  return (
    <div className="drills-rest">
      <section>
        <h1>{isEmpty ? words.noneTitle : held > 0 ? words.enoughTitle(limit) : words.restTitle}</h1>
        <p className="drills-rest-lead" role="status">
          {isEmpty ? words.none : held > 0 ? words.enough(held) : words.allMet(deck.length)}
          {!isEmpty && held === 0 && unmetElsewhere > 0 && ` ${words.moreElsewhere(unmetElsewhere)}`}
        </p>
        <Schedule deck={deck} nowMs={nowMs} limit={limit} />
        {deckView}
        <p className="drills-rest-links">
          {held > 0 && (
            <button type="button" className="button is-primary" onClick={onMore}>
              {words.learnMore(Math.min(held, NEW_PER_DAY))}
            </button>
          )}
          {(isEmpty || (held === 0 && unmetElsewhere > 0)) && (
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

/** When the next drills come, and how many. */
function Schedule({ deck, nowMs, limit }: { deck: readonly string[]; nowMs: number; limit: number }) {
  const words = usePair(drillWords);
  const language = useLanguage();
  const records = useStore(recordsStore);
  const byTime = new Map<string, { due: number; fresh: number }>();
  for (const { atMs, count, isNew } of comingIn(deck, records, nowMs, limit)) {
    const when = whenIs(atMs, nowMs, language);
    const { due, fresh } = byTime.get(when) ?? { due: 0, fresh: 0 };
    byTime.set(when, isNew ? { due, fresh: fresh + count } : { due: due + count, fresh });
  }
  if (byTime.size === 0) return null;
  return (
    <div className="drills-schedule">
      <h2>{words.scheduleTitle}</h2>
      <dl>
        {[...byTime].slice(0, LISTED).map(([when, { due, fresh }]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{words.comingCount(due, fresh)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
