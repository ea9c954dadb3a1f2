/**
 * Values of modules. A key holds them as one type, TYPE_MODULE, and the module type does the work on them. Mirrors
 * moduleType and moduleValue of module.c:
 *
 *     redisObject 16 bytes ──▶ moduleValue 16 bytes | type | value | ──▶ whatever the module has made
 *
 * A module type has a name of nine characters, which TYPE returns, and a version of its RDB form. Both together are a
 * 64-bit number that identifies it in RDB: six bits for each character, then ten for the version.
 *
 *     "TSDB-TYPE", version 7: 0x4d20c1f9360f1007      T is 19 or 010011, S is 18 or 010010 …
 */
import type { Environment } from '../base/probe.ts';
import type { ValueKind } from './kind.ts';
import { ENCODING_RAW, OBJECT_BYTES, RedisObject, TYPE_MODULE, TYPE_NAMES } from './object.ts';

/** How a value is written to RDB: RedisModule_SaveUnsigned and its like. */
export interface ModuleSaver {
  unsigned(value: number | bigint): void;
  double(value: number): void;
  string(bytes: Uint8Array): void;
}

/** Reads it back. Missing data or another kind is refused. */
export interface ModuleLoader {
  /** A number that a count in JavaScript can be; anything larger is refused. */
  unsigned(): number;
  double(): number;
  /** A copy that may be kept. */
  string(): Uint8Array;
  refuse(reason: string): never;
}

export interface ModuleValue {
  readonly moduleType: ModuleType;
}

export interface ModuleType {
  /** Nine characters of A-Z a-z 0-9 - _ */
  readonly name: string;
  /** The version of its form in RDB, 0 to 1023. */
  readonly encodingVersion: number;
  /** Frees everything that the value owns on the heap. */
  free(value: ModuleValue): void;
  /** The result of MEMORY USAGE. */
  bytes(value: ModuleValue): number;
  copy(env: Environment, value: ModuleValue): ModuleValue;
  /** How many pieces there are to free. */
  freeEffort(value: ModuleValue): number;
  save(saver: ModuleSaver, value: ModuleValue): void;
  /** Reads and checks everything before the first allocation: a refusal leaves nothing behind. */
  load(loader: ModuleLoader, env: Environment): ModuleValue;
}

/** The allocation between the object and the module's data: a pointer to the type and one to the value. */
const MODULE_VALUE_BYTES = 16;
const NAME_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NAME_LENGTH = 9;
const VERSION_BITS = 10n;
const CHARACTER_BITS = 6n;

class ModuleCell {
  readonly value: ModuleValue;
  readonly place: number;

  constructor(env: Environment, value: ModuleValue) {
    this.value = value;
    this.place = env.heap.take(MODULE_VALUE_BYTES);
  }
}

export function moduleObject(env: Environment, value: ModuleValue, lru: number): RedisObject {
  const place = env.heap.take(OBJECT_BYTES);
  return new RedisObject(TYPE_MODULE, ENCODING_RAW, new ModuleCell(env, value), place, lru);
}

/** The value of an object of TYPE_MODULE. */
export function moduleValueOf(object: RedisObject): ModuleValue {
  return (object.value as ModuleCell).value;
}

/** What TYPE answers: the name of the type, of a module's own type too. */
export function typeNameOf(object: RedisObject): string {
  return object.type === TYPE_MODULE ? moduleValueOf(object).moduleType.name : TYPE_NAMES[object.type];
}

/** The number that identifies a type in RDB: moduleTypeEncodeId. */
export function moduleTypeId(name: string, encodingVersion: number): bigint {
  let id = 0n;
  for (const character of name) id = (id << CHARACTER_BITS) | BigInt(NAME_CHARACTERS.indexOf(character));
  return (id << VERSION_BITS) | BigInt(encodingVersion);
}

/** Name and version in such a number: moduleTypeNameByID. */
export function moduleTypeOfId(id: bigint): { readonly name: string; readonly encodingVersion: number } {
  let rest = id >> VERSION_BITS;
  let name = '';
  for (let at = 0; at < NAME_LENGTH; at++) {
    name = NAME_CHARACTERS[Number(rest & 63n)] + name;
    rest >>= CHARACTER_BITS;
  }
  return { name, encodingVersion: Number(id & 1023n) };
}

export const moduleKind: ValueKind = {
  free(env, object) {
    const cell = object.value as ModuleCell;
    cell.value.moduleType.free(cell.value);
    env.heap.give(cell.place, MODULE_VALUE_BYTES);
    env.heap.give(object.place, OBJECT_BYTES);
  },
  bytes(object) {
    const value = moduleValueOf(object);
    return value.moduleType.bytes(value);
  },
  copy(env, object, lru) {
    const value = moduleValueOf(object);
    return moduleObject(env, value.moduleType.copy(env, value), lru);
  },
  freeEffort(object) {
    const value = moduleValueOf(object);
    return value.moduleType.freeEffort(value);
  },
};
