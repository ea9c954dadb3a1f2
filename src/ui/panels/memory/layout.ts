/** Where the memory goes: the sum, the map of keys and their parts, and values waiting to be freed. */
import type { Step } from '../../../protocol/steps.ts';
import type { MemoryMapView } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, SheetPen, textWidth } from '../stage/pen.ts';
import type { Scene, Sheet, Size } from '../stage/sheet.ts';
import { drawClasses } from './classes.ts';
import { drawMap } from './map.ts';
import { drawPast } from './past.ts';
import { type MemoryWords, memoryWords } from './words.ts';

const most = 1100;

/** `opened` is the key whose parts are shown; null for all keys. */
export function layoutMemory(show: 'map' | 'classes' | 'past', opened: string | null) {
  return ({ view, step }: Scene<MemoryMapView>, size: Size, language: Language): Sheet => {
    const words = memoryWords[language];
    const width = Math.min(size.width - 4, most);
    const pen = new SheetPen(width);
    if (show === 'classes') {
      drawClasses(pen, view, words);
      return pen.sheet(width);
    }
    if (show === 'past') {
      drawPast(pen, view, words);
      return pen.sheet(width);
    }
    drawUsed(pen, view, words);
    // Also when all is freed: the count of what was freed has no other place.
    const { jobs, freedObjects } = view.lazy;
    if (jobs.length > 0 || freedObjects > 0 || isOfLazyFree(step)) drawLazy(pen, view, step, words);
    drawMap(pen, view, step, opened, size.height, words);
    return pen.sheet(width);
  };
}

function isOfLazyFree(step: Step | null): boolean {
  return step?.type.startsWith('lazyfree.') ?? false;
}

/** used_memory in its pieces. */
function drawUsed(pen: SheetPen, { figures }: MemoryMapView, words: MemoryWords): void {
  const { usedBytes, maxBytes } = figures;
  const limit =
    maxBytes > 0
      ? words.limit(formatExactBytes(maxBytes), `${((usedBytes / maxBytes) * 100).toFixed(1)} %`)
      : words.peak(formatExactBytes(figures.peakBytes));
  pen.title('used', `${words.usedTitle} ${formatExactBytes(usedBytes)}`, limit);
  const pieces = [
    { id: 'startup', bytes: figures.startupBytes, tone: 'soft' },
    { id: 'tables', bytes: figures.tablesBytes, tone: 'meta' },
    { id: 'dataset', bytes: figures.datasetBytes, tone: 'old' },
  ] as const;
  const sum = pieces.reduce((total, { bytes }) => total + bytes, 0);
  const texts = pieces.map(({ id, bytes }) => `${words.pieces[id]} ${formatExactBytes(bytes)}`);
  let x = pen.left;
  for (const [nth, { id, bytes, tone }] of pieces.entries()) {
    if (bytes === 0) continue;
    const width = Math.max(3, (pen.width * bytes) / Math.max(1, sum));
    pen.boxes.push({
      id: `used:${id}`,
      x,
      y: pen.y,
      width,
      height: 26,
      tone,
      texts:
        textWidth(texts[nth], 'note') + 16 <= width ? [{ x: 8, y: 13, text: texts[nth], look: 'note' }] : [],
      says: { head: texts[nth], detail: words.pieceSays[id] },
      part: id === 'startup' ? 'figures.startupBytes' : `figures.${id}Bytes`,
    });
    x += width;
  }
  pen.y += 34;
  // Also if the bar has no room for words.
  pen.legend(pieces.map(({ id, tone }, nth) => ({ id: `piece:${id}`, tone, text: texts[nth] })));
  pen.y += 10;
}

/** Values that are out of the keyspace and still in memory. */
function drawLazy(pen: SheetPen, { lazy }: MemoryMapView, step: Step | null, words: MemoryWords): void {
  pen.title('lazy', words.lazyTitle, words.lazyNote(lazy.pendingObjects, lazy.freedObjects));
  const shown = lazy.jobs.slice(0, 12);
  pen.pills(
    shown.map(({ id, subject, effort }) => ({
      id: `job:${id}`,
      text: `${cutToWidth(subject, 120)} · ${words.lazyJob(effort)}`,
      tone: 'ghost',
      hot: step?.type === 'lazyfree.queued' && step.subject === subject,
      says: { head: subject, detail: words.lazySays },
    })),
    pen.left,
    pen.right,
    24,
  );
  if (lazy.waitingJobs > shown.length) {
    pen.y += 6;
    pen.note('jobs-left', `+ ${lazy.waitingJobs - shown.length}`);
  }
  pen.y += 12;
}
