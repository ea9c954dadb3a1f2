import { useState } from 'react';
import { LSM_LIMITS, type LsmAction, type LsmComparison, type LsmView } from '../../protocol/lsm.ts';
import { formatAllBytes, formatBytes } from '../i18n/amounts.ts';
import { usePair } from '../i18n/index.ts';
import type { LoadLink } from '../session/load-link.ts';
import { LoadHead, LookFor } from './LoadHead.tsx';
import { useJob, useLoadLink } from './load-run.ts';
import { type LevelPlace, layoutLsm, shareOf, stateOfStop } from './lsm-layout.ts';
import { lsmActions, lsmText } from './lsm-settings.ts';
import { lsmWords } from './lsm-words.ts';
import { useAddress } from './use-address.ts';
import './lsm.css';

/** A store on a log-structured merge tree, to be tried out action by action. */
export function LsmPage({ settings }: { readonly settings: string | undefined }) {
  const words = usePair(lsmWords);
  const [address, setAddress] = useAddress('lsm', settings);
  const actions = lsmActions(address);
  const [view, setView] = useState<LsmView | null>(null);
  const link = useLoadLink();
  useJob(link, { type: 'lsm', actions }, (response) => {
    if (response.type === 'lsm') setView(response.view);
  });
  return (
    <article className="load-page">
      <LoadHead title={words.title} lead={words.lead} />
      <Actions actions={actions} onChange={(next) => setAddress(lsmText(next))} />
      <p className="lsm-said" role="status">
        {view === null ? '' : words.said(view.last)}
      </p>
      {view !== null && (
        <>
          <Levels view={view} />
          <ReadPath view={view} />
          <Costs view={view} />
        </>
      )}
      <Comparison link={link} />
      <section className="load-part" aria-labelledby="lsm-types">
        <h2 id="lsm-types">{words.types}</h2>
        <p className="load-note">{words.typesAbout}</p>
        <dl className="lsm-types">
          {words.typeRows.map(([command, keys]) => (
            <div key={command}>
              <dt>{command}</dt>
              <dd>{keys}</dd>
            </div>
          ))}
        </dl>
      </section>
      <LookFor lines={words.look} />
      <p className="load-aside">{words.scale}</p>
    </article>
  );
}

function Actions({
  actions,
  onChange,
}: {
  readonly actions: readonly LsmAction[];
  onChange(next: readonly LsmAction[]): void;
}) {
  const words = usePair(lsmWords);
  const [key, setKey] = useState('500');
  const isFull = actions.length >= LSM_LIMITS.actions;
  const act = (action: LsmAction) => onChange([...actions, action]);
  const number = Number(key);
  const isKey = key !== '' && Number.isInteger(number) && number >= 0 && number < LSM_LIMITS.keys;
  const offered: readonly (readonly [string, LsmAction])[] = [
    [words.write, { type: 'write', count: 50 }],
    [words.overwrite, { type: 'overwrite', count: 50 }],
    [words.remove, { type: 'delete', count: 20 }],
    [words.flush, { type: 'flush' }],
    [words.compact, { type: 'compact' }],
    [words.crash, { type: 'crash' }],
  ];
  return (
    <section className="lsm-actions" aria-label={words.actions}>
      {offered.map(([label, action]) => (
        <button key={label} type="button" className="button" disabled={isFull} onClick={() => act(action)}>
          {label}
        </button>
      ))}
      <form
        className="lsm-read"
        onSubmit={(event) => {
          event.preventDefault();
          if (isKey && !isFull) act({ type: 'get', key: number });
        }}
      >
        <span aria-hidden="true">k</span>
        <input
          type="text"
          inputMode="numeric"
          maxLength={3}
          value={key}
          aria-label={words.readKey}
          onChange={(event) => setKey(event.target.value)}
        />
        <button type="submit" className="button" disabled={!isKey || isFull}>
          {words.read}
        </button>
      </form>
      <button
        type="button"
        className="button is-quiet"
        disabled={actions.length === 0}
        onClick={() => onChange(actions.slice(0, -1))}
      >
        {words.undo}
      </button>
      <button
        type="button"
        className="button is-quiet"
        disabled={actions.length === 0}
        onClick={() => onChange([])}
      >
        {words.restart}
      </button>
    </section>
  );
}

function Levels({ view }: { readonly view: LsmView }) {
  const words = usePair(lsmWords);
  const { memtable, log, last } = view;
  const asked = last?.type === 'read' ? shareOf(last.key) : null;
  return (
    <section className="lsm-levels" aria-label={words.title}>
      <div className="lsm-level">
        <div className="lsm-level-name">
          <b>{words.memtable}</b>
          <small>
            {words.memtableIs(
              memtable.entries,
              formatAllBytes(memtable.bytes),
              formatAllBytes(memtable.limitBytes),
            )}
          </small>
        </div>
        <div className="lsm-track">
          <i
            className="lsm-fill"
            style={{ width: `${Math.min(100, (100 * memtable.bytes) / memtable.limitBytes)}%` }}
          />
        </div>
      </div>
      <div className="lsm-level">
        <div className="lsm-level-name">
          <b>{words.log}</b>
          <small>{words.logIs(formatAllBytes(log.bytes), formatAllBytes(log.bytes - log.syncedBytes))}</small>
        </div>
        <div className="lsm-track">
          <i className="lsm-fill is-synced" style={{ width: `${Math.min(100, log.syncedBytes / 25)}%` }} />
          <i
            className="lsm-fill is-unsynced"
            style={{ width: `${Math.min(100, (log.bytes - log.syncedBytes) / 25)}%` }}
          />
        </div>
      </div>
      {layoutLsm(view).map((place) => (
        <Level key={place.level.level} place={place} asked={asked} />
      ))}
    </section>
  );
}

function Level({ place, asked }: { readonly place: LevelPlace; readonly asked: number | null }) {
  const words = usePair(lsmWords);
  const { level, rows, files, isDue } = place;
  return (
    <div className="lsm-level" data-due={isDue}>
      <div className="lsm-level-name">
        <b>{words.level(level.level)}</b>
        <small>
          {level.level === 0
            ? words.levelFiles(level.files.length, level.limit)
            : words.levelBytes(formatAllBytes(level.bytes), formatAllBytes(level.limit))}
        </small>
        {isDue && <small className="lsm-due">{words.due}</small>}
      </div>
      <ul className="lsm-track is-files" style={{ height: `${rows * 26 + 4}px` }}>
        {files.length === 0 && <li className="lsm-empty">{words.empty}</li>}
        {files.map(({ file, left, width, row, state }) => {
          const name = words.file(file.name, file.firstKey, file.lastKey, file.entries, file.tombstones);
          const said = state === 'idle' ? name : `${name}: ${words.states[state]}`;
          return (
            <li
              key={file.name}
              className="lsm-file"
              data-state={state}
              title={said}
              style={{ left: `${left}%`, width: `${width}%`, top: `${row * 26 + 2}px` }}
            >
              <span aria-hidden="true">
                {file.firstKey}–{file.lastKey}
                {state !== 'idle' && ` · ${words.states[state]}`}
              </span>
              <span className="visually-hidden">{said}</span>
            </li>
          );
        })}
        {asked !== null && <li className="lsm-asked" style={{ left: `${asked}%` }} aria-hidden="true" />}
      </ul>
    </div>
  );
}

function ReadPath({ view }: { readonly view: LsmView }) {
  const words = usePair(lsmWords);
  const { last } = view;
  if (last?.type !== 'read') return null;
  return (
    <section className="load-part" aria-labelledby="lsm-path">
      <h2 id="lsm-path">{words.pathTitle}</h2>
      <ol className="lsm-path">
        {last.path.map((stop) => (
          <li key={stop.file ?? 'memtable'} data-state={stateOfStop(stop)}>
            {words.stop(stop.level, stop.file)} <b>{words.states[stateOfStop(stop)]}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Costs({ view }: { readonly view: LsmView }) {
  const words = usePair(lsmWords);
  const { costs } = view;
  const rows: readonly (readonly [string, string])[] = [
    [words.cost.write, `× ${costs.writeAmplification.toFixed(2)}`],
    [
      words.cost.writeParts,
      words.writeParts(
        formatAllBytes(costs.userBytes),
        formatAllBytes(costs.logBytes),
        formatAllBytes(costs.flushedBytes),
        formatAllBytes(costs.compactedBytes),
      ),
    ],
    [words.cost.space, `× ${costs.spaceAmplification.toFixed(2)} (${words.keys(view.keys)})`],
    [words.cost.reads, words.readsAre(costs.blocksRead, costs.reads, costs.filterSaidNo)],
    [words.cost.memory, formatAllBytes(costs.memoryBytes)],
    [words.cost.disk, formatAllBytes(costs.diskBytes)],
  ];
  return (
    <section className="load-part" aria-labelledby="lsm-costs">
      <h2 id="lsm-costs">{words.costs}</h2>
      <dl className="lsm-costs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Comparison({ link }: { readonly link: LoadLink | null }) {
  const words = usePair(lsmWords);
  const [state, setState] = useState<LsmComparison | 'running' | null>(null);
  const run = () => {
    setState('running');
    link?.begin({ type: 'lsm-compare' }, (response) =>
      setState(response.type === 'lsm-compare' ? response.comparison : null),
    );
  };
  return (
    <section className="load-part" aria-labelledby="lsm-compare">
      <h2 id="lsm-compare">{words.compare}</h2>
      <p className="load-note">{words.compareAbout}</p>
      {state === null || state === 'running' ? (
        <p className="lsm-compare-run">
          <button
            type="button"
            className="button"
            disabled={link === null || state === 'running'}
            onClick={run}
          >
            {state === 'running' ? words.comparing : words.compareRun}
          </button>
        </p>
      ) : (
        <table className="load-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{words.inMemory}</th>
              <th scope="col">{words.onLsm}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{words.row.memory}</th>
              <td>{formatBytes(state.engineMemoryBytes)}</td>
              <td>{formatBytes(state.costs.memoryBytes)}</td>
            </tr>
            <tr>
              <th scope="row">{words.row.disk}</th>
              <td>{words.none}</td>
              <td>{formatBytes(state.costs.diskBytes)}</td>
            </tr>
            <tr>
              <th scope="row">{words.row.hit}</th>
              <td>0</td>
              <td>{state.blocksPerHit.toFixed(2)}</td>
            </tr>
            <tr>
              <th scope="row">{words.row.miss}</th>
              <td>0</td>
              <td>{state.blocksPerMiss.toFixed(2)}</td>
            </tr>
            <tr>
              <th scope="row">{words.row.amplification}</th>
              <td>{words.none}</td>
              <td>× {state.costs.writeAmplification.toFixed(2)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  );
}
