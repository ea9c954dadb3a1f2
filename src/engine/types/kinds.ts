/** The kinds of values by type number. Adding a type is adding it here. */
import { AssertionFailure } from '../base/errors.ts';
import { hashKind } from './hash-kind.ts';
import type { ValueKind } from './kind.ts';
import { listKind } from './list-kind.ts';
import { moduleKind } from './module-type.ts';
import type { RedisObject } from './object.ts';
import {
  TYPE_HASH,
  TYPE_LIST,
  TYPE_MODULE,
  TYPE_NAMES,
  TYPE_SET,
  TYPE_STREAM,
  TYPE_STRING,
  TYPE_ZSET,
} from './object.ts';
import { setKind } from './set-kind.ts';
import { streamKind } from './stream-kind.ts';
import { stringKind } from './string-kind.ts';
import { zsetKind } from './zset-kind.ts';

const KINDS: (ValueKind | undefined)[] = [];
KINDS[TYPE_STRING] = stringKind;
KINDS[TYPE_LIST] = listKind;
KINDS[TYPE_HASH] = hashKind;
KINDS[TYPE_SET] = setKind;
KINDS[TYPE_ZSET] = zsetKind;
KINDS[TYPE_STREAM] = streamKind;
KINDS[TYPE_MODULE] = moduleKind;

export function kindOf(object: RedisObject): ValueKind {
  const kind = KINDS[object.type];
  if (kind === undefined) throw new AssertionFailure(`no kind for type ${TYPE_NAMES[object.type]}`);
  return kind;
}
