/** On a phone, stage and sheet share the screen: how much of it the stage has, in percent, as the reader left it. */
import { recall, remember } from '../browser/preferences.ts';

export const smallestShare = 12;
export const largestShare = 88;
/** What one press of an arrow key moves. */
const step = 5;

/** A lesson is read first and watched second; in the lab it is the other way round. */
const usualShares = { text: 42, console: 56 } as const;
export type SharedWith = keyof typeof usualShares;

const memoryKey = (what: SharedWith) => `share.${what}`;

export function limitShare(share: number): number {
  return Math.round(Math.min(largestShare, Math.max(smallestShare, share)));
}

export function usualShare(what: SharedWith): number {
  return usualShares[what];
}

export function rememberedShare(what: SharedWith): number {
  const known = Number.parseInt(recall(memoryKey(what)) ?? '', 10);
  return Number.isNaN(known) ? usualShares[what] : limitShare(known);
}

export function rememberShare(what: SharedWith, share: number): void {
  remember(memoryKey(what), String(share));
}

/** The share after a key; null when the key moves nothing. */
export function shareAfterKey(share: number, key: string): number | null {
  switch (key) {
    case 'ArrowUp':
      return limitShare(share - step);
    case 'ArrowDown':
      return limitShare(share + step);
    case 'Home':
      return smallestShare;
    case 'End':
      return largestShare;
    default:
      return null;
  }
}
