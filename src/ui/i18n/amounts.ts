/** Amounts as text for the reader: counts, bytes, and the time a key has left. */
import type { Language } from './language.ts';
import type { Pair } from './pair.ts';

/** Groups digits. Made once: every cell of a drawing formats numbers. */
export const grouped: Pair<(count: number) => string> = {
  en: new Intl.NumberFormat('en').format,
  zh: new Intl.NumberFormat('zh-CN').format,
};

export function formatCount(count: number, language: Language): string {
  return grouped[language](count);
}

/** A count with its noun, in English. */
export function plural(count: number, one: string, many: string): string {
  return `${grouped.en(count)} ${count === 1 ? one : many}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB'];
  let value = bytes;
  let unit = -1;
  do {
    value /= 1024;
    unit++;
  } while (value >= 1024 && unit < units.length - 1);
  return `${value.toFixed(value < 10 ? 2 : 1)} ${units[unit]}`;
}

/** Exact to the byte while that is read at a glance. */
export function formatExactBytes(bytes: number): string {
  return bytes < 10_000 ? formatAllBytes(bytes) : formatBytes(bytes);
}

/** Always exact to the byte. */
export function formatAllBytes(bytes: number): string {
  return `${grouped.en(bytes)} B`;
}

/** Seconds as TTL rounds them; tenths when the end is near, larger units when it is far. */
export function formatTimeLeft(leftMs: number, language: Language): string {
  const zh = language === 'zh';
  if (leftMs < 10_000) return `${(Math.max(0, leftMs) / 1000).toFixed(1)} ${zh ? '秒' : 's'}`;
  const seconds = Math.floor((leftMs + 500) / 1000);
  if (seconds < 600) return `${seconds} ${zh ? '秒' : 's'}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} ${zh ? '分' : 'min'} ${seconds % 60} ${zh ? '秒' : 's'}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} ${zh ? '小时' : 'h'} ${minutes % 60} ${zh ? '分' : 'min'}`;
  const days = Math.floor(hours / 24);
  return `${formatCount(days, language)} ${zh ? '天' : 'days'}`;
}
