import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Scenario } from '../../protocol/scenario.ts';
import { recall, remember } from '../browser/preferences.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { startExploring } from '../session/explore-link.ts';
import { inTime } from '../storage/database.ts';
import {
  createExploration,
  type Exploration,
  isChanged,
  isSameWork,
  resultOf,
  variantOf,
  workOf,
} from './exploration.ts';
import { FindingSign, Found, SearchBar } from './Found.tsx';
import { Conditions } from './Goals.tsx';
import { Guide } from './Guide.tsx';
import { HeldOverTime } from './held/HeldOverTime.tsx';
import { asideWork, hasOwnWork, inTurn, isAnything, keptWork, type Work } from './kept-work.ts';
import { decodeShared, encodeShared, type Shared } from './link.ts';
import { Nodes } from './Nodes.tsx';
import { Player } from './Player.tsx';
import { ProblemText, Programs } from './Programs.tsx';
import { Prose } from './Prose.tsx';
import { Hatch } from './ScheduleRows.tsx';
import { SetAside } from './SetAside.tsx';
import { ClearButton, WorkBar } from './WorkBar.tsx';
import { exploreWords } from './words.ts';
import { keepWorkOf, type WorkKeeper } from './work-keeper.ts';

interface ScenarioPageProps {
  readonly scenario: Scenario;
  readonly variant?: string;
  readonly saved?: string;
  /** Begins with the schedule that a search finds. */
  readonly finds: boolean;
}

/** What the address names in place of the reader's own work; null if it names nothing else. */
export function linkOf({
  saved,
  finds = false,
  variant,
}: Partial<Pick<ScenarioPageProps, 'saved' | 'finds' | 'variant'>>): string | null {
  if (saved !== undefined) return `${variant} ${saved}`;
  return finds ? `found ${variant}` : null;
}

interface Opening {
  readonly exploration: Exploration;
  /** By a link, while work of the reader's own is kept. */
  readonly hasOwn: boolean;
  readonly isRestored: boolean;
  /** The browser has not said yet what it keeps. */
  readonly isAwaited: boolean;
  readonly aside: readonly Work[];
}

/** One scenario: its variants, programs, the schedule that the reader chooses, and what searches find. */
export function ScenarioPage({ scenario, variant, saved, finds }: ScenarioPageProps) {
  const words = usePair(exploreWords);
  const [opening, setOpening] = useState<Opening | null>(null);
  const exploration = opening?.exploration ?? null;
  const link = linkOf({ saved, finds, variant });
  // The address says where to begin; from then on the page writes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another variant is no other exploration.
  useEffect(() => {
    let made: Exploration | null = null;
    let keeper: WorkKeeper | null = null;
    let isGone = false;
    const begin = async () => {
      const { id } = scenario;
      const reading = inTurn(id, () => keptWork(id, link)).catch(() => 'refused' as const);
      const [answer, hasOwn, aside] = await Promise.all([
        inTime<Awaited<typeof reading> | 'late'>(reading, 'late'),
        link !== null &&
          inTime(
            inTurn(id, () => hasOwnWork(id)),
            false,
          ),
        inTime(
          inTurn(id, () => asideWork(id)),
          [],
        ),
      ]);
      const isUnknown = answer === 'late' || answer === 'refused';
      const kept = isUnknown ? null : answer;
      const known = scenario.variants.find(({ id }) => id === variant)?.id;
      const shared = kept !== null || saved === undefined ? null : await decodeShared(saved);
      if (isGone) return;
      const work = kept ?? workShared(known ?? scenario.variants[0].id, shared);
      // Work that was done by a link may have gone on to another variant than the link names.
      const shown = link === null ? (known ?? work.variant) : work.variant;
      made = createExploration(scenario, startExploring, {
        ...work,
        variant: shown,
        done: readDone(scenario.id),
      });
      made.subscribe((state, before) => {
        if (state.done !== before.done) remember(doneKey(scenario.id), [...state.done].join(' '));
      });
      keeper = keepWorkOf(made, { link, onlyPrograms: finds, isUnknown });
      made.begin();
      if (finds && kept === null) made.find();
      setOpening({
        exploration: made,
        hasOwn,
        isRestored: kept !== null && isAnything(kept),
        isAwaited: answer === 'late',
        aside,
      });
      if (answer === 'late') await arrive(made, keeper, shown);
    };
    const arrive = async (late: Exploration, { arrival }: WorkKeeper, first: string) => {
      const arrived = await arrival().catch(() => null);
      if (isGone) return;
      if (arrived?.what === 'taken') {
        const { variant: now } = late.getState();
        const isNamed = link === null && (variant !== undefined || now !== first);
        late.takeUp(isNamed ? { ...arrived.work, variant: now } : arrived.work);
      }
      const aside = arrived?.what === 'aside' ? arrived.aside : await asideWork(scenario.id);
      if (isGone) return;
      const isRestored = arrived?.what === 'taken';
      setOpening((before) => before && { ...before, isRestored, isAwaited: false, aside });
    };
    void begin();
    return () => {
      isGone = true;
      keeper?.end();
      made?.close();
      setOpening(null);
    };
  }, [scenario, link]);
  useEffect(() => {
    if (variant !== undefined && link === null) exploration?.setVariant(variant);
  }, [exploration, variant, link]);
  return opening === null ? (
    <p role="status" className="explore-opening">
      {words.loading}
    </p>
  ) : (
    <Opened {...opening} link={link} />
  );
}

function workShared(variant: string, shared: Shared | null): Work {
  if (shared === null) return { variant, sources: {}, plans: {} };
  const { sources, choices } = shared;
  const plan = { choices, at: choices.length, isFound: true };
  return { variant, sources, plans: choices.length === 0 ? {} : { [variant]: plan } };
}

function doneKey(id: string): string {
  return `explore-done.${id}`;
}

function readDone(id: string): string[] {
  return (recall(doneKey(id)) ?? '').split(' ').filter(Boolean);
}

const guideKey = 'explore-guide';

function Opened({ exploration, link, aside, ...kept }: Opening & { readonly link: string | null }) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { scenario } = exploration;
  const [isGuided, setGuided] = useState(() => recall(guideKey) !== 'closed');
  const id = useStore(exploration, (state) => state.variant);
  const problem = useStore(exploration, (state) => state.problem);
  const trouble = useStore(exploration, (state) => state.trouble);
  const variant = variantOf(scenario, id);
  const named = scenario.words[language];
  const isElsewhere = problem !== null && !variant.actors.some(({ file }) => file === problem.file);
  return (
    <div className="scenario">
      <Hatch />
      <header className="scenario-head">
        <div>
          <p className="scenario-back">
            <a className="scenario-back-link" href={hashOf({ page: 'explore' })}>
              {words.all}
            </a>
          </p>
          <h1>{named.title}</h1>
          <p className="explore-lead">{named.lead}</p>
        </div>
        <div className="scenario-tools">
          {!isGuided && (
            <button
              type="button"
              className="button is-quiet"
              onClick={() => {
                remember(guideKey, 'open');
                setGuided(true);
              }}
            >
              {words.guideOpen}
            </button>
          )}
          <ClearButton exploration={exploration} />
          <ShareButton exploration={exploration} />
        </div>
      </header>
      {isGuided && (
        <Guide
          exploration={exploration}
          onClose={() => {
            remember(guideKey, 'closed');
            setGuided(false);
          }}
        />
      )}
      <WorkBar exploration={exploration} {...kept} />
      <SetAside key={aside.length} exploration={exploration} link={link} first={aside} />
      <Stages exploration={exploration} isByLink={link !== null} />
      <div className="stage-about">
        <div className="stage-words">
          <h2>{named.variants[id]?.title ?? id}</h2>
          <Prose blocks={named.variants[id]?.blocks ?? []} />
          <details>
            <summary>{words.story}</summary>
            <Prose blocks={named.story} />
          </details>
        </div>
        <SearchBar exploration={exploration} hasDetails />
      </div>
      {trouble !== null && (
        <p className="program-problem" role="alert">
          {words.trouble} <code>{trouble}</code>
        </p>
      )}
      {isElsewhere && <ProblemText problem={problem} />}
      <div className="workspace">
        <div className="workspace-left">
          <Programs exploration={exploration} />
          <Nodes exploration={exploration} />
          <HeldOverTime exploration={exploration} />
          <Conditions exploration={exploration} />
        </div>
        <Player exploration={exploration} />
      </div>
      <Found exploration={exploration} />
    </div>
  );
}

/** The variants in a row, from broken to repaired. */
function Stages({
  exploration,
  isByLink,
}: {
  readonly exploration: Exploration;
  readonly isByLink: boolean;
}) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { scenario } = exploration;
  const state = useStore(exploration);
  const isMany = scenario.variants.length > 8;
  return (
    <nav className="stages" aria-label={words.stages} data-many={isMany}>
      <ol>
        {scenario.variants.map((variant) => {
          const result = resultOf(scenario, state, variant.id);
          return (
            <li key={variant.id}>
              <a
                className="stage"
                href={hashOf({ page: 'explore', scenario: scenario.id, variant: variant.id })}
                aria-current={variant.id === state.variant ? 'true' : undefined}
                onClick={(event) => {
                  // The programs of a link stay: the address of a variant would lead to the reader's own.
                  if (!isByLink || event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  exploration.setVariant(variant.id);
                }}
              >
                <b>{scenario.words[language].variants[variant.id]?.title ?? variant.id}</b>
                {result === null ? (
                  <span className="stage-expected" data-breaks={variant.breaks.length > 0}>
                    <span aria-hidden="true">{variant.breaks.length > 0 ? '◇ ' : '○ '}</span>
                    <span className={isMany ? 'visually-hidden' : undefined}>
                      {words.expected[variant.breaks.length > 0 ? 'breaks' : 'holds']}
                    </span>
                  </span>
                ) : (
                  <FindingSign verdict={result.verdict} />
                )}
                {isChanged(variant, state.sources) && <small>{words.changed}</small>}
              </a>
            </li>
          );
        })}
      </ol>
      <Survey exploration={exploration} />
    </nav>
  );
}

/** Searches all variants, so that each has its verdict. */
function Survey({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const { scenario } = exploration;
  const running = useStore(exploration, (state) => state.running);
  const left = useStore(
    exploration,
    (state) => scenario.variants.filter(({ id }) => resultOf(scenario, state, id) === null).length,
  );
  if (running?.what === 'survey') {
    return (
      <p className="survey">
        <button type="button" className="button is-quiet" onClick={() => exploration.stop()}>
          {words.stop}
        </button>
        <span role="status">{words.surveying(running.done, scenario.variants.length)}</span>
      </p>
    );
  }
  if (left === 0) return null;
  return (
    <p className="survey">
      <button type="button" className="button is-quiet" onClick={() => exploration.survey()}>
        {words.survey(scenario.variants.length)}
      </button>
      <span>{words.legend}</span>
    </p>
  );
}

function ShareButton({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const [said, setSaid] = useState<'idle' | 'copied' | 'shown' | 'failed'>('idle');
  // What the worker says of the same work makes no other link.
  useEffect(
    () => exploration.subscribe((now, before) => !isSameWork(now, before) && setSaid('idle')),
    [exploration],
  );
  const share = async () => {
    const { scenario } = exploration;
    const { planned, at } = exploration.getState();
    const { variant, sources } = workOf(scenario, exploration.getState());
    const shared: Shared = { sources, choices: planned.slice(0, at) };
    try {
      const saved = await encodeShared(shared);
      // Not announced: the page that is shown is the one that the link names.
      history.replaceState(null, '', hashOf({ page: 'explore', scenario: scenario.id, variant, saved }));
    } catch {
      setSaid('failed');
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid('copied');
    } catch {
      setSaid('shown');
    }
  };
  return (
    <button type="button" className="button" onClick={() => void share()}>
      <Icon name={said === 'copied' ? 'check' : 'share'} size={15} />
      <span aria-live="polite">{words.share[said]}</span>
    </button>
  );
}
