import { useMemo, useState } from 'react';
import type { LadderTarget } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { useWatch } from '../../session/hooks.ts';
import { KeyedPanel, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { accessibleLadder, summariseLadder } from './describe.ts';
import { layoutLadder } from './layout.ts';
import { narrateLadder } from './narrate.ts';
import { ladderWords } from './words.ts';

type Scale = 'rank' | 'score';

const page = 50;
const layouts = { rank: layoutLadder('rank'), score: layoutLadder('score') };

/** A sorted set as a ladder: ranks, queries, rises and falls. */
export function LadderPanel(panel: PanelProps) {
  const { watchId } = panel;
  const language = useLanguage();
  const words = ladderWords[language];
  const keyed = useKeyOfPanel(panel);
  const { db, named } = keyed;
  const [scale, setScale] = useState<Scale>('rank');
  /** Null while the window follows the steps. */
  const [from, setFrom] = useState<number | null>(null);
  const target = useMemo<LadderTarget>(
    () => ({
      kind: 'ladder',
      db,
      key: named?.keyBytes ?? null,
      window: { from: from ?? 0, count: page },
      follow: from === null,
    }),
    [db, named, from],
  );
  useWatch(watchId, target);
  const picture = usePictureOf(watchId, 'ladder');

  return (
    <KeyedPanel
      words={words}
      keyed={keyed}
      view={picture == null ? picture : { ...picture, names: picture.keys }}
      summarise={(view) => summariseLadder(view, language)}
      narrate={(step, view) => narrateLadder(step, view, language)}
      onOther={() => setFrom(null)}
      tools={(view) => (
        <>
          {view.length > page && (
            <button
              type="button"
              className="panel-button panel-toggle"
              aria-pressed={from === null}
              onClick={() => setFrom(from === null ? view.from : null)}
            >
              {words.follow}
            </button>
          )}
          <Segmented<Scale>
            label={words.scale}
            value={scale}
            choices={(['rank', 'score'] as const).map((value) => ({ value, label: words.scales[value] }))}
            onChange={setScale}
          />
        </>
      )}
    >
      {(view) => (
        <>
          <Stage
            watchId={watchId}
            kind="ladder"
            label={words.stage}
            layout={layouts[scale]}
            accessible={accessibleLadder}
          />
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.rungs.length}
            all={view.length}
            page={page}
            onFrom={setFrom}
          />
        </>
      )}
    </KeyedPanel>
  );
}
