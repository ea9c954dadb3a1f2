import type { Generation } from '../../../protocol/session.ts';

/** The server whose behaviour this one follows; both generations of encodings do. */
export const REDIS_VERSION = '7.0.15';

/** The version that a server of this generation reports. */
export function versionOf(generation: Generation): string {
  return generation === '6.2' ? '6.2.16' : REDIS_VERSION;
}
