import { useCallback, useMemo, useState } from 'react';
import type { TimeSeriesTarget, TimeSeriesView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useWatch } from '../../session/hooks.ts';
import { KeyedPanel, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleSeries, summariseSeries } from './describe.ts';
import { layoutSeries } from './layout.ts';
import { narrateSeries } from './narrate.ts';
import { seriesWords } from './words.ts';

const page = 20;

/** Which chunk and which of its samples; -1 and the end are where samples arrive. */
interface Looking {
  readonly chunk: number;
  readonly from: number;
}

const newest: Looking = { chunk: -1, from: Number.MAX_SAFE_INTEGER };

export function TimeSeriesPanel(props: PanelProps) {
  const { watchId } = props;
  const language = useLanguage();
  const words = seriesWords[language];
  const keyed = useKeyOfPanel(props);
  const { db, named } = keyed;
  const [looking, setLooking] = useState(newest);
  const target = useMemo<TimeSeriesTarget>(
    () => ({
      kind: 'timeseries',
      db,
      key: named?.keyBytes ?? null,
      chunk: looking.chunk,
      window: { from: looking.from, count: page },
    }),
    [db, named, looking],
  );
  useWatch(watchId, target);
  const view = usePictureOf(watchId, 'timeseries');
  const pick = useCallback(
    (what: string) => {
      if (view != null) setLooking((old) => picked(old, what, view));
    },
    [view],
  );

  return (
    <KeyedPanel
      words={words}
      keyed={keyed}
      view={view}
      summarise={(shown) => summariseSeries(shown, language)}
      narrate={(step, shown) => narrateSeries(step, shown, language)}
      onOther={() => setLooking(newest)}
      tools={({ shown, samples }) => (
        <button
          type="button"
          className="panel-button panel-toggle"
          aria-pressed={looking === newest}
          title={words.latestChunkHint}
          onClick={() =>
            setLooking(looking === newest ? { chunk: shown, from: samples[0]?.index ?? 0 } : newest)
          }
        >
          {words.latestChunk}
        </button>
      )}
    >
      {() => (
        <Stage
          watchId={watchId}
          kind="timeseries"
          label={words.stage}
          layout={layoutSeries}
          accessible={accessibleSeries}
          onPick={pick}
        />
      )}
    </KeyedPanel>
  );
}

/** What is shown after a box was picked. */
function picked(old: Looking, what: string, view: TimeSeriesView): Looking {
  const [kind, name] = what.split(':');
  const from = view.samples[0]?.index ?? 0;
  if (kind === 'chunk') return { chunk: Number(name), from: 0 };
  if (kind !== 'samples') return old;
  return { chunk: view.shown, from: Math.max(0, from + (name === 'later' ? page : -page)) };
}
