/** A time series as a sheet: figures, its curve, its chunks, the bits of one of them, rules and the label index. */
import { partWhere } from '../../../protocol/parts.ts';
import type { TimeSeriesView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { type ExplainedFigure, explainedFigure } from '../stage/figures.ts';
import { cutToWidth, type Pill, SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, Layout, Tone } from '../stage/sheet.ts';
import { type BitPart, bitParts } from './bits.ts';
import { drawCurve } from './curve.ts';
import { durationText, hexText, timeText, valueText } from './format.ts';
import { type Touched, touchedIn } from './touched.ts';
import { type SeriesWords, seriesWords } from './words.ts';

const sectionGap = 20;
const cellHeight = 22;
/** The bits of an uncompressed sample. */
const plainBits = 128;
/** Longer runs of bits are written in hexadecimal. */
const longestBits = 32;
/** From this width on the bits stand beside the curve, and names before their bits. */
const twoColumnsFrom = 800;
const leftShare = 0.46;
const columnGap = 20;
const wideFrom = 400;
const tones: Record<BitPart['role'], Tone> = { code: 'meta', time: 'old', value: 'plain' };

export const layoutSeries: Layout<TimeSeriesView> = (scene, size, language) => {
  const words = seriesWords[language];
  const { view } = scene;
  const pen = new SheetPen(size.width);
  if (view.address === 0) return pen.sheet(size.width);
  const hot = touchedIn(scene);
  pen.figures(figuresOf(view, words, language).map(explainedFigure));
  pen.y += sectionGap;
  const isTwo = size.width >= twoColumnsFrom;
  const middle = Math.floor(size.width * leftShare);
  if (isTwo) pen.y += 4;
  const left = isTwo ? pen.column(pen.left, middle - 2 * pen.left) : pen;
  const onCurve = drawCurve(left, view, hot, words);
  left.y += sectionGap - 8;
  drawChunks(left, view, hot, words);
  if (!isTwo) {
    pen.y += sectionGap;
    const inBits = drawBits(pen, view, hot, words);
    drawRest(pen, view, hot, words, language);
    return pen.sheet(size.width, inBits ?? onCurve);
  }
  // Keep the written sample in sight both on the curve and in its bits.
  drawRest(left, view, hot, words, language);
  const rightX = middle + columnGap;
  const right = pen.column(rightX, pen.right - rightX);
  const inBits = drawBits(right, view, hot, words);
  pen.y = Math.max(left.y, right.y);
  return pen.sheet(size.width, inBits);
};

function drawRest(
  pen: SheetPen,
  view: TimeSeriesView,
  hot: Touched,
  words: SeriesWords,
  language: Language,
): void {
  pen.y += sectionGap;
  drawRules(pen, view, hot, words, language);
  pen.y += sectionGap;
  drawLabels(pen, view, words);
}

function figuresOf(view: TimeSeriesView, words: SeriesWords, language: Language): ExplainedFigure[] {
  const { figures, figureSays } = words;
  const chunk = view.chunks[view.shown - view.chunksFrom];
  const samples = chunk?.samples ?? 0;
  const perSample = samples === 0 ? '–' : String(Math.round((chunk.usedBits / samples) * 10) / 10);
  const retention = view.retentionMs === 0 ? words.forever : durationText(view.retentionMs, language);
  return [
    {
      id: 'perSample',
      name: figures.perSample,
      value: perSample,
      detail: figureSays.perSample(chunk?.usedBits ?? 0, samples * plainBits),
    },
    {
      id: 'retention',
      name: figures.retention,
      value: retention,
      detail: figureSays.retention,
      part: 'retentionMs',
    },
    {
      id: 'chunk',
      name: figures.chunk,
      value: formatAllBytes(view.chunkBytes),
      detail: figureSays.chunk,
      part: 'chunkBytes',
    },
    {
      id: 'policy',
      name: figures.policy,
      value: view.policy ?? words.block,
      detail: figureSays.policy,
      part: 'policy',
    },
    {
      id: 'memory',
      name: figures.memory,
      value: formatAllBytes(view.memoryBytes),
      detail: figureSays.memory,
      part: 'memoryBytes',
    },
  ];
}

/** Each chunk with how full it is; the one whose bits are shown is blue. */
function drawChunks(pen: SheetPen, view: TimeSeriesView, hot: Touched, words: SeriesWords): void {
  const { chunks, chunksFrom, chunkCount } = view;
  const all = chunks.length === chunkCount;
  pen.title(
    'chunks',
    words.chunks,
    all ? '' : words.chunksNote(chunksFrom + 1, chunksFrom + chunks.length, chunkCount),
  );
  const edges = [view.firstTimestamp, view.lastTimestamp] as const;
  const pills: Pill[] = chunks.map((chunk, nth) => {
    const full = chunk.usedBits / (chunk.sizeBytes * 8);
    const place = chunksFrom + nth;
    return {
      id: `chunk:${chunk.address}`,
      text: `${place + 1} · ${words.chunkText(chunk.samples, Math.round(full * 100))}`,
      look: 'figure',
      tone: place === view.shown ? 'old' : 'plain',
      share: full,
      hot: hot.chunk === chunk.address,
      says: words.chunkSays(
        timeText(chunk.firstTimestamp, edges),
        timeText(chunk.lastTimestamp, edges),
        chunk.usedBits,
        chunk.sizeBytes,
      ),
      part: `chunks${partWhere('address', chunk.address)}`,
      picks: `chunk:${place}`,
    };
  });
  pen.pills(pills, pen.left, pen.right, 24);
}

function drawBits(pen: SheetPen, view: TimeSeriesView, hot: Touched, words: SeriesWords): Box | null {
  const chunk = view.chunks[view.shown - view.chunksFrom];
  if (chunk === undefined || view.samples.length === 0) return null;
  pen.title(
    'bits',
    words.bits(view.shown + 1, view.isCompressed),
    words.bitsNote(chunk.usedBits, chunk.samples * plainBits),
  );
  drawLegend(pen, words);
  const from = view.samples[0].index;
  if (from > 0) drawMore(pen, 'samples:earlier', words.earlierSamples(from));
  const edges = [view.firstTimestamp, view.lastTimestamp] as const;
  const names = view.samples.map(({ timestamp, text }) => words.sampleSays(timeText(timestamp, edges), text));
  const widest = Math.max(...names.map((name) => textWidth(name, 'byte')));
  const nameWidth = pen.width >= wideFrom ? Math.min(240, widest + 14) : 0;
  let focus: Box | null = null;
  for (const [nth, sample] of view.samples.entries()) {
    const isHot = hot.chunk === chunk.address && hot.sample?.timestamp === sample.timestamp;
    const top = pen.y;
    pen.labels.push({
      id: `sample:${sample.timestamp}`,
      x: pen.left,
      y: top + cellHeight / 2,
      text: nameWidth === 0 ? names[nth] : cutToWidth(names[nth], nameWidth - 8, 'byte'),
      look: 'byte',
      hot: isHot,
    });
    if (nameWidth === 0) pen.y += cellHeight - 1;
    const x = pen.left + nameWidth;
    const pills: Pill[] = bitParts(sample, view, words).map(({ id, role, bits, detail }) => ({
      id: `bits:${sample.timestamp}:${id}`,
      text: bits.length > longestBits ? words.hexBits(bits.length, hexText(bits)) : bits,
      look: 'byte',
      tone: tones[role],
      hot: isHot,
      says: { head: bits, detail },
      part: `samples${partWhere('timestamp', sample.timestamp)}`,
    }));
    pen.pills(pills, x, pen.right, cellHeight);
    if (isHot) focus = { x, y: top, width: pen.right - x, height: pen.y - top };
    pen.y += nameWidth === 0 ? 8 : 4;
  }
  const later = chunk.samples - from - view.samples.length;
  if (later > 0) drawMore(pen, 'samples:later', words.laterSamples(later));
  return focus;
}

function drawLegend(pen: SheetPen, words: SeriesWords): void {
  const pills = (['code', 'time', 'value'] as const).map(
    (role): Pill => ({ id: `legend:${role}`, text: words.legend[role], look: 'note', tone: tones[role] }),
  );
  pen.pills(pills, pen.left, pen.right, 18);
  pen.y += 8;
}

function drawMore(pen: SheetPen, picks: string, text: string): void {
  pen.pills(
    [{ id: `more:${picks}`, text, look: 'note', tone: 'ghost', says: { head: text }, picks }],
    pen.left,
    pen.right,
    24,
  );
  pen.y += 6;
}

function drawRules(
  pen: SheetPen,
  view: TimeSeriesView,
  hot: Touched,
  words: SeriesWords,
  language: Language,
): void {
  pen.title('rules', words.rules, view.rules.length === 0 ? words.noRules : String(view.rules.length));
  for (const { destination, aggregator, bucketMs, open } of view.rules) {
    const text = words.ruleText(destination, aggregator, durationText(bucketMs, language));
    const state = open === null ? words.ruleIdle : words.ruleOpen(open.samples, valueText(open.value));
    pen.pills(
      [
        {
          id: `rule:${destination}`,
          text,
          look: 'figure',
          tone: 'new',
          hot: hot.destination,
          says: { head: text, detail: state },
          part: `rules${partWhere('destination', destination)}`,
        },
        {
          id: `open:${destination}`,
          text: state,
          look: 'note',
          tone: open === null ? 'ghost' : 'soft',
          says: { head: state },
        },
      ],
      pen.left,
      pen.right,
      24,
    );
    pen.y += 6;
  }
  if (view.source !== null) pen.note('source', words.source(view.source));
}

function drawLabels(pen: SheetPen, view: TimeSeriesView, words: SeriesWords): void {
  pen.title('labels', words.labels, view.index.length === 0 ? words.noLabels : '');
  const own = new Set(view.labels.map(({ name, value }) => `${name}=${value}`));
  for (const { label, keys, count } of view.index) {
    const pills: Pill[] = [
      {
        id: `label:${label}`,
        text: label,
        look: 'byte',
        tone: own.has(label) ? 'old' : 'meta',
        says: words.labelSays(label, count),
      },
      ...keys.map(
        (key): Pill => ({
          id: `indexed:${label}:${key}`,
          text: key,
          look: 'byte',
          tone: key === view.key ? 'old' : 'soft',
          shape: 'pill',
        }),
      ),
    ];
    if (count > keys.length)
      pills.push({
        id: `indexed:${label}:more`,
        text: words.moreKeys(count - keys.length),
        look: 'note',
        tone: 'ghost',
      });
    pen.pills(pills, pen.left, pen.right);
    pen.y += 6;
  }
}
