/** The size classes of the heap: how many slots are in use, freed, or were never used, and how full each slab is. */
import type { MemoryMapView } from '../../../protocol/views.ts';
import type { SheetPen } from '../stage/pen.ts';
import type { MemoryWords } from './words.ts';

const rowHeight = 26;
const slabHeight = 16;
/** Narrower cells cannot be told apart. */
const narrowestSlab = 3;

export function drawClasses(pen: SheetPen, view: MemoryMapView, words: MemoryWords): void {
  const { slabBytes, usedBytes } = view.figures;
  pen.title('classes', words.classTitle, words.classNote((slabBytes / Math.max(1, usedBytes)).toFixed(2)));
  pen.note('about', words.classHead);
  pen.y += 4;
  drawLegend(pen, words);
  const nameWidth = 64;
  const isNarrow = pen.width < 420;
  const noteWidth = isNarrow ? 96 : 170;
  const room = pen.width - nameWidth - noteWidth;
  const largest = Math.max(
    1,
    ...view.classes.map(({ slabs, slotsPerSlab, slotBytes }) => slabs * slotsPerSlab * slotBytes),
  );
  for (const { slotBytes, slotsPerSlab, slabs, liveSlots, freedSlots, emptySlabs, fills } of view.classes) {
    const slots = slabs * slotsPerSlab;
    const untouched = slots - liveSlots - freedSlots;
    // By the square root: otherwise the largest class would make the others invisible.
    const width = Math.max(8, room * Math.sqrt((slots * slotBytes) / largest));
    const says = {
      head: `${slotBytes.toLocaleString('en-US')} B`,
      detail: words.classSays(liveSlots, freedSlots, untouched, slabs),
    };
    pen.labels.push({
      id: `class:${slotBytes}`,
      x: pen.left + nameWidth - 10,
      y: pen.y + 10,
      text: String(slotBytes),
      anchor: 'end',
    });
    let x = pen.left + nameWidth;
    for (const [name, amount, tone] of [
      ['live', liveSlots, 'old'],
      ['freed', freedSlots, 'bad'],
      ['untouched', untouched, 'ghost'],
    ] as const) {
      const part = (width * amount) / slots;
      if (amount > 0) {
        pen.boxes.push({
          id: `${name}:${slotBytes}`,
          x,
          y: pen.y,
          width: Math.max(1.5, part),
          height: rowHeight - 8,
          tone,
          says,
        });
      }
      x += part;
    }
    pen.labels.push({
      id: `slots:${slotBytes}`,
      x: pen.left + nameWidth + width + 8,
      y: pen.y + 10,
      text:
        emptySlabs === 0 || isNarrow
          ? words.classText(liveSlots, slots)
          : `${words.classText(liveSlots, slots)} · ${words.emptyShort(emptySlabs)}`,
      look: 'note',
    });
    pen.y += rowHeight;
    const stripWidth = Math.min(room, Math.max(width, fills.length * 10));
    if (freedSlots > 0 && fills.length > 1 && stripWidth / fills.length >= narrowestSlab) {
      drawSlabs(pen, slotBytes, slotsPerSlab, fills, pen.left + nameWidth, stripWidth, words);
    }
  }
}

/** A cell for each slab, filled as far as its slots are in use. */
function drawSlabs(
  pen: SheetPen,
  slotBytes: number,
  slotsPerSlab: number,
  fills: readonly number[],
  left: number,
  width: number,
  words: MemoryWords,
): void {
  const step = width / fills.length;
  const cell = Math.min(step - 1, 40);
  const top = pen.y - 4;
  for (const [nth, live] of fills.entries()) {
    const says = { head: words.slab(nth + 1), detail: words.slabSays(live, slotsPerSlab) };
    const x = left + nth * Math.min(step, 41);
    const filled = (slabHeight * live) / slotsPerSlab;
    pen.boxes.push({
      id: `slab:${slotBytes}:${nth}`,
      x,
      y: top,
      width: cell,
      height: slabHeight,
      tone: 'ghost',
      says,
    });
    if (live === 0) continue;
    pen.boxes.push({
      id: `fill:${slotBytes}:${nth}`,
      x,
      y: top + slabHeight - filled,
      width: cell,
      height: filled,
      tone: 'old',
      says,
    });
  }
  pen.y += slabHeight + 4;
}

function drawLegend(pen: SheetPen, words: MemoryWords): void {
  const items = [
    ['live', 'old'],
    ['freed', 'bad'],
    ['untouched', 'ghost'],
  ] as const;
  pen.legend(items.map(([name, tone]) => ({ id: `legend:${name}`, tone, text: words[name] })));
  pen.y += 6;
}
