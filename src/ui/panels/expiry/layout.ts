/** Expiry as a sheet: figures, the expires table, the cycle at work and those before it, and who has how long. */
import type { ExpiryView } from '../../../protocol/views.ts';
import { type Figure, figureRow } from '../stage/figures.ts';
import { takePen } from '../stage/pen.ts';
import type { Box, Layout } from '../stage/sheet.ts';
import { drawTables } from './buckets.ts';
import { drawCycle, drawHistory } from './cycle.ts';
import { drawKeys } from './keys.ts';
import { type ExpiryWords, expiryWords } from './words.ts';

const margin = 4;
const sectionGap = 16;
const columnGap = 28;
/** From this width on the keys stand beside the cycle. */
const wideFrom = 680;

/** `nowMs` runs on between two pictures; null for the time of the picture. */
export function expiryLayout(nowMs: number | null): Layout<ExpiryView> {
  return (scene, size, language) => {
    const words = expiryWords[language];
    const { view } = scene;
    const now = Math.max(view.nowMs, nowMs ?? 0);
    const pen = takePen();
    const width = Math.max(260, size.width - 2 * margin);
    const isWide = width >= wideFrom;
    let y = margin;
    const top = figureRow(figuresOf(view, words), { x: margin, y, width });
    pen.boxes.push(...top.boxes);
    y += top.height + sectionGap;

    const half = Math.floor((width - columnGap) / 2);
    const right = isWide ? { x: margin + half + columnGap, y, width: half } : { x: margin, y, width };
    let rightY = right.y;
    rightY += drawTables(pen, { ...right, y: rightY }, scene, words) + sectionGap;
    rightY += drawCycle(pen, { ...right, y: rightY }, scene, words, now) + sectionGap;
    rightY += drawHistory(pen, { ...right, y: rightY }, view, words, now) + sectionGap;
    const left = isWide ? { x: margin, y, width: half } : { x: margin, y: rightY, width };
    const bottom = left.y + drawKeys(pen, left, scene, words, now, language);
    return {
      width: size.width,
      height: Math.max(bottom, rightY) + margin,
      ...pen,
      focus: focusOf(pen.boxes),
    };
  };
}

function focusOf(boxes: readonly (Box & { readonly hot?: boolean })[]): Box | null {
  return boxes.find(({ hot }) => hot === true) ?? null;
}

function figuresOf(view: ExpiryView, words: ExpiryWords): Figure[] {
  const byCycle = view.expiredKeys - view.expiredOnAccess;
  const info = (name: string) => `INFO stats: ${name}`;
  return [
    {
      id: 'figure:expired',
      value: String(view.expiredKeys),
      name: words.expired,
      part: 'expiredKeys',
      says: {
        head: info(`expired_keys ${view.expiredKeys}`),
        detail: words.expiredSays(view.expiredOnAccess, byCycle),
      },
    },
    {
      id: 'figure:lazy',
      value: String(view.expiredOnAccess),
      name: words.onAccess,
      part: 'expiredOnAccess',
      says: { head: `${words.onAccess} ${view.expiredOnAccess}`, detail: words.onAccessSays },
    },
    {
      id: 'figure:active',
      value: String(byCycle),
      name: words.active,
      says: { head: `${words.active} ${byCycle}`, detail: words.activeSays },
    },
    {
      id: 'figure:stale',
      value: `${view.stalePercent.toFixed(2)}%`,
      name: words.staleShare,
      part: 'stalePercent',
      says: {
        head: info(`expired_stale_perc ${view.stalePercent.toFixed(2)}`),
        detail: words.staleShareSays,
      },
    },
    {
      id: 'figure:cap',
      value: String(view.timeCapReached),
      name: words.timeCap,
      part: 'timeCapReached',
      says: {
        head: info(`expired_time_cap_reached_count ${view.timeCapReached}`),
        detail: words.timeCapSays,
      },
    },
    {
      id: 'figure:average',
      value: view.averageTtlMs === 0 ? '–' : words.left(view.averageTtlMs),
      name: words.averageTtl,
      part: 'averageTtlMs',
      says: { head: `INFO keyspace: avg_ttl=${view.averageTtlMs}`, detail: words.averageTtlSays },
    },
    {
      id: 'figure:effort',
      value: String(view.effort),
      name: words.effort,
      part: 'effort',
      says: {
        head: `active-expire-effort ${view.effort}`,
        detail: words.effortSays(view.keysPerLoop, view.acceptablePercent),
      },
    },
  ];
}
