import { useState } from 'react';
import type { RingSettings, RingView } from '../../protocol/ring.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { formatCount } from '../i18n/amounts.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { LoadHead, LookFor } from './LoadHead.tsx';
import { useJob, useLoadLink } from './load-run.ts';
import { layoutRing } from './ring-layout.ts';
import {
  letterOf,
  MAX_NODES,
  POINT_STOPS,
  ringSettings,
  ringText,
  withNode,
  withoutNode,
} from './ring-settings.ts';
import { ringWords } from './ring-words.ts';
import { useAddress } from './use-address.ts';
import './ring.css';

/** Keys on caches by the remainder of their hash and on a ring, side by side. */
export function RingPage({ settings: given }: { readonly settings: string | undefined }) {
  const words = usePair(ringWords);
  const [address, setAddress] = useAddress('ring', given);
  const settings = ringSettings(address);
  const [view, setView] = useState<RingView | null>(null);
  const link = useLoadLink();
  useJob(link, { type: 'ring', settings }, (response) => {
    if (response.type === 'ring') setView(response.view);
  });
  const change = (next: RingSettings) => setAddress(ringText(next));
  return (
    <article className="load-page">
      <LoadHead title={words.title} lead={words.lead} />
      <RingControls settings={settings} onChange={change} />
      {view === null ? (
        <p className="load-waiting" role="status">
          {words.waiting}
        </p>
      ) : (
        <>
          <div className="ring-pair">
            <RingPicture view={view} kind="mod" />
            <RingPicture view={view} kind="ring" />
          </div>
          <p className="load-note">
            {words.legendInner} {words.legendMoved}
          </p>
          <RingLoads view={view} />
          <RingLadder view={view} />
        </>
      )}
      <LookFor lines={words.look} />
      <p className="load-aside">
        {words.cluster}{' '}
        <a href={hashOf({ page: 'lab', panels: ['cluster'] })}>
          {words.clusterLink} <Icon name="arrow" size={14} />
        </a>
      </p>
    </article>
  );
}

function RingControls({
  settings,
  onChange,
}: {
  readonly settings: RingSettings;
  onChange(next: RingSettings): void;
}) {
  const words = usePair(ringWords);
  const stop = Math.max(
    0,
    POINT_STOPS.findLastIndex((points) => points <= settings.points),
  );
  const names = (nodes: readonly number[]) => nodes.map(letterOf).join(' ');
  return (
    <section className="load-controls" aria-label={words.nodes}>
      <div className="load-control">
        <span className="load-control-name">
          {words.nodes}{' '}
          <span className="load-control-value">
            {words.change(names(settings.before), names(settings.after))}
          </span>
        </span>
        <div className="ring-nodes">
          {settings.after.map((node) => (
            <button
              key={node}
              type="button"
              className="chip ring-node"
              data-node={node}
              disabled={settings.after.length === 1}
              aria-label={words.remove(`cache-${letterOf(node)}`)}
              title={words.remove(`cache-${letterOf(node)}`)}
              onClick={() => onChange(withoutNode(settings, node))}
            >
              cache-{letterOf(node)} <Icon name="close" size={12} />
            </button>
          ))}
          <button
            type="button"
            className="button"
            disabled={settings.after.length >= MAX_NODES}
            onClick={() => onChange(withNode(settings))}
          >
            {words.add}
          </button>
        </div>
      </div>
      <label className="load-control">
        <span className="load-control-name">
          {words.points} <span className="load-control-value">{settings.points}</span>
        </span>
        <input
          type="range"
          min={0}
          max={POINT_STOPS.length - 1}
          step={1}
          value={stop}
          aria-label={words.points}
          aria-valuetext={words.pointsOf(settings.points)}
          onChange={(event) => onChange({ ...settings, points: POINT_STOPS[Number(event.target.value)] })}
        />
      </label>
      <div className="load-control">
        <span className="load-control-name">{words.hash}</span>
        <Segmented
          label={words.hash}
          value={settings.hash}
          choices={(['md5', 'crc32', 'fnv1a'] as const).map((value) => ({
            value,
            label: words.hashes[value],
          }))}
          onChange={(hash) => onChange({ ...settings, hash })}
        />
        <small>{words.hashAbout[settings.hash]}</small>
      </div>
    </section>
  );
}

const SIZE = 400;

function RingPicture({ view, kind }: { readonly view: RingView; readonly kind: 'ring' | 'mod' }) {
  const words = usePair(ringWords);
  const place = layoutRing(view, SIZE, kind);
  const { before, after, keys, points } = view.settings;
  const count = view.moved[kind];
  const shownMoved = place.dots.filter(({ isMoved }) => isMoved).length;
  return (
    <figure className="ring-figure">
      <figcaption>
        <h2>{words[kind]}</h2>
        <p>{kind === 'mod' ? words.modFormula(before.length, after.length) : words.ringFormula(points)}</p>
      </figcaption>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={words.described(kind, shownMoved, place.dots.length)}
      >
        <circle className="ring-circle" cx={place.center} cy={place.center} r={place.outer} />
        {place.arcs.map(({ node, path }) => (
          <path key={node} className="ring-arc" data-node={node} d={path} />
        ))}
        {place.ticks.map(({ node, x, y, labelX, labelY, isLabelled }) => (
          <g key={`${x}.${y}`} data-node={node}>
            {place.ticks.length <= 60 && <circle className="ring-point" cx={x} cy={y} r={3} />}
            {isLabelled && (
              <text className="ring-letter" x={labelX} y={labelY} dy="0.35em" textAnchor="middle">
                {letterOf(node)}
              </text>
            )}
          </g>
        ))}
        {place.dots.map(({ name, x, y, innerX, innerY, before: from, after: to, isMoved }) => (
          <g key={name}>
            {isMoved && <line className="ring-move" x1={x} y1={y} x2={innerX} y2={innerY} />}
            <circle className="ring-key" data-node={from} cx={x} cy={y} r={2.6} />
            <circle
              className="ring-key"
              data-node={to}
              data-moved={isMoved}
              cx={innerX}
              cy={innerY}
              r={isMoved ? 3.4 : 2.2}
            />
          </g>
        ))}
        <text className="ring-share" x={place.center} y={place.center - 4} textAnchor="middle">
          {percent(count / keys)}
        </text>
        <text className="ring-share-of" x={place.center} y={place.center + 18} textAnchor="middle">
          {words.movedShare}
        </text>
      </svg>
      <p className="ring-count">{words.moved(count, keys)}</p>
    </figure>
  );
}

function RingLoads({ view }: { readonly view: RingView }) {
  const words = usePair(ringWords);
  const language = useLanguage();
  const { settings, nodes } = view;
  const mean = settings.keys / settings.after.length;
  const most = Math.max(mean, ...nodes.flatMap(({ keysBefore, keysAfter }) => [keysBefore, keysAfter]));
  return (
    <section className="load-part" aria-labelledby="ring-loads">
      <h2 id="ring-loads">{words.load}</h2>
      <p className="load-note">{words.loadAbout}</p>
      <table className="ring-loads">
        <thead>
          <tr>
            <th scope="col">{words.node}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
            <td />
            <th scope="col">{words.arc}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ node, name, keysBefore, keysAfter, arc }) => (
            <tr key={node}>
              <th scope="row">
                <i className="ring-swatch" data-node={node} />
                {name}
              </th>
              <td>{formatCount(keysBefore, language)}</td>
              <td>{formatCount(keysAfter, language)}</td>
              <td className="ring-bars" aria-hidden="true">
                <i className="ring-bar is-before" style={{ width: `${(100 * keysBefore) / most}%` }} />
                <i className="ring-bar" data-node={node} style={{ width: `${(100 * keysAfter) / most}%` }} />
                <i className="ring-mean" style={{ left: `${(100 * mean) / most}%` }} />
              </td>
              <td>{percent(arc)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RingLadder({ view }: { readonly view: RingView }) {
  const words = usePair(ringWords);
  return (
    <section className="load-part" aria-labelledby="ring-ladder">
      <h2 id="ring-ladder">{words.evenness}</h2>
      <p className="load-note">{words.evennessAbout}</p>
      <table className="load-table">
        <thead>
          <tr>
            <th scope="col">{words.pointsColumn}</th>
            <th scope="col">{words.deviation}</th>
            <th scope="col">{words.fullest}</th>
            <th scope="col">{words.emptiest}</th>
          </tr>
        </thead>
        <tbody>
          {view.ladder.map(({ points, spread }) => (
            <tr key={points} data-here={points === view.settings.points}>
              <th scope="row">{points}</th>
              <td>{percent(spread.deviation)}</td>
              <td>{times(spread.fullest)}</td>
              <td>{times(spread.emptiest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function times(share: number): string {
  return `× ${share.toFixed(2)}`;
}
