/** A Bloom filter as a sheet: figures, layers, the bits of one item, and the bits of one layer as a grid. */
import type { BloomView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import { type ExplainedFigure, explainedFigure } from '../stage/figures.ts';
import { cutToWidth, type Pill, SheetPen } from '../stage/pen.ts';
import {
  type Box,
  cellBox,
  type GridMark,
  gridSize,
  type Layout,
  type Scene,
  type TextMark,
} from '../stage/sheet.ts';
import { rateText } from './format.ts';
import { isBitSet, type Pointed, pointedIn } from './item.ts';
import { type BloomWords, bloomWords } from './words.ts';

const sectionGap = 20;
/** From this width on a layer takes two lines instead of three. */
const wideFrom = 440;
const cellSize = 9;
/** If there is room. */
const largestCell = 14;
const cellGap = 2;
/** This much of a window of bits is scrolled into sight. */
const windowSeen = 140;

export const layoutBloom: Layout<BloomView> = (scene, size, language) => {
  const words = bloomWords[language];
  const { view } = scene;
  const pen = new SheetPen(size.width);
  if (view.address === 0) return pen.sheet(size.width);
  const pointed = pointedIn(scene);
  const hot = hotBit(scene);
  pen.figures(figuresOf(view, words).map(explainedFigure));
  pen.y += sectionGap;
  drawLayers(pen, scene, words);
  pen.y += sectionGap - 6;
  if (pointed !== null) {
    drawItem(pen, view, pointed, hot, words);
    pen.y += sectionGap;
  }
  const focus = drawGrid(pen, view, pointed, hot, words);
  return pen.sheet(size.width, focus);
};

/** The bit that the step tests or sets, if it is in the layer shown. */
function hotBit({ step, view }: Scene<BloomView>): number | null {
  if (step?.type !== 'bloom.test' && step?.type !== 'bloom.set') return null;
  return view.layers[view.shown]?.address === step.layer ? step.bit : null;
}

function figuresOf(view: BloomView, words: BloomWords): ExplainedFigure[] {
  const { figures, figureSays } = words;
  // A growing filter gives its layers a half, a quarter and so on of the requested error rate.
  const promised = (view.layers[0]?.error ?? 0) * (view.expansion === null ? 1 : 2);
  const expansion = view.expansion === null ? words.fixed : `× ${view.expansion}`;
  const rate = rateText(view.falsePositiveRate);
  return [
    { id: 'rate', name: figures.rate, value: rate, detail: figureSays.rate, part: 'falsePositiveRate' },
    { id: 'promised', name: figures.promised, value: rateText(promised), detail: figureSays.promised },
    {
      id: 'size',
      name: figures.size,
      value: formatAllBytes(view.sizeBytes),
      detail: figureSays.size,
      part: 'sizeBytes',
    },
    {
      id: 'expansion',
      name: figures.expansion,
      value: expansion,
      detail: figureSays.expansion,
      part: 'expansion',
    },
  ];
}

/** A bar for each layer, filled by its number of items. */
function drawLayers(pen: SheetPen, { view, step }: Scene<BloomView>, words: BloomWords): void {
  pen.title('layers', words.layers, String(view.layers.length));
  const isWide = pen.width >= wideFrom;
  for (const [place, layer] of view.layers.entries()) {
    const isNew = step?.type === 'bloom.layer' && step.layer === layer.address;
    const isTouched =
      (step?.type === 'bloom.test' || step?.type === 'bloom.set') && step.layer === layer.address;
    const rate = words.layerRate(rateText(layer.falsePositiveRate), rateText(layer.error));
    const items = `${words.layer(place + 1)} · ${words.layerItems(layer.items, layer.entries)}`;
    const head = `${items} · ${rate}`;
    const bits = words.layerBits(layer.bitsSet, layer.bits, layer.hashes);
    pen.boxes.push({
      id: `layer:${layer.address}`,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: 10 + 15 * (isWide ? 2 : 3),
      tone: place === view.shown ? 'old' : 'plain',
      share: layer.items / layer.entries,
      hot: isNew || (isTouched && place !== view.shown),
      texts: [
        { x: 10, y: 14, text: cutToWidth(isWide ? head : items, pen.width - 20, 'figure'), look: 'figure' },
        ...(isWide ? [bits] : [rate, bits]).map(
          (line, nth): TextMark => ({
            x: 10,
            y: 29 + 15 * nth,
            text: cutToWidth(line, pen.width - 20, 'figure'),
            look: 'figure',
          }),
        ),
      ],
      says: {
        head,
        detail: `${bits}; ${words.layerSays(layer.bitsPerEntry.toFixed(2), `0x${layer.address.toString(16)}`)}`,
      },
      part: `layers.${place}.items`,
      picks: `layer:${place}`,
    });
    pen.y += 14 + 15 * (isWide ? 2 : 3);
  }
}

function drawItem(
  pen: SheetPen,
  view: BloomView,
  pointed: Pointed,
  hot: number | null,
  words: BloomWords,
): void {
  pen.title('item', words.item(pointed.item), words.itemNote(view.shown + 1));
  pen.pills(
    [
      {
        id: 'hashes',
        text: words.hashes(pointed.a, pointed.b),
        look: 'byte',
        tone: 'meta',
        says: { head: words.hashes(pointed.a, pointed.b), detail: words.hashSays },
      },
    ],
    pen.left,
    pen.right,
  );
  pen.y += 6;
  const pills: Pill[] = pointed.bits.map(({ hash, bit, isSet }) => ({
    id: `hash:${hash}`,
    text: words.bit(hash, bit, isSet),
    look: 'byte',
    tone: isSet === null ? 'soft' : isSet ? 'good' : 'bad',
    picks: `bit:${bit}`,
    hot: hot === bit,
    says: {
      head: words.bit(hash, bit, isSet),
      detail: isSet === null ? words.bitSays.unknown : isSet ? words.bitSays.set : words.bitSays.clear,
    },
  }));
  if (pills.length > 0) {
    pen.pills(pills, pen.left, pen.right, 24);
    pen.y += 6;
  }
  if (pointed.layer !== null) {
    const isThere = pointed.layer >= 0;
    pen.note(
      'verdict',
      isThere ? words.verdict.maybe(pointed.layer + 1) : words.verdict.no,
      isThere ? 'good' : 'bad',
    );
  }
}

function drawGrid(
  pen: SheetPen,
  view: BloomView,
  pointed: Pointed | null,
  hot: number | null,
  words: BloomWords,
): Box | null {
  const layer = view.layers[view.shown];
  const first = view.from * 8;
  const count = view.bytes.length * 8;
  const top = pen.y;
  pen.title('bits', words.bits(view.shown + 1), words.bitsNote(first, first + count, layer.bits));
  const fitting = Math.floor((pen.width + cellGap) / (cellSize + cellGap));
  // Whole bytes in a row, and a round number of them if there is room.
  const columns = fitting >= 64 ? 64 : fitting >= 32 ? 32 : Math.max(8, fitting - (fitting % 8));
  const side = Math.min(largestCell, Math.floor((pen.width + cellGap) / columns) - cellGap);
  const set: number[] = [];
  for (let cell = 0; cell < count; cell++) if (isBitSet(view, first + cell)) set.push(cell);
  const own = (pointed?.bits ?? []).filter(({ bit }) => bit >= first && bit < first + count);
  const cellsOf = (bits: typeof own) => bits.map(({ bit }) => bit - first);
  const grid: GridMark = {
    id: 'bits',
    x: pen.left,
    y: pen.y,
    columns,
    count,
    cell: { width: side, height: side },
    gap: cellGap,
    layers: [
      { tone: 'old', cells: set },
      { tone: 'good', cells: cellsOf(own.filter(({ isSet }) => isSet === true)) },
      { tone: 'bad', cells: cellsOf(own.filter(({ isSet }) => isSet === false)) },
      { tone: 'hot', cells: hot !== null && hot >= first && hot < first + count ? [hot - first] : [] },
    ],
    says(cell) {
      const bit = first + cell;
      const hashes = own.filter((each) => each.bit === bit).map(({ hash }) => hash);
      return {
        head: words.cell(bit),
        detail: words.cellIs(isBitSet(view, bit), Math.floor(bit / 8), hashes.join(', ')),
      };
    },
    part: (cell) => `bytes.${Math.floor((first + cell) / 8)}`,
  };
  pen.grids.push(grid);
  pen.y += gridSize(grid).height;
  if (hot !== null && hot >= first && hot < first + count) return cellBox(grid, hot - first);
  // A window of many bits lies far below: scroll to its beginning.
  return count < layer.bits
    ? { x: pen.left, y: top, width: pen.width, height: Math.min(pen.y - top, windowSeen) }
    : null;
}
