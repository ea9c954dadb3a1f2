import type { Server } from '../../state/server.ts';

/** What kind of server this is, as HELLO and INFO say it. */
export function modeOf({ cluster, sentinel }: Server): 'standalone' | 'cluster' | 'sentinel' {
  if (sentinel !== null) return 'sentinel';
  return cluster === null ? 'standalone' : 'cluster';
}
