import { useCallback, useMemo, useRef, useState } from 'react';
import type { DictView, WatchTarget } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { type Language, useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentDetail, currentMoment, momentIndex } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { KeyChoice, type NamedKey } from '../KeyChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { LaneStage } from '../stage/LaneStage.tsx';
import type { Size } from '../stage/sheet.ts';
import { TryCommand } from '../TryCommand.tsx';
import { ZoomTools } from '../ZoomTools.tsx';
import { nextZoom, type ZoomLevel } from '../zoom.ts';
import { DictOverview, type ShowFrom } from './DictOverview.tsx';
import { resizeNote, summariseDict } from './describe.ts';
import { fittingLevel } from './geometry.ts';
import { narrateDict } from './narrate.ts';
import { progressOf } from './scan.ts';
import { describeWalk } from './scan-describe.ts';
import { walkAt, walkedIn, walkOf } from './scan-walk.ts';
import { createStage, type StageListeners } from './stage.ts';
import { clampWindow, isWindowed } from './viewport.ts';
import { type DictWords, dictWords } from './words.ts';
import '../panel-tools.css';
import './dict.css';
import './drawing.css';
import './lane.css';

const titles: Record<Language, string> = { en: 'Dictionary', zh: '字典' };
type Froms = readonly [number, number];
type Which = DictView['which'];

export function DictPanel({ watchId, db: givenDb }: PanelProps) {
  const language = useLanguage();
  const words = dictWords[language];
  const [db, setDb] = useDatabase(givenDb ?? 0);
  const [which, setWhich] = useState<Which>('keys');
  /** The key whose table is shown; null for the value of the latest command. */
  const [named, setNamed] = useState<NamedKey | null>(null);
  /** Where the reader has put the windows; null while they follow the action. */
  const [froms, setFroms] = useState<Froms | null>(null);
  const [level, setLevel] = useState<ZoomLevel | null>(null);
  const [stageSize, setStageSize] = useState<Size>({ width: 0, height: 0 });

  const picture = usePicture(watchId);
  const view = picture?.kind === 'dict' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const size0 = view?.tables[0].size ?? 0;
  const size1 = view?.tables[1].size ?? 0;
  const count = level ?? fittingLevel(stageSize, size1 > 0);

  // Data for the drawing's listeners, which stay the same for its whole life: a drawing made anew for a larger table
  // could not show how it grows.
  const seen = useRef({ froms: [0, 0] as Froms, sizes: [0, 0] as Froms, count });
  seen.current = {
    froms: [view?.tables[0].from ?? 0, view?.tables[1].from ?? 0],
    sizes: [size0, size1],
    count,
  };
  const placed = useRef<Froms | null>(null);

  const target = useMemo<WatchTarget>(() => {
    // Following windows are not where the reader last put them: a change starts from the shown ones.
    const [from0, from1] = froms ?? seen.current.froms;
    return {
      kind: 'dict',
      db,
      which,
      ...(which === 'value' ? { key: named?.keyBytes ?? null } : {}),
      windows: [
        { from: from0, count },
        { from: from1, count },
      ],
      follow: froms === null,
    };
  }, [db, which, named, froms, count]);
  useWatch(watchId, target);

  const showFrom = useCallback<ShowFrom>((table, next) => {
    // Panning may be faster than the pictures: it continues from the last requested place.
    const old = placed.current ?? seen.current.froms;
    const { from } = clampWindow(next(old[table]), seen.current.count, seen.current.sizes[table]);
    placed.current = table === 0 ? [from, old[1]] : [old[0], from];
    // A reader who looks elsewhere must not be carried back by the next step.
    setFroms(placed.current);
  }, []);
  const follow = useCallback((wanted: boolean) => {
    placed.current = wanted ? null : seen.current.froms;
    setFroms(placed.current);
  }, []);
  const listeners = useMemo<StageListeners>(
    () => ({
      pan: (table, buckets) => showFrom(table, (from) => from + buckets),
      zoom: (direction) => setLevel(nextZoom(seen.current.count, direction)),
      resized: setStageSize,
    }),
    [showFrom],
  );

  const windowed = view?.tables.some(isWindowed) ?? false;
  const empty = view === null || size0 === 0;
  const hint = { keys: words.emptyKeys, expires: words.emptyExpires, value: words.emptyValue }[which];
  const owner = view?.owner ?? null;
  const note = view === null ? null : resizeNote(view, language);
  const scan = useScanNote(view);

  return (
    <PanelFrame
      title={titles[language]}
      summary={
        <>
          <DatabaseSummary
            label={words.database}
            db={db}
            onChange={setDb}
            figures={view === null || owner !== null ? [] : summariseDict(view, language)}
          />
          {view !== null && owner !== null && (
            <>
              {' · '}
              <KeyChoice
                label={words.key}
                latest={(named === null ? owner.key : null) ?? words.latestKey}
                chosen={named}
                names={owner.names}
                onChange={setNamed}
              />
              {` · ${summariseDict(view, language).join(' · ')}`}
            </>
          )}
        </>
      }
      tools={
        <DictTools
          words={words}
          which={which}
          onWhich={setWhich}
          windowed={windowed}
          count={count}
          onCount={setLevel}
          following={froms === null}
          onFollowing={follow}
        />
      }
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={
        empty && picture !== undefined ? (
          <>
            {owner !== null && owner.key !== null && words.noTable(owner.key, owner.encoding)}
            <TryCommand hint={hint} />
          </>
        ) : undefined
      }
      narration={step === null || view === null ? null : narrateDict(step, view, language)}
    >
      {note !== null && <p className="dict-note">{note}</p>}
      {scan !== null && <p className="dict-note dict-scan-note">{scan}</p>}
      <LaneStage
        name="dict"
        watchId={watchId}
        label={words.stage}
        listeners={listeners}
        create={createStage}
      />
      {windowed && view !== null && <DictOverviews view={view} onShowFrom={showFrom} />}
    </PanelFrame>
  );
}

/** The keys a running SCAN has returned so far; null if there is none. */
function useScanNote(view: DictView | null): string | null {
  const language = useLanguage();
  const frames = useSession((state) => state.frames);
  const frame = useSession((state) => state.position.frame);
  const moments = useSession((state) => currentDetail(state)?.moments ?? null);
  const at = useSession(momentIndex);
  const walked = view === null ? null : walkedIn(view);
  const { db, key } = walked ?? { db: -1, key: null };
  const walk = useMemo(() => (db < 0 ? null : walkAt(frames, frame, { db, key })), [frames, frame, db, key]);
  if (walk === null || view === null || moments === null) return null;
  const isInside = at > 0 && at < moments.length - 1;
  const phase = isInside ? 'inside' : at === 0 ? 'before' : 'after';
  const steps = moments.slice(0, at + 1).flatMap(({ step }) => step ?? []);
  // Inside a call its reply is not known yet: only the earlier calls count.
  const isOwn = walk.calls.at(-1)!.frame === frame;
  const finished = isOwn && phase !== 'after' ? walk.calls.slice(0, -1) : walk.calls;
  const progress = progressOf(walk, frame, { view, steps, phase });
  return progress === null || finished.length === 0
    ? null
    : describeWalk(walkOf(finished), progress, view, language);
}

function DictOverviews(props: { readonly view: DictView; readonly onShowFrom: ShowFrom }) {
  const { view, onShowFrom } = props;
  return (
    <div className="dict-overviews" data-tables={view.tables[1].size > 0 ? 2 : 1}>
      {([0, 1] as const).map((table) =>
        isWindowed(view.tables[table]) ? (
          <DictOverview key={table} view={view} table={table} onShowFrom={onShowFrom} />
        ) : (
          <div key={table} className="dict-overview" />
        ),
      )}
    </div>
  );
}

interface DictToolsProps {
  readonly words: DictWords;
  readonly which: Which;
  readonly onWhich: (which: Which) => void;
  readonly windowed: boolean;
  readonly count: number;
  readonly onCount: (count: ZoomLevel) => void;
  readonly following: boolean;
  readonly onFollowing: (following: boolean) => void;
}

function DictTools(props: DictToolsProps) {
  const { words, which, onWhich, windowed, count, onCount, following, onFollowing } = props;
  return (
    <div className="panel-tools dict-tools">
      {windowed && (
        <ZoomTools
          words={words}
          label={words.buckets}
          count={count}
          onCount={onCount}
          following={following}
          onFollowing={onFollowing}
        />
      )}
      <Segmented
        label={words.which}
        value={which}
        choices={[
          { value: 'keys', label: words.keys },
          { value: 'expires', label: words.expires },
          { value: 'value', label: words.value },
        ]}
        onChange={onWhich}
      />
    </div>
  );
}
