/** The table `redis` of scripts: commands, replies, logging and the switches of replication. */
import type { Generation } from '../../../protocol/session.ts';
import { bytesOf, concatBytes, latin1 } from '../../base/bytes.ts';
import { sha1Hex } from '../../base/sha1.ts';
import { findDenial } from '../../state/acl/check.ts';
import { logRefused } from '../../state/acl/denials.ts';
import type { Client } from '../../state/client/client.ts';
import type { CommandEntry } from '../../state/command/table.ts';
import { diskRefusal, lacksReplicas, NOT_ENOUGH_REPLICAS } from '../../state/disk/write-refusal.ts';
import {
  hasStaleData,
  isReadOnly as isReadOnlyReplica,
  READ_ONLY,
} from '../../state/replication/refusals.ts';
import type { RunningScript } from '../../state/scripting.ts';
import type { Server } from '../../state/server.ts';
import { NUMBER } from './internals.ts';
import type { LuaMachine } from './machine.ts';
import { refuseMemory } from './memory.ts';
import { floatText } from './numbers.ts';
import { countedErrorTable, errorTable, errorText, ReplyReader } from './replies.ts';
import {
  argument,
  argumentCount,
  asBytes,
  asNumber,
  bytesIn,
  isString,
  newTable,
  numberValue,
  push,
  pushBoolean,
  pushText,
  setField,
  stringValue,
  tableValue,
  textValue,
  throwValue,
} from './stack.ts';
import type { LuaState, Native, TValue } from './values.ts';

const DENIED = {
  command: "The user executing the script can't run this command or subcommand",
  key: "The user executing the script can't access at least one of the keys mentioned in the command arguments",
  channel: "The user executing the script can't publish to the channel mentioned in the command",
} as const;

/** A command costs a script about as much as so many instructions. */
const CALL_INSTRUCTIONS = 60;
const INSTRUCTIONS_PER_MICROSECOND = 20;
const MAX_LOG_LINES = 200;
/** Bytes of a log line that are kept. */
const MAX_LOG_BYTES = 1024;
/** Bytes of an argument or reply in a step. */
const MAX_SHOWN_BYTES = 200;

const LEVELS = { LOG_DEBUG: 0, LOG_VERBOSE: 1, LOG_NOTICE: 2, LOG_WARNING: 3 } as const;
const REPLICATION = { REPL_NONE: 0, REPL_AOF: 1, REPL_SLAVE: 2, REPL_REPLICA: 2, REPL_ALL: 3 } as const;

/** The server as a script uses it. */
export class ScriptWorld {
  readonly server: Server;
  readonly machine: LuaMachine;
  /** Runs the commands of scripts. */
  readonly client: Client;
  running: RunningScript | null = null;
  /** Memory was short when the script began. */
  isOutOfMemory = false;
  /** redis.set_repl. */
  replication: number = REPLICATION.REPL_ALL;
  #isCalling = false;

  constructor(server: Server, machine: LuaMachine, client: Client) {
    this.server = server;
    this.machine = machine;
    this.client = client;
  }

  begin(running: RunningScript): void {
    this.running = running;
    this.isOutOfMemory = this.server.wasOutOfMemory;
    this.client.db = running.request.client.db;
    this.client.reply.protocol = 2;
    this.replication = REPLICATION.REPL_ALL;
    this.client.reply.truncate(0);
  }

  /** Runs a command; returns the reply as bytes, or the refusal. */
  call(args: readonly Uint8Array[]): { reply: Uint8Array } | { refusal: string } {
    const { server, client } = this;
    if (this.#isCalling) {
      return {
        refusal:
          'luaRedisGenericCommand() recursive call detected. Are you doing funny stuff with Lua debug hooks?',
      };
    }
    const microseconds = server.statistics.microseconds;
    const entry = server.commands.resolve(args);
    const refusal = this.#refusal(entry, args) ?? this.#clusterRefusal(entry as CommandEntry, args);
    if (refusal !== null) {
      if (entry !== null) server.commands.countsOf(entry).rejectedCalls++;
      server.statistics.countError(errorText(refusal));
      server.statistics.takeErrors();
      return { refusal };
    }
    const running = this.running as RunningScript;
    const command = entry as CommandEntry;
    if (command.isWrite) running.hasWritten = true;
    client.lastEntry = command;
    this.#isCalling = true;
    server.propagation.targets = this.replication;
    try {
      server.runCommand(client, command, args);
    } finally {
      this.#isCalling = false;
      server.propagation.targets = REPLICATION.REPL_ALL;
      // Charge the modelled time of the command, and the reading of its reply.
      const modelled = (server.statistics.microseconds - microseconds) * INSTRUCTIONS_PER_MICROSECOND;
      this.machine.charge(Math.round(CALL_INSTRUCTIONS + modelled + client.reply.length / 8));
    }
    if (client.reply.isTooLong) {
      client.reply.take();
      refuseMemory();
    }
    return { reply: client.reply.take() };
  }

  /** In a cluster a script may use keys of one slot, and only here. */
  #clusterRefusal(entry: CommandEntry, args: readonly Uint8Array[]): string | null {
    const { cluster } = this.server;
    if (cluster?.work == null) return null;
    const { client, flags } = (this.running as RunningScript).request;
    // A script without a first line of flags is of the time before there were rules.
    const mayCross = flags === null || flags.includes('allow-cross-slot-keys');
    return cluster.work.scriptRefusal(client, entry, args, mayCross);
  }

  /** In the order of the server: existence, arity, commands not for scripts, permissions, writing, memory. */
  #refusal(entry: CommandEntry | null, args: readonly Uint8Array[]): string | null {
    const { server } = this;
    const { flags, isReadOnly } = (this.running as RunningScript).request;
    if (entry === null || (entry.subcommands !== null && args.length === 1 && !entry.acceptsCount(1))) {
      return entry === null
        ? 'Unknown Redis command called from script'
        : 'Wrong number of args calling Redis command from script';
    }
    if (!entry.acceptsCount(args.length)) return 'Wrong number of args calling Redis command from script';
    const is = (flag: (typeof entry.command.flags)[number]): boolean => entry.command.flags.includes(flag);
    if (is('noscript') && !server.scripting.allowsEverything) {
      return 'This Redis command is not allowed from script';
    }
    const denial = findDenial((this.running as RunningScript).request.client.user, entry, args);
    if (denial !== null) {
      logRefused(server, (this.running as RunningScript).request.client, entry, args, denial, 'lua');
      return DENIED[denial.reason];
    }
    if (isReadOnly && entry.mayReplicate) return 'Write commands are not allowed from read-only scripts.';
    // The checks below do not stop a script that has written.
    if ((this.running as RunningScript).hasWritten) return null;
    const { isMaster } = (this.running as RunningScript).request.client;
    if (entry.isWrite && !isMaster) {
      if (isReadOnlyReplica(server)) return `-${READ_ONLY}`;
      const problem = diskRefusal(server) ?? (lacksReplicas(server) ? NOT_ENOUGH_REPLICAS : null);
      if (problem !== null) return `-${problem}`;
    }
    if (this.isOutOfMemory && entry.isDenyOom && !(flags?.includes('allow-oom') ?? false)) {
      return "-OOM command not allowed when used memory > 'maxmemory'.";
    }
    if (hasStaleData(server) && !is('stale')) return 'Can not execute the command on a stale replica';
    return null;
  }
}

/** The arguments of redis.call as bytes, or the error as text. */
function commandArguments(state: LuaState): Uint8Array[] | string {
  const count = argumentCount(state);
  if (count === 0) return 'Please specify at least one argument for this redis lib call';
  const args: Uint8Array[] = [];
  for (let i = 1; i <= count; i++) {
    const value = argument(state, i);
    if (value.type === NUMBER) args.push(bytesOf(floatText(value.value as number, 17)));
    else if (isString(value)) args.push(bytesIn(value));
    else return 'Lua redis lib command arguments must be strings or integers';
  }
  return args;
}

function calls(world: ScriptWorld, raises: boolean): Native {
  return (state) => {
    const fail = (problem: TValue): number => {
      if (raises) return throwValue(state, problem);
      push(state, problem);
      return 1;
    };
    const args = commandArguments(state);
    if (typeof args === 'string') return fail(errorTable(state, args));
    const answer = world.call(args);
    emitCallStep(world, args, answer);
    if ('refusal' in answer) return fail(countedErrorTable(state, answer.refusal));
    const value = new ReplyReader(state, answer.reply).read();
    if (answer.reply[0] === 45) return fail(value);
    push(state, value);
    return 1;
  };
}

function emitCallStep(
  world: ScriptWorld,
  args: readonly Uint8Array[],
  answer: { reply: Uint8Array } | { refusal: string },
): void {
  const { probe } = world.server.env;
  if (probe === null) return;
  const shown = (bytes: Uint8Array): string => latin1(bytes, 0, Math.min(bytes.length, MAX_SHOWN_BYTES));
  probe.emit({
    type: 'script.call',
    line: world.machine.frames()[0]?.line ?? 0,
    command: args.slice(0, 16).map(shown),
    reply: 'refusal' in answer ? `-${answer.refusal}` : shown(answer.reply),
  });
}

function failing(state: LuaState, message: string): number {
  return throwValue(state, errorTable(state, message));
}

/** A table with one text, as `redis.status_reply` makes it. */
const statusReply: Native = (state) => {
  const value = argument(state, 1);
  if (argumentCount(state) !== 1 || !isString(value)) {
    push(state, errorTable(state, 'wrong number or type of arguments'));
    return 1;
  }
  const table = newTable(state, 0, 1);
  setField(table, 'ok', stringValue(bytesIn(value)));
  push(state, tableValue(table));
  return 1;
};

const errorReply: Native = (state) => {
  const value = argument(state, 1);
  if (argumentCount(state) !== 1 || !isString(value)) {
    push(state, errorTable(state, 'wrong number or type of arguments'));
    return 1;
  }
  const text = latin1(bytesIn(value));
  push(state, errorTable(state, text.startsWith('-') ? text : `-${text}`));
  return 1;
};

const sha1hex: Native = (state) => {
  if (argumentCount(state) !== 1) return failing(state, 'wrong number of arguments');
  pushText(state, sha1Hex(asBytes(argument(state, 1)) ?? new Uint8Array(0)));
  return 1;
};

export function logs(world: ScriptWorld): Native {
  return (state) => {
    const count = argumentCount(state);
    if (count < 2) return failing(state, 'redis.log() requires two arguments or more.');
    const level = asNumber(argument(state, 1));
    if (level === null) return failing(state, 'First argument must be a number (log level).');
    if (!(level >= 0 && level <= 3)) return failing(state, 'Invalid debug level.');
    const parts: Uint8Array[] = [];
    for (let i = 2; i <= count; i++) {
      const bytes = asBytes(argument(state, i));
      if (bytes === null) continue;
      if (parts.length > 0) parts.push(SPACE);
      parts.push(bytes);
    }
    const { logLines } = world.server.scripting;
    const line = concatBytes(parts);
    logLines.push({ level: Math.trunc(level), text: latin1(line, 0, Math.min(line.length, MAX_LOG_BYTES)) });
    if (logLines.length > MAX_LOG_LINES) logLines.shift();
    return 0;
  };
}

const SPACE = Uint8Array.of(32);

function setsProtocol(world: ScriptWorld): Native {
  return (state) => {
    if (argumentCount(state) !== 1) return failing(state, 'redis.setresp() requires one argument.');
    const version = asNumber(argument(state, 1)) ?? 0;
    if (version !== 2 && version !== 3) return failing(state, 'RESP version must be 2 or 3.');
    world.client.reply.protocol = version;
    return 0;
  };
}

function setsReplication(world: ScriptWorld): Native {
  return (state) => {
    if (argumentCount(state) !== 1) return failing(state, 'redis.set_repl() requires two arguments.');
    const flags = Math.trunc(asNumber(argument(state, 1)) ?? 0);
    if ((flags & ~REPLICATION.REPL_ALL) !== 0) {
      return failing(state, 'Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.');
    }
    world.replication = flags;
    return 0;
  };
}

function checksPermission(world: ScriptWorld): Native {
  return (state) => {
    const args = commandArguments(state);
    if (typeof args === 'string') return failing(state, args);
    const { server } = world;
    const entry = server.commands.resolve(args);
    if (entry === null) return failing(state, 'Invalid command passed to redis.acl_check_cmd()');
    const { user } = (world.running as RunningScript).request.client;
    pushBoolean(state, findDenial(user, entry, args) === null);
    return 1;
  };
}

/** The version as 0x00MMmmpp. */
function versionNumber(version: string): number {
  const [major, minor, patch] = version.split('.').map(Number);
  return (major << 16) | (minor << 8) | patch;
}

const VERSIONS: Record<Generation, string> = { '7.0': '7.0.15', '6.2': '6.2.16' };

/** Constants that libraries of functions see as well while they are loaded. */
export function libraryConstants(generation: Generation): Record<string, TValue> {
  const version = VERSIONS[generation];
  const constants: Record<string, TValue> = {
    REDIS_VERSION: textValue(version),
    REDIS_VERSION_NUM: numberValue(versionNumber(version)),
  };
  for (const [name, value] of Object.entries(LEVELS)) constants[name] = numberValue(value);
  return constants;
}

export function openRedisLibrary(world: ScriptWorld, machine: LuaMachine): void {
  const constants = libraryConstants(world.server.generation);
  for (const [name, value] of Object.entries(REPLICATION)) constants[name] = numberValue(value);
  machine.library(
    'redis',
    {
      acl_check_cmd: checksPermission(world),
      breakpoint: (state) => {
        pushBoolean(state, false);
        return 1;
      },
      call: calls(world, true),
      debug: () => 0,
      error_reply: errorReply,
      log: logs(world),
      pcall: calls(world, false),
      replicate_commands: (state) => {
        pushBoolean(state, true);
        return 1;
      },
      set_repl: setsReplication(world),
      setresp: setsProtocol(world),
      sha1hex,
      status_reply: statusReply,
    },
    constants,
  );
}
