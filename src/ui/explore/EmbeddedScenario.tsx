import { loadScenario } from 'virtual:scenarios';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { hashOf } from '../browser/routes.ts';
import { usePair } from '../i18n/index.ts';
import { startExploring } from '../session/explore-link.ts';
import {
  createExploration,
  type Exploration,
  type ExplorationState,
  isChanged,
  resultOf,
  variantOf,
} from './exploration.ts';
import './explore.css';
import { FindingSign, SearchBar } from './Found.tsx';
import { HeldOverTime } from './held/HeldOverTime.tsx';
import { Nodes } from './Nodes.tsx';
import { Player } from './Player.tsx';
import { Programs } from './Programs.tsx';
import { Hatch } from './ScheduleRows.tsx';
import { exploreWords } from './words.ts';

interface EmbeddedScenarioProps {
  readonly scenario: string;
  readonly variant: string;
  /** The condition to break by hand; null if programs are to be changed until a search proves them. */
  readonly goal: string | null;
  onReached(): void;
}

/** One variant of a scenario inside another page, with a goal. */
export function EmbeddedScenario({ scenario: id, variant, goal, onReached }: EmbeddedScenarioProps) {
  const words = usePair(exploreWords);
  const [exploration, setExploration] = useState<Exploration | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let made: Exploration | null = null;
    let isGone = false;
    const begin = async () => {
      const scenario = await loadScenario(id);
      if (isGone) return;
      if (scenario === null) throw new Error(`there is no scenario ${id}`);
      made = createExploration(scenario, startExploring, { variant, sources: {}, plans: {}, done: [] });
      made.begin();
      setExploration(made);
    };
    begin().catch((problem: unknown) => !isGone && setFailure(problem));
    return () => {
      isGone = true;
      made?.close();
      setExploration(null);
    };
  }, [id, variant]);
  // The boundary around the item says so and offers to try again.
  if (failure !== null) throw failure;
  if (exploration === null) return <p role="status">{words.loading}</p>;
  return <Embedded exploration={exploration} goal={goal} onReached={onReached} />;
}

interface EmbeddedProps extends Pick<EmbeddedScenarioProps, 'goal' | 'onReached'> {
  readonly exploration: Exploration;
}

function Embedded({ exploration, goal, onReached }: EmbeddedProps) {
  const words = usePair(exploreWords);
  const { scenario } = exploration;
  const variant = useStore(exploration, (state) => state.variant);
  const before = useStore(exploration, (state) =>
    isChanged(variantOf(scenario, state.variant), state.sources)
      ? resultOf(scenario, state, state.variant, {})
      : null,
  );
  const isReached = useStore(exploration, (state) => hasReached(exploration, state, goal));
  // Said once, whatever the function is that hears it.
  const hear = useRef(onReached);
  hear.current = onReached;
  useEffect(() => {
    if (isReached) hear.current();
  }, [isReached]);
  return (
    <div className="explore is-embedded">
      <Hatch />
      <Player exploration={exploration} />
      <Nodes exploration={exploration} />
      <HeldOverTime exploration={exploration} isFolded />
      <Programs exploration={exploration} />
      <SearchBar exploration={exploration} />
      {before !== null && (
        <p className="explore-note">
          {words.before}: <FindingSign verdict={before.verdict} /> {words.verdictText(before.verdict)}
        </p>
      )}
      <p className="explore-note">
        <a href={hashOf({ page: 'explore', scenario: scenario.id, variant })}>{words.wholePage}</a>
      </p>
    </div>
  );
}

export function hasReached({ scenario }: Exploration, state: ExplorationState, goal: string | null): boolean {
  const variant = variantOf(scenario, state.variant);
  if (goal !== null) return state.done.has(`${variant.id}/${goal}`);
  // What must be possible is part of a proof: programs that do nothing are vacuous.
  return (
    isChanged(variant, state.sources) && resultOf(scenario, state, variant.id)?.verdict.finding === 'proved'
  );
}
