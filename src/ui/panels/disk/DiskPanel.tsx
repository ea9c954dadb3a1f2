import { useMemo, useState } from 'react';
import type { DiskTarget } from '../../../protocol/views-disk.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { layoutBytes } from './bytes.ts';
import { DiskFiles } from './DiskFiles.tsx';
import { DiskSide } from './DiskSide.tsx';
import { accessibleBytes, accessiblePlaces, summariseDisk } from './describe.ts';
import { narrateDisk } from './narrate.ts';
import { layoutPlaces } from './places.ts';
import { diskWords } from './words.ts';
import './disk.css';

/** Bytes on one page. */
const page = 512;

/** The bytes in memory, in the page cache and on the disk; the files byte by byte; the work on them. */
export function DiskPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = diskWords[language];
  /** The file the reader has chosen; null for the one being written. */
  const [path, setPath] = useState<string | null>(null);
  /** The first byte the reader wants to see; null for the end of the file. */
  const [start, setStart] = useState<number | null>(null);
  const target = useMemo<DiskTarget>(
    () => ({ kind: 'disk', db: 0, path, window: start === null ? null : { from: start, count: page } }),
    [path, start],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'disk' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const shown = view?.shown ?? null;
  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : summariseDisk(view, language).join(' · ')}
      state={view === null ? 'loading' : 'ready'}
      narration={narrateDisk(step, language)}
    >
      {view !== null && (
        <div className="disk">
          <div className="disk-places">
            <Stage
              watchId={watchId}
              kind="disk"
              label={words.places}
              layout={layoutPlaces}
              accessible={accessiblePlaces}
            />
          </div>
          <div className="disk-sheet">
            <div className="disk-main">
              <DiskFiles
                view={view}
                path={path}
                words={words}
                onPath={(next) => {
                  setPath(next);
                  setStart(next === null ? null : 0);
                }}
              />
              {shown === null || shown.totalBytes === 0 ? (
                <p className="panel-frame-message">
                  {shown === null
                    ? words.noFile.map((piece, nth) =>
                        nth % 2 === 0 ? piece : <code key={piece}>{piece}</code>,
                      )
                    : words.emptyFile}
                </p>
              ) : (
                <>
                  <div className="disk-window" data-not-in-picture="">
                    <WindowRow
                      words={words.window}
                      from={shown.from}
                      shown={shown.bytes.length}
                      all={shown.totalBytes}
                      page={page}
                      onFrom={setStart}
                    />
                    {start !== null && shown.totalBytes > page && (
                      <button type="button" className="panel-button" onClick={() => setStart(null)}>
                        {words.toEnd}
                      </button>
                    )}
                  </div>
                  <Stage
                    watchId={watchId}
                    kind="disk"
                    label={words.bytes}
                    layout={layoutBytes}
                    accessible={accessibleBytes}
                  />
                </>
              )}
            </div>
            <DiskSide view={view} words={words} step={step} />
          </div>
        </div>
      )}
    </PanelFrame>
  );
}
