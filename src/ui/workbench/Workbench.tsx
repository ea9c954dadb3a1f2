import { type CSSProperties, type ReactNode, Suspense, useState } from 'react';
import { Console } from '../console/Console.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { useText } from '../i18n/index.ts';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { PanelFrame } from '../panels/PanelFrame.tsx';
import { PanelServer } from '../panels/PanelServer.tsx';
import { panelComponent } from '../panels/registry.ts';
import { AsideHandle } from './AsideHandle.tsx';
import { recallAsidePx } from './aside-width.ts';
import { ShareHandle } from './ShareHandle.tsx';
import { rememberedShare, rememberShare, usualShare } from './share.ts';
import './workbench.css';

export interface PlacedPanel {
  /** The panel's folder. */
  readonly panel: string;
  readonly watchId: string;
  readonly db?: number;
  /** For panels that show one key. */
  readonly watchedKey?: string;
  /** For panels with several drawings: the one they begin with. */
  readonly show?: string;
  /** The panel's title in the reader's language: the name of its tab on a phone. */
  readonly title: string;
}

export interface WorkbenchProps {
  /** The first is the main panel: on a phone it stays on top, the others become tabs below it. */
  readonly panels: readonly PlacedPanel[];
  /** Text beside the stage, such as a lesson, and the name of its tab on a phone. */
  readonly aside?: { readonly title: string; readonly content: ReactNode };
  /**
   * The state to reach, drawn beside the main panel; where there is no room for both, behind a tab. `live` is the name
   * of the other tab.
   */
  readonly goal?: { readonly title: string; readonly live: string; readonly content: ReactNode };
  /** A row of controls above the panels. */
  readonly toolbar?: ReactNode;
}

/**
 * The layout of every page with a server: text at the left, panels beside it, consoles below. In a narrow window the
 * text stands beside the consoles under the main panel; on a phone everything below the main panel is one sheet with
 * tabs, and a handle moves the edge between them. Everything stays mounted, so that no typed text is lost.
 */
export function Workbench({ panels, aside, goal, toolbar }: WorkbenchProps) {
  const text = useText();
  const [stage, ...others] = panels;
  const [asidePx, setAsidePx] = useState(recallAsidePx);
  const firstTab = aside === undefined ? 'console' : 'aside';
  const [lastChosen, setChosen] = useState(firstTab);
  const [shownOnStage, setShownOnStage] = useState<'live' | 'goal'>('live');
  const tabs = [
    ...(aside === undefined ? [] : [{ id: 'aside', title: aside.title }]),
    { id: 'console', title: text.console.title },
    ...others.map(({ watchId, title }) => ({ id: watchId, title })),
  ];
  // The panel of the tab may have become the main one since.
  const chosen = tabs.some(({ id }) => id === lastChosen) ? lastChosen : firstTab;
  // While the text is hidden behind another tab, the panel may have more.
  const sharedWith = chosen === 'aside' ? 'text' : 'console';
  const [shares, setShares] = useState(() => ({
    text: rememberedShare('text'),
    console: rememberedShare('console'),
  }));
  const share = shares[sharedWith];
  const changeShare = (next: number) => {
    setShares({ ...shares, [sharedWith]: next });
    rememberShare(sharedWith, next);
  };
  const part = (id: string, name: string) =>
    `workbench-part workbench-${name}${id === chosen ? ' is-chosen' : ''}`;

  return (
    <div
      className="workbench"
      data-aside={aside !== undefined}
      data-panels={Math.min(2, panels.length)}
      data-toolbar={toolbar !== undefined}
      style={
        {
          '--stage-share': `${share}fr`,
          '--sheet-share': `${100 - share}fr`,
          ...(asidePx === null ? {} : { '--aside-width': `${asidePx}px` }),
        } as CSSProperties
      }
    >
      {toolbar !== undefined && <div className="workbench-toolbar">{toolbar}</div>}
      <div
        className="workbench-stage"
        data-panel={stage.panel}
        data-watch={stage.watchId}
        data-goal={goal === undefined ? undefined : shownOnStage}
      >
        <PlacedPanelView placed={stage} />
        {goal !== undefined && (
          <>
            <div className="workbench-goal">{goal.content}</div>
            <div className="workbench-goal-tabs">
              <Segmented<'live' | 'goal'>
                label={goal.title}
                value={shownOnStage}
                choices={[
                  { value: 'live', label: goal.live },
                  { value: 'goal', label: goal.title },
                ]}
                onChange={setShownOnStage}
              />
            </div>
          </>
        )}
      </div>
      <ShareHandle share={share} onShare={changeShare} onReset={() => changeShare(usualShare(sharedWith))} />
      <div className="workbench-tabs" role="tablist" aria-label={text.workbench.parts}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            onClick={() => setChosen(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {aside !== undefined && (
        <>
          <div className={part('aside', 'aside')}>{aside.content}</div>
          <AsideHandle panels={panels.length} widthPx={asidePx} onChange={setAsidePx} />
        </>
      )}
      {others.length > 0 && (
        <div className="workbench-side">
          {others.map((placed) => (
            <div
              key={placed.watchId}
              className={part(placed.watchId, 'panel')}
              data-panel={placed.panel}
              data-watch={placed.watchId}
            >
              <PlacedPanelView placed={placed} />
            </div>
          ))}
        </div>
      )}
      <div className={part('console', 'console')}>
        <Console />
      </div>
    </div>
  );
}

function PlacedPanelView({ placed }: { placed: PlacedPanel }) {
  const Panel = panelComponent(placed.panel);
  return (
    <PanelBoundary title={placed.title}>
      <Suspense fallback={<PanelFrame title={placed.title} state="loading" />}>
        <PanelServer panel={placed.panel} watchId={placed.watchId}>
          <Panel watchId={placed.watchId} db={placed.db} watchedKey={placed.watchedKey} show={placed.show} />
        </PanelServer>
      </Suspense>
    </PanelBoundary>
  );
}
