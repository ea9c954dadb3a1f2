/** The table library of Lua 5.1. Sorting is its quicksort, step by step, so that an unfair order is found out alike. */
import { lvm, NIL, NUMBER } from './internals.ts';
import { metamethod } from './library-base.ts';
import { ByteSink } from './memory.ts';
import { refuseChange } from './patches.ts';
import { charge, pause } from './pause.ts';
import {
  argument,
  argumentCount,
  asBytes,
  BREATHE,
  type CallAnswer,
  type CallRequest,
  calling,
  checkFunction,
  checkInt,
  checkTable,
  inPortions,
  isNoneOrNil,
  isString,
  isTrue,
  type Library,
  nilValue,
  numberValue,
  optionalBytes,
  optionalInt,
  push,
  pushBytes,
  pushNumber,
  raise,
  Slot,
  typeName,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, Native, TValue } from './values.ts';

const EMPTY = new Uint8Array(0);

function get(table: LuaTable, index: number): TValue {
  const slot = table.findNumber(index);
  return slot === null ? nilValue() : new Slot(slot.type, slot.value);
}

function set(state: LuaState, table: LuaTable, index: number, value: TValue): void {
  if (table.readonly) refuseChange(state);
  table.storeNumber(index, value);
}

/** Elements moved between two chances to pause, and what one costs. */
const MOVED_PORTION = 10_000;
const MOVED_INSTRUCTIONS = 3;

const insert: Native = (state) => {
  const table = checkTable(state, 1);
  let end = table.length() + 1;
  switch (argumentCount(state)) {
    case 2:
      set(state, table, end, argument(state, 2));
      return 0;
    case 3: {
      const position = checkInt(state, 2);
      if (position > end) end = position;
      let i = end;
      return inPortions(state, (L) => {
        const least = Math.max(position, i - MOVED_PORTION);
        charge((i - least) * MOVED_INSTRUCTIONS);
        for (; i > least; i--) set(L, table, i, get(table, i - 1));
        if (i > position) return null;
        set(L, table, position, argument(L, 3));
        return 0;
      });
    }
    default:
      return raise(state, "wrong number of arguments to 'insert'");
  }
};

const remove: Native = (state) => {
  const table = checkTable(state, 1);
  const end = table.length();
  let position = optionalInt(state, 2, end);
  if (!(position >= 1 && position <= end)) return 0;
  const removed = get(table, position);
  return inPortions(state, (L) => {
    const last = Math.min(end, position + MOVED_PORTION);
    charge((last - position) * MOVED_INSTRUCTIONS);
    for (; position < last; position++) set(L, table, position, get(table, position + 1));
    if (position < end) return null;
    set(L, table, end, nilValue());
    push(L, removed);
    return 1;
  });
};

const concat: Native = (state) => {
  const separator = optionalBytes(state, 2, EMPTY);
  const table = checkTable(state, 1);
  let i = optionalInt(state, 3, 1);
  const to = isNoneOrNil(state, 4) ? table.length() : checkInt(state, 4);
  const sink = new ByteSink();
  return inPortions(state, (L) => {
    const last = Math.min(to, i + MOVED_PORTION);
    charge(Math.max(0, last - i) * MOVED_INSTRUCTIONS);
    for (; i <= last; i++) {
      const value = table.findNumber(i) ?? nilValue();
      const bytes =
        asBytes(value) ?? raise(L, `invalid value (${typeName(value)}) at index ${i} in table for 'concat'`);
      sink.bytes(bytes);
      if (i < to) sink.bytes(separator);
    }
    if (i <= to) return null;
    pushBytes(L, sink.take());
    return 1;
  });
};

const getn: Native = (state) => {
  pushNumber(state, checkTable(state, 1).length());
  return 1;
};

const setn: Native = (state) => {
  checkTable(state, 1);
  return raise(state, "'setn' is obsolete");
};

const maxn: Native = (state) => {
  const table = checkTable(state, 1);
  let greatest = 0;
  const key = nilValue();
  const value = nilValue();
  while (table.next(key.type, key.value, key, value) === true) {
    if (key.type === NUMBER && (key.value as number) > greatest) greatest = key.value as number;
  }
  charge(table.array.length + table.nodes.length);
  pushNumber(state, greatest);
  return 1;
};

const foreachi = calling(function* (state, values): Library {
  const table = checkTable(state, 1);
  checkFunction(state, 2);
  const end = table.length();
  for (let i = 1; i <= end; i++) {
    const answer: CallAnswer = yield { callee: values[1], values: [numberValue(i), get(table, i)] };
    const [first] = answer.values;
    if (first !== undefined && first.type !== NIL) return [first];
  }
  return [];
});

const foreach = calling(function* (state, values): Library {
  const table = checkTable(state, 1);
  checkFunction(state, 2);
  const key = nilValue();
  const value = nilValue();
  while (table.next(key.type, key.value, key, value) === true) {
    const answer: CallAnswer = yield {
      callee: values[1],
      values: [new Slot(key.type, key.value), new Slot(value.type, value.value)],
    };
    const [first] = answer.values;
    if (first !== undefined && first.type !== NIL) return [first];
  }
  return [];
});

/** One comparison, with the exchanges that go with it. */
const COMPARISON_INSTRUCTIONS = 12;

type Comparison = Generator<CallRequest | typeof BREATHE, boolean, CallAnswer>;

function* isLess(state: LuaState, order: TValue | null, a: TValue, b: TValue): Comparison {
  pause.budget -= COMPARISON_INSTRUCTIONS;
  if (order === null) {
    if (pause.budget <= 0) yield BREATHE;
    const method = comparing(state, a, b);
    if (method === null) return lvm.luaV_lessthan(state, a, b) === 1;
    const answer: CallAnswer = yield { callee: method, values: [a, b] };
    const [first] = answer.values;
    return first !== undefined && isTrue(first);
  }
  const answer: CallAnswer = yield { callee: order, values: [a, b] };
  const [first] = answer.values;
  return first !== undefined && isTrue(first);
}

/** The metamethod that compares both; null for numbers and strings, and for what cannot be compared. */
function comparing(state: LuaState, a: TValue, b: TValue): TValue | null {
  if (a.type === NUMBER || isString(a) || a.type !== b.type) return null;
  const left = metamethod(state, a, '__lt');
  const right = metamethod(state, b, '__lt');
  return left.type !== NIL && left.type === right.type && left.value === right.value ? left : null;
}

function* sortRange(
  state: LuaState,
  table: LuaTable,
  order: TValue | null,
  from: number,
  to: number,
): Generator<CallRequest | typeof BREATHE, void, CallAnswer> {
  let low = from;
  let high = to;
  const swap = (i: number, a: TValue, j: number, b: TValue): void => {
    set(state, table, i, b);
    set(state, table, j, a);
  };
  while (low < high) {
    let a = get(table, low);
    let b = get(table, high);
    if (yield* isLess(state, order, b, a)) swap(low, a, high, b);
    if (high - low === 1) break;
    let i = Math.floor((low + high) / 2);
    a = get(table, i);
    b = get(table, low);
    if (yield* isLess(state, order, a, b)) {
      swap(i, a, low, b);
    } else {
      b = get(table, high);
      if (yield* isLess(state, order, b, a)) swap(i, a, high, b);
    }
    if (high - low === 2) break;
    const pivot = get(table, i);
    b = get(table, high - 1);
    swap(i, pivot, high - 1, b);
    i = low;
    let j = high - 1;
    for (;;) {
      for (;;) {
        i++;
        a = get(table, i);
        if (!(yield* isLess(state, order, a, pivot))) break;
        if (i > high) raise(state, 'invalid order function for sorting');
      }
      for (;;) {
        j--;
        b = get(table, j);
        if (!(yield* isLess(state, order, pivot, b))) break;
        if (j < low) raise(state, 'invalid order function for sorting');
      }
      if (j < i) break;
      swap(i, a, j, b);
    }
    a = get(table, high - 1);
    b = get(table, i);
    swap(high - 1, a, i, b);
    if (i - low < high - i) {
      yield* sortRange(state, table, order, low, i - 1);
      low = i + 1;
    } else {
      yield* sortRange(state, table, order, i + 1, high);
      high = i - 1;
    }
  }
}

const sort = calling(function* (state, values): Library {
  const table = checkTable(state, 1);
  const length = table.length();
  const order = values.length < 2 || values[1].type === NIL ? null : checkFunction(state, 2);
  const comparator = order === null ? null : new Slot(order.type, order.value);
  yield* sortRange(state, table, comparator, 1, length);
  return [];
});

export const tableFunctions: Record<string, Native> = {
  concat,
  foreach,
  foreachi,
  getn,
  insert,
  maxn,
  remove,
  setn,
  sort,
};
