/** Durations as text for the reader: microseconds up to hours. */
import type { Language } from '../i18n/language.ts';

export function timeText(microseconds: number, language: Language): string {
  const zh = language === 'zh';
  const us = Math.max(0, Math.round(microseconds));
  if (us < 1000) return `${us} ${zh ? '微秒' : 'µs'}`;
  if (us < 1_000_000) return `${figure(us / 1000)} ${zh ? '毫秒' : 'ms'}`;
  const seconds = us / 1_000_000;
  if (seconds < 120) return `${figure(seconds)} ${zh ? '秒' : 's'}`;
  if (seconds < 7200) return `${figure(seconds / 60)} ${zh ? '分钟' : 'min'}`;
  return `${figure(seconds / 3600)} ${zh ? '小时' : 'h'}`;
}

function figure(value: number): string {
  return String(Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)));
}

/** The time of day of the server's clock, to the millisecond. */
export function clockText(ms: number): string {
  return new Date(Math.floor(ms)).toISOString().slice(11, 23);
}
