/** CONFIG SET of what persistence follows. */
import { DiskFailure } from '../state/disk/disk.ts';
import type { Server } from '../state/server.ts';
import { startAof, stopAof } from './aof-rewrite.ts';
import { planAnew } from './housekeeping.ts';

/** Puts changed parameters into force; gives which of them failed and why, or null. */
export function followPersistenceConfig(
  server: Server,
  names: readonly string[],
): { readonly name: string; readonly problem: string } | null {
  planAnew(server);
  if (names.includes('dir')) {
    try {
      server.config.setText('dir', server.disk.changeFolder(server.config.printed('dir')));
    } catch (problem) {
      if (!(problem instanceof DiskFailure)) throw problem;
      return { name: 'dir', problem: problem.text };
    }
  }
  if (!names.includes('appendonly')) return null;
  const wanted = server.config.flag('appendonly');
  const { state } = server.persistence.aof;
  if (!wanted && state !== 'off') stopAof(server);
  if (wanted && state === 'off' && !startAof(server)) {
    return { name: 'appendonly', problem: 'Unable to turn on AOF. Check server logs.' };
  }
  return null;
}
