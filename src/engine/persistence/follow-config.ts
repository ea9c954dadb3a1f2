/** CONFIG SET of what persistence follows. */
import type { Server } from '../state/server.ts';
import { startAof, stopAof } from './aof-rewrite.ts';
import { planAnew } from './housekeeping.ts';

/** Puts changed parameters into force; gives why that failed, or null. */
export function followPersistenceConfig(server: Server, names: readonly string[]): string | null {
  planAnew(server);
  if (!names.includes('appendonly')) return null;
  const wanted = server.config.flag('appendonly');
  const { state } = server.persistence.aof;
  if (!wanted && state !== 'off') stopAof(server);
  if (wanted && state === 'off' && !startAof(server)) return 'Unable to turn on AOF. Check server logs.';
  return null;
}
