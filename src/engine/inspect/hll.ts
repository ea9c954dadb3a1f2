/** A HyperLogLog as it lies in its string. */
import type { HllTarget, HllView } from '../../protocol/views-hll.ts';
import { repr } from '../base/bytes.ts';
import { ReplyError } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { HyperLogLog, isHyperLogLog } from '../structures/hyperloglog.ts';
import type { Sds } from '../structures/sds.ts';
import { ENCODING_INT, type RedisObject, TYPE_STRING } from '../types/object.ts';
import { stringSds } from '../types/string.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';

export const hllView: ViewKind<'hll'> = {
  read: readHll,
  turnsTo: ['hyperloglog'],
  changedBy: ({ type }) => type.startsWith('hyperloglog.') && type !== 'hyperloglog.hash',
};

function readHll(server: Server, db: Database, { key }: HllTarget): HllView {
  const sds = hllIn(key === null ? null : (peek(db.keys, key)?.value ?? null));
  const hll = sds === null ? null : new HyperLogLog(server.env, sds);
  const cached = hll?.rememberedCount ?? null;
  return {
    kind: 'hll',
    db: db.id,
    key: key === null ? null : repr(key),
    encoding: hll?.encoding ?? null,
    sds: sds?.address ?? 0,
    bytes: sds === null ? new Uint8Array(0) : sds.view().slice(),
    sparseMaxBytes: server.config.number('hll-sparse-max-bytes'),
    estimate: sds === null ? null : estimateOf(server.env, sds),
    cached: cached === null ? null : String(cached),
    // Only a log knows the true count; see the worker.
    seen: null,
    ...keyNames(db, (object) => hllIn(object) !== null),
  };
}

function hllIn(object: RedisObject | null): Sds | null {
  if (object === null || object.type !== TYPE_STRING || object.encoding === ENCODING_INT) return null;
  const sds = stringSds(object);
  return isHyperLogLog(sds.view()) ? sds : null;
}

function estimateOf(env: Environment, sds: Sds): string | null {
  try {
    return String(new HyperLogLog(env, sds).count());
  } catch (problem) {
    if (problem instanceof ReplyError) return null;
    throw problem;
  }
}
