/** Expiry in words: figures beside the title, and the accessible table. */
import type { ExpiryView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { expiryWords } from './words.ts';

export function summariseExpiry(view: ExpiryView, nowMs: number, language: Language): readonly string[] {
  const words = expiryWords[language];
  const stale = view.rows.filter(({ expireAtMs }) => expireAtMs < nowMs).length;
  // Sorted by time, stale keys come first: if a fresh one or nothing follows, all of them are in sight.
  const last = view.rows.at(-1);
  const isSorted = view.order === 'time' && view.from === 0;
  const isAll = view.rows.length === view.volatileKeys || (isSorted && (last?.expireAtMs ?? 0) >= nowMs);
  return [words.volatile(view.volatileKeys), ...(stale > 0 && isAll ? [words.stale(stale)] : [])];
}

/** Counters under their names in INFO, then the keys: a test compares them with the server's own answers. */
export function accessibleExpiry(view: ExpiryView, language: Language): AccessibleTable {
  const words = expiryWords[language];
  const figure = (id: string, value: string | number) => ({ id, name: id, text: String(value) });
  const cycle = view.cycles.at(-1);
  return {
    caption: words.stage,
    rows: [
      figure('expired_keys', view.expiredKeys),
      { id: 'lazy', name: words.onAccess, text: String(view.expiredOnAccess) },
      figure('expired_stale_perc', view.stalePercent.toFixed(2)),
      figure('expired_time_cap_reached_count', view.timeCapReached),
      figure('avg_ttl', view.averageTtlMs),
      figure('active-expire-effort', view.effort),
      ...(cycle === undefined
        ? []
        : [{ id: 'cycle', name: words.kind(cycle.kind), text: words.cycleSays(cycle) }]),
      ...view.rows.map(({ key, expireAtMs, table, bucket }) => {
        const leftMs = expireAtMs - view.nowMs;
        const time = leftMs < 0 ? words.overdueSays(-leftMs) : `${leftMs} ms`;
        return { id: `key:${key}`, name: key, text: `${time} · ${words.bucket(table, bucket)}` };
      }),
    ],
  };
}
