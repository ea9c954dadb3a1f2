/** A string as a sheet of bits: where its ones lie, the bits of a window, and the command's work on them. */
import type { BitmapView } from '../../../protocol/views-bitmap.ts';
import { type Pill, SheetPen } from '../stage/pen.ts';
import type { Box, Layout } from '../stage/sheet.ts';
import { drawBits } from './bits.ts';
import { drawCombine } from './combine.ts';
import { touchedBits } from './touched.ts';
import { type BitmapWords, bitmapWords } from './words.ts';

const barHeight = 22;
const sectionGap = 14;

export const layoutBitmap: Layout<BitmapView> = (scene, size, language) => {
  const words = bitmapWords[language];
  const { view } = scene;
  const pen = new SheetPen(size.width);
  const hot = touchedBits(scene);
  const { work } = view;
  if (work?.kind === 'combine') {
    pen.title(
      'bits',
      words.combine(work.operation, work.sources.length + work.moreSources),
      words.combineNote,
    );
    const focus = drawCombine(pen, view, work, hot, words);
    if (work.moreSources > 0) pen.note('sources', words.moreSources(work.moreSources));
    return pen.sheet(size.width, focus);
  }
  if (view.encoding === null) return pen.sheet(size.width);
  drawOverview(pen, view, words);
  pen.title('bits', words.bits, words.bitsNote);
  drawWork(pen, view, scene.phase === 'inside' && scene.step?.type === 'bits.count', words);
  const focus: Box | null = drawBits(pen, view, hot, words);
  return pen.sheet(size.width, focus);
};

/** The distribution of ones in a string that is drawn only in part; a click chooses a stretch. */
function drawOverview(pen: SheetPen, view: BitmapView, words: BitmapWords): void {
  const { density, length, from, bytes } = view;
  if (bytes.length >= length) return;
  pen.title('overview', words.overview, words.overviewNote(density[0]?.sizeBytes ?? 0));
  const width = pen.width / density.length;
  for (const stretch of density) {
    const bits = stretch.sampledBytes * 8;
    const until = stretch.from + stretch.sizeBytes;
    const isShown = stretch.from < from + bytes.length && until > from;
    const nth = Math.round(stretch.from / (density[0].sizeBytes || 1));
    pen.boxes.push({
      id: `stretch:${nth}`,
      x: pen.left + nth * width,
      y: pen.y,
      width: width - 1.5,
      height: barHeight,
      tone: isShown ? 'old' : stretch.ones > 0 ? 'plain' : 'soft',
      // Keep a single one among many zeros visible.
      share: stretch.ones === 0 ? 0 : Math.max(0.08, stretch.ones / bits),
      says: {
        head: words.stretch(stretch.from, until),
        detail: words.stretchSays(stretch.ones, bits, stretch.sampledBytes < stretch.sizeBytes),
      },
      picks: `from:${stretch.from}`,
    });
  }
  pen.y += barHeight + sectionGap;
}

/** The question of the command, in a line above the bits. */
function drawWork(pen: SheetPen, view: BitmapView, isUnderWay: boolean, words: BitmapWords): void {
  const { work } = view;
  if (work === null || work.kind === 'combine') return;
  const pills: Pill[] =
    work.kind === 'range'
      ? [
          {
            id: 'work:range',
            text: words.range(work, isUnderWay),
            tone: 'meta',
            look: 'byte',
            says: { head: words.range(work, isUnderWay), detail: words.rangeSays(work) },
          },
        ]
      : work.fields.map((field, nth) => ({
          id: `work:${nth}`,
          text: words.field(field),
          look: 'byte',
          tone: field.outcome === 'failed' ? 'bad' : field.outcome === 'waiting' ? 'ghost' : 'meta',
          says: { head: words.field(field), detail: words.fieldSays(field) },
        }));
  if (work.kind === 'fields' && work.more > 0) {
    pills.push({ id: 'work:more', text: words.moreFields(work.more), tone: 'soft', look: 'note' });
  }
  if (pills.length === 0) return;
  pen.pills(pills, pen.left, pen.right);
  pen.y += 10;
}
