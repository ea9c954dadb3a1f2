/** Times and numbers of a series as text. */
import type { Language } from '../../i18n/language.ts';

/** A time that can be a date is written as one, in UTC; a small number stays a number. */
export function timeText(timestamp: number, among: readonly [number, number]): string {
  if (among[0] < Date.UTC(2000, 0, 1)) return String(timestamp);
  const iso = new Date(timestamp).toISOString();
  const span = among[1] - among[0];
  const time = iso.slice(11, span < 10 * 60_000 ? 23 : 19);
  return span < 24 * 3_600_000 ? time : `${iso.slice(5, 10)} ${time.slice(0, 5)}`;
}

/** A number with as many digits as can be read at a glance. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(7)));
}

export function durationText(ms: number, language: Language): string {
  const units = language === 'zh' ? ['毫秒', '秒', '分钟', '小时', '天'] : ['ms', 's', 'min', 'h', 'd'];
  const sizes = [1, 1000, 60_000, 3_600_000, 86_400_000];
  const at = sizes.findLastIndex((size) => ms >= size && ms % size === 0);
  return `${ms / sizes[Math.max(0, at)]} ${units[Math.max(0, at)]}`;
}

/** The bits from `from` up to `until` of bytes that begin at byte `bytesFrom`; the most significant of a byte first. */
export function bitText(bytes: Uint8Array, bytesFrom: number, from: number, until: number): string {
  let text = '';
  for (let bit = from; bit < until; bit++) {
    const byte = bytes[Math.floor(bit / 8) - bytesFrom] ?? 0;
    text += (byte >> (7 - (bit % 8))) & 1;
  }
  return text;
}

/** Bits as hexadecimal digits. */
export function hexText(bits: string): string {
  return `0x${BigInt(`0b${bits}`)
    .toString(16)
    .padStart(Math.ceil(bits.length / 4), '0')}`;
}
