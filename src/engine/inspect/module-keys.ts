/** Finding the values of one module type in a database, without leaving a trace. */
import type { ModuleKeyName } from '../../protocol/views.ts';
import { compareBytes, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import { type ModuleType, type ModuleValue, moduleValueOf } from '../types/module-type.ts';
import { TYPE_MODULE } from '../types/object.ts';
import { peek } from './peek.ts';

const MAX_LOOKED_AT_BUCKETS = 65_536;
const MAX_NAMES = 200;

/** By name. Of a large database only the first buckets are looked at. */
export function keysOfType(db: Database, type: ModuleType): ModuleKeyName[] {
  const found: Uint8Array[] = [];
  let buckets = MAX_LOOKED_AT_BUCKETS;
  for (const table of db.keys.tables) {
    for (let bucket = 0; bucket < table.size && buckets-- > 0; bucket++) {
      for (let entry = table.buckets[bucket]; entry !== null; entry = entry.next) {
        if (entry.value.type !== TYPE_MODULE) continue;
        if (moduleValueOf(entry.value).moduleType === type) found.push(entry.key.view());
      }
    }
  }
  return found
    .sort(compareBytes)
    .slice(0, MAX_NAMES)
    .map((key) => ({ key: repr(key), keyBytes: key.slice() }));
}

export function valueOfType(db: Database, key: Uint8Array, type: ModuleType): ModuleValue | null {
  const object = peek(db.keys, key)?.value ?? null;
  if (object === null || object.type !== TYPE_MODULE) return null;
  const value = moduleValueOf(object);
  return value.moduleType === type ? value : null;
}
