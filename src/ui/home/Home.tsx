import { Suspense, useEffect, useState } from 'react';
import { Console } from '../console/Console.tsx';
import { useText } from '../i18n/index.ts';
import { progressStore } from '../lesson/progress.ts';
import { lazily } from '../loading/lazily.tsx';
import { QuietBoundary } from '../loading/QuietBoundary.tsx';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { PanelFrame } from '../panels/PanelFrame.tsx';
import { hasPanel, panelComponent } from '../panels/registry.ts';
import { useActions, useSession, useSessionStore } from '../session/hooks.ts';
import './home.css';

/** First looks at one press each: each shows something move. */
const suggestions = ['SET user:1 ann', 'MSET a 1 b 2 c 3 d 4', 'GET user:1', 'OBJECT ENCODING a', 'DBSIZE'];

// The first command needs none of them.
const CourseProgress = lazily(async () => (await import('./CourseProgress.tsx')).CourseProgress);
const HomeShow = lazily(async () => (await import('./HomeShow.tsx')).HomeShow);
const HomeBelow = lazily(async () => (await import('./HomeBelow.tsx')).HomeBelow);

export function Home() {
  const text = useText();
  const { run } = useActions();
  const client = useSession((state) => state.clients[0]?.id ?? null);
  const visitorHas = useWhatVisitorHas();
  const isIdle = useIdle();
  const [isShow, setShow] = useState(false);
  return (
    <div className="home">
      <section className="home-hero">
        <h1>{text.home.title}</h1>
        <p className="home-lead">{text.home.lead}</p>
      </section>
      <div className="home-stage">
        {isIdle && (
          <QuietBoundary>
            <HomeShow visitorHas={visitorHas} onStage={setShow} />
          </QuietBoundary>
        )}
        {!isShow && (
          <div className="home-panel" data-watch="dict">
            <HomePanel />
          </div>
        )}
      </div>
      <div className="home-side">
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
        </fieldset>
        <div className="home-console">
          <Console />
        </div>
        {/* Its room is kept, so that nothing moves when it arrives. */}
        <div className="home-way">
          {isIdle && (
            <QuietBoundary>
              <CourseProgress />
            </QuietBoundary>
          )}
        </div>
      </div>
      {isIdle && (
        <QuietBoundary>
          <HomeBelow />
        </QuietBoundary>
      )}
    </div>
  );
}

/** `work`: a session of their own is there. `progress`: they have been here. `nothing`: the show plays by itself. */
export type VisitorHas = 'work' | 'progress' | 'nothing';

/** As it is when they come: what they do here does not change what the page takes them for. */
function useWhatVisitorHas(): VisitorHas {
  const session = useSessionStore();
  const [has] = useState((): VisitorHas => {
    if (session.getState().frames.some(({ commands }) => commands > 0)) return 'work';
    return Object.keys(progressStore.getState()).length > 0 ? 'progress' : 'nothing';
  });
  return has;
}

/** True once the server is there and the browser has nothing more urgent to do. */
function useIdle(): boolean {
  const isReady = useSession((state) => state.status === 'ready');
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 200);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(() => setIdle(true), { timeout: 2000 });
    return () => cancelIdleCallback(request);
  }, [isReady]);
  return isIdle;
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
