/**
 * A whole RDB file: a snapshot of all databases. Mirrors rdbSaveRio.
 *
 *     REDIS0010                             magic and version
 *     FA redis-ver 7.0.15  FA ctime …       what is worth knowing about the file
 *     F5 #!lua name=…                       libraries of functions
 *     FE 00  FB 02 01                       database 0 with two keys, one of them with an expiry
 *       FC 1b 3a … 00 05 hello 05 world     expiry in ms, form, key, value
 *       F8 0a  or  F9 05                    seconds unused or the counter of LFU, if the eviction policy needs it
 *     FF  + CRC-64 of everything before     the end
 */
import type { Generation } from '../../protocol/session.ts';
import { bytesOf } from '../base/bytes.ts';
import { crc64 } from '../base/crc64.ts';
import type { Server } from '../state/server.ts';
import type { RedisObject } from '../types/object.ts';
import {
  RDB_AUX,
  RDB_EOF,
  RDB_EXPIRETIME_MS,
  RDB_FREQ,
  RDB_FUNCTION_2,
  RDB_IDLE,
  RDB_RESIZEDB,
  RDB_SELECTDB,
} from './rdb-types.ts';
import { rdbVersion, writeKeyedValue } from './rdb-value.ts';
import { RdbWriter } from './rdb-writer.ts';

/** What a replica may want to do without. */
export interface RdbParts {
  readonly leavesOutData?: boolean;
  readonly leavesOutFunctions?: boolean;
}

/** The bytes of the file as a child would write them that is forked now. */
export function rdbFileBytes(server: Server, isAofBase: boolean, parts: RdbParts = {}): Uint8Array {
  const { config, keyspace, generation } = server;
  const writer = new RdbWriter(config.flag('rdbcompression'));
  writer.raw(bytesOf(`REDIS${String(rdbVersion(generation)).padStart(4, '0')}`));
  writeAux(writer, 'redis-ver', versionOf(generation));
  writeAux(writer, 'redis-bits', '64');
  writeAux(writer, 'ctime', String(Math.floor(server.nowMs / 1000)));
  writeAux(writer, 'used-mem', String(server.env.heap.usedBytes));
  if (!isAofBase) writePlaceInStream(writer, server);
  writeAux(writer, generation === '7.0' ? 'aof-base' : 'aof-preamble', isAofBase ? '1' : '0');
  for (const code of parts.leavesOutFunctions ? [] : (server.functionLibraries?.codes() ?? [])) {
    writer.byte(RDB_FUNCTION_2);
    writer.string(code);
  }
  const policy = config.text('maxmemory-policy');
  for (const db of parts.leavesOutData ? [] : keyspace.databases) {
    if (db.keys.size === 0) continue;
    writer.byte(RDB_SELECTDB);
    writer.count(db.id);
    writer.byte(RDB_RESIZEDB);
    writer.count(db.keys.size);
    writer.count(db.expires.size);
    for (const entry of db.keys.entries()) {
      const key = entry.keyBytes;
      const atMs = keyspace.expireAt(db, key);
      if (atMs !== -1) {
        writer.byte(RDB_EXPIRETIME_MS);
        writer.int64(atMs);
      }
      if (policy.endsWith('-lru')) {
        writer.byte(RDB_IDLE);
        writer.count(keyspace.stamps.idleSeconds(entry.value));
      } else if (policy.endsWith('-lfu')) {
        writer.byte(RDB_FREQ);
        writer.byte(keyspace.stamps.frequency(entry.value));
      }
      writeKeyedValue(writer, server, key, entry.value);
    }
  }
  writer.byte(RDB_EOF);
  // Zeros mean that there is no checksum.
  writer.raw(config.flag('rdbchecksum') ? crc64(writer.view()) : new Uint8Array(8));
  return writer.view().slice();
}

/** Up to where in which stream this data set is, so that a server that loads it can go on from there. */
function writePlaceInStream(writer: RdbWriter, { replication }: Server): void {
  const { backlog, id, master, offset, selectedDb } = replication;
  let db: number;
  if (master === null) {
    if (backlog === null) return;
    db = Math.max(0, selectedDb);
  } else if (master.client !== null) db = master.client.db.id;
  else if (master.cached !== null) db = master.cached.db;
  else return;
  writeAux(writer, 'repl-stream-db', String(db));
  writeAux(writer, 'repl-id', id);
  writeAux(writer, 'repl-offset', String(offset));
}

function writeAux(writer: RdbWriter, name: string, value: string): void {
  writer.byte(RDB_AUX);
  writer.string(bytesOf(name));
  writer.string(bytesOf(value));
}

export function versionOf(generation: Generation): string {
  return generation === '7.0' ? '7.0.15' : '6.2.16';
}

/** objectSetLRUOrLFU: applies the file's LRU or LFU data of a key under the current policy. */
export function restoreUse(
  server: Server,
  object: RedisObject,
  idleForSeconds: number | null,
  frequency: number | null,
): void {
  const { stamps } = server.keyspace;
  if (stamps.isLfu) {
    if (frequency !== null) object.lru = stamps.frequencyStamp(frequency);
  } else if (idleForSeconds !== null) {
    object.lru = stamps.idleStamp(idleForSeconds);
  }
}
