/**
 * Places for nodes: on a ring that bulges outwards, so that a straight line between the inner sides of any two passes
 * no third. Sentinels have a row of their own above.
 *
 *        s1   s2   s3
 *
 *           m1
 *       r3      r1
 *       m3      m2        clockwise: every master beside its replicas
 *           r2
 *
 * The number of nodes on each side follows from the width; a phone gets a tall ring.
 */
import type { Box, Point } from '../stage/sheet.ts';

export interface Place extends Box {
  /** Where lines begin and end: the middle of the side that looks inwards. */
  readonly inner: Point;
}

export interface RingSizes {
  readonly width: number;
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** Between cards of one side. */
  readonly gap: number;
  /** Room inside of the ring, from top to bottom. */
  readonly room: number;
  /** How far the middle of a side stands out. */
  readonly bulge: number;
}

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** How many nodes each side gets. */
export function sidesOf(count: number, most: number): Sides {
  if (count <= 1) return { top: count, right: 0, bottom: 0, left: 0 };
  if (count === 2) return { top: 0, right: 1, bottom: 0, left: 1 };
  const top = Math.max(1, Math.min(most, Math.round(count / 3)));
  let bottom = Math.min(top, count - top);
  // The sides have the same number.
  if ((count - top - bottom) % 2 === 1) bottom += bottom < most ? 1 : -1;
  const side = (count - top - bottom) / 2;
  return { top, right: side, bottom, left: side };
}

/** Places for so many nodes, clockwise from the upper left corner, from `y` downwards. */
export function ringPlaces(
  count: number,
  y: number,
  { width, cardWidth, cardHeight, gap, room, bulge }: RingSizes,
): { readonly places: readonly Place[]; readonly bottom: number } {
  const inset = cardWidth * 0.5;
  const most = Math.max(1, Math.floor((width - 2 * inset + gap) / (cardWidth + gap)));
  const { top, right, bottom, left } = sidesOf(count, most);
  const sideRows = Math.max(left, right);
  const hasRows = sideRows > 0;
  const topY = y;
  const sideY = topY + (top === 0 ? 0 : cardHeight + gap + (top > 1 ? bulge : 0));
  const sideHeight = hasRows ? sideRows * (cardHeight + gap) - gap : room;
  const bottomY = sideY + sideHeight + (top === 0 ? 0 : gap);
  const places: Place[] = [];
  for (let at = 0; at < top; at++) {
    const bow = bowOf(at, top);
    const x = columnX(at, top, width, cardWidth, hasRows ? inset : 0);
    places.push(cardAt(x, topY + (top > 1 ? bulge * bow : 0), 'bottom', cardWidth, cardHeight));
  }
  for (let at = 0; at < right; at++) {
    const x = width - cardWidth - bulge * bowOf(at, right) * (right > 1 ? 1 : 0);
    places.push(cardAt(x, sideY + at * (cardHeight + gap), 'left', cardWidth, cardHeight));
  }
  for (let at = bottom - 1; at >= 0; at--) {
    const bow = bowOf(at, bottom);
    const x = columnX(at, bottom, width, cardWidth, hasRows ? inset : 0);
    const sunk = bottom > 1 ? bulge * (1 - bow) : 0;
    places.push(cardAt(x, bottomY + sunk, 'top', cardWidth, cardHeight));
  }
  for (let at = left - 1; at >= 0; at--) {
    const x = bulge * bowOf(at, left) * (left > 1 ? 1 : 0);
    places.push(cardAt(x, sideY + at * (cardHeight + gap), 'right', cardWidth, cardHeight));
  }
  const end = Math.max(y, ...places.map((place) => place.y + place.height));
  return { places, bottom: end };
}

/** Rows of cards across the whole width, whose lines leave downwards. */
export function rowPlaces(
  count: number,
  y: number,
  { width, cardWidth, cardHeight, gap, bulge }: RingSizes,
): { readonly places: readonly Place[]; readonly bottom: number } {
  const most = Math.max(1, Math.floor((width + gap) / (cardWidth + gap)));
  const places: Place[] = [];
  for (let first = 0; first < count; first += most) {
    const inRow = Math.min(most, count - first);
    const row = y + (first / most) * (cardHeight + gap);
    for (let at = 0; at < inRow; at++) {
      const sunk = inRow > 2 ? (bulge / 2) * bowOf(at, inRow) : 0;
      const x = columnX(at, inRow, width, cardWidth, 0);
      places.push(cardAt(x, row + sunk, 'bottom', cardWidth, cardHeight));
    }
  }
  return { places, bottom: Math.max(y, ...places.map((place) => place.y + place.height)) };
}

/** 0 in the middle of a side, 1 at its ends. */
function bowOf(at: number, count: number): number {
  const from = count === 1 ? 0 : (2 * at) / (count - 1) - 1;
  return from * from;
}

function columnX(at: number, count: number, width: number, cardWidth: number, inset: number): number {
  const room = width - 2 * inset;
  return inset + ((at + 0.5) * room) / count - cardWidth / 2;
}

function cardAt(
  x: number,
  y: number,
  inner: 'top' | 'bottom' | 'left' | 'right',
  width: number,
  height: number,
): Place {
  const points: Record<typeof inner, Point> = {
    top: { x: x + width / 2, y },
    bottom: { x: x + width / 2, y: y + height },
    left: { x, y: y + height / 2 },
    right: { x: x + width, y: y + height / 2 },
  };
  return { x, y, width, height, inner: points[inner] };
}
