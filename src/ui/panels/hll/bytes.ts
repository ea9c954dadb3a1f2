/** The bytes: the header, and the runs while it is sparse. */
import { HLL_HEADER_BYTES } from '../../../protocol/hyperloglog-bytes.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { HllView } from '../../../protocol/views.ts';
import { type SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark } from '../stage/sheet.ts';
import { hexOf, type RunAt, runsOf } from './read.ts';
import type { HllWords } from './words.ts';

const height = 40;
const gap = 4;

interface Cell extends Omit<BoxMark, 'x' | 'y' | 'width' | 'height' | 'texts'> {
  readonly name: string;
  readonly text: string;
}

/** Boxes of a name above its bytes, one after another in rows. */
function drawCells(pen: SheetPen, cells: readonly Cell[]): void {
  let x = pen.left;
  for (const { name, text, ...mark } of cells) {
    const width = Math.min(pen.width, Math.max(textWidth(name, 'note'), textWidth(text, 'byte')) + 14);
    if (x > pen.left && x + width > pen.right) {
      x = pen.left;
      pen.y += height + gap;
    }
    pen.boxes.push({
      ...mark,
      x,
      y: pen.y,
      width,
      height,
      texts: [
        { x: 7, y: 13, text: name, look: 'note' },
        { x: 7, y: 28, text, look: 'byte' },
      ],
    });
    x += width + gap;
  }
  pen.y += height + 8;
}

export function drawHeader(pen: SheetPen, view: HllView, step: Step | null, words: HllWords): void {
  const { bytes, encoding, cached } = view;
  pen.title('header', words.header);
  const count = cached === null ? words.stale : words.cached(cached);
  drawCells(pen, [
    {
      id: 'header:magic',
      name: words.magic,
      text: 'H Y L L',
      tone: 'meta',
      says: { head: 'HYLL', detail: words.magicSays },
    },
    {
      id: 'header:encoding',
      name: `${words.encoding} ${encoding}`,
      text: hexOf(bytes.subarray(4, 5)),
      tone: 'meta',
      hot: step?.type === 'hyperloglog.promote',
      says: { head: `${words.encoding} ${encoding}`, detail: words.encodingSays(encoding ?? '') },
      part: 'encoding',
    },
    {
      id: 'header:unused',
      name: words.unused,
      text: hexOf(bytes.subarray(5, 8)),
      tone: 'soft',
      says: { head: words.unused },
    },
    {
      id: 'header:cardinality',
      name: `${words.cardinality}: ${count}`,
      text: hexOf(bytes.subarray(8, HLL_HEADER_BYTES)),
      tone: cached === null ? 'bad' : 'good',
      hot: step?.type === 'hyperloglog.count',
      says: { head: `${words.cardinality}: ${count}`, detail: words.cardinalitySays },
      part: 'cached',
    },
  ]);
  pen.y += 4;
}

export function drawBytes(
  pen: SheetPen,
  view: HllView,
  step: Step | null,
  runsFrom: number | null,
  page: number,
  words: HllWords,
): void {
  const isPromoted = step?.type === 'hyperloglog.promote';
  if (view.encoding === 'dense') {
    pen.title('dense', words.dense, words.denseNote);
    const shown = Math.floor((pen.width - 40) / 21);
    pen.boxes.push({
      id: 'dense',
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: 28,
      tone: 'old',
      hot: isPromoted,
      texts: [
        {
          x: 10,
          y: 14,
          text: `${hexOf(view.bytes.subarray(HLL_HEADER_BYTES, HLL_HEADER_BYTES + shown))} …`,
          look: 'byte',
        },
      ],
      says: { head: words.dense, detail: words.denseSays },
      part: 'bytes',
    });
    pen.y += 40;
    return;
  }
  pen.title('sparse', words.sparse, words.sparseNote(view.bytes.length, view.sparseMaxBytes));
  pen.boxes.push({
    id: 'fill',
    x: pen.left,
    y: pen.y,
    width: pen.width,
    height: 8,
    tone: 'old',
    share: view.bytes.length / Math.max(1, view.sparseMaxBytes),
    says: { head: words.sparseNote(view.bytes.length, view.sparseMaxBytes) },
    part: 'bytes',
  });
  pen.y += 16;
  const runs = runsOf(view);
  const from = runsFrom ?? firstShown(runs, step, page);
  drawCells(
    pen,
    runs.slice(from, from + page).map((at) => cellOf(at, step, words)),
  );
}

/** The page with the run of the step. */
export function firstShown(runs: readonly RunAt[], step: Step | null, page: number): number {
  const touched = runs.findIndex((run) => isTouched(run, step));
  return touched < 0 ? 0 : Math.floor(touched / page) * page;
}

function isTouched({ offset, first, run }: RunAt, step: Step | null): boolean {
  switch (step?.type) {
    case 'hyperloglog.split': {
      const end = step.offset + step.to.reduce((sum, { opcode }) => sum + (opcode === 'XZERO' ? 2 : 1), 0);
      return offset >= step.offset && offset < end;
    }
    case 'hyperloglog.merge':
      return offset === step.offset;
    case 'hyperloglog.register':
      return step.register >= first && step.register < first + run.count;
    default:
      return false;
  }
}

function cellOf(at: RunAt, step: Step | null, words: HllWords): Cell {
  const { run, hex, first } = at;
  return {
    // A run is identified by its first register, so that it moves when bytes come in before it.
    id: `run:${first}`,
    name: words.runText(run),
    text: hex,
    tone: run.opcode === 'VAL' ? 'old' : 'soft',
    hot: isTouched(at, step),
    says: { head: words.runText(run), detail: words.runHas(run, first) },
  };
}
