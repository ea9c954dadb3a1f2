/** Eviction as a sheet: the memory and its limit, how a victim is found, and how keys were used. */
import type { EvictionView } from '../../../protocol/views.ts';
import { formatBytes } from '../keyspace/format.ts';
import { type Figure, figureRow } from '../stage/figures.ts';
import { drawTitle, type Pen, type Section, takePen } from '../stage/pen.ts';
import type { Layout } from '../stage/sheet.ts';
import { drawCurve, drawHits } from './charts.ts';
import { drawKeys } from './keys.ts';
import { drawEvicted, drawPool, drawSample } from './pool.ts';
import { choiceOf, type EvictionWords, evictionWords } from './words.ts';

const margin = 4;
const sectionGap = 16;
const columnGap = 28;
const gaugeHeight = 30;
/** From this width on the keys stand beside the charts. */
const wideFrom = 680;

export const layoutEviction: Layout<EvictionView> = (scene, size, language) => {
  const words = evictionWords[language];
  const { view } = scene;
  const choice = choiceOf(view.policy);
  const pen = takePen();
  const width = Math.max(260, size.width - 2 * margin);
  const place = (y: number): Section => ({ x: margin, y, width });
  let y = margin;
  y += drawGauge(pen, place(y), view, words) + 8;
  const figures = figureRow(figuresOf(view, words), place(y));
  pen.boxes.push(...figures.boxes);
  y += figures.height + sectionGap;
  if (view.lastSamples.length === 0 && view.pool.length === 0 && choice !== 'none' && choice !== 'random') {
    y += drawTitle(pen, place(y), 'pool', words.pool, words.noSample) + sectionGap;
  } else if (choice !== 'none' && choice !== 'random') {
    const sample = drawSample(pen, place(y), scene, words);
    y += sample.height + sectionGap;
    y += drawPool(pen, place(y), scene, sample.boxes, words) + sectionGap;
  }
  if (choice !== 'none' || view.evicted.length > 0) {
    y += drawEvicted(pen, place(y), scene, words) + sectionGap;
  }
  const isWide = width >= wideFrom;
  const half = Math.floor((width - columnGap) / 2);
  const right: Section = isWide ? { x: margin + half + columnGap, y, width: half } : place(y);
  let rightY = y;
  if (choice === 'counter') rightY += drawCurve(pen, { ...right, y: rightY }, scene, words) + sectionGap;
  rightY += drawHits(pen, { ...right, y: rightY }, view, words) + sectionGap;
  const left: Section = isWide ? { x: margin, y, width: half } : place(rightY);
  const bottom = left.y + drawKeys(pen, left, scene, words);
  return {
    width: size.width,
    height: Math.max(bottom, rightY) + margin,
    ...pen,
    focus: pen.boxes.find(({ hot }) => hot === true) ?? null,
  };
};

/** How full the memory is; what is above the limit has a bar of its own behind the mark. */
function drawGauge(pen: Pen, { x, y, width }: Section, view: EvictionView, words: EvictionWords): number {
  const { usedBytes, maxBytes } = view;
  const used = formatBytes(usedBytes);
  if (maxBytes === 0) {
    pen.boxes.push({
      id: 'memory',
      x,
      y,
      width,
      height: gaugeHeight,
      tone: 'soft',
      part: 'usedBytes',
      says: { head: words.noLimit(used), detail: words.noLimitSays },
      texts: [{ x: 10, y: gaugeHeight / 2, text: words.noLimit(used), look: 'figure' }],
    });
    return gaugeHeight;
  }
  const share = usedBytes / maxBytes;
  const isOver = usedBytes > maxBytes;
  const [above, below] =
    choiceOf(view.policy) === 'none' ? [words.refused, words.belowRefusal] : [words.above, words.below];
  const about = isOver ? above(formatBytes(usedBytes - maxBytes)) : below(formatBytes(maxBytes - usedBytes));
  const text = words.usedOf(used, formatBytes(maxBytes), share);
  pen.boxes.push({
    id: 'memory',
    x,
    y,
    width,
    height: gaugeHeight,
    tone: isOver ? 'bad' : 'good',
    share: Math.min(1, share),
    part: 'usedBytes',
    says: { head: `${words.used} ${text}`, detail: about },
    texts: [
      { x: 10, y: gaugeHeight / 2, text: `${isOver ? '▲ ' : ''}${words.used} ${text}`, look: 'figure' },
      ...(width > 620
        ? [
            {
              x: width - 10,
              y: gaugeHeight / 2,
              text: about,
              look: 'figure' as const,
              anchor: 'end' as const,
            },
          ]
        : []),
    ],
  });
  return gaugeHeight;
}

function figuresOf(view: EvictionView, words: EvictionWords): Figure[] {
  const choice = choiceOf(view.policy);
  const lookups = view.hits + view.misses;
  const rate = lookups === 0 ? '–' : words.share(view.hits / lookups);
  const volatileNote = view.policy.startsWith('volatile-') ? ` ${words.onlyVolatile}` : '';
  return [
    {
      id: 'figure:policy',
      value: view.policy,
      name: words.policy,
      part: 'policy',
      says: { head: view.policy, detail: `${words.policySays[choice]}${volatileNote}` },
    },
    {
      id: 'figure:samples',
      value: String(view.samples),
      name: words.samples,
      part: 'samples',
      says: { head: `maxmemory-samples ${view.samples}`, detail: words.samplesSays },
    },
    {
      id: 'figure:evicted',
      value: String(view.evictedKeys),
      name: words.evicted,
      part: 'evictedKeys',
      says: { head: `INFO stats: evicted_keys ${view.evictedKeys}` },
    },
    {
      id: 'figure:rate',
      value: rate,
      name: words.hitRate,
      part: 'hits',
      says: {
        head: `INFO stats: keyspace_hits ${view.hits}, keyspace_misses ${view.misses}`,
        detail: words.hitsSays(view.hits, lookups),
      },
    },
    choice === 'counter'
      ? {
          id: 'figure:clock',
          value: String(view.minutes),
          name: words.minutes,
          says: { head: `${words.minutes} ${view.minutes}`, detail: words.minutesSays },
        }
      : {
          id: 'figure:clock',
          value: String(view.clock),
          name: words.clock,
          says: { head: `${words.clock} ${view.clock}`, detail: words.clockSays },
        },
  ];
}
