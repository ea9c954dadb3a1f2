/** The expires table, bucket by bucket: its keys, the stale ones, the buckets of a round, and the next one. */
import type { ExpiryTableView, ExpiryView } from '../../../protocol/views.ts';
import type { SheetPen } from '../stage/pen.ts';
import { gridSize, type Said, type Scene } from '../stage/sheet.ts';
import type { ExpiryWords } from './words.ts';

/** Up to this many buckets are boxes with figures in them; more are a grid. */
const mostBoxes = 64;
const widestBox = 34;
const narrowestBox = 17;
const boxHeight = 24;
const boxGap = 4;
const rowPitch = 36;
const signHeight = 12;

export function drawTables(pen: SheetPen, scene: Scene<ExpiryView>, words: ExpiryWords): void {
  for (const number of [0, 1] as const) {
    const table = scene.view.tables[number];
    if (table.size === 0) continue;
    const isGrid = table.keys.length > mostBoxes;
    const title = words.table(number, table.size, table.used);
    pen.heading(`table:${number}`, title, isGrid ? noteOf(table, words) : undefined);
    const looked = lookedAt(scene, table);
    const draw = isGrid ? drawGrid : drawBoxes;
    draw(pen, number, table, looked, words);
    pen.y += 8;
  }
}

/** For many buckets: which ones are shown, and how many of them hold stale keys, as their colour shows too. */
function noteOf({ keys, stale, size, from }: ExpiryTableView, words: ExpiryWords): string | undefined {
  const notes: string[] = [];
  if (keys.length < size) notes.push(words.tableWindow(from, from + keys.length - 1));
  const late = stale.filter((count) => count > 0).length;
  if (late > 0) notes.push(words.staleBuckets(late));
  return notes.length === 0 ? undefined : notes.join(' · ');
}

/** The buckets visited by this step's round. */
export function lookedAt({ step, view }: Scene<ExpiryView>, table: ExpiryTableView): ReadonlySet<number> {
  const looked = new Set<number>();
  if (step?.type !== 'expire.sample' || step.db !== view.db) return looked;
  const count = Math.min(table.size, step.cursor - step.from);
  for (let nth = 0; nth < count; nth++) looked.add((step.from + nth) & (table.size - 1));
  return looked;
}

function sayBucket(
  number: 0 | 1,
  table: ExpiryTableView,
  bucket: number,
  looked: ReadonlySet<number>,
  words: ExpiryWords,
): Said {
  const nth = bucket - table.from;
  const about = [words.bucketHolds(table.keys[nth], table.stale[nth])];
  if (looked.has(bucket)) about.push(words.sampledNow);
  if (bucket === table.cursor) about.push(words.bucketNext);
  return { head: words.bucket(number, bucket), detail: about.join(' · ') };
}

function drawBoxes(
  pen: SheetPen,
  number: 0 | 1,
  table: ExpiryTableView,
  looked: ReadonlySet<number>,
  words: ExpiryWords,
): void {
  const { left: x, y, width } = pen;
  const count = table.keys.length;
  const fitting = Math.max(4, Math.floor((width + boxGap) / (narrowestBox + boxGap)));
  // A power of two of columns, since the table has a power of two of buckets.
  const columns = Math.min(count, 2 ** Math.floor(Math.log2(fitting)), 16);
  const boxWidth = Math.min(widestBox, (width + boxGap) / columns - boxGap);
  for (let nth = 0; nth < count; nth++) {
    const bucket = table.from + nth;
    const [keys, stale] = [table.keys[nth], table.stale[nth]];
    const place = {
      x: x + (nth % columns) * (boxWidth + boxGap),
      y: y + signHeight + Math.floor(nth / columns) * rowPitch,
    };
    const home = number === 0 ? 'old' : 'new';
    pen.boxes.push({
      id: `bucket:${number}:${bucket}`,
      ...place,
      width: boxWidth,
      height: boxHeight,
      tone: stale > 0 ? 'bad' : keys > 0 ? home : 'ghost',
      hot: looked.has(bucket),
      says: sayBucket(number, table, bucket, looked, words),
      texts:
        keys === 0
          ? []
          : [
              {
                x: boxWidth / 2,
                y: boxHeight / 2,
                text: stale > 0 ? `${keys}!` : String(keys),
                look: 'figure',
                anchor: 'middle',
              },
            ],
    });
    if (bucket === table.cursor) {
      pen.labels.push({
        id: `cursor:${number}`,
        x: place.x + boxWidth / 2,
        y: place.y - 7,
        text: '▾',
        look: 'figure',
        anchor: 'middle',
        tone: 'meta',
      });
    }
  }
  pen.y += signHeight + (Math.ceil(count / columns) - 1) * rowPitch + boxHeight;
}

function drawGrid(
  pen: SheetPen,
  number: 0 | 1,
  table: ExpiryTableView,
  looked: ReadonlySet<number>,
  words: ExpiryWords,
): void {
  const { left: x, y, width } = pen;
  const count = table.keys.length;
  const [cell, gap] = [9, 3];
  const columns = 2 ** Math.floor(Math.log2(Math.max(8, Math.floor((width + gap) / (cell + gap)))));
  const cells = (test: (nth: number) => boolean) =>
    Array.from({ length: count }, (_, nth) => nth).filter(test);
  const grid = {
    id: `buckets:${number}`,
    x,
    y: y + 4,
    columns: Math.min(columns, count),
    count,
    cell: { width: cell, height: cell },
    gap,
    layers: [
      {
        tone: number === 0 ? ('old' as const) : ('new' as const),
        cells: cells((nth) => table.keys[nth] > 0 && table.stale[nth] === 0),
      },
      { tone: 'bad' as const, cells: cells((nth) => table.stale[nth] > 0) },
      { tone: 'hot' as const, cells: cells((nth) => looked.has(table.from + nth)) },
    ],
    says: (nth: number) => sayBucket(number, table, table.from + nth, looked, words),
  };
  pen.grids.push(grid);
  const at = table.cursor - table.from;
  pen.labels.push({
    id: `cursor:${number}`,
    x: x + (at % grid.columns) * (cell + gap) + cell / 2,
    y: grid.y + Math.floor(at / grid.columns) * (cell + gap) + cell / 2,
    text: '▾',
    look: 'figure',
    anchor: 'middle',
  });
  pen.y += gridSize(grid).height + 8;
}
