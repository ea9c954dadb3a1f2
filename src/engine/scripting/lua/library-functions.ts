/** The machine of function libraries. While one loads it can only register functions; when one runs it has all. */
import { latin1 } from '../../base/bytes.ts';
import { type Library, type LibraryFunction, SCRIPT_FLAGS, type ScriptFlag } from '../../state/scripting.ts';
import { BAD_NAME, LIBRARY_NAME } from '../libraries.ts';
import { NUMBER, TABLE } from './internals.ts';
import type { ScriptWorld } from './library-redis.ts';
import { libraryConstants, logs } from './library-redis.ts';
import { type LuaMachine, refuseUnknown } from './machine.ts';
import { errorTable } from './replies.ts';
import {
  argument,
  argumentCount,
  asBytes,
  field,
  isFunction,
  isString,
  nativeValue,
  nilValue,
  Slot,
  setField,
  tableIn,
  tableValue,
  throwValue,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { LuaState, TValue } from './values.ts';

/** The server gives FUNCTION LOAD half a second; here it has this many instructions. */
const MAX_LOAD_INSTRUCTIONS = 2_000_000;

interface Registration {
  readonly name: Uint8Array;
  readonly callback: TValue;
  readonly description: Uint8Array | null;
  readonly flags: readonly ScriptFlag[];
}

export class FunctionHome {
  readonly machine: LuaMachine;
  readonly world: ScriptWorld;
  /** The globals of libraries: empty, with everything behind their metatable. */
  readonly #environment: LuaTable;
  readonly #meta: LuaTable;
  readonly #whileLoading: LuaTable;
  #registered: Registration[] | null = null;

  constructor(machine: LuaMachine, world: ScriptWorld) {
    this.machine = machine;
    this.world = world;
    machine.seal();
    const refusing = machine.newTable();
    setField(refusing, '__index', nativeValue(refuseUnknown, 'refuse unknown'));
    const redis = machine.newTable();
    setField(
      redis,
      'register_function',
      nativeValue((state) => this.#register(state), 'redis.register_function'),
    );
    setField(redis, 'log', nativeValue(logs(world), 'redis.log'));
    for (const [name, value] of Object.entries(libraryConstants(world.server.generation))) {
      setField(redis, name, value);
    }
    redis.metatable = refusing;
    this.#whileLoading = machine.newTable();
    setField(this.#whileLoading, 'redis', tableValue(redis));
    this.#whileLoading.metatable = refusing;
    this.#environment = machine.newTable();
    this.#meta = machine.newTable();
    this.#environment.metatable = this.#meta;
    for (const table of [refusing, redis, this.#whileLoading, this.#environment]) table.readonly = true;
    this.#showGlobals();
  }

  /** The globals of running functions. */
  #showGlobals(): void {
    setField(this.#meta, '__index', tableValue(this.machine.globals));
  }

  load(library: Library, body: Uint8Array): { functions: LibraryFunction[] } | { problem: string } {
    const { machine } = this;
    const compiled = machine.compile(body, '@user_function', this.#environment);
    if (typeof compiled === 'string') return { problem: `Error compiling function: ${compiled}` };
    setField(this.#meta, '__index', tableValue(this.#whileLoading));
    this.#registered = [];
    try {
      let outcome = machine.start(compiled, []);
      while (outcome.type === 'paused' && machine.instructions < MAX_LOAD_INSTRUCTIONS) {
        outcome = machine.resume();
      }
      if (outcome.type === 'paused') {
        machine.abandon();
        return { problem: 'Error registering functions: ERR FUNCTION LOAD timeout' };
      }
      if (outcome.type === 'failed') {
        return { problem: `Error registering functions: ${messageOf(outcome.error)}` };
      }
      if (this.#registered.length === 0) return { problem: 'No functions registered' };
      return { functions: this.#registered.map((each) => functionOf(library, each)) };
    } finally {
      this.#registered = null;
      this.#showGlobals();
    }
  }

  #register(state: LuaState): number {
    const fail = (message: string): never => throwValue(state, errorTable(state, message));
    const registered = this.#registered;
    if (registered === null) {
      return fail('redis.register_function can only be called on FUNCTION LOAD command');
    }
    const count = argumentCount(state);
    if (count < 1 || count > 2) return fail('wrong number of arguments to redis.register_function');
    const registration = count === 1 ? readNamed(state, fail) : readPositional(state, fail);
    const name = latin1(registration.name);
    if (!LIBRARY_NAME.test(name)) return fail(BAD_NAME);
    if (registered.some((each) => latin1(each.name) === name)) {
      return fail('Function already exists in the library');
    }
    registered.push(registration);
    return 0;
  }
}

function functionOf(library: Library, { name, callback, description, flags }: Registration): LibraryFunction {
  return { name: latin1(name), nameBytes: name, description, flags, compiled: callback, library };
}

function messageOf(error: TValue): string {
  if (error.type !== TABLE) return isString(error) ? latin1(asBytes(error) as Uint8Array) : 'unknown error';
  const message = field(tableIn(error), 'err');
  return isString(message) ? latin1(asBytes(message) as Uint8Array) : 'unknown error';
}

type Fail = (message: string) => never;

function copyOf({ type, value }: TValue): TValue {
  return new Slot(type, value);
}

function readPositional(state: LuaState, fail: Fail): Registration {
  const name = asBytes(argument(state, 1));
  if (name === null) return fail('first argument to redis.register_function must be a string');
  const callback = argument(state, 2);
  if (!isFunction(callback)) return fail('second argument to redis.register_function must be a function');
  return { name, callback: copyOf(callback), description: null, flags: [] };
}

function readNamed(state: LuaState, fail: Fail): Registration {
  const given = argument(state, 1);
  if (given.type !== TABLE) {
    return fail(
      'calling redis.register_function with a single argument is only applicable to Lua table (representing named arguments).',
    );
  }
  let name: Uint8Array | null = null;
  let callback: TValue | null = null;
  let description: Uint8Array | null = null;
  let flags: readonly ScriptFlag[] = [];
  const key = nilValue();
  const value = nilValue();
  while (tableIn(given).next(key.type, key.value, key, value) === true) {
    if (!isString(key)) {
      return fail(
        key.type === NUMBER
          ? 'unknown argument given to redis.register_function'
          : 'named argument key given to redis.register_function is not a string',
      );
    }
    switch (latin1(asBytes(key) as Uint8Array)) {
      case 'function_name':
        name = asBytes(value);
        if (name === null) {
          return fail('function_name argument given to redis.register_function must be a string');
        }
        break;
      case 'description':
        description = asBytes(value);
        if (description === null) {
          return fail('description argument given to redis.register_function must be a string');
        }
        break;
      case 'callback':
        if (!isFunction(value)) {
          return fail('callback argument given to redis.register_function must be a function');
        }
        callback = copyOf(value);
        break;
      case 'flags':
        if (value.type !== TABLE) {
          return fail(
            'flags argument to redis.register_function must be a table representing function flags',
          );
        }
        flags = readFlags(tableIn(value), fail);
        break;
      default:
        return fail('unknown argument given to redis.register_function');
    }
  }
  if (name === null) return fail('redis.register_function must get a function name argument');
  if (callback === null) return fail('redis.register_function must get a callback argument');
  return { name, callback, description, flags };
}

function readFlags(table: LuaTable, fail: Fail): ScriptFlag[] {
  const flags: ScriptFlag[] = [];
  for (let index = 1; ; index++) {
    const item = table.findNumber(index);
    if (item === null || item.type === 0) return flags;
    const bytes = asBytes(item);
    const flag = SCRIPT_FLAGS.find((each) => bytes !== null && each === latin1(bytes));
    if (flag === undefined) return fail('unknown flag given');
    if (!flags.includes(flag)) flags.push(flag);
  }
}
