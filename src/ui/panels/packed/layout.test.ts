import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView, PackedView } from '../../../protocol/views-packed.ts';
import recorded from '../../gallery/recorded/packed.json';
import { scenesOf } from '../../gallery/scenes.ts';
import { type FlowOptions, flowOf, mostItems, startShowing } from './flow.ts';
import { layoutPacked } from './layout.ts';
import { originsOf, reversed } from './origin.ts';
import { roam, settle } from './roam.ts';

const whole: FlowOptions = { folded: false, open: new Set(), start: 0 };
const folded: FlowOptions = { ...whole, folded: true };

type PackedStory = keyof typeof recorded;
const packedStory = (name: PackedStory) => scenesOf<'packed'>(recorded[name]);

function blockOf(view: PackedView): PackedBlockView {
  return view.value!.block!;
}

/** The moment of a story at which a step of this type happens, with the picture before it. */
function at(name: PackedStory, type: Step['type'], nth = 0) {
  const moments = packedStory(name);
  const found = moments.flatMap(({ step }, index) => (step?.type === type ? [index] : []))[nth];
  const { step, view } = moments[found];
  const before = moments[found - 1].view;
  return { step, view, before };
}

function layoutAt(name: PackedStory, type: Step['type'], options = whole, nth = 0, width = 600) {
  const { step, view, before } = at(name, type, nth);
  const block = blockOf(view);
  const then = before.value?.block ?? null;
  const origins = then === null ? null : originsOf(block, then, step);
  return layoutPacked({ block, step, before: then, origins, ghost: false }, width, options);
}

describe('bytes in order', () => {
  it('are all there, and the unused ones behind them', () => {
    const block = blockOf(packedStory('packed-insert').at(-1)!.view);
    const { items, from, until } = flowOf(block, whole);
    expect([from, until]).toEqual([0, block.totalBytes]);
    const bytes = items.filter(({ kind }) => kind === 'byte');
    expect(bytes.map(({ offset }) => offset)).toEqual([...block.bytes.keys()]);
    const spare = items.filter(({ kind }) => kind === 'spare' || kind === 'spares');
    const spareBytes = spare.reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0);
    expect(spareBytes).toBe(block.allocationBytes - block.totalBytes);
  });

  it('fold the middle of long data, and say how much', () => {
    const block = blockOf(packedStory('packed-cascade').at(-1)!.view);
    const { items } = flowOf(block, folded);
    const folds = items.filter((item) => item.kind === 'fold');
    expect(folds.map((fold) => 'count' in fold && fold.count)).toEqual([243, 242, 242, 242]);
    // Nothing is lost on the way: the drawn and the folded bytes make up the whole.
    const drawn = items.filter(({ kind }) => kind === 'byte').length;
    expect(drawn + folds.reduce((sum, fold) => sum + ('count' in fold ? fold.count : 0), 0)).toBe(
      block.totalBytes,
    );
    const data = block.spans.find(({ role, sizeBytes }) => role === 'data' && sizeBytes > 200)!;
    const opened = flowOf(block, { ...folded, open: new Set([data.offset]) });
    expect(opened.items.filter((item) => item.kind === 'fold')).toHaveLength(3);
  });

  it('are drawn up to a number, from the beginning of an entry on', () => {
    const block = blockOf(packedStory('packed-huge')[0].view);
    const first = flowOf(block, whole);
    expect(first.items).toHaveLength(mostItems);
    expect(first.until).toBe(mostItems);
    const next = flowOf(block, { ...whole, start: first.until });
    expect(block.entries.some(({ offset }) => offset === next.from)).toBe(true);
    expect(next.from).toBeLessThanOrEqual(first.until);
    expect(startShowing(block, whole, 100)).toBe(0);
    const start = startShowing(block, whole, 3000);
    const shown = flowOf(block, { ...whole, start });
    expect(3000).toBeGreaterThanOrEqual(shown.from);
    expect(3000).toBeLessThan(shown.until);
  });
});

describe('marks', () => {
  it('stand in rows of sixteen, of eight on a phone, and never outside of the sheet', () => {
    for (const [width, perRow] of [
      [600, 16],
      [320, 8],
      [1100, 32],
    ] as const) {
      const marks = layoutAt('packed-insert', 'packed.insert', whole, 0, width);
      expect(marks.grid.perRow).toBe(perRow);
      for (const cell of marks.cells) expect(cell.x + cell.width).toBeLessThanOrEqual(width);
      const used = marks.rows.filter(({ offset }) => offset < marks.cells.length);
      expect(used.map(({ offset }) => offset)).toEqual(used.map((_, row) => row * perRow));
    }
  });

  it('show the bytes in hexadecimal, and their meaning in captions', () => {
    const marks = layoutAt('packed-insert', 'packed.insert');
    const { view } = at('packed-insert', 'packed.insert');
    expect(marks.cells.map(({ hex }) => hex).join('')).toBe(Buffer.from(blockOf(view).bytes).toString('hex'));
    const captions = marks.segments.map(({ caption }) => caption);
    expect(captions.slice(0, 2)).toEqual(['total 23', 'count 3']);
    expect(captions).toContain('str6');
    expect(captions.at(-1)).toBe('end');
    const characters = marks.cells.filter(({ entry, role }) => entry === 0 && role === 'data');
    expect(characters.map(({ character }) => character).join('')).toBe('name');
  });

  it('highlight the written entry, and the header bytes that changed with it', () => {
    const marks = layoutAt('packed-insert', 'packed.insert');
    const hot = marks.segments.filter(({ hot: isHot }) => isHot);
    expect(new Set(hot.map(({ entry }) => entry))).toEqual(new Set([2]));
    expect(marks.cue?.sign).toBe('+');
    expect(marks.touched).toBe(2);
    const changed = marks.cells.filter((cell) => cell.changed).map(({ offset }) => offset);
    expect(changed).toEqual([0, 4]);
  });

  it('point at the place where bytes were cut out', () => {
    const marks = layoutAt('packed-delete', 'packed.delete');
    expect(marks.cut).toMatchObject({ bytes: 11 });
    expect(marks.cut!.x).toBe(marks.cells.find(({ offset }) => offset === 6)!.x);
  });

  it('show a prevlen that is wrong as wrong, and all of them right at the end', () => {
    const found = layoutAt('packed-cascade', 'packed.cascade', folded);
    expect(found.segments.filter(({ stale }) => stale).map(({ entry, role }) => `${entry} ${role}`)).toEqual([
      '2 prevlen',
    ]);
    const done = layoutAt('packed-cascade', 'packed.cascaded', folded);
    expect(done.segments.filter(({ stale }) => stale)).toEqual([]);
    const grown = done.segments.filter(({ hot }) => hot);
    expect(new Set(grown.map(({ entry }) => entry))).toEqual(new Set([2, 3, 4]));
    expect(new Set(grown.map(({ role }) => role))).toEqual(new Set(['prevlen']));
  });

  it('of a changed slot highlight its unused part', () => {
    const marks = layoutAt('packed-cascade', 'packed.realloc', folded);
    expect(marks.spares.length).toBeGreaterThan(0);
    expect(marks.spares.every(({ hot }) => hot)).toBe(true);
  });

  it('of bytes that are gone highlight nothing', () => {
    const { step, before } = at('packed-conversion', 'object.encoding');
    const situation = { block: blockOf(before), step, before: null, origins: null, ghost: true };
    const marks = layoutPacked(situation, 600, whole);
    expect(marks.ghost).toBe(true);
    expect(marks.spares).toEqual([]);
    expect(marks.segments.some(({ hot }) => hot)).toBe(false);
  });

  it('of a compressed node have no parts', () => {
    const moments = packedStory('packed-nodes');
    const compressed = moments
      .flatMap(({ view }) => view.value?.block ?? [])
      .find(({ format }) => format === 'lzf');
    const block = compressed ?? {
      ...blockOf(moments[0].view),
      format: 'lzf' as const,
      spans: [],
      entries: [],
    };
    const marks = layoutPacked({ block, step: null, before: null, origins: null, ghost: false }, 600, whole);
    expect(new Set(marks.cells.map(({ role }) => role))).toEqual(new Set(['compressed']));
  });
});

describe('where bytes come from', () => {
  it('an insertion moves the bytes after it and leaves the rest', () => {
    const { step, view, before } = at('packed-sorted', 'packed.insert');
    const now = blockOf(view);
    const then = blockOf(before);
    const origins = originsOf(now, then, step)!;
    if (step?.type !== 'packed.insert') throw new Error('an insertion');
    for (const [offset, origin] of origins) {
      const isHeader = offset < 10;
      const isBefore = offset < step.offset;
      if (isHeader || isBefore) expect(origin).toBe(offset);
      else expect(offset - origin).toBe(step.sizeBytes);
    }
    const fresh = [...now.bytes.keys()].filter((offset) => !origins.has(offset));
    expect(fresh).toEqual(Array.from({ length: step.sizeBytes }, (_, nth) => step.offset + nth));
    // Old bytes other than lengths have the same value as before.
    const data = now.spans.filter(({ role, entry }) => role === 'data' && entry !== 2);
    for (const span of data) {
      const origin = origins.get(span.offset);
      if (origin !== undefined) expect(now.bytes[span.offset]).toBe(then.bytes[origin]);
    }
  });

  it('a deletion closes up', () => {
    const { step, view, before } = at('packed-delete', 'packed.delete');
    const origins = originsOf(blockOf(view), blockOf(before), step)!;
    expect(origins.get(6)).toBe(17);
    expect(origins.get(0)).toBe(0);
    expect(reversed(origins).get(17)).toBe(6);
    expect(reversed(origins).has(6)).toBe(false);
  });

  it('a cascade makes room in front of every entry that grew', () => {
    const { step, view, before } = at('packed-cascade', 'packed.cascaded');
    const [now, then] = [blockOf(view), blockOf(before)];
    const origins = originsOf(now, then, step)!;
    for (const entry of now.entries) {
      const was = then.entries[entry.index];
      expect(origins.get(entry.offset)).toBe(was.offset);
      // The last byte of an entry is still its last byte.
      expect(origins.get(entry.offset + entry.sizeBytes - 1)).toBe(was.offset + was.sizeBytes - 1);
    }
  });

  it('a new slot holds the same bytes', () => {
    const { step, view, before } = at('packed-insert', 'packed.realloc');
    const origins = originsOf(blockOf(view), blockOf(before), step)!;
    expect([...origins]).toEqual([...blockOf(view).bytes.keys()].map((offset) => [offset, offset]));
    expect(originsOf(blockOf(view), blockOf(before), null)).toBeNull();
  });

  it('steps in other bytes move none of these', () => {
    const { step, view } = at('packed-delete', 'packed.delete');
    const block = blockOf(view);
    const elsewhere = { ...(step as Step & { type: 'packed.delete' }), block: block.address + 64 };
    const origins = originsOf(block, block, elsewhere)!;
    expect([...origins].every(([now, then]) => now === then)).toBe(true);
    const situation = { block, step: elsewhere, before: block, origins, ghost: false };
    const marks = layoutPacked(situation, 600, whole);
    expect([marks.cut, marks.cells.some(({ changed }) => changed)]).toEqual([null, false]);
  });

  it('an upgrade widens every integer', () => {
    const { step, view, before } = at('packed-upgrade', 'intset.upgrade');
    const origins = originsOf(blockOf(view), blockOf(before), step)!;
    expect([origins.get(8), origins.get(9), origins.has(10), origins.get(12)]).toEqual([8, 9, false, 10]);
  });
});

describe('the cursor', () => {
  const block = blockOf(packedStory('packed-cascade').at(-1)!.view);
  const marks = layoutPacked({ block, step: null, before: null, origins: null, ghost: false }, 600, folded);

  it('goes from byte to byte, over a fold as over one', () => {
    expect(settle(marks, null)).toBe(0);
    expect(roam(marks, block, 0, 'ArrowRight')).toBe(1);
    expect(roam(marks, block, 0, 'ArrowLeft')).toBe(0);
    const fold = marks.folds[0];
    expect(roam(marks, block, fold.offset - 1, 'ArrowRight')).toBe(fold.offset);
    expect(roam(marks, block, fold.offset, 'ArrowRight')).toBe(fold.offset + fold.count);
    expect(settle(marks, fold.offset + 100)).toBe(fold.offset);
  });

  it('goes from row to row and from entry to entry', () => {
    expect(roam(marks, block, 3, 'ArrowDown')).toBe(
      marks.cells.find(({ y }) => y > marks.cells[0].y)!.offset + 3,
    );
    expect(roam(marks, block, 3, 'ArrowUp')).toBe(3);
    expect(roam(marks, block, 0, 'PageDown')).toBe(block.entries[0].offset);
    expect(roam(marks, block, block.entries[2].offset, 'PageDown')).toBe(block.entries[3].offset);
    expect(roam(marks, block, block.entries[2].offset, 'PageUp')).toBe(block.entries[1].offset);
    expect(roam(marks, block, 5, 'End')).toBeGreaterThanOrEqual(block.totalBytes);
    expect(roam(marks, block, 500, 'Home')).toBe(0);
  });
});
