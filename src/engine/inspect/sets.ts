/** Sets side by side: their members, and the latest command that combined them. */
import type {
  OperandView,
  SetOperationView,
  SetsTarget,
  SetsView,
  SharedMemberView,
} from '../../protocol/views-sets.ts';
import { equalBytes, repr } from '../base/bytes.ts';
import { integerBytes } from '../base/numbers.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { ENCODING_NAMES, type RedisObject, TYPE_SET } from '../types/object.ts';
import { intsetOf, isIntset, setSize, setTableOf } from '../types/set.ts';
import type { SetAlgebraRecord } from '../types/set-algebra-record.ts';
import { entriesIn, keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { typedByHand } from './typed-command.ts';

const MAX_SETS = 6;
/** Before any command has combined sets. */
const FIRST_SETS = 3;
const MAX_MEMBERS = 240;
/** With more than these in all sets together, nothing is gone through. */
const MAX_GONE_THROUGH = 4000;

export const setsView: ViewKind<'sets'> = {
  read: readSets,
  changedBy: ({ type }) => type.startsWith('sets.'),
};

function readSets(server: Server, db: Database, target: SetsTarget): SetsView {
  const names = keyNames(db, ({ type }) => type === TYPE_SET);
  const latest = server.latestWork.setAlgebra?.db === db.id ? server.latestWork.setAlgebra : null;
  const first = names.keys.slice(0, FIRST_SETS).map(({ keyBytes }) => keyBytes);
  const all = target.keys ?? (latest === null ? first : keysOf(latest));
  const keys = all.slice(0, MAX_SETS);
  const objects = keys.map((key) => setAt(db, key));
  const isOurs = latest !== null && sameKeys(all, keysOf(latest));
  return {
    kind: 'sets',
    db: db.id,
    sets: keys.map((key, at) => readOperand(key, objects[at])),
    moreSets: all.length - keys.length,
    ...readMembers(objects),
    operation: isOurs ? readOperation(latest) : null,
    ...names,
  };
}

function keysOf({ args, from, end }: SetAlgebraRecord): readonly Uint8Array[] {
  return args.slice(from, end);
}

function sameKeys(one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean {
  return one.length === other.length && one.every((key, at) => equalBytes(key, other[at]));
}

function setAt(db: Database, key: Uint8Array): RedisObject | null {
  const object = peek(db.keys, key)?.value ?? null;
  return object?.type === TYPE_SET ? object : null;
}

function readOperand(key: Uint8Array, object: RedisObject | null): OperandView {
  return {
    key: repr(key),
    keyBytes: key.slice(),
    encoding: object === null ? null : ENCODING_NAMES[object.encoding],
    size: object === null ? 0 : setSize(object),
  };
}

function readMembers(sets: readonly (RedisObject | null)[]): Pick<SetsView, 'regions' | 'members'> {
  const inAll = sets.reduce((sum, set) => sum + (set === null ? 0 : setSize(set)), 0);
  if (inAll > MAX_GONE_THROUGH) return { regions: [], members: [] };
  const masks = new Map<string, number>();
  for (const [at, set] of sets.entries()) {
    if (set === null) continue;
    for (const member of membersOf(set)) masks.set(member, (masks.get(member) ?? 0) | (1 << at));
  }
  const counts = new Map<number, number>();
  const members: SharedMemberView[] = [];
  for (const [member, mask] of masks) {
    counts.set(mask, (counts.get(mask) ?? 0) + 1);
    if (members.length < MAX_MEMBERS) members.push({ member, mask });
  }
  const regions = [...counts].sort(([a], [b]) => a - b).map(([mask, count]) => ({ mask, count }));
  return { regions, members };
}

/** In the order of the encoding; walked by hand, for a walk of the table's own would hold back its rehash. */
function* membersOf(set: RedisObject): Generator<string, void, void> {
  if (isIntset(set)) {
    const intset = intsetOf(set);
    for (let index = 0; index < intset.length; index++) yield repr(integerBytes(intset.get(index)));
    return;
  }
  for (const { key } of entriesIn(setTableOf(set))) yield repr(key.view());
}

function readOperation(record: SetAlgebraRecord): SetOperationView {
  const { args, operation, way, order, lookUpCost, takeAwayCost, limit, probes, taken, ended } = record;
  return {
    command: typedByHand(args),
    operation,
    way,
    order: order.slice(0, MAX_SETS),
    lookUpCost,
    takeAwayCost,
    limit,
    probes,
    taken,
    end: ended,
    storedAt: record.isStored ? repr(args[1]) : null,
  };
}
