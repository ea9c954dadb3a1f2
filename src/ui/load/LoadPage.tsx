import { LOAD_SCENARIOS } from '../../protocol/load-scenarios.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { loadEntries } from './entries.ts';
import { LsmPage } from './LsmPage.tsx';
import { RingPage } from './RingPage.tsx';
import { ScenarioPage } from './ScenarioPage.tsx';
import { pageWords } from './words.ts';
import './load.css';

interface LoadPageProps {
  readonly scenario: string | undefined;
  readonly settings: string | undefined;
}

/** A load scenario or store by its address, or the list of all. */
export function LoadPage({ scenario, settings }: LoadPageProps) {
  if (scenario === 'ring') return <RingPage settings={settings} />;
  if (scenario === 'lsm') return <LsmPage settings={settings} />;
  const found = LOAD_SCENARIOS.find(({ id }) => id === scenario);
  if (found !== undefined) return <ScenarioPage key={found.id} scenario={found} settings={settings} />;
  return <LoadList isLost={scenario !== undefined} />;
}

function LoadList({ isLost }: { readonly isLost: boolean }) {
  const words = usePair(pageWords);
  const language = useLanguage();
  return (
    <div className="load-page">
      <header className="load-head">
        <h1>{words.title}</h1>
        <p>{isLost ? words.unknown : words.lead}</p>
      </header>
      <ul className="load-list">
        {loadEntries.map(({ id, title, about }) => (
          <li key={id}>
            <a href={hashOf({ page: 'load', scenario: id })}>
              <b>{title[language]}</b>
              <span>{about[language]}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
