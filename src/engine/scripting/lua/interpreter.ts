/** The interpreter of a server: a machine for EVAL and one for functions, which share nothing. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { Client } from '../../state/client/client.ts';
import { ReplyBuffer } from '../../state/client/reply.ts';
import type {
  Library,
  LibraryFunction,
  RunningScript,
  ScriptMachine,
  ScriptPosition,
} from '../../state/scripting.ts';
import type { Server } from '../../state/server.ts';
import { NIL, NUMBER, TABLE } from './internals.ts';
import { openJsonLibrary } from './library-cjson.ts';
import { openMessagePackLibrary } from './library-cmsgpack.ts';
import { FunctionHome } from './library-functions.ts';
import { Rand48 } from './library-math.ts';
import { openRedisLibrary, ScriptWorld } from './library-redis.ts';
import { openStructLibrary } from './library-struct.ts';
import { LuaMachine, type Outcome, SLICE_INSTRUCTIONS } from './machine.ts';
import { MAX_MACHINE_BYTES } from './memory.ts';
import { numberText } from './numbers.ts';
import { pause } from './pause.ts';
import { errorTable, isCounted, ReplyWriter } from './replies.ts';
import {
  bytesIn,
  field,
  isString,
  numberValue,
  setField,
  stringValue,
  tableIn,
  tableValue,
} from './stack.ts';
import type { LuaTable } from './table.ts';
import type { TValue } from './values.ts';

/** Memory of the server's new interpreter; ours lies in the memory of JavaScript. */
const MACHINE_BYTES = 39_936;

/** The part of the server's memory that the reply of a script may take. */
const REPLY_SHARE = 1 / 4;

export class Interpreter implements ScriptMachine {
  readonly #server: Server;
  readonly #client: Client;
  /** The generator of math.random: one for the server, never reseeded by itself. */
  readonly #generator = new Rand48();
  #scripts: { machine: LuaMachine; world: ScriptWorld } | null = null;
  #functions: FunctionHome | null = null;
  #active: { machine: LuaMachine; world: ScriptWorld } | null = null;
  /** The value of a script that is being written as a reply, beside the client's own until it is whole. */
  #writing: { readonly writer: ReplyWriter; readonly reply: ReplyBuffer } | null = null;

  constructor(server: Server) {
    this.#server = server;
    this.#client = new Client(0, server.keyspace.databases[0], server.nowMs);
    this.#client.denyBlocking = true;
    this.#client.isScript = true;
  }

  #create(): { machine: LuaMachine; world: ScriptWorld } {
    const server = this.#server;
    const listener = {
      isWatching: () => server.env.probe !== null,
      line: (line: number) => server.env.probe?.emit({ type: 'script.line', line }),
    };
    const machine = new LuaMachine(listener, this.#generator);
    machine.memoryBytes = Math.min(MAX_MACHINE_BYTES, server.memoryBytes / 2);
    machine.held = () => held(server);
    const world = new ScriptWorld(server, machine, this.#client);
    openJsonLibrary(machine);
    openMessagePackLibrary(machine);
    openStructLibrary(machine);
    openRedisLibrary(world, machine);
    return { machine, world };
  }

  get #evaluator(): { machine: LuaMachine; world: ScriptWorld } {
    if (this.#scripts === null) {
      this.#scripts = this.#create();
      this.#scripts.machine.seal();
    }
    return this.#scripts;
  }

  compileScript(source: Uint8Array): { compiled: unknown } | { problem: string } {
    const compiled = this.#evaluator.machine.compile(source, '@user_script');
    return typeof compiled === 'string' ? { problem: compiled } : { compiled };
  }

  get #home(): FunctionHome {
    if (this.#functions === null) {
      const { machine, world } = this.#create();
      this.#functions = new FunctionHome(machine, world);
    }
    return this.#functions;
  }

  loadLibrary(library: Library, body: Uint8Array): { functions: LibraryFunction[] } | { problem: string } {
    return this.#home.load(library, body);
  }

  start(running: RunningScript): 'ended' | 'paused' {
    const { request } = running;
    const active = request.kind === 'eval' ? this.#evaluator : this.#home;
    const { machine, world } = active;
    this.#active = active;
    world.begin(running);
    const keys = this.#list(machine, request.keys);
    const values = this.#list(machine, request.values);
    const { probe } = this.#server.env;
    if (probe !== null) probe.emit({ type: 'script.begin', name: request.name, kind: request.kind });
    const callee = request.compiled as TValue;
    if (request.kind === 'function') {
      return this.#settle(running, machine.start(callee, [tableValue(keys), tableValue(values)]));
    }
    setField(machine.globals, 'KEYS', tableValue(keys));
    setField(machine.globals, 'ARGV', tableValue(values));
    return this.#settle(running, machine.start(callee, []));
  }

  resume(running: RunningScript): 'ended' | 'paused' {
    if (this.#writing !== null) {
      pause.budget = SLICE_INSTRUCTIONS;
      return this.#write(running);
    }
    const { machine } = this.#active as { machine: LuaMachine };
    return this.#settle(running, machine.resume());
  }

  kill(running: RunningScript): void {
    const { machine } = this.#active as { machine: LuaMachine };
    const { kind } = running.request;
    const line = machine.frames()[0]?.line ?? -1;
    const error = errorTable(machine.state, 'Script killed by user with SCRIPT KILL...');
    setField(
      tableIn(error),
      'source',
      stringValue(bytesOf(kind === 'eval' ? '@user_script' : '@user_function')),
    );
    setField(tableIn(error), 'line', numberValue(line));
    machine.abandon();
    this.#writing = null;
    this.#settle(running, { type: 'failed', error });
  }

  #list(machine: LuaMachine, items: readonly Uint8Array[]): LuaTable {
    const table = machine.newTable(items.length, 0);
    for (let i = 0; i < items.length; i++) table.storeNumber(i + 1, stringValue(items[i].slice()));
    return table;
  }

  #settle(running: RunningScript, outcome: Outcome): 'ended' | 'paused' {
    const { machine } = this.#active as { machine: LuaMachine };
    running.instructions = machine.instructions;
    if (outcome.type === 'paused') return 'paused';
    if (outcome.type === 'failed') {
      const { error } = outcome;
      return this.#fail(
        running,
        failureText(running, error),
        error.type === TABLE && isCounted(tableIn(error)),
      );
    }
    const reply = new ReplyBuffer();
    reply.protocol = running.request.client.reply.protocol;
    const writer = new ReplyWriter(reply, outcome.value, this.#client.reply.protocol, (text, counted) => {
      this.#countError(running, text, counted);
      reply.error(text);
    });
    this.#writing = { writer, reply };
    return this.#write(running);
  }

  /** Writes what a script returned, as much of it as this slice has room for. */
  #write(running: RunningScript): 'ended' | 'paused' {
    const { writer, reply } = this.#writing as { writer: ReplyWriter; reply: ReplyBuffer };
    while (!writer.write()) {
      if (reply.length > this.#server.memoryBytes * REPLY_SHARE || reply.isTooLong) {
        this.#writing = null;
        return this.#fail(running, `ERR Error running script ${running.request.name}, not enough memory`);
      }
      if (pause.budget <= 0) return 'paused';
    }
    this.#writing = null;
    running.request.client.reply.append(reply);
    return this.#end(running);
  }

  #countError(running: RunningScript, text: string, counted: boolean): void {
    const { commands, statistics } = this.#server;
    if (!counted) {
      statistics.countError(text);
      return;
    }
    // The command that ran the script has failed all the same.
    const entry = commands.resolve(running.request.command);
    if (entry !== null) commands.countsOf(entry).failedCalls++;
  }

  #fail(running: RunningScript, text: string, counted = false): 'ended' {
    this.#countError(running, text, counted);
    running.request.client.reply.error(text);
    return this.#end(running);
  }

  #end(running: RunningScript): 'ended' {
    const server = this.#server;
    const { probe } = server.env;
    if (probe !== null) {
      probe.emit({ type: 'script.end', name: running.request.name, instructions: running.instructions });
    }
    this.#active = null;
    server.scripting.last = running;
    return 'ended';
  }

  position(): ScriptPosition | null {
    if (this.#active === null) return null;
    const frames = this.#active.machine.frames();
    return { line: frames[0]?.line ?? -1, instructions: this.#active.machine.instructions, frames };
  }

  memoryBytes(kind: 'eval' | 'function'): number {
    const exists = kind === 'eval' ? this.#scripts !== null : this.#functions !== null;
    return exists ? MACHINE_BYTES : 0;
  }

  resetScripts(): void {
    this.#scripts = null;
  }

  resetFunctions(): void {
    this.#functions = null;
  }
}

/** Compiled functions of libraries stay in use, with the values that they hold. */
function* held(server: Server): Generator<TValue, void, void> {
  for (const { compiled } of server.scripting.functions.values()) yield compiled as TValue;
}

/** The error reply: the message, and which script failed where. */
function failureText(running: RunningScript, error: TValue): string {
  if (error.type !== TABLE) {
    const problem = isString(error) ? latin1(bytesIn(error)) : 'execution failure';
    return `ERR Error running script ${running.request.name}, ${problem.slice(0, 100)}`;
  }
  const table = tableIn(error);
  const message = field(table, 'err');
  let text = 'ERR unknown error';
  if (isString(message)) text = latin1(bytesIn(message));
  else if (message.type === NUMBER) text = numberText(message.value as number);
  const source = field(table, 'source');
  const line = field(table, 'line');
  if (source.type === NIL || line.type === NIL) return text;
  const place = isString(source) ? latin1(bytesIn(source)) : '';
  return `${text} script: ${running.request.name}, on ${place}:${numberText(line.value as number)}.`;
}
