/** Functions: libraries of Lua that the server keeps, called by name. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { crc64 } from '../../base/crc64.ts';
import { ReplyError } from '../../base/errors.ts';
import { globMatch } from '../../base/glob.ts';
import { RdbReader, RdbRefusal } from '../../persistence/rdb-reader.ts';
import { RDB_FUNCTION_2 } from '../../persistence/rdb-types.ts';
import { isWholePayload, rdbVersion } from '../../persistence/rdb-value.ts';
import { RdbWriter } from '../../persistence/rdb-writer.ts';
import {
  addLibrary,
  clearLibraries,
  type RestorePolicy,
  removeLibrary,
  restoreLibraries,
} from '../../scripting/libraries.ts';
import { beginScript } from '../../scripting/slices.ts';
import type { Client } from '../../state/client/client.ts';
import type { Command } from '../../state/command/command.ts';
import type { Library } from '../../state/scripting.ts';
import type { Server } from '../../state/server.ts';
import { isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { oneOf, optional, string, token } from '../syntax.ts';
import { BUSY_SCRIPT } from './busy.ts';
import { checkFlags, machineOf, takeFunctionKeys } from './checks.ts';
import { keysAndValues, READ_ONLY_SCRIPT_COMMAND_FLAGS, SCRIPT_COMMAND_FLAGS, scriptKeys } from './eval.ts';
import { checkFlushMode, killRunning } from './script.ts';

const shared = { categories: ['scripting'], group: 'scripting', since: '7.0.0' } as const;
const succeeding = ['request_policy:all_shards', 'response_policy:all_succeeded'] as const;

function callFunction(
  server: Server,
  client: Client,
  args: readonly Uint8Array[],
  isReadOnlyCommand: boolean,
): void {
  const found = server.scripting.functions.get(latin1(args[1]).toLowerCase());
  if (found === undefined) throw new ReplyError('ERR Function not found');
  const { keys, values } = takeFunctionKeys(args);
  machineOf(server);
  const isReadOnly = checkFlags(server, found.flags, isReadOnlyCommand);
  beginScript(server, {
    kind: 'function',
    client,
    name: found.name,
    source: found.library.source,
    compiled: found.compiled,
    keys,
    values,
    flags: found.flags,
    isReadOnly,
    command: args,
  });
}

const fcall: Command = {
  ...shared,
  name: 'fcall',
  arity: -3,
  flags: SCRIPT_COMMAND_FLAGS,
  complexity: 'that of the function',
  summary: { en: 'Calls a function of a library.', zh: '调用函数库中的函数。' },
  keys: scriptKeys(false, true),
  arguments: [string('function'), ...keysAndValues],
  run: (server, client, args) => callFunction(server, client, args, false),
};

const fcallRo: Command = {
  ...shared,
  name: 'fcall_ro',
  arity: -3,
  flags: READ_ONLY_SCRIPT_COMMAND_FLAGS,
  complexity: 'that of the function',
  summary: {
    en: 'Calls a function that only reads.',
    zh: '以只读方式调用函数，要求函数带有 no-writes 标志。',
  },
  keys: scriptKeys(true, true),
  arguments: [string('function'), ...keysAndValues],
  run: (server, client, args) => callFunction(server, client, args, true),
};

const load: Command = {
  ...shared,
  name: 'load',
  arity: -3,
  flags: ['write', 'denyoom', 'noscript'],
  tips: succeeding,
  complexity: 'O(1)',
  summary: {
    en: 'Takes a library in: its code runs once and registers functions.',
    zh: '载入函数库：执行一次库代码，由它注册函数。',
  },
  arguments: [optional(token('replace', 'REPLACE')), string('function-code')],
  run(server, client, args) {
    let mayReplace = false;
    for (const word of args.slice(2, -1)) {
      if (!isWord(word, 'replace')) throw new ReplyError(`ERR Unknown option given: ${latin1(word)}`);
      mayReplace = true;
    }
    machineOf(server);
    const result = addLibrary(server, args[args.length - 1], mayReplace);
    if ('problem' in result) throw new ReplyError(`ERR ${result.problem}`);
    server.keyspace.dirty++;
    client.reply.bulk(bytesOf(result.name));
  },
};

const deleteCommand: Command = {
  ...shared,
  name: 'delete',
  arity: 3,
  flags: ['write', 'noscript'],
  tips: succeeding,
  complexity: 'O(1)',
  summary: { en: 'Removes a library with its functions.', zh: '删除一个函数库及其全部函数。' },
  arguments: [string('library-name')],
  run(server, client, args) {
    if (!removeLibrary(server, latin1(args[2]))) throw new ReplyError('ERR Library not found');
    server.keyspace.dirty++;
    client.reply.ok();
  },
};

const flush: Command = {
  ...shared,
  name: 'flush',
  arity: -2,
  flags: ['write', 'noscript'],
  tips: succeeding,
  complexity: 'O(N)',
  summary: { en: 'Removes all libraries.', zh: '删除全部函数库。' },
  arguments: [optional(oneOf('async', token('async', 'ASYNC'), token('sync', 'SYNC')))],
  run(server, client, args) {
    if (args.length > 3) {
      throw new ReplyError(
        `ERR unknown subcommand or wrong number of arguments for '${latin1(args[1])}'. Try FUNCTION HELP.`,
      );
    }
    checkFlushMode(args, new ReplyError('ERR FUNCTION FLUSH only supports SYNC|ASYNC option'));
    clearLibraries(server);
    server.keyspace.dirty++;
    client.reply.ok();
  },
};

function writeLibrary({ reply }: Client, library: Library, withCode: boolean): void {
  reply.map(withCode ? 4 : 3);
  reply.text('library_name');
  reply.text(library.name);
  reply.text('engine');
  reply.text(library.engine);
  reply.text('functions');
  reply.array(library.functions.size);
  for (const { nameBytes, description, flags } of library.functions.values()) {
    reply.map(3);
    reply.text('name');
    reply.bulk(nameBytes);
    reply.text('description');
    if (description === null) reply.nil();
    else reply.bulk(description);
    reply.text('flags');
    reply.set(flags.length);
    for (const flag of flags) reply.status(flag);
  }
  if (!withCode) return;
  reply.text('library_code');
  reply.bulk(library.source);
}

const list: Command = {
  ...shared,
  name: 'list',
  arity: -2,
  flags: ['noscript'],
  tips: ['nondeterministic_output_order'],
  complexity: 'O(N)',
  summary: {
    en: 'The libraries and their functions, with their code if that is wanted.',
    zh: '列出函数库及其函数，可选择附带代码。',
  },
  arguments: [
    optional(string('library-name-pattern', { token: 'LIBRARYNAME' })),
    optional(token('withcode', 'WITHCODE')),
  ],
  run(server, client, args) {
    let pattern: Uint8Array | null = null;
    let withCode = false;
    for (let at = 2; at < args.length; at++) {
      if (!withCode && isWord(args[at], 'withcode')) withCode = true;
      else if (pattern === null && isWord(args[at], 'libraryname')) {
        if (at + 1 >= args.length) throw new ReplyError('ERR library name argument was not given');
        pattern = args[++at];
      } else throw new ReplyError(`ERR Unknown argument ${latin1(args[at])}`);
    }
    const wanted = pattern;
    const found = [...server.scripting.libraries.values()].filter(
      ({ name }) => wanted === null || globMatch(wanted, bytesOf(name), true),
    );
    client.reply.array(found.length);
    for (const library of found) writeLibrary(client, library, withCode);
  },
};

const stats: Command = {
  ...shared,
  name: 'stats',
  arity: 2,
  flags: ['noscript', 'allow_busy'],
  tips: ['nondeterministic_output', 'request_policy:all_shards', 'response_policy:special'],
  complexity: 'O(1)',
  summary: {
    en: 'The function that runs now, and how many libraries and functions there are.',
    zh: '返回正在执行的函数，以及函数库与函数的数量。',
  },
  run(server, { reply }) {
    const { running, libraries, functions } = server.scripting;
    if (running !== null && running.request.kind === 'eval') throw new ReplyError(BUSY_SCRIPT);
    reply.map(2);
    reply.text('running_script');
    if (running === null) reply.nil();
    else {
      reply.map(3);
      reply.text('name');
      reply.text(running.request.name);
      reply.text('command');
      reply.array(running.request.command.length);
      for (const word of running.request.command) reply.bulk(word);
      reply.text('duration_ms');
      reply.integer(Math.floor(server.nowMs - running.startedAtMs));
    }
    reply.text('engines');
    reply.map(1);
    reply.text('LUA');
    reply.map(2);
    reply.text('libraries_count');
    reply.integer(libraries.size);
    reply.text('functions_count');
    reply.integer(functions.size);
  },
};

const kill: Command = {
  ...shared,
  name: 'kill',
  arity: 2,
  flags: ['noscript', 'allow_busy'],
  tips: ['request_policy:all_shards', 'response_policy:one_succeeded'],
  complexity: 'O(1)',
  summary: {
    en: 'Ends the function that runs, if it has written nothing.',
    zh: '终止正在执行的函数，前提是它还没有执行过写命令。',
  },
  run(server, client) {
    killRunning(server, 'function');
    client.reply.ok();
  },
};

const dump: Command = {
  ...shared,
  name: 'dump',
  arity: 2,
  flags: ['noscript'],
  complexity: 'O(N)',
  summary: {
    en: 'All libraries as bytes that FUNCTION RESTORE takes.',
    zh: '把全部函数库序列化为字节，可由 FUNCTION RESTORE 恢复。',
  },
  run(server, client) {
    const writer = new RdbWriter(server.config.flag('rdbcompression'));
    for (const { source } of server.scripting.libraries.values()) {
      writer.byte(RDB_FUNCTION_2);
      writer.string(source);
    }
    const version = rdbVersion(server.generation);
    writer.byte(version & 0xff);
    writer.byte(version >> 8);
    writer.raw(crc64(writer.view()));
    client.reply.bulk(writer.view().slice());
  },
};

const FOOTER_BYTES = 10;

/** The sources in a payload whose footer was checked. */
function codesIn(payload: Uint8Array): Uint8Array[] {
  const end = payload.length - FOOTER_BYTES;
  const reader = new RdbReader(payload.subarray(0, end));
  const codes: Uint8Array[] = [];
  try {
    while (reader.position < end) {
      if (reader.byte() !== RDB_FUNCTION_2) throw new ReplyError('ERR given type is not a function');
      codes.push(reader.string().slice());
    }
  } catch (problem) {
    if (problem instanceof RdbRefusal) throw new ReplyError('ERR Failed loading library data');
    throw problem;
  }
  return codes;
}

const restore: Command = {
  ...shared,
  name: 'restore',
  arity: -3,
  flags: ['write', 'denyoom', 'noscript'],
  tips: succeeding,
  complexity: 'O(N)',
  summary: {
    en: 'Takes in all libraries of a payload of FUNCTION DUMP.',
    zh: '从 FUNCTION DUMP 的结果恢复全部函数库。',
  },
  arguments: [
    string('serialized-value'),
    optional(
      oneOf('policy', token('flush', 'FLUSH'), token('append', 'APPEND'), token('replace', 'REPLACE')),
    ),
  ],
  run(server, client, args) {
    if (args.length > 4) {
      throw new ReplyError(
        `ERR unknown subcommand or wrong number of arguments for '${latin1(args[1])}'. Try FUNCTION HELP.`,
      );
    }
    let policy: RestorePolicy = 'append';
    if (args.length === 4) {
      const word = latin1(args[3]).toLowerCase();
      if (word !== 'flush' && word !== 'append' && word !== 'replace') {
        throw new ReplyError(
          'ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE.',
        );
      }
      policy = word;
    }
    if (!isWholePayload(args[2], server.generation)) {
      throw new ReplyError('ERR DUMP payload version or checksum are wrong');
    }
    machineOf(server);
    const problem = restoreLibraries(server, codesIn(args[2]), policy);
    if (problem !== null) throw new ReplyError(`ERR ${problem}`);
    server.keyspace.dirty++;
    client.reply.ok();
  },
};

const functionCommand: Command = {
  name: 'function',
  arity: -2,
  flags: [],
  group: 'scripting',
  since: '7.0.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Libraries of functions.', zh: '管理函数库的命令。' },
  subcommands: [
    list,
    help('scripting', '7.0.0', ['scripting']),
    deleteCommand,
    dump,
    flush,
    load,
    kill,
    restore,
    stats,
  ],
};

export const functionCommands: readonly Command[] = [fcall, fcallRo, functionCommand];
