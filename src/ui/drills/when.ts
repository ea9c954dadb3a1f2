/** "in 3 days", "10 分钟后": how far away a moment is, in the largest unit that makes at least one. */
import type { Language } from '../i18n/index.ts';

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

export function whenIs(atMs: number, nowMs: number, language: Language): string {
  const away = Math.max(0, atMs - nowMs);
  // A moment that is nearly an hour away is an hour away.
  const [unit, length] = units.find(([, length]) => away >= 0.9 * length) ?? units[2];
  const format = new Intl.RelativeTimeFormat(language === 'zh' ? 'zh-CN' : 'en');
  return spaced(format.format(Math.max(1, Math.round(away / length)), unit), language);
}

/** Between Chinese and digits stands a space. */
function spaced(text: string, language: Language): string {
  return language === 'zh' ? text.replace(/(\d)(?=[\u4e00-\u9fff])/g, '$1 ') : text;
}
