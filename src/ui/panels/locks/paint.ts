/** Marks to SVG. An element is identified by its first event, so that a bar grows in place. */
import { easeCubicOut } from 'd3-ease';
import { select } from 'd3-selection';
import 'd3-transition';
import type { LockEvent, LocksView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { appear, put, stand, vanish, write } from '../drawing.ts';
import { columnsOf, cutToColumns } from '../label.ts';
import { describeEvent, formatElapsed, namesOf } from './describe.ts';
import {
  barHeight,
  type ConflictMark,
  type EventMark,
  type LaneMark,
  type LeaseMark,
  type LocksMarks,
  type SpanMark,
  shortCommand,
} from './layout.ts';
import { signs } from './signs.ts';
import { type LocksWords, locksWords } from './words.ts';

export interface PaintOptions {
  readonly view: LocksView;
  readonly language: Language;
  readonly durationMs: number;
}

export interface LocksPainter {
  paint(marks: LocksMarks, options: PaintOptions): void;
  /** Sets the left edge of the visible part: an alarm moves along, and words that would be cut are hidden. */
  lookFrom(x: number): void;
  destroy(): void;
}

/** Pixels of a column of the monospaced font at the size of labels. */
const columnPixels = 7.6;
/** From the start of a bar to its words, past the sign. */
const textInset = 18;

/** Half of the widest word at a column, as on the axis. */
const halfLabel = 25;

let painters = 0;

export function createLocksPainter(svg: SVGSVGElement): LocksPainter {
  const prefix = `locks-${++painters}`;
  const root = select(svg).append('g');
  const defs = root.append('defs');
  for (const [name, className] of [
    ['hatch', 'hatch-believed'],
    ['alarm', 'hatch-alarm'],
  ]) {
    const pattern = defs
      .append('pattern')
      .attr('id', `${prefix}-${name}`)
      .attr('class', className)
      .attr('patternUnits', 'userSpaceOnUse')
      .attr('patternTransform', 'rotate(45)')
      .attr('width', name === 'hatch' ? 6 : 10)
      .attr('height', name === 'hatch' ? 6 : 10);
    pattern
      .append('rect')
      .attr('width', name === 'hatch' ? 6 : 10)
      .attr('height', name === 'hatch' ? 6 : 10);
    pattern
      .append('line')
      .attr('y2', name === 'hatch' ? 6 : 10)
      .attr('x1', 1)
      .attr('x2', 1);
  }
  const fades = defs.append('g');
  const conflicts = root.append('g');
  const rows = root.append('g');
  const ticks = root.append('g');
  const now = root.append('g').attr('class', 'now');
  now.append('line');
  now.append('text');
  const leases = root.append('g');
  const spans = root.append('g');
  const alarms = root.append('g');
  const events = root.append('g');
  let sightX = 0;
  let paintEdge = (): void => {};

  function paint(marks: LocksMarks, { view, language, durationMs }: PaintOptions): void {
    const words = locksWords[language];
    put(svg, 'width', String(round(marks.width)));
    put(svg, 'height', String(round(marks.height)));

    rows
      .selectAll<SVGLineElement, LaneMark>('line')
      .data([{ client: 0, y: marks.keyY }, ...marks.lanes], (lane) => lane.client)
      .join('line')
      .each(function (lane) {
        put(this, 'class', lane.client === 0 ? 'row key-row' : 'row');
        put(this, 'x2', String(round(marks.width)));
        for (const name of ['y1', 'y2']) put(this, name, String(lane.y + marks.sizes.middle));
      });

    ticks
      .selectAll<SVGGElement, LocksMarks['axis']['ticks'][number]>('g')
      .data([...marks.axis.ticks])
      .join((enter) => {
        const tick = enter.append('g').attr('class', 'tick');
        tick.append('line');
        tick.append('text').attr('y', 12);
        return tick;
      })
      .each(function (tick) {
        const [line, text] = this.children;
        put(this, 'transform', `translate(${round(tick.x)},0)`);
        put(line, 'y1', '17');
        put(line, 'y2', String(marks.height));
        write(
          text,
          tick.sinceMs === 0 ? formatElapsed(0, language) : `+${formatElapsed(tick.sinceMs, language)}`,
        );
      });

    const lastTick = marks.axis.ticks.at(-1);
    const nowRoom = lastTick === undefined || marks.axis.nowX - lastTick.x > 46;
    const [nowLine, nowText] = now.node()!.children;
    put(now.node()!, 'transform', `translate(${round(marks.axis.nowX)},0)`);
    put(nowLine, 'y1', nowRoom ? '17' : String(marks.sizes.axis));
    put(nowLine, 'y2', String(marks.height));
    put(nowText, 'y', '12');
    write(nowText, nowRoom ? words.now : '');

    paintConflicts(marks.conflicts, durationMs);

    paintLeases(marks.leases, view, language, durationMs);
    paintSpans(marks.spans, words, durationMs);
    paintEvents(marks, view, words, language, durationMs);
    paintEdge = () => {
      writeAlarms(marks.conflicts, view, language);
      hideCut();
    };
    paintEdge();
  }

  /** Hide words that the edge would cut: their rest would mislead. */
  function hideCut(): void {
    const isCut = ({ x }: { readonly x: number }) => sightX > 0 && x - halfLabel < sightX;
    ticks.selectAll<SVGGElement, { readonly x: number }>('g').classed('cut', isCut);
    events.selectAll<SVGGElement, EventMark>('g.event').classed('cut', isCut);
  }

  function paintConflicts(marks: readonly ConflictMark[], durationMs: number): void {
    conflicts
      .selectAll<SVGGElement, ConflictMark>('g.conflict:not(.leaving)')
      .data([...marks], (mark) => mark.id)
      .join(
        (enter) => {
          const group = enter.append('g').attr('class', 'conflict');
          group.append('rect').attr('rx', 6).attr('fill', `url(#${prefix}-alarm)`);
          appear(group, durationMs);
          return group;
        },
        (update) => update,
        (exit) => vanish(exit, durationMs),
      )
      .each(function (mark) {
        const [box] = this.children;
        put(this, 'class', mark.open ? 'conflict open' : 'conflict');
        put(this, 'data-clients', mark.clients.join(','));
        box.setAttribute('x', String(round(mark.x)));
        put(box, 'y', String(mark.y));
        put(box, 'height', String(mark.height));
        grow(box, round(mark.width), durationMs);
      });
  }

  function writeAlarms(marks: readonly ConflictMark[], view: LocksView, language: Language): void {
    const words = locksWords[language];
    alarms
      .selectAll<SVGTextElement, ConflictMark>('text')
      .data([...marks], (mark) => mark.id)
      .join('text')
      .each(function (mark) {
        const start = Math.max(mark.x, Math.min(sightX, mark.x + mark.width - 30));
        const room = mark.x + mark.width - start - 8;
        put(this, 'class', 'alarm');
        put(this, 'x', String(round(start + 7)));
        put(this, 'y', String(mark.y + mark.height - 8));
        const full = `⚠ ${words.alarm(namesOf(view, mark.clients, language))}`;
        const short = `⚠ ${words.alarmShort(mark.clients.length)}`;
        write(this, proseWidth(full) < room ? full : proseWidth(short) < room ? short : '⚠');
      });
  }

  function paintLeases(
    marks: readonly LeaseMark[],
    view: LocksView,
    language: Language,
    durationMs: number,
  ): void {
    fades
      .selectAll<SVGLinearGradientElement, LeaseMark>('linearGradient')
      .data([...marks], (mark) => mark.id)
      .join((enter) => {
        const fade = enter.append('linearGradient').attr('class', 'fade');
        fade.append('stop').attr('offset', '0');
        fade.append('stop').attr('offset', '1');
        return fade;
      })
      .each(function (mark) {
        put(this, 'id', `${prefix}-fade-${mark.id}`);
        const [from, to] = this.children;
        put(from, 'stop-opacity', '1');
        put(to, 'stop-opacity', String(round(0.12 + 0.88 * mark.share)));
      });
    leases
      .selectAll<SVGGElement, LeaseMark>('g.lease:not(.leaving)')
      .data([...marks], (mark) => mark.id)
      .join(
        (enter) => {
          const group = enter.append('g').attr('class', 'lease');
          group.append('rect').attr('class', 'ahead').attr('rx', 6).attr('height', barHeight);
          group.append('rect').attr('class', 'lived').attr('rx', 6).attr('height', barHeight);
          group.append('text').attr('class', 'token');
          group.append('text').attr('class', 'left');
          appear(group, durationMs);
          return group;
        },
        (update) => update,
        (exit) => vanish(exit, durationMs),
      )
      .each(function (mark) {
        const [ahead, lived, token, left] = this.children;
        const owner = view.lanes.find(({ client }) => client === mark.owner);
        const orphaned = mark.open && owner?.state === 'orphaned';
        put(this, 'class', `lease${orphaned ? ' orphaned' : ''}${mark.expires ? ' expires' : ''}`);
        put(this, 'data-token', mark.token ?? '');
        put(this, 'data-owner', String(mark.owner));
        put(lived, 'fill', `url(#${prefix}-fade-${mark.id})`);
        for (const box of [ahead, lived]) put(box, 'y', String(mark.y));
        lived.setAttribute('x', String(round(mark.x)));
        grow(lived, round(mark.width), durationMs);
        ahead.setAttribute('x', String(round(mark.x + mark.width)));
        grow(ahead, round(mark.ahead), durationMs);
        // The sign of a client without a lane stands here as well.
        put(token, 'x', String(round(mark.x + (owner === undefined ? textInset : 9))));
        put(token, 'y', String(mark.y + barHeight / 2 + 4.3));
        write(token, fitted(mark.token ?? '', mark.width - (owner === undefined ? textInset : 9) - 5));
        const words = locksWords[language];
        const wording =
          mark.leftMs !== null
            ? words.left(formatElapsed(mark.leftMs, language))
            : mark.expires
              ? ''
              : words.noExpiry;
        const atX = mark.leftMs === null ? mark.x + 9 : mark.x + mark.width + 7;
        const leftRoom = mark.leftMs === null ? mark.width - 10 : Number.POSITIVE_INFINITY;
        put(left, 'x', String(round(atX)));
        put(left, 'y', String(mark.y + barHeight + 13));
        write(left, proseWidth(wording) < leftRoom ? wording : '');
      });
  }

  function paintSpans(marks: readonly SpanMark[], words: LocksWords, durationMs: number): void {
    spans
      .selectAll<SVGGElement, SpanMark>('g.span:not(.leaving)')
      .data([...marks], (mark) => mark.id)
      .join(
        (enter) => {
          const group = enter.append('g').attr('class', 'span');
          group.append('rect').attr('rx', 6);
          group.append('text');
          appear(group, durationMs);
          return group;
        },
        (update) => update,
        (exit) => vanish(exit, durationMs),
      )
      .each(function (mark) {
        const [box, text] = this.children;
        const isLine = mark.kind === 'waiting';
        put(this, 'class', `span ${mark.kind}${mark.open ? ' open' : ''}`);
        put(this, 'data-client', String(mark.client));
        put(this, 'data-kind', mark.kind);
        put(this, 'data-token', mark.token ?? '');
        put(box, 'x', String(round(mark.x)));
        put(box, 'y', String(isLine ? mark.y + barHeight / 2 - 4 : mark.y));
        put(box, 'height', String(isLine ? 8 : barHeight));
        put(box, 'fill', mark.kind === 'believed' ? `url(#${prefix}-hatch)` : '');
        grow(box, round(mark.width), durationMs);
        const room = mark.width - textInset - 12;
        put(text, 'x', String(round(mark.x + textInset)));
        put(text, 'y', String(isLine ? mark.y - 1 : mark.y + barHeight / 2 + 4.3));
        write(text, spanText(mark, words, room));
      });
  }

  function paintEvents(
    marks: LocksMarks,
    view: LocksView,
    words: LocksWords,
    language: Language,
    durationMs: number,
  ): void {
    const firstMs = view.events[0]?.atMs ?? 0;
    events
      .selectAll<SVGGElement, EventMark>('g.event:not(.leaving)')
      .data([...marks.events], (mark) => mark.id)
      .join(
        (enter) => {
          const group = enter.append('g').attr('class', 'event').attr('role', 'button').attr('tabindex', -1);
          group.append('circle').attr('class', 'halo').attr('r', 14);
          group.append('circle').attr('class', 'coin').attr('r', 9.5);
          group.append('path');
          group.append('text');
          appear(group, durationMs);
          return group;
        },
        (update) => update,
        (exit) => vanish(exit, durationMs),
      )
      .order()
      .each(function (mark) {
        const [, , sign, text] = this.children;
        put(this, 'class', `event ${mark.kind}${mark.hot ? ' hot' : ''}`);
        put(this, 'data-event', String(mark.index));
        put(this, 'data-kind', mark.kind);
        put(this, 'data-client', String(mark.event.client));
        const time = formatElapsed(mark.event.atMs - firstMs, language);
        put(this, 'aria-label', `+${time}: ${describeEvent(view, mark.event, language)}`);
        put(sign, 'd', signs[mark.kind]);
        put(text, 'y', String(marks.sizes.label));
        write(text, eventText(mark.event, words));
        stand(this, { x: round(mark.x), y: mark.y }, durationMs);
      });
  }

  return {
    paint,
    lookFrom(x) {
      if (x === sightX) return;
      sightX = x;
      paintEdge();
    },
    destroy() {
      root.remove();
    },
  };
}

function eventText(event: LockEvent, words: LocksWords): string {
  switch (event.kind) {
    case 'expired':
      return words.expired;
    case 'lost':
      return words.lost;
    case 'gone':
      return words.gone;
    default:
      return fitted(shortCommand(event), 66);
  }
}

function spanText(mark: SpanMark, words: LocksWords, room: number): string {
  switch (mark.kind) {
    case 'held':
      return fitted(mark.token ?? '', room);
    case 'believed':
      return firstThatFits([words.believes, words.state.believed], room);
    case 'orphaned':
      return firstThatFits([words.orphan], room);
    case 'waiting':
      return firstThatFits([words.waits], room + 14);
  }
}

function firstThatFits(texts: readonly string[], room: number): string {
  return texts.find((text) => proseWidth(text) < room) ?? '';
}

/** About as wide as the words are at the size of labels. */
function proseWidth(text: string): number {
  return columnsOf(text) * 6.6;
}

function fitted(text: string, room: number): string {
  const columns = Math.floor(room / columnPixels);
  // A token cut to two letters says nothing.
  return columns < Math.min(5, columnsOf(text)) ? '' : cutToColumns(text, columns);
}

/** A bar grows from where it begins. */
function grow(box: Element, width: number, durationMs: number): void {
  const before = box.getAttribute('width');
  if (before === String(width)) return;
  const bar = select(box as SVGRectElement);
  if (before === null || durationMs === 0) {
    bar.interrupt('grow');
    box.setAttribute('width', String(width));
    return;
  }
  bar.transition('grow').duration(durationMs).ease(easeCubicOut).attr('width', width);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
