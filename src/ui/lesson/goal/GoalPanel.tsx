import { Suspense } from 'react';
import type { Action } from '../../../protocol/actions.ts';
import type { Situation } from '../../../protocol/exercise.ts';
import { panelTitle, usePair, useText } from '../../i18n/index.ts';
import { PanelBoundary } from '../../panels/PanelBoundary.tsx';
import { PanelFrame } from '../../panels/PanelFrame.tsx';
import { PanelLabelContext } from '../../panels/panel-label.ts';
import { panelComponent } from '../../panels/registry.ts';
import { SessionContext } from '../../session/hooks.ts';
import { lessonWords } from '../words.ts';
import { useGoalSession } from './goal-session.ts';

/** The state to reach, drawn by the panel that draws the reader's server. */
export function GoalPanel({ start, goal }: { readonly start: Situation; readonly goal: readonly Action[] }) {
  const words = usePair(lessonWords);
  const text = useText();
  const session = useGoalSession(start, goal);
  const [{ panel, db, key }] = start.panels;
  const title = panelTitle(text, panel);
  const Panel = panelComponent(panel);
  return (
    <PanelLabelContext value={words.goal}>
      {session === null ? (
        <PanelFrame title={title} state="loading" />
      ) : (
        <SessionContext value={session}>
          <PanelBoundary title={title}>
            <Suspense fallback={<PanelFrame title={title} state="loading" />}>
              <Panel watchId={`goal.${panel}`} db={db} watchedKey={key} />
            </Suspense>
          </PanelBoundary>
        </SessionContext>
      )}
    </PanelLabelContext>
  );
}
