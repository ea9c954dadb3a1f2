/** Stream ids as text: comparing them, and formatting how long something has waited. */
import type { Language } from '../../i18n/language.ts';

/** Negative, 0 or positive, as `a` comes before `b`, equals it, or comes after it. Halves may have 64 bits. */
export function compareIds(a: string, b: string): number {
  const [aMs, aSeq] = a.split('-').map(BigInt);
  const [bMs, bSeq] = b.split('-').map(BigInt);
  if (aMs !== bMs) return aMs < bMs ? -1 : 1;
  if (aSeq !== bSeq) return aSeq < bSeq ? -1 : 1;
  return 0;
}

/** `850 ms`, `12 s`, `3 min`, `2 h`. */
export function duration(ms: number, language: Language): string {
  const units = language === 'zh' ? ['毫秒', '秒', '分钟', '小时'] : ['ms', 's', 'min', 'h'];
  const passed = Math.max(0, ms);
  const [amount, unit] =
    passed < 1000
      ? [passed, 0]
      : passed < 120_000
        ? [Math.floor(passed / 1000), 1]
        : passed < 7_200_000
          ? [Math.floor(passed / 60_000), 2]
          : [Math.floor(passed / 3_600_000), 3];
  return `${amount} ${units[unit]}`;
}
