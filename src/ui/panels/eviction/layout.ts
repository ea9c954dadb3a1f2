/** Eviction as a sheet: the memory and its limit, the search for a victim, and the usage of keys. */
import type { EvictionView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import type { Figure } from '../stage/figures.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Layout } from '../stage/sheet.ts';
import { drawCurve, drawHits } from './charts.ts';
import { drawKeys } from './keys.ts';
import { drawEvicted, drawPool, drawSample } from './pool.ts';
import { choiceOf, type EvictionWords, evictionWords } from './words.ts';

const sectionGap = 16;
const columnGap = 28;
const gaugeHeight = 30;
const narrowest = 268;
/** From this width on the keys stand beside the charts. */
const wideFrom = 680;

export const layoutEviction: Layout<EvictionView> = (scene, size, language) => {
  const words = evictionWords[language];
  const { view } = scene;
  const choice = choiceOf(view.policy);
  const pen = new SheetPen(Math.max(narrowest, size.width));
  drawGauge(pen, view, words);
  pen.y += 8;
  pen.figures(figuresOf(view, words));
  pen.y += sectionGap;
  if (view.lastSamples.length === 0 && view.pool.length === 0 && choice !== 'none' && choice !== 'random') {
    pen.heading('pool', words.pool, words.noSample);
    pen.y += sectionGap;
  } else if (choice !== 'none' && choice !== 'random') {
    const samples = drawSample(pen, scene, words);
    pen.y += sectionGap;
    drawPool(pen, scene, samples, words);
    pen.y += sectionGap;
  }
  if (choice !== 'none' || view.evicted.length > 0) {
    drawEvicted(pen, scene, words);
    pen.y += sectionGap;
  }
  const [left, right] = pen.halves(wideFrom, columnGap);
  if (choice === 'counter') {
    drawCurve(right, scene, words);
    right.y += sectionGap;
  }
  drawHits(right, view, words);
  right.y += sectionGap;
  drawKeys(left, scene, words);
  pen.y = Math.max(left.y, right.y);
  return pen.sheet(size.width, pen.boxes.find(({ hot }) => hot === true) ?? null);
};

/** How full the memory is; the part above the limit has a bar of its own after the mark. */
function drawGauge(pen: SheetPen, view: EvictionView, words: EvictionWords): void {
  const { left: x, y, width } = pen;
  pen.y += gaugeHeight;
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
    return;
  }
  const share = usedBytes / maxBytes;
  const isOver = usedBytes > maxBytes;
  const [above, below] =
    choiceOf(view.policy) === 'none' ? [words.refused, words.belowRefusal] : [words.above, words.below];
  const about = isOver ? above(formatBytes(usedBytes - maxBytes)) : below(formatBytes(maxBytes - usedBytes));
  const isRoomy = width > 620;
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
      ...(isRoomy
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
  if (isRoomy) return;
  pen.y += 4;
  pen.note('memory', about, isOver ? 'bad' : 'plain');
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
