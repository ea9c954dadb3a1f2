/** A set of integers as its panel sees it: a window of numbers with their bytes, also in the middle of an upgrade. */

import type { Step } from '../../protocol/steps.ts';
import type {
  IntsetNumberView,
  IntsetTarget,
  IntsetValueView,
  IntsetView,
} from '../../protocol/views-intset.ts';
import { repr } from '../base/bytes.ts';
import { formatInteger, parseInteger } from '../base/numbers.ts';
import type { Database } from '../keyspace/database.ts';
import { setLimits } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { INTSET_HEADER_BYTES, type Intset, type IntsetWidth, readWide } from '../structures/intset.ts';
import { memoryUsage } from '../types/memory.ts';
import { ENCODING_NAMES, type RedisObject, TYPE_NAMES, TYPE_SET } from '../types/object.ts';
import { intsetOf, isIntset, setSize, setTableOf } from '../types/set.ts';
import { entriesIn, keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { isLooking } from './step-subjects.ts';
import { movedTo } from './window.ts';

const MAX_NUMBERS = 256;
/** Members shown of a set that is a table. */
const MAX_MEMBERS = 48;
/** Samples per value, as MEMORY USAGE takes by default. */
const MEMORY_SAMPLES = 5;

export const intsetView: ViewKind<'intset'> = {
  read: readIntset,
  turnsTo: ['set'],
  changedBy: (step) => 'block' in step && !isLooking(step),
  follow: (db, target, step) =>
    target.key === null ? target : movedTo(target, numberOfStep(db, target.key, step)),
};

function readIntset(server: Server, db: Database, target: IntsetTarget): IntsetView {
  const names = keyNames(db, ({ type }) => type === TYPE_SET);
  const key = target.key ?? names.keys[0]?.keyBytes ?? null;
  const entry = key === null ? null : peek(db.keys, key);
  const set = entry !== null && entry.value.type === TYPE_SET ? entry.value : null;
  return {
    kind: 'intset',
    db: db.id,
    key: key === null ? null : repr(key),
    keyBytes: key,
    type: entry === null ? null : TYPE_NAMES[entry.value.type],
    encoding: set === null ? null : ENCODING_NAMES[set.encoding],
    elements: set === null ? 0 : setSize(set),
    limit: setLimits(server).intsetEntries,
    memoryBytes: entry === null ? 0 : memoryUsage(entry, MEMORY_SAMPLES, server.generation),
    intset: set !== null && isIntset(set) ? readNumbers(intsetOf(set), target) : null,
    members: set === null || isIntset(set) ? [] : someMembers(set),
    ...names,
  };
}

/** The number of a watched set that a step is about, by its place; null when it is about something else. */
function numberOfStep(db: Database, key: Uint8Array, step: Step): number | null {
  const object = peek(db.keys, key)?.value ?? null;
  if (object?.type !== TYPE_SET || !isIntset(object) || !('block' in step)) return null;
  if (step.block !== intsetOf(object).address) return null;
  if (step.type === 'intset.widen') return step.first;
  return 'index' in step ? step.index : null;
}

function readNumbers(intset: Intset, target: IntsetTarget): IntsetValueView {
  const { widthBytes, length, memory, widening } = intset;
  const count = Math.max(1, Math.min(Math.floor(target.window.count), MAX_NUMBERS));
  const from = Math.max(0, Math.min(Math.floor(target.window.from), length - count));
  const numbers: IntsetNumberView[] = [];
  for (let nth = from; nth < Math.min(length, from + count); nth++) {
    const isNarrow = widening !== null && nth < widening.left;
    const width = isNarrow ? widening.fromWidth : widthBytes;
    const place = isNarrow ? nth : nth + (widening?.shift ?? 0);
    numbers.push(readNumber(memory, nth, place, width));
  }
  return {
    address: intset.address,
    allocationBytes: intset.allocationBytes,
    totalBytes: intset.totalBytes,
    widthBytes,
    length,
    from,
    numbers,
    widening: widening === null ? null : { fromWidthBytes: widening.fromWidth, left: widening.left },
  };
}

function readNumber(memory: Uint8Array, index: number, place: number, width: IntsetWidth): IntsetNumberView {
  const offset = INTSET_HEADER_BYTES + place * width;
  return {
    index,
    value: formatInteger(readWide(memory, INTSET_HEADER_BYTES, width, place)),
    offset,
    widthBytes: width,
    bytes: memory.slice(offset, offset + width),
  };
}

function someMembers(set: RedisObject): IntsetView['members'] {
  const found: { member: string; isInteger: boolean }[] = [];
  for (const { key } of entriesIn(setTableOf(set))) {
    if (found.length >= MAX_MEMBERS) break;
    const bytes = key.view();
    found.push({ member: repr(bytes), isInteger: parseInteger(bytes) !== null });
  }
  return found;
}
