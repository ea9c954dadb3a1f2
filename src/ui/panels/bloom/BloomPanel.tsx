import { useCallback, useMemo, useState } from 'react';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { BloomTarget, ModuleKeyName } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { KeyChoice } from '../KeyChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { hearBloom, summariseBloom } from './describe.ts';
import { layoutBloom } from './layout.ts';
import { narrateBloom } from './narrate.ts';
import { bloomWords } from './words.ts';
import './bloom.css';

const pageBytes = 256;
const strangers = 2000;

export function BloomPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = bloomWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** Null for the filter that the latest command worked on. */
  const [named, setNamed] = useState<ModuleKeyName | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: encodeUtf8(watchedKey) },
  );
  const [layer, setLayer] = useState(-1);
  const [from, setFrom] = useState(0);
  const [item, setItem] = useState('');
  const [seeks, setSeeks] = useState(false);
  const target = useMemo<BloomTarget>(
    () => ({
      kind: 'bloom',
      db,
      key: named?.keyBytes ?? null,
      layer,
      window: { from, count: pageBytes },
      item: item === '' ? null : encodeUtf8(item),
      ...(seeks ? { strangers } : {}),
    }),
    [db, named, layer, from, item, seeks],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'bloom' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isThere = view !== null && view.address !== 0;
  const pick = useCallback((what: string) => {
    setLayer(Number(what.split(':')[1]));
    setFrom(0);
  }, []);
  const clear = () => {
    setItem('');
    setSeeks(false);
  };

  return (
    <PanelFrame
      title={words.title}
      summary={
        <>
          <DatabaseSummary label={words.database} db={db} onChange={setDb} figures={[]} />
          {' · '}
          {view !== null && (
            <KeyChoice
              label={words.key}
              latest={(named === null ? view.key : null) ?? words.latestKey}
              chosen={named}
              names={view.names}
              onChange={(next) => {
                setNamed(next);
                setLayer(-1);
                setFrom(0);
              }}
            />
          )}
          {isThere && ` · ${summariseBloom(view, language)}`}
        </>
      }
      state={picture === undefined ? 'loading' : isThere ? 'ready' : 'empty'}
      message={picture === undefined ? undefined : <Nothing lookedFor={view?.key ?? null} />}
      narration={step === null || view === null ? null : narrateBloom(step, view, language)}
    >
      {isThere && (
        <>
          <div className="bloom-ask" data-not-in-picture="">
            <label>
              {words.ask}
              <input
                value={item}
                placeholder={words.askHint}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => {
                  setSeeks(false);
                  setItem(event.target.value);
                }}
              />
            </label>
            <button
              type="button"
              className="panel-button panel-toggle"
              aria-pressed={seeks}
              title={words.strangerHint}
              onClick={() => {
                setItem('');
                setSeeks(!seeks);
              }}
            >
              {words.stranger}
            </button>
            {(item !== '' || seeks) && (
              <button type="button" className="panel-button" onClick={clear}>
                {words.clear}
              </button>
            )}
            {view.strangers !== null && (
              <span role="status">
                {view.strangers.found === null
                  ? words.noStranger(view.strangers.tried)
                  : words.foundStranger(view.strangers.found.item, view.strangers.tried)}
              </span>
            )}
          </div>
          <Stage
            watchId={watchId}
            kind="bloom"
            label={words.stage}
            layout={layoutBloom}
            heard={hearBloom}
            onPick={pick}
          />
          <WindowRow
            words={words.window}
            from={view.from}
            shown={view.bytes.length}
            all={view.layers[view.shown].bits / 8}
            page={pageBytes}
            onFrom={setFrom}
          />
        </>
      )}
    </PanelFrame>
  );
}

function Nothing({ lookedFor }: { readonly lookedFor: string | null }) {
  const { gone, empty } = bloomWords[useLanguage()];
  return (
    <>
      {lookedFor !== null && (
        <p>
          {gone.before}
          <code>{lookedFor}</code>
          {gone.after}
        </p>
      )}
      <p>
        {empty.before}
        <code>{empty.command}</code>
        {empty.after}
      </p>
    </>
  );
}
