import { useMemo } from 'react';
import type { PagesTarget } from '../../../protocol/views-pages.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessiblePages, summarisePages } from './describe.ts';
import { layoutPages } from './layout.ts';
import { narratePages } from './narrate.ts';
import { pagesWords } from './words.ts';

/** The memory that a forked child shares with its parent, and the pages that writes have copied. */
export function PagesPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = pagesWords[language];
  const target = useMemo<PagesTarget>(() => ({ kind: 'pages', db: 0 }), []);
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'pages' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : summarisePages(view, language).join(' · ')}
      state={view === null ? 'loading' : 'ready'}
      narration={narratePages(step, language)}
    >
      {view !== null && (
        <Stage
          watchId={watchId}
          kind="pages"
          label={words.stage}
          layout={layoutPages}
          accessible={accessiblePages}
        />
      )}
    </PanelFrame>
  );
}
