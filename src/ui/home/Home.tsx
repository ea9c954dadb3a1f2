import { Suspense } from 'react';
import { hashOf } from '../browser/routes.ts';
import { Console } from '../console/Console.tsx';
import { useText } from '../i18n/index.ts';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { PanelFrame } from '../panels/PanelFrame.tsx';
import { hasPanel, panelComponent } from '../panels/registry.ts';
import { useActions, useSession } from '../session/hooks.ts';
import { CourseProgress } from './CourseProgress.tsx';
import './home.css';

/** First looks at one press each: each shows something move. */
const suggestions = ['SET user:1 ann', 'MSET a 1 b 2 c 3 d 4', 'GET user:1', 'OBJECT ENCODING a', 'DBSIZE'];

export function Home() {
  const text = useText();
  const { run } = useActions();
  const client = useSession((state) => state.clients[0]?.id ?? null);
  return (
    <div className="home">
      <section className="home-hero">
        <h1>{text.home.title}</h1>
        <p className="home-lead">{text.home.lead}</p>
        <fieldset className="home-chips" aria-label={text.home.try}>
          <span className="home-try">{text.home.try}</span>
          {suggestions.map((line) => (
            <button
              key={line}
              type="button"
              className="chip home-chip"
              disabled={client === null}
              onClick={() => client !== null && void run(client, line)}
            >
              {line}
            </button>
          ))}
          <a className="home-to-lab" href={hashOf({ page: 'lab' })}>
            {text.home.toLab}
          </a>
        </fieldset>
      </section>
      <div className="home-console">
        <Console />
      </div>
      <div className="home-panel" data-watch="dict">
        <HomePanel />
      </div>
      <CourseProgress />
    </div>
  );
}

function HomePanel() {
  const text = useText();
  if (!hasPanel('dict')) return null;
  const Panel = panelComponent('dict');
  return (
    <PanelBoundary title={text.panels.dict}>
      <Suspense fallback={<PanelFrame title={text.panels.dict} state="loading" />}>
        <Panel watchId="dict" db={0} />
      </Suspense>
    </PanelBoundary>
  );
}
