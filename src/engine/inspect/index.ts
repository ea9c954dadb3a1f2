/** Reads live structures into views. Reads everything, writes nothing: not even an access time. */
import type { View, WatchTarget } from '../../protocol/views.ts';
import type { Server } from '../state/server.ts';
import { readAcl } from './acl.ts';
import { readBigKeys } from './bigkeys.ts';
import { readBitmap } from './bitmap.ts';
import { readBloom } from './bloom.ts';
import { readChannels } from './channels.ts';
import { readClients } from './clients.ts';
import { readConfig } from './config.ts';
import { readDict } from './dict.ts';
import { readDisk } from './disk.ts';
import { readEviction } from './eviction.ts';
import { readExpiry } from './expiry.ts';
import { readGeo } from './geo.ts';
import { readHll } from './hll.ts';
import { readIntset } from './intset.ts';
import { readJobs } from './jobs.ts';
import { readKeyspace } from './keyspace.ts';
import { readLadder } from './ladder.ts';
import { readLazyFree } from './lazyfree.ts';
import { readList } from './list.ts';
import { readMemoryMap } from './memory-map.ts';
import { readObject } from './object.ts';
import { readPacked } from './packed.ts';
import { readScript } from './script.ts';
import { readSets } from './sets.ts';
import { readSkiplist } from './skiplist.ts';
import { readSlowLog } from './slowlog.ts';
import { readStreamView } from './stream.ts';
import { readTimeSeries } from './timeseries.ts';

/** What a watch sees now; null when there is nothing of that kind. */
export function readView(server: Server, target: WatchTarget): View | null {
  const db = server.keyspace.databases[target.db];
  if (db === undefined) return null;
  switch (target.kind) {
    case 'dict':
      return readDict(server, db, target);
    case 'keyspace':
      return readKeyspace(server, db, target.window);
    case 'object':
      return readObject(server, db, target.key);
    case 'packed':
      return readPacked(server, db, target);
    case 'list':
      return readList(server, db, target);
    case 'intset':
      return readIntset(server, db, target);
    case 'bitmap':
      return readBitmap(server, db, target);
    case 'skiplist':
      return readSkiplist(server, db, target.key, target.window);
    case 'geo':
      return readGeo(server, db, target.key, target.window);
    case 'sets':
      return readSets(server, db, target);
    case 'ladder':
      return readLadder(server, db, target);
    case 'hll':
      return readHll(server, db, target);
    case 'memory':
      return readMemoryMap(server, db, target);
    case 'expiry':
      return readExpiry(server, db, target.window);
    case 'eviction':
      return readEviction(server, db, target.window);
    case 'lazyfree':
      return readLazyFree(server, db);
    case 'bigkeys':
      return readBigKeys(server, db, target.count);
    case 'stream':
      return readStreamView(server, db, target);
    case 'timeseries':
      return readTimeSeries(server, db, target);
    case 'bloom':
      return readBloom(db, target);
    case 'acl':
      return readAcl(server, target.window);
    case 'slowlog':
      return readSlowLog(server, target.window);
    case 'clients':
      return readClients(server, target.window);
    case 'config':
      return readConfig(server);
    case 'channels':
      return readChannels(server, target.window);
    case 'disk':
      return readDisk(server, target);
    case 'script':
      return readScript(server);
    case 'jobs':
      return readJobs(server);
    case 'locks':
    case 'loop':
    case 'wire':
    case 'cost':
      // A history, which no engine keeps: whoever has the log of commands tells it.
      return null;
  }
}
