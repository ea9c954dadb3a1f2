/** Observations of a live engine and of its last frame. What can be observed is in protocol/observations. */
import {
  type EngineReader,
  type FrameFacts,
  findObservation,
  type Observed,
} from '../protocol/observations/index.ts';

export type * from '../protocol/observations/reader.ts';

/** Null for a path nobody knows and for what has no value now. */
export function observe(path: string, engine: EngineReader, last: FrameFacts): Observed {
  const found = findObservation(path);
  if (found === null) return null;
  const { observation, given, node } = found;
  const server = node === null ? engine : engine.at(node);
  if (server === null || (given.db !== undefined && Number(given.db) >= server.databases)) return null;
  return observation.read(server, given, last);
}
