/** When to take a snapshot: the parameter save, and whether a save is already running. */

import type { Server } from '../server.ts';
import type { SavePoint } from './persistence.ts';

export function hasChild(server: Server): boolean {
  return server.persistence.rdb.child !== null || server.persistence.aof.child !== null;
}

/** The parameter save, as pairs. */
export function savePoints(server: Server): readonly SavePoint[] {
  const { rdb } = server.persistence;
  const text = server.config.text('save');
  if (text !== rdb.savePointsText) {
    rdb.savePointsText = text;
    rdb.savePoints = [...text.matchAll(/([0-9]+) ([0-9]+)/g)].map(([, seconds, changes]) => ({
      seconds: Number(seconds),
      changes: Number(changes),
    }));
  }
  return rdb.savePoints;
}
