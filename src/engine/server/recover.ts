/**
 * A step that throws is a mistake of ours, in the command of one client; a redis-server would end there, for everybody.
 * Here the others go on if the data set is whole: it is read through, every key and value, as a snapshot does.
 */
import { rdbFileBytes } from '../persistence/rdb-file.ts';
import type { Engine } from './engine.ts';

/** Lets go of the client whose command it was. Throws when the server cannot go on. */
export function recover(engine: Engine, client: number): void {
  engine.abandon(client);
  rdbFileBytes(engine.server, false);
}
