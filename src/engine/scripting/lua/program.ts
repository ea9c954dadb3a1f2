/**
 * A Lua program that asks the world for something, waits for the answer, and goes on:
 *
 *     local left = redis('GET', 'stock')      a turn ends here, with the operation `redis` and its arguments
 *     if tonumber(left) > 0 then …            the next turn begins here, with the answer
 *
 * What a program does follows from its source, its constants and the answers so far. So every run has a machine of its
 * own, and nothing in it draws chance or reads a clock.
 *
 * Strings have one character per byte.
 */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { BOOLEAN, NIL, NUMBER, TABLE } from './internals.ts';
import { Rand48 } from './library-math.ts';
import { LuaMachine, type Outcome, shown } from './machine.ts';
import {
  argument,
  argumentCount,
  booleanValue,
  bytesIn,
  field,
  isString,
  nativeValue,
  nilValue,
  numberValue,
  raise,
  setField,
  stringValue,
  tableIn,
  tableValue,
  wait,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, Native, TValue } from './values.ts';

export type ProgramValue =
  | null
  | boolean
  | number
  | string
  | readonly ProgramValue[]
  | { readonly [name: string]: ProgramValue };

export interface ProgramProblem {
  readonly message: string;
  /** From 1; 0 if it has no line. */
  readonly line: number;
}

export type Turn =
  | {
      readonly type: 'operation';
      readonly name: string;
      readonly args: readonly ProgramValue[];
      readonly line: number;
    }
  | { readonly type: 'returned'; readonly value: ProgramValue }
  | ({ readonly type: 'failed' } & ProgramProblem);

export interface ProgramParts {
  readonly source: string;
  /** Global values, such as the name of the actor. */
  readonly constants: Readonly<Record<string, ProgramValue>>;
  /** Names of the functions that end a turn; one with a dot is a field of a global table. */
  readonly operations: readonly string[];
}

/** What a script of a server has, and a program has not: chance, other chunks and coroutines of its own. */
const LEFT_OUT = ['coroutine', 'load', 'loadstring', 'collectgarbage', 'gcinfo', '__redis__err__handler'];
const LEFT_OUT_OF_MATH = ['random', 'randomseed'];
const MAX_DEPTH = 8;
const CHUNK = '@program';

/** The first syntax error; null if there is none. */
export function checkSyntax(source: string): ProgramProblem | null {
  const compiled = newMachine().compile(bytesOf(source), CHUNK);
  return typeof compiled === 'string' ? placed(compiled) : null;
}

export class ProgramRun {
  readonly #machine = newMachine();
  readonly #compiled: TValue | string;
  #asked: { readonly name: string; readonly args: readonly ProgramValue[] } | null = null;
  #isBegun = false;

  constructor({ source, constants, operations }: ProgramParts) {
    const machine = this.#machine;
    for (const name of LEFT_OUT) setField(machine.globals, name, nilValue());
    const math = tableIn(field(machine.globals, 'math'));
    for (const name of LEFT_OUT_OF_MATH) setField(math, name, nilValue());
    for (const [name, value] of Object.entries(constants)) {
      setField(machine.globals, name, luaValueOf(machine, value));
    }
    for (const name of operations) this.#define(name);
    this.#compiled = machine.compile(bytesOf(source), CHUNK);
  }

  #define(name: string): void {
    const { globals } = this.#machine;
    const native: Native = (state) => {
      const args: ProgramValue[] = [];
      for (let n = 1; n <= argumentCount(state); n++) args.push(plainOf(state, argument(state, n), 0));
      this.#asked = { name, args };
      return wait(state);
    };
    const [first, second] = name.split('.');
    if (second === undefined) {
      setField(globals, first, nativeValue(native, name));
      return;
    }
    let table = field(globals, first);
    if (table.type !== TABLE) {
      table = tableValue(this.#machine.newTable());
      setField(globals, first, table);
    }
    setField(tableIn(table), second, nativeValue(native, name));
  }

  /** Runs up to the next operation or the end. The first turn takes no answer. */
  next(answer: ProgramValue = null): Turn {
    if (typeof this.#compiled === 'string') return { type: 'failed', ...placed(this.#compiled) };
    const machine = this.#machine;
    this.#asked = null;
    const outcome = this.#isBegun
      ? machine.resume([luaValueOf(machine, answer)])
      : machine.start(this.#compiled, []);
    this.#isBegun = true;
    return this.#turn(outcome);
  }

  #turn(outcome: Outcome): Turn {
    if (outcome.type === 'returned') {
      return { type: 'returned', value: plainOf(this.#machine.state, outcome.value, 0) };
    }
    if (outcome.type === 'failed') return { type: 'failed', ...problemOf(outcome.error) };
    const line = this.#machine.frames()[0]?.line ?? 0;
    // Only an operation waits: a slice that is used up without one would go on for ever.
    if (this.#asked === null) {
      return { type: 'failed', message: 'it runs on and on without an operation', line };
    }
    return { type: 'operation', ...this.#asked, line };
  }
}

function newMachine(): LuaMachine {
  return new LuaMachine({ isWatching: () => false, line: () => {} }, new Rand48());
}

/** "program:3: unexpected symbol" with its line taken out. */
function placed(text: string): ProgramProblem {
  const match = /^[^:]*:(\d+): ([\s\S]*)$/.exec(text);
  return match === null ? { message: text, line: 0 } : { message: match[2], line: Number(match[1]) };
}

function problemOf(error: TValue): ProgramProblem {
  if (error.type !== TABLE) return placed(isString(error) ? latin1(bytesIn(error)) : shown(error));
  const message = field(tableIn(error), 'err');
  const line = field(tableIn(error), 'line');
  const text = isString(message) ? latin1(bytesIn(message)).replace(/^ERR /, '') : 'an error without a text';
  const found = placed(text);
  return found.line > 0 ? found : { ...found, line: line.type === NUMBER ? (line.value as number) : 0 };
}

function luaValueOf(machine: LuaMachine, value: ProgramValue): TValue {
  if (value === null) return nilValue();
  if (typeof value === 'boolean') return booleanValue(value);
  if (typeof value === 'number') return numberValue(value);
  if (typeof value === 'string') return stringValue(bytesOf(value));
  const table = machine.newTable();
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) table.storeNumber(index + 1, luaValueOf(machine, item));
  } else {
    for (const [name, item] of Object.entries(value)) setField(table, name, luaValueOf(machine, item));
  }
  return tableValue(table);
}

function plainOf(state: LuaState, value: TValue, depth: number): ProgramValue {
  if (value.type === NIL) return null;
  if (value.type === BOOLEAN) return value.value === true;
  if (value.type === NUMBER) return value.value as number;
  if (isString(value)) return latin1(bytesIn(value));
  if (value.type !== TABLE) return raise(state, 'an operation takes texts, numbers, booleans and tables');
  if (depth >= MAX_DEPTH) return raise(state, 'a table lies too deep in others');
  return plainTable(state, tableIn(value), depth);
}

function plainTable(state: LuaState, table: LuaTable, depth: number): ProgramValue {
  const named: [string, ProgramValue][] = [];
  const items: ProgramValue[] = [];
  const key = nilValue();
  const value = nilValue();
  let numbered = 0;
  while (table.next(key.type, key.value, key, value) === true) {
    if (key.type === NUMBER) numbered++;
    else if (isString(key)) named.push([latin1(bytesIn(key)), plainOf(state, value, depth + 1)]);
    else return raise(state, 'the keys of a table are numbers or texts');
  }
  for (let n = 1; n <= numbered; n++) {
    const item = table.findNumber(n);
    if (item === null || item.type === NIL) return raise(state, 'a list counts from 1 and has no holes');
    items.push(plainOf(state, item, depth + 1));
  }
  if (named.length === 0) return items;
  if (items.length > 0) return raise(state, 'a table is a list or has names, not both');
  // In one order, so that equal tables are equal texts.
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
