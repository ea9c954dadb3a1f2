import { loadScenario, scenarios } from 'virtual:scenarios';
import { useEffect, useState } from 'react';
import type { Scenario, ScenarioEntry } from '../../protocol/scenario.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import './explore.css';
import { InfamousCards } from './InfamousCards.tsx';
import { allInfamous } from './infamous.ts';
import { linkOf, ScenarioPage } from './ScenarioPage.tsx';
import { exploreWords } from './words.ts';

interface ExplorePageProps {
  readonly scenario?: string;
  readonly variant?: string;
  readonly finds?: true;
  readonly saved?: string;
}

/** All scenarios, or one of them. */
export function ExplorePage({ scenario, ...rest }: ExplorePageProps) {
  return (
    <div className="explore">
      {scenario === undefined ? (
        <Gallery />
      ) : (
        <Loading key={`${scenario} ${linkOf(rest)}`} id={scenario} {...rest} />
      )}
    </div>
  );
}

/** Undefined while it is fetched; null if there is none. */
function useScenario(id: string): Scenario | null | undefined {
  const [scenario, setScenario] = useState<Scenario | null>();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let isGone = false;
    loadScenario(id).then(
      (found) => !isGone && setScenario(found),
      (problem: unknown) => !isGone && setFailure(problem),
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  // The boundary around the page says so and offers to try again.
  if (failure !== null) throw failure;
  return scenario;
}

function Loading({
  id,
  variant,
  finds,
  saved,
}: Omit<ExplorePageProps, 'scenario'> & { readonly id: string }) {
  const words = usePair(exploreWords);
  const scenario = useScenario(id);
  if (scenario === undefined) {
    return (
      <p role="status" className="explore-opening">
        {words.loading}
      </p>
    );
  }
  if (scenario === null) {
    return (
      <div className="explore-opening">
        <h1>{words.absent}</h1>
        <a className="button" href={hashOf({ page: 'explore' })}>
          {words.all}
        </a>
      </div>
    );
  }
  const isKnown = variant === undefined || scenario.variants.some((each) => each.id === variant);
  return (
    <>
      {!isKnown && <p role="status">{words.absentVariant(variant)}</p>}
      <ScenarioPage
        scenario={scenario}
        variant={isKnown ? variant : scenario.variants[0].id}
        saved={saved}
        finds={finds === true}
      />
    </>
  );
}

function Gallery() {
  const words = usePair(exploreWords);
  return (
    <div className="explore-gallery">
      <h1>{words.title}</h1>
      <p className="explore-lead">{words.lead}</p>
      <section aria-labelledby="explore-infamous">
        <h2 id="explore-infamous">{words.infamous}</h2>
        <p className="explore-note">{words.infamousLead}</p>
        <InfamousCards entries={allInfamous(scenarios)} />
      </section>
      <section aria-labelledby="explore-all">
        <h2 id="explore-all">{words.scenarios}</h2>
        <ul className="explore-cards">
          {scenarios.map((entry) => (
            <ScenarioCard key={entry.id} entry={entry} />
          ))}
        </ul>
      </section>
      <p>
        {words.manyRequests} <a href={hashOf({ page: 'load' })}>{words.toLoad}</a>
      </p>
    </div>
  );
}

function ScenarioCard({ entry: { id, title, lead, variants } }: { readonly entry: ScenarioEntry }) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  return (
    <li className="explore-card">
      <a className="explore-card-link" href={hashOf({ page: 'explore', scenario: id })}>
        <b>{title[language]}</b>
      </a>
      <span>{lead[language]}</span>
      <ol>
        {variants.map((variant) => (
          <li key={variant.id}>
            <a
              className="explore-variant"
              href={hashOf({ page: 'explore', scenario: id, variant: variant.id })}
              data-breaks={variant.breaks}
              title={words.expected[variant.breaks ? 'breaks' : 'holds']}
            >
              <span aria-hidden="true">{variant.breaks ? '✕' : '✓'} </span>
              {variant.title[language]}
              <span className="visually-hidden">
                {' '}
                ({words.expected[variant.breaks ? 'breaks' : 'holds']})
              </span>
            </a>
          </li>
        ))}
      </ol>
    </li>
  );
}
