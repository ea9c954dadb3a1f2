import { useMemo, useRef, useState } from 'react';
import type { GeoView, SortedSetName, WatchTarget } from '../../../protocol/views.ts';
import { type Language, useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useSessionShallow, useWatch } from '../../session/hooks.ts';
import { currentDetail, currentMoment } from '../../session/store.ts';
import { useDatabase } from '../DatabaseChoice.tsx';
import { KeySummary } from '../KeyedPanel.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { TryCommand } from '../TryCommand.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { mostCuts } from './bits.ts';
import { summariseGeo } from './describe.ts';
import { GeoBits } from './GeoBits.tsx';
import { GeoLadder } from './GeoLadder.tsx';
import { GeoMap } from './GeoMap.tsx';
import { GeoTable } from './GeoTable.tsx';
import { GeoTools, GeoZoom } from './GeoTools.tsx';
import { defaultMember, laneOf } from './lane.ts';
import { narrateGeo } from './narrate.ts';
import { pastSteps, type Stage, type StageListeners } from './stage.ts';
import { type GeoWords, geoWords } from './words.ts';
import './geo.css';
import './geo-drawing.css';

const titles: Record<Language, string> = { en: 'GeoHash', zh: 'GeoHash' };
const windowCount = 200;

export function GeoPanel({ watchId, db: givenDb }: PanelProps) {
  const language = useLanguage();
  const words = geoWords[language];
  const [db, setDb] = useDatabase(givenDb ?? 0);
  /** Null for the key of the latest geo command. */
  const [named, setNamed] = useState<SortedSetName | null>(null);
  const [from, setFrom] = useState(0);
  const [askedCuts, setAskedCuts] = useState<number | null>(null);
  const [curve, setCurve] = useState(false);
  const [follow, setFollow] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const [drawn, setDrawn] = useState({ cuts: 0, coast: true });
  const stage = useRef<Stage | null>(null);

  const target = useMemo<WatchTarget>(
    () => ({ kind: 'geo', db, key: named?.keyBytes ?? null, window: { from, count: windowCount } }),
    [db, named, from],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'geo' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const past = useSessionShallow(pastSteps);
  const encoded = useSession((state) => {
    const steps = currentDetail(state)?.moments ?? [];
    const last = steps.findLast((moment) => moment.step?.type === 'geohash.interleave')?.step;
    return last?.type === 'geohash.interleave' ? last.score : null;
  });

  // Show the grid of the search, until the reader chooses another.
  const cuts = askedCuts ?? view?.search?.step ?? 5;
  const isThere = view?.members.some(({ member }) => member === chosen) ?? false;
  const shown = view === null ? null : isThere ? chosen : defaultMember(view, encoded);
  const showsCell = isThere || view?.search == null;
  const looking = useMemo(
    () => ({ cuts, curve, chosen: shown, showsCell, follow }),
    [cuts, curve, shown, showsCell, follow],
  );
  const listeners = useMemo<StageListeners>(
    () => ({
      wandered: () => setFollow(false),
      chose: setChosen,
      drew: (drawnCuts, coast) =>
        setDrawn((old) => (old.cuts === drawnCuts && old.coast === coast ? old : { cuts: drawnCuts, coast })),
    }),
    [],
  );
  const lane = view === null ? null : laneOf(view, step, past, shown);
  const isEncoding = step?.type === 'geohash.bisect' || step?.type === 'geohash.interleave';
  const empty = view === null || (view.length === 0 && !isEncoding);
  const note = !drawn.coast ? words.noCoast : drawn.cuts < cuts ? words.coarse(drawn.cuts) : null;

  return (
    <PanelFrame
      title={titles[language]}
      summary={
        <KeySummary
          words={words}
          keyed={{ db, setDb, named, setNamed }}
          seen={view}
          figures={view === null || empty ? [] : summariseGeo(view, language)}
        />
      }
      tools={
        empty ? undefined : (
          <GeoTools
            words={words}
            cuts={cuts}
            mostCuts={mostCuts}
            onCuts={setAskedCuts}
            curve={curve}
            onCurve={setCurve}
            follow={follow}
            onFollow={setFollow}
          />
        )
      }
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={empty && picture !== undefined ? <Empty view={view} words={words} /> : undefined}
      narration={step === null ? null : narrateGeo(step, language)}
    >
      {view !== null && (
        <>
          <div className="geo-stage" data-ladder={view.search !== null}>
            <div className="geo-map-box">
              <GeoMap
                watchId={watchId}
                label={words.map}
                listeners={listeners}
                looking={looking}
                stage={stage}
              />
              <GeoZoom
                words={words}
                onZoom={(factor) => stage.current?.zoom(factor)}
                onWorld={() => stage.current?.showWorld()}
              />
              {note !== null && <p className="geo-map-note">{note}</p>}
            </div>
            {view.search !== null && (
              <GeoLadder search={view.search} hot={step?.type === 'geohash.cell' ? step.position : null} />
            )}
          </div>
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.members.length}
            all={view.length}
            page={windowCount}
            onFrom={setFrom}
          />
          {lane !== null && (
            <GeoBits words={words} view={view} lane={lane} cuts={cuts} onChoose={setChosen} />
          )}
          <GeoTable view={view} language={language} />
        </>
      )}
    </PanelFrame>
  );
}

function Empty({ view, words }: { readonly view: GeoView | null; readonly words: GeoWords }) {
  if (view !== null && view.key !== null && view.names.length > 0) return <>{words.otherKey}</>;
  return <TryCommand hint={words.empty} />;
}
