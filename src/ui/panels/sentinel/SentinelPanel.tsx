import { useMemo, useState } from 'react';
import type { SentinelTarget } from '../../../protocol/views-sentinel.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { Select } from '../../controls/Select.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleSentinels, summariseSentinels } from './describe.ts';
import { layoutSentinels } from './layout.ts';
import { narrateSentinels } from './narrate.ts';
import { type Filter, filters, sentinelWords } from './words.ts';

/** What sentinels believe of a master, how they vote, and what they have told. */
export function SentinelPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = sentinelWords[language];
  /** Null for the first master that somebody watches. */
  const [master, setMaster] = useState<string | null>(null);
  const [filter, setFilter] = useState<Filter>('all');
  const target = useMemo<SentinelTarget>(() => ({ kind: 'sentinel', db: 0, master }), [master]);
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'sentinel' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const layout = useMemo(() => layoutSentinels(filter), [filter]);
  const empty = view === null || view.sentinels.length === 0;

  return (
    <PanelFrame
      title={words.title}
      summary={view === null || empty ? undefined : summariseSentinels(view, language).join(' · ')}
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : words.empty}
      narration={step === null || view === null ? null : narrateSentinels(step, view, language)}
      tools={
        empty ? undefined : (
          <div className="panel-tools">
            {view.masters.length > 1 && (
              <Select
                label={words.master}
                value={view.master ?? ''}
                choices={view.masters.map((name) => ({ value: name, label: name }))}
                onChange={setMaster}
              />
            )}
            <Segmented<Filter>
              label={words.filter}
              value={filter}
              choices={filters.map((value) => ({ value, label: words.filters[value] }))}
              onChange={setFilter}
            />
          </div>
        )
      }
    >
      {view !== null && (
        <Stage
          watchId={watchId}
          kind="sentinel"
          label={words.stage}
          layout={layout}
          accessible={accessibleSentinels}
        />
      )}
    </PanelFrame>
  );
}
