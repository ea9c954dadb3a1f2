import { Suspense, useEffect, useMemo, useState } from 'react';
import { hashOf } from '../browser/routes.ts';
import { panelTitle, useLanguage, useText } from '../i18n/index.ts';
import { loaded } from '../loading/lazily.tsx';
import { groupWords } from '../panels/group-words.ts';
import { groupPanels } from '../panels/groups.ts';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { hasPanel, panelComponent, panelIds } from '../panels/registry.ts';
import { SessionContext, useSession } from '../session/hooks.ts';
import { createSessionStore, momentIndex, type SessionStore } from '../session/store.ts';
import { type GalleryItem, linkToItem } from './gallery-link.ts';
import { hasItems, itemsOf } from './items.ts';
import './gallery.css';

const words = {
  en: {
    title: 'Gallery of panels',
    lead: 'Every panel, drawn from recorded engine states. No engine runs on this page.',
    panels: 'Panels',
    back: 'Back',
    forward: 'Forward',
    play: 'Play',
    moment: (moment: number, moments: number) => `picture ${moment} of ${moments}`,
  },
  zh: {
    title: '面板陈列室',
    lead: '每个面板都画着引擎真实给出过的画面，但背后没有引擎在跑。',
    panels: '面板',
    back: '上一幅',
    forward: '下一幅',
    play: '播放',
    moment: (moment: number, moments: number) => `第 ${moment} / ${moments} 幅`,
  },
};

/** The list of all panels, and one panel in each of its states, to look at and to test. */
export function GalleryPage({ panel }: { readonly panel?: string }) {
  const text = words[useLanguage()];
  return (
    <div className="gallery">
      <h1>{text.title}</h1>
      <p>{text.lead}</p>
      <GalleryIndex chosen={panel} />
      {panel !== undefined && hasPanel(panel) && <GalleryWall key={panel} panel={panel} />}
    </div>
  );
}

function GalleryIndex({ chosen }: { readonly chosen: string | undefined }) {
  const language = useLanguage();
  const text = useText();
  return (
    <nav className="gallery-index" aria-label={words[language].panels}>
      {groupPanels(panelIds.filter(hasItems)).map(({ group, panels }) => (
        <div key={group}>
          <h2>{groupWords[language][group]}</h2>
          <ul>
            {panels.map((panel) => (
              <li key={panel}>
                <a
                  href={hashOf({ page: 'gallery', panel })}
                  aria-current={panel === chosen ? 'page' : undefined}
                >
                  {panelTitle(text, panel)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function GalleryWall({ panel }: { readonly panel: string }) {
  const [hung, setHung] = useState<readonly GalleryItem[] | null>(null);
  useEffect(() => {
    let here = true;
    loaded(() => itemsOf(panel)).then(
      (found) => {
        if (here) setHung(found);
      },
      (problem) => {
        if (here)
          setHung(() => {
            throw problem;
          });
      },
    );
    return () => {
      here = false;
    };
  }, [panel]);
  return (
    <div className="gallery-wall" data-panel={panel} data-complete={hung !== null}>
      {hung?.map((item) => (
        <GalleryPiece key={item.id} item={item} />
      ))}
    </div>
  );
}

function GalleryPiece({ item }: { readonly item: GalleryItem }) {
  const language = useLanguage();
  const [store] = useState<SessionStore>(() => createSessionStore(linkToItem(item.recording)));
  const Panel = useMemo(() => panelComponent(item.panel), [item.panel]);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let here = true;
    void store.actions
      .startServer({ generation: '7.0', seed: 1, startMs: 0, config: {} }, { running: false, speed: 1 })
      .then(() => {
        if (!here) return;
        store.actions.seek({ frame: 0, moment: item.moment });
        setReady(true);
      });
    return () => {
      here = false;
    };
  }, [store, item.moment]);
  return (
    <SessionContext value={store}>
      <article className="gallery-piece" id={item.id} data-ready={ready}>
        <h2>{item.title[language]}</h2>
        <div className="gallery-frame">
          <Suspense>
            <PanelBoundary title={item.title[language]}>
              <Panel watchId={item.id} db={0} />
            </PanelBoundary>
          </Suspense>
        </div>
        {item.recording.steps.length > 2 && (
          <GalleryControls store={store} steps={item.recording.steps.length} />
        )}
      </article>
    </SessionContext>
  );
}

function GalleryControls({ store, steps }: { readonly store: SessionStore; readonly steps: number }) {
  const text = words[useLanguage()];
  const moment = useSession(momentIndex);
  return (
    <p className="gallery-controls">
      <button type="button" disabled={moment === 0} onClick={() => store.actions.back()}>
        {text.back}
      </button>
      <button type="button" disabled={moment === steps - 1} onClick={() => store.actions.forward()}>
        {text.forward}
      </button>
      <button type="button" onClick={() => store.actions.replay()}>
        {text.play}
      </button>
      <span>{text.moment(moment + 1, steps)}</span>
    </p>
  );
}
