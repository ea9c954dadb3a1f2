/** Paints an overview on a canvas, sharp at every pixel ratio, in the colours of the theme. */
import type { Box } from '../stage/sheet.ts';
import type { OverviewMarks } from './overview.ts';

interface Palette {
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly soft: string;
  readonly sheet: string;
  readonly kind: string;
  readonly kindBack: string;
  readonly font: string;
}

function paletteOf(element: Element, table: 0 | 1): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: token('ink'),
    ink2: token('ink-2'),
    ink3: token('ink-3'),
    line: token('line-strong'),
    soft: token('soft'),
    sheet: token('sheet'),
    kind: token(table === 0 ? 'old' : 'new'),
    kindBack: token(table === 0 ? 'old-bg' : 'new-bg'),
    font: token('mono'),
  };
}

function round(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
}

export function paintOverview(canvas: HTMLCanvasElement, marks: OverviewMarks, table: 0 | 1): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(marks.width * ratio);
  const height = Math.round(marks.height * ratio);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const colours = paletteOf(canvas, table);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, marks.width, marks.height);

  // The whole table as a strip: the moved part is hollow and dashed, like an emptied bucket.
  const { strip, moved } = marks;
  round(context, strip, 5);
  context.fillStyle = colours.kindBack;
  context.fill();
  if (moved !== null && moved.width > 0) {
    context.save();
    round(context, strip, 5);
    context.clip();
    context.fillStyle = colours.sheet;
    context.fillRect(moved.x, moved.y, moved.width, moved.height);
    context.restore();
    context.setLineDash([3, 3]);
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    round(
      context,
      { x: strip.x + 0.5, y: strip.y + 0.5, width: Math.max(1, moved.width - 1), height: strip.height - 1 },
      5,
    );
    context.stroke();
    context.setLineDash([]);
  }
  if (marks.pointerX !== null) {
    const x = Math.min(Math.max(5, marks.pointerX), marks.width - 5);
    context.fillStyle = colours.ink;
    context.beginPath();
    context.moveTo(x - 4, strip.y + strip.height + 8);
    context.lineTo(x, strip.y + strip.height + 2);
    context.lineTo(x + 4, strip.y + strip.height + 8);
    context.fill();
  }
  context.strokeStyle = colours.kind;
  context.lineWidth = 1.6;
  context.setLineDash(table === 1 ? [2, 2] : []);
  const frame = marks.window;
  round(
    context,
    { x: frame.x + 0.8, y: frame.y + 0.8, width: frame.width - 1.6, height: frame.height - 1.6 },
    4,
  );
  context.stroke();
  context.setLineDash([]);

  if (marks.bars.length === 0) return;
  // How many buckets hold no entry, one, two…
  context.font = `11px ${colours.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const bar of marks.bars) {
    const middle = bar.x + bar.width / 2;
    context.fillStyle = bar.length === 0 ? colours.line : colours.kind;
    if (bar.height > 0) {
      round(context, bar, Math.min(3, bar.height / 2));
      context.fill();
    }
    context.fillStyle = colours.ink2;
    context.fillText(`${bar.length}${bar.andLonger ? '+' : ''}`, middle, marks.baseline + 13);
  }
  context.fillStyle = colours.line;
  context.fillRect(0, marks.baseline, Math.max(...marks.bars.map((bar) => bar.x + bar.width), 0), 1);
}
