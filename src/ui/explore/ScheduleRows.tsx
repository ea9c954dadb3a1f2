import { useEffect, useMemo, useRef } from 'react';
import type { Schedule } from '../../protocol/explore.ts';
import type { ScenarioWords, Variant } from '../../protocol/scenario.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import type { Half, LaneCell, LaneRow } from './lane-rows.ts';
import { laneRows } from './lane-rows.ts';
import { percent, shortTime } from './numbers.ts';
import { exploreWords, isFault } from './words.ts';

interface ScheduleRowsProps {
  readonly label: string;
  readonly schedule: Schedule;
  readonly variant: Variant;
  readonly scenario: ScenarioWords;
  /** How many events have happened; the rows after them are only planned. All by default. */
  readonly at?: number;
  /** The event, from 0, that differs from another schedule. */
  readonly moved?: number;
  onJump?(at: number): void;
}

/** A schedule from top to bottom: lanes of the actors, what happened, and how much of what can follow breaks. */
export function ScheduleRows({ label, schedule, variant, scenario, at, moved, onJump }: ScheduleRowsProps) {
  const actors = useMemo(() => variant.actors.map(({ name }) => name), [variant]);
  const rows = useMemo(() => laneRows(schedule, actors), [schedule, actors]);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may come after the event that they end with.
  useEffect(() => {
    if (at === undefined) return;
    const row = list.current?.children[at] as HTMLElement | undefined;
    const box = list.current;
    if (row === undefined || box === null) return;
    // Only the list scrolls, never the page.
    const bottom = row.offsetTop + row.offsetHeight;
    if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop;
  }, [at, rows]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard.
    <ol className="rows" ref={list} aria-label={label} tabIndex={0}>
      {rows.map((row) => (
        <Row
          key={row.after}
          row={row}
          actors={actors}
          scenario={scenario}
          isNow={at === row.after}
          isPlanned={at !== undefined && row.after > at}
          isMoved={moved !== undefined && row.after === moved + 1}
          onJump={onJump}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly row: LaneRow;
  readonly actors: readonly string[];
  readonly scenario: ScenarioWords;
  readonly isNow: boolean;
  readonly isPlanned: boolean;
  readonly isMoved: boolean;
  onJump?(at: number): void;
}

function Row({ row, actors, scenario, isNow, isPlanned, isMoved, onJump }: RowProps) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { after, event, broken, met, share, doubles } = row;
  const titleOf = (name: string) => scenario.actors[name]?.title ?? name;
  const text = event === null ? words.start : event.text[language];
  return (
    <li
      className="row"
      data-now={isNow}
      data-planned={isPlanned}
      data-broken={broken.length > 0}
      aria-current={isNow ? 'step' : undefined}
    >
      <LaneSvg row={row} actors={actors} />
      <div className="row-text">
        <p
          className="row-event"
          data-fault={event !== null && (isFault(event.kind) || event.stalled.length > 0)}
        >
          {event !== null && <span className="row-number">{after}</span>}
          {onJump === undefined ? (
            <span>{text}</span>
          ) : (
            <button type="button" onClick={() => onJump(after)} title={words.jump(after)}>
              {text}
            </button>
          )}
          {event !== null && event.atMs > 0 && <span className="row-time">{shortTime(event.atMs)}</span>}
        </p>
        {event !== null && event.effects.length > 0 && (
          <p className="row-effects">
            {event.effects.map((effect) => words.effect(effect, titleOf(effect.actor))).join(' · ')}
          </p>
        )}
        {doubles.map((name) => (
          <p key={name} className="row-double">
            <span aria-hidden="true">‼ </span>
            {words.double(name)}
          </p>
        ))}
        {broken.map((id) => (
          <p key={id} className="row-broken">
            <span aria-hidden="true">✕ </span>
            {words.brokenHere}: {scenario.invariants[id]?.title ?? id}
          </p>
        ))}
        {met.map((id) => (
          <p key={id} className="row-met">
            <span aria-hidden="true">✓ </span>
            {words.metHere}: {scenario.invariants[id]?.title ?? id}
          </p>
        ))}
        {isMoved && <p className="row-moved">↕ {words.moved}</p>}
        {row.isTurn && <p className="row-turn">⚑ {words.turn}</p>}
        <p className="visually-hidden">{heard(row, actors.map(titleOf), words.holdsNow)}</p>
      </div>
      {share !== null && (
        <div className="row-share" title={words.shareAfter(share)}>
          <span className="visually-hidden">{words.shareAfter(share)}</span>
          <i aria-hidden="true" style={{ inlineSize: `${share * 100}%` }} data-all={share === 1} />
          <small aria-hidden="true">{percent(share)}</small>
        </div>
      )}
    </li>
  );
}

/** What the drawing shows, in words. */
function heard(
  row: LaneRow,
  actors: readonly string[],
  holds: (actor: string, name: string) => string,
): string {
  return row.cells
    .flatMap(({ below }, actor) => below.holds.map(({ name }) => holds(actors[actor], name)))
    .join(', ');
}

function LaneSvg({ row, actors }: { readonly row: LaneRow; readonly actors: readonly string[] }) {
  const width = laneWidth(actors.length);
  return (
    <div className="row-lanes" style={{ inlineSize: `${width * actors.length}px` }}>
      <svg aria-hidden="true" focusable="false">
        {row.cells.map((cell, actor) => (
          <Lane
            key={actors[actor]}
            cell={cell}
            x={(actor + 0.5) * width}
            tone={(actor % 6) + 1}
            isFirst={row.after === 0}
          />
        ))}
      </svg>
    </div>
  );
}

export function laneWidth(actors: number): number {
  return actors <= 3 ? 40 : 28;
}

/** Where in a row its event happens. */
const MIDDLE = 17;

function Lane({
  cell: { above, below, mark },
  x,
  tone,
  isFirst,
}: {
  readonly cell: LaneCell;
  readonly x: number;
  readonly tone: number;
  readonly isFirst: boolean;
}) {
  return (
    <g className="lane" data-tone={tone}>
      {!isFirst && <HalfLane half={above} x={x} isAbove />}
      <HalfLane half={below} x={x} isAbove={false} />
      {mark === 'acts' && <circle className="lane-dot" cx={x} cy={MIDDLE} r={5} />}
      {mark === 'told' && <circle className="lane-ring" cx={x} cy={MIDDLE} r={4} />}
      {mark === 'fault' && (
        <path className="lane-fault" d={`M${x} ${MIDDLE - 7}L${x + 7} ${MIDDLE + 5}H${x - 7}Z`} />
      )}
      {mark === 'crash' && (
        <path className="lane-crash" d={`M${x - 5} ${MIDDLE - 5}l10 10M${x + 5} ${MIDDLE - 5}l-10 10`} />
      )}
      {below.line === 'over' && above.line !== 'over' && (
        <path className="lane-end" d={`M${x - 7} ${MIDDLE + 9}h14`} />
      )}
    </g>
  );
}

/** The lower half has no height of its own: a row is as high as its words. */
function HalfLane({
  half,
  x,
  isAbove,
}: {
  readonly half: Half;
  readonly x: number;
  readonly isAbove: boolean;
}) {
  const [from, to] = isAbove ? ['0', String(MIDDLE)] : [String(MIDDLE), '100%'];
  return (
    <>
      {half.holds.map(({ name, isDouble }, nth) => (
        <rect
          key={name}
          className="lane-hold"
          data-double={isDouble}
          x={x - 9 - 3 * nth}
          width={18 + 6 * nth}
          y={isAbove ? 0 : MIDDLE}
          height={isAbove ? MIDDLE : '100%'}
        />
      ))}
      {half.holds.some(({ isDouble }) => isDouble) && (
        <rect
          className="lane-hatch"
          x={x - 9}
          width={18}
          y={isAbove ? 0 : MIDDLE}
          height={isAbove ? MIDDLE : '100%'}
          fill="url(#explore-hatch)"
        />
      )}
      {half.line !== 'gone' && (
        <line className="lane-line" data-line={half.line} x1={x} x2={x} y1={from} y2={to} />
      )}
    </>
  );
}

/** The second cue of two holders at once, shared by all drawings of the page. */
export function Hatch() {
  return (
    <svg width="0" height="0" className="explore-defs" aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id="explore-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2" height="6" className="explore-hatch-line" />
        </pattern>
      </defs>
    </svg>
  );
}
