import { useMemo, useState } from 'react';
import type { HllTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { KeyedPanel, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { firstShown } from './bytes.ts';
import { accessibleHll, summariseHll } from './describe.ts';
import { layoutHll, runsPage } from './layout.ts';
import { narrateHll } from './narrate.ts';
import { runsOf } from './read.ts';
import { hllWords } from './words.ts';
import './hll.css';

/** A HyperLogLog from the hash of an element to the estimate. */
export function HllPanel(panel: PanelProps) {
  const { watchId } = panel;
  const language = useLanguage();
  const words = hllWords[language];
  const keyed = useKeyOfPanel(panel);
  const { db, named } = keyed;
  /** The first run drawn; null follows the steps. */
  const [runsFrom, setRunsFrom] = useState<number | null>(null);
  const target = useMemo<HllTarget>(() => ({ kind: 'hll', db, key: named?.keyBytes ?? null }), [db, named]);
  useWatch(watchId, target);
  const picture = usePictureOf(watchId, 'hll');
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const layout = useMemo(() => layoutHll(runsFrom), [runsFrom]);
  const runs = useMemo(() => (picture == null ? [] : runsOf(picture)), [picture]);
  const from = Math.min(runsFrom ?? firstShown(runs, step, runsPage), Math.max(0, runs.length - 1));

  return (
    <KeyedPanel
      words={words}
      keyed={keyed}
      view={picture == null ? picture : { ...picture, address: picture.sds, names: picture.keys }}
      summarise={(view) => summariseHll(view, language)}
      narrate={(step, view) => narrateHll(step, view, language)}
      onOther={() => setRunsFrom(null)}
    >
      {() => (
        <div className="hll-panel">
          <Stage
            watchId={watchId}
            kind="hll"
            label={words.stage}
            layout={layout}
            accessible={accessibleHll}
          />
          <WindowRow
            words={words.window}
            from={from}
            shown={Math.min(runsPage, runs.length - from)}
            all={runs.length}
            page={runsPage}
            onFrom={setRunsFrom}
          />
        </div>
      )}
    </KeyedPanel>
  );
}
