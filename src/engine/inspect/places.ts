/** Where in a watched value a step happens, for windows that move there. */
import type { Step } from '../../protocol/steps.ts';
import type { WatchTarget } from '../../protocol/views.ts';
import type { Server } from '../state/server.ts';
import { byteOfStep } from './bitmap.ts';
import { numberOfStep } from './intset.ts';
import { nodeOfStep } from './list.ts';

export type FollowingTarget = Extract<WatchTarget, { readonly kind: 'list' | 'intset' | 'bitmap' }>;

/** Node, number or byte, as the target counts them; null when the step is about something else. */
export function placeOf(server: Server, target: FollowingTarget, step: Step): number | null {
  const db = server.keyspace.databases[target.db];
  const { key } = target;
  if (db === undefined || key === null) return null;
  switch (target.kind) {
    case 'list':
      return nodeOfStep(db, key, step);
    case 'intset':
      return numberOfStep(db, key, step);
    case 'bitmap':
      return byteOfStep(key, step);
  }
}
