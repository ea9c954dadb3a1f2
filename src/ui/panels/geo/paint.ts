/** Marks on the map to SVG. Everything moves with the camera, so it is placed without animation. */
import { select } from 'd3-selection';
import type { Language } from '../../i18n/language.ts';
import { put, write } from '../drawing.ts';
import type { Box, Size } from '../stage/sheet.ts';
import { formatMetres } from './describe.ts';
import { landPath } from './land.ts';
import type { CellMark, CodeMark, GeoMarks, MemberMark } from './marks.ts';
import { arrows, geoWords } from './words.ts';

export interface GeoPainter {
  paint(marks: GeoMarks, size: Size, language: Language): void;
  destroy(): void;
}

export function createGeoPainter(svg: SVGSVGElement): GeoPainter {
  const root = select(svg).append('g');
  const land = root.append('g').attr('class', 'geo-land');
  // The world goes on beyond the date line, on both sides.
  for (const turn of [-360, 0, 360]) {
    land.append('path').attr('d', landPath()).attr('transform', `translate(${turn},0)`);
  }
  const cells = root.append('g');
  const focus = root.append('g');
  const grid = root.append('path').attr('class', 'geo-grid');
  const veils = root.append('g');
  const limits = root.append('g');
  const curve = root.append('path').attr('class', 'geo-curve');
  const codes = root.append('g');
  const kept = root.append('g');
  const shape = root.append('path').attr('class', 'geo-shape');
  const center = root.append('path').attr('class', 'geo-center').attr('d', 'M-6,0H6M0,-6V6');
  const cellLabels = root.append('g');
  const members = root.append('g');
  const bar = root.append('g').attr('class', 'geo-bar');
  // Keeps the length of the bar readable on any ground.
  bar.append('rect').attr('x', -6).attr('y', -20).attr('height', 26).attr('rx', 6);
  bar.append('path');
  bar.append('text').attr('y', -6);

  function paint(marks: GeoMarks, size: Size, language: Language): void {
    const words = geoWords[language];
    put(svg, 'width', String(size.width));
    put(svg, 'height', String(size.height));
    const landNode = land.node()!;
    put(landNode, 'transform', `translate(${marks.land.x},${marks.land.y}) scale(${marks.land.scale})`);
    put(landNode, 'visibility', marks.land.shown ? 'visible' : 'hidden');

    put(grid.node()!, 'd', gridPath(marks, size));
    limits
      .selectAll<SVGGElement, GeoMarks['limits'][number]>('g')
      .data([...marks.limits], (limit) => String(limit.north))
      .join((enter) => {
        const group = enter.append('g').attr('class', 'geo-limit');
        group.append('line').attr('x1', 0);
        group.append('text');
        return group;
      })
      .each(function (limit) {
        const [line, text] = this.children;
        put(this, 'transform', `translate(${round(limit.x)},${round(limit.y)})`);
        put(line, 'x2', String(round(limit.width)));
        // The lower left corner of the map is for notes.
        put(text, 'x', limit.north ? '6' : String(round(limit.width - 6)));
        put(text, 'text-anchor', limit.north ? 'start' : 'end');
        put(text, 'y', limit.north ? '12' : '-5');
        write(text, limit.north ? '85.05112878°' : '−85.05112878°');
      });
    put(curve.node()!, 'd', marks.curve ?? '');
    codes
      .selectAll<SVGTextElement, CodeMark>('text')
      .data([...marks.codes], (code) => `${code.text}:${Math.round(code.x)}`)
      .join('text')
      .attr('class', 'geo-code')
      .each(function (code) {
        put(this, 'x', String(round(code.x)));
        put(this, 'y', String(round(code.y + 4)));
        write(this, code.text);
      });

    paintBoxes(veils, marks.veils, 'geo-veil');
    paintBoxes(focus, marks.focus === null ? [] : [marks.focus.box], `geo-focus ${marks.focus?.kind ?? ''}`);
    paintBoxes(kept, marks.focus?.kind === 'cut' ? [marks.focus.kept] : [], 'geo-kept');

    cells
      .selectAll<SVGRectElement, CellMark>('rect')
      .data([...marks.cells], (cell) => cell.position)
      .join('rect')
      .each(function (cell) {
        put(this, 'class', `geo-cell ${cell.state}${cell.hot ? ' hot' : ''}${cell.found ? ' some' : ''}`);
        put(this, 'data-cell', cell.position);
        placeBox(this, cell);
      });
    cellLabels
      .selectAll<SVGTextElement, CellMark>('text')
      .data(
        marks.cells.filter((cell) => cell.width > 54 && cell.height > 26),
        (cell) => cell.position,
      )
      .join('text')
      .each(function (cell) {
        put(this, 'class', `geo-cell-label ${cell.state}${cell.hot ? ' hot' : ''}`);
        put(this, 'x', String(round(Math.max(cell.x, 0) + 7)));
        put(this, 'y', String(round(Math.max(cell.y, 0) + 17)));
        const outcome =
          cell.found === null ? words.state[cell.state] : words.outcome(cell.found, cell.candidates);
        const room = cell.width > outcome.length * 9 + 30;
        write(
          this,
          cell.state === 'waiting' || !room ? arrows[cell.position] : `${arrows[cell.position]} ${outcome}`,
        );
      });

    put(shape.node()!, 'd', marks.shape ?? '');
    put(center.node()!, 'visibility', marks.center === null ? 'hidden' : 'visible');
    if (marks.center !== null) {
      put(center.node()!, 'transform', `translate(${round(marks.center.x)},${round(marks.center.y)})`);
    }
    // The chosen one above the others.
    const ordered = [...marks.members].sort((a, b) => Number(a.chosen) - Number(b.chosen));
    members
      .selectAll<SVGGElement, MemberMark>('g')
      .data(ordered, (mark) => mark.key)
      .join((enter) => {
        const group = enter.append('g');
        group.append('circle');
        group.append('text');
        return group;
      })
      .order()
      .each(function (mark) {
        const [dot, text] = this.children;
        const found = mark.found ? ' found' : '';
        put(this, 'class', `geo-member${found}${mark.chosen ? ' chosen' : ''}${mark.hot ? ' hot' : ''}`);
        put(this, 'data-member', mark.member);
        put(this, 'data-part', `members[member=${JSON.stringify(mark.member)}]{longitude,latitude}`);
        put(this, 'transform', `translate(${round(mark.x)},${round(mark.y)})`);
        put(dot, 'r', mark.chosen || mark.found ? '5' : '4');
        put(text, 'x', String(mark.labelX));
        put(text, 'y', String(mark.labelY + 4));
        put(text, 'text-anchor', mark.labelX < 0 ? 'end' : 'start');
        write(text, mark.label ?? '');
      });

    const [ground, line, label] = bar.node()!.children;
    put(
      bar.node()!,
      'transform',
      `translate(${round(size.width - marks.bar.width - 10)},${size.height - 10})`,
    );
    put(ground, 'width', String(round(marks.bar.width + 12)));
    put(line, 'd', `M0,-4V0H${round(marks.bar.width)}V-4`);
    put(label, 'x', String(round(marks.bar.width / 2)));
    write(label, formatMetres(marks.bar.metres, language));
  }

  return {
    paint,
    destroy() {
      root.remove();
    },
  };
}

type Group = ReturnType<typeof groupOf>;
function groupOf(svg: SVGSVGElement) {
  return select(svg).append('g');
}

function paintBoxes(group: Group, boxes: readonly Box[], name: string): void {
  group
    .selectAll<SVGRectElement, Box>('rect')
    .data([...boxes])
    .join('rect')
    .each(function (box) {
      put(this, 'class', name);
      placeBox(this, box);
    });
}

function placeBox(rect: SVGRectElement, box: Box): void {
  put(rect, 'x', String(round(box.x)));
  put(rect, 'y', String(round(box.y)));
  put(rect, 'width', String(round(Math.max(0, box.width))));
  put(rect, 'height', String(round(Math.max(0, box.height))));
}

function gridPath(marks: GeoMarks, size: Size): string {
  if (marks.cuts === 0) return '';
  const columns = marks.columns.map((x) => `M${round(x)},${round(marks.top)}V${round(marks.bottom)}`);
  const rows = marks.rows.map((y) => `M0,${round(y)}H${size.width}`);
  return [...columns, ...rows].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
