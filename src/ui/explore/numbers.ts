/** Numbers of the search as text: counts may have any number of digits. */

/** 17153136 as 17,153,136. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Three digits at most; a share that is not all never reads as 100 %. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`;
  const value = share * 100;
  const digits = value >= 10 ? 1 : value >= 1 ? 2 : 3;
  const text = String(Number(value.toFixed(digits)));
  if (text === '100') return '>99.9%';
  return text === '0' ? '<0.001%' : `${text}%`;
}

/** A span of time that an actor or a key still has. */
export function shortTime(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(1))} s` : `${ms} ms`;
}
