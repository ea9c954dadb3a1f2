/**
 * Two or three sets as overlapping rectangles, so that every combination has a place of its own:
 *
 *      A  | A B | B             the first lies over the left two columns, the second over the right two,
 *     A C |A B C| B C           the third over the lower two rows
 *         |  C  |
 */
import { partWhere } from '../../../protocol/parts.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark } from '../stage/sheet.ts';
import { type Drawn, namesIn } from './layout.ts';

const pad = 14;
const pillHeight = 22;
const pillGap = 5;
const headHeight = 22;
const mostRows = 7;

/** Masks by place: rows from above, columns from the left. */
const places: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [[1]],
  2: [[1, 3, 2]],
  3: [[1, 3, 2], [5, 7, 6], [4]],
};

interface Region {
  readonly mask: number;
  readonly box: Box;
}

export function drawRegions(drawn: Drawn): void {
  const { pen, view } = drawn;
  const rows = places[view.sets.length] ?? [];
  const top = pen.y;
  const outlines: BoxMark[] = [];
  const regions: Region[] = [];
  // Names of the first two stand above, that of the third below.
  pen.y += headHeight;
  for (const masks of rows) {
    const width = pen.width / masks.length;
    const heights = masks.map((mask) => heightOf(drawn, mask, width));
    const height = Math.max(40, ...heights);
    for (const [column, mask] of masks.entries()) {
      regions.push({ mask, box: { x: pen.left + column * width, y: pen.y, width, height } });
    }
    pen.y += height;
  }
  for (const [at, set] of view.sets.entries()) {
    const mine = regions.filter(({ mask }) => (mask & (1 << at)) !== 0).map(({ box }) => box);
    if (mine.length === 0) continue;
    const around = enclosing(mine);
    // Rectangles that share an edge are drawn a little apart.
    const inset = at * 3;
    const isThird = at === 2;
    const head = isThird ? 0 : headHeight;
    const box = {
      x: around.x + inset,
      y: isThird ? around.y : top,
      width: around.width - 2 * inset,
      height: around.y + around.height - (isThird ? around.y : top) + (isThird ? headHeight : 0),
    };
    const name = cutToWidth(set.key, box.width / 2);
    outlines.push({
      ...box,
      id: `set:${at}`,
      tone: set.encoding === null ? 'ghost' : 'old',
      texts: [
        {
          x: at === 1 ? box.width - 10 : 10,
          y: isThird ? box.height - head - 12 : 13,
          text: name,
          anchor: at === 1 ? 'end' : 'start',
          tone: 'old',
        },
      ],
      says: { head: set.key, detail: drawn.words.size(set.size) },
    });
  }
  pen.y += view.sets.length === 3 ? headHeight : 0;
  pen.boxes.push(...outlines);
  for (const region of regions) drawRegion(drawn, region);
  pen.y += 8;
}

function membersOf({ view }: Drawn, mask: number) {
  return view.members.filter((member) => member.mask === mask);
}

function countOf({ view }: Drawn, mask: number): number {
  return view.regions.find((region) => region.mask === mask)?.count ?? 0;
}

/** The places of a region's pills, from its upper left corner; those without room are left out. */
function flow(
  drawn: Drawn,
  mask: number,
  width: number,
): { places: (Box & { name: string })[]; left: number } {
  const room = width - 2 * pad;
  const all = membersOf(drawn, mask);
  const places: (Box & { name: string })[] = [];
  let x = 0;
  let row = 0;
  for (const { member } of all) {
    const shown = cutToWidth(member, room - 14);
    const pill = Math.min(room, textWidth(shown) + 14);
    if (x > 0 && x + pill > room) {
      x = 0;
      row++;
    }
    if (row === mostRows) break;
    places.push({
      x: pad + x,
      y: pad + 16 + row * (pillHeight + pillGap),
      width: pill,
      height: pillHeight,
      name: member,
    });
    x += pill + pillGap;
  }
  return { places, left: countOf(drawn, mask) - places.length };
}

function heightOf(drawn: Drawn, mask: number, width: number): number {
  const { places, left } = flow(drawn, mask, width);
  const bottom = places.at(-1);
  const used = bottom === undefined ? pad + 16 : bottom.y + bottom.height;
  return used + pad + (left > 0 ? 18 : 0);
}

function drawRegion(drawn: Drawn, { mask, box }: Region): void {
  const { pen, view, words, isInResult, member: touched } = drawn;
  const count = countOf(drawn, mask);
  const names = namesIn(view.sets, mask, words.and);
  const single = (mask & (mask - 1)) === 0;
  const about = single ? words.region.only(names) : words.region.all(names);
  pen.boxes.push({
    id: `region:${mask}`,
    x: box.x + pad,
    y: box.y + 2,
    width: box.width - 2 * pad,
    height: 18,
    shape: 'bare',
    texts: [{ x: (box.width - 2 * pad) / 2, y: 9, text: String(count), look: 'note', anchor: 'middle' }],
    says: { head: about, detail: words.region.note(count) },
  });
  const { places, left } = flow(drawn, mask, box.width);
  for (const { name, ...place } of places) {
    const isTaken = isInResult(name, mask);
    pen.boxes.push({
      id: `member:${name}`,
      x: box.x + place.x,
      y: box.y + place.y,
      width: place.width,
      height: place.height,
      shape: 'pill',
      tone: isTaken ? 'new' : 'plain',
      hot: name === touched,
      texts: [
        {
          x: place.width / 2,
          y: pillHeight / 2,
          text: cutToWidth(name, place.width - 12),
          anchor: 'middle',
        },
      ],
      says: { head: name, detail: isTaken ? `${about} · ${words.inResult}` : about },
      part: `members${partWhere('member', name)}.mask`,
    });
  }
  if (left <= 0) return;
  const last = places.at(-1);
  pen.boxes.push({
    id: `left:${mask}`,
    x: box.x + pad,
    y: box.y + (last === undefined ? pad + 14 : last.y + last.height + 1),
    width: box.width - 2 * pad,
    height: 18,
    shape: 'bare',
    texts: [{ x: 2, y: 9, text: words.more(left), look: 'note' }],
    says: { head: words.moreSays(left) },
  });
}

function enclosing(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
