/**
 * MODULE: commands and types beyond the server's own. A path is taken for its file name alone, for there is no
 * disk with libraries: /usr/lib/redis/modules/redisbloom.so loads the Bloom filter of this engine.
 */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Command, CommandFlag } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { block, many, optional, string } from '../syntax.ts';

const changing = {
  flags: ['admin', 'noscript', 'no_async_loading', 'protected'] as readonly CommandFlag[],
  group: 'server',
  complexity: 'O(1)',
};

function load(server: Server, path: Uint8Array, args: readonly Uint8Array[] | null): void {
  if (args !== null && server.modules.load(server, latin1(path), args)) return;
  throw new ReplyError('ERR Error loading the extension. Please check the server logs.');
}

const list: Command = {
  name: 'list',
  arity: 2,
  flags: ['admin', 'noscript'],
  group: 'server',
  since: '4.0.0',
  complexity: 'O(N) in the modules',
  summary: { en: 'Lists the modules that are loaded.', zh: '列出已加载的模块。' },
  tips: ['nondeterministic_output_order'],
  run({ modules }, { reply }) {
    reply.array(modules.loaded.length);
    for (const { module, path, args } of modules.loaded) {
      reply.map(4);
      reply.text('name');
      reply.text(module.name);
      reply.text('ver');
      reply.integer(module.version);
      reply.text('path');
      reply.text(path);
      reply.text('args');
      reply.array(args.length);
      for (const arg of args) reply.bulk(arg);
    }
  },
};

const loadModule: Command = {
  ...changing,
  name: 'load',
  arity: -3,
  since: '4.0.0',
  summary: { en: 'Loads a module.', zh: '加载一个模块。' },
  arguments: [string('path'), optional(many(string('arg')))],
  run(server, client, args) {
    load(server, args[2], args.slice(3));
    client.reply.ok();
  },
};

const loadModuleWithOptions: Command = {
  ...changing,
  name: 'loadex',
  arity: -3,
  since: '7.0.0',
  summary: {
    en: 'Loads a module with parameters and arguments of its own.',
    zh: '加载一个模块，同时给出它的配置项和参数。',
  },
  arguments: [
    string('path'),
    {
      ...block('configs', string('name'), string('value')),
      token: 'CONFIG',
      optional: true,
      multiple: true,
      multipleToken: true,
    },
    { ...block('args', string('arg')), token: 'ARGS', optional: true, multiple: true },
  ],
  run(server, client, args) {
    load(server, args[2], argumentsOfModule(args));
    client.reply.ok();
  },
};

/** The arguments after ARGS; null where something is no option. No module here has parameters to set. */
function argumentsOfModule(args: readonly Uint8Array[]): readonly Uint8Array[] | null {
  if (args.length === 3) return [];
  return isWord(args[3], 'args') ? args.slice(4) : null;
}

const unload: Command = {
  ...changing,
  name: 'unload',
  arity: 3,
  since: '4.0.0',
  summary: { en: 'Unloads a module.', zh: '卸载一个模块。' },
  arguments: [string('name')],
  run(server, _client, args) {
    const why =
      server.modules.find(latin1(args[2])) === null
        ? 'no such module with that name'
        : "the module exports one or more module-side data types, can't unload";
    throw new ReplyError(`ERR Error unloading module: ${why}`);
  },
};

export const moduleCommand: Command = {
  name: 'module',
  arity: -2,
  flags: [],
  group: 'server',
  since: '4.0.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Modules: more commands and types.', zh: '模块：为服务器增加命令和数据类型。' },
  subcommands: [help('server', '5.0.0'), list, loadModule, loadModuleWithOptions, unload],
};
