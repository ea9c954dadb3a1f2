/** The kinds of values by type number. Adding a type is adding it here. */
import { AssertionFailure } from '../base/errors.ts';
import type { ValueKind } from './kind.ts';
import type { RedisObject } from './object.ts';
import { TYPE_NAMES, TYPE_STRING } from './object.ts';
import { stringKind } from './string-kind.ts';

const KINDS: (ValueKind | undefined)[] = [];
KINDS[TYPE_STRING] = stringKind;

export function kindOf(object: RedisObject): ValueKind {
  const kind = KINDS[object.type];
  if (kind === undefined) throw new AssertionFailure(`no kind for type ${TYPE_NAMES[object.type]}`);
  return kind;
}
