/** Expiry as a sheet: figures, the expires table, the running cycle and those before it, and the time left of keys. */
import type { ExpiryView } from '../../../protocol/views.ts';
import type { Figure } from '../stage/figures.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Layout } from '../stage/sheet.ts';
import { drawTables } from './buckets.ts';
import { drawCycle, drawHistory } from './cycle.ts';
import { drawKeys } from './keys.ts';
import { type ExpiryWords, expiryWords } from './words.ts';

const sectionGap = 16;
const columnGap = 28;
const narrowest = 268;
/** From this width on the keys stand beside the cycle. */
const wideFrom = 680;

/** `nowMs` runs on between two pictures; null for the time of the picture. */
export function expiryLayout(nowMs: number | null): Layout<ExpiryView> {
  return (scene, size, language) => {
    const words = expiryWords[language];
    const { view } = scene;
    const now = Math.max(view.nowMs, nowMs ?? 0);
    const pen = new SheetPen(Math.max(narrowest, size.width));
    pen.figures(figuresOf(view, words));
    pen.y += sectionGap;
    const [left, right] = pen.halves(wideFrom, columnGap);
    drawTables(right, scene, words);
    right.y += sectionGap;
    drawCycle(right, scene, words, now);
    right.y += sectionGap;
    drawHistory(right, view, words, now);
    right.y += sectionGap;
    drawKeys(left, scene, words, now, language);
    pen.y = Math.max(left.y, right.y);
    return pen.sheet(size.width, pen.boxes.find(({ hot }) => hot === true) ?? null);
  };
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
