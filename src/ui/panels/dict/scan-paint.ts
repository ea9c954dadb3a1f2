/** Paints the path of SCAN over the buckets. */
import { type Selection, select } from 'd3-selection';
import { appear, at, put } from '../drawing.ts';
import type { ScanMarks, ScanSignMark } from './scan-layout.ts';

const radius = 6;
const shapes = {
  visited: 'M-3 0.2L-0.8 2.4L3 -2.2',
  next: 'M-1.6 -2.8L2.4 0L-1.6 2.8Z',
} as const;

export function createScanPainter(drawing: SVGSVGElement): (marks: ScanMarks, durationMs: number) => void {
  const svg = select(drawing);
  const jump = svg.append('path').attr('class', 'scan-jump').attr('display', 'none');
  const layer = svg.append('g').attr('class', 'dict-scan') as unknown as Selection<
    SVGGElement,
    unknown,
    null,
    undefined
  >;
  return (marks, durationMs) => {
    const line = jump.node()!;
    put(line, 'display', marks.jump === null ? 'none' : 'inline');
    if (marks.jump !== null) put(line, 'd', marks.jump);
    const groups = layer
      .selectChildren<SVGGElement, ScanSignMark>('g')
      .data(marks.signs, (sign) => (sign as ScanSignMark).id);
    groups.exit().interrupt('appear').remove();
    const entered = groups.enter().append('g');
    entered.append('circle').attr('r', radius);
    entered.append('path');
    appear(entered, durationMs);
    entered.merge(groups).each(function ({ state, table, bucket, x, y }) {
      put(this, 'class', `scan-sign ${state}`);
      put(this, 'data-scan', `${table}:${bucket}`);
      put(this, 'transform', at(x, y));
      put(this.children[1], 'd', shapes[state]);
    });
  };
}
