/** CONFIG: reading and changing parameters while the server runs. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { globMatch } from '../../base/glob.ts';
import { followPersistenceConfig } from '../../persistence/follow-config.ts';
import type { Command } from '../../state/command/command.ts';
import { type NamedParameter, RefusedValue } from '../../state/config/config.ts';
import type { Parameter } from '../../state/config/table.ts';
import type { Server } from '../../state/server.ts';
import { help } from '../help.ts';
import { block, many, string } from '../syntax.ts';
import { rewriteConfig } from './config-rewrite.ts';

const shared = {
  flags: ['admin', 'noscript', 'loading', 'stale'],
  group: 'server',
  since: '2.0.0',
} as const;

const get: Command = {
  ...shared,
  name: 'get',
  arity: -3,
  complexity: 'O(N)',
  summary: {
    en: 'Names and values of the parameters that match any of the patterns.',
    zh: '返回与任一模式匹配的参数名和值。',
  },
  arguments: [many(block('parameter', string('parameter')))],
  run(server, client, args) {
    const found = new Map<string, { name: string; parameter: Parameter }>();
    for (const argument of args.slice(2)) {
      for (const match of matches(server, argument)) {
        const key = match.name.toLowerCase();
        if (!found.has(key)) found.set(key, match);
      }
    }
    client.reply.map(found.size);
    for (const { name, parameter } of found.values()) {
      client.reply.text(name);
      client.reply.text(server.config.print(parameter));
    }
  },
};

/** A plain name finds hidden parameters too, and the reply has it as it was typed; a pattern finds the others. */
function matches(server: Server, argument: Uint8Array): NamedParameter[] {
  const asked = latin1(argument);
  if (!/^[^\0]*[[*?]/.test(asked)) {
    const named = server.config.find(asked);
    return named === undefined ? [] : [{ name: asked, parameter: named.parameter }];
  }
  return [...server.config.names()].filter(
    ({ name, parameter }) => !parameter.hidden && globMatch(argument, bytesOf(name), true),
  );
}

const set: Command = {
  ...shared,
  name: 'set',
  arity: -4,
  complexity: 'O(N)',
  summary: {
    en: 'Sets parameters: all of them or, if one is refused, none.',
    zh: '设置参数：要么全部生效，要么（有一个被拒绝时）全部不变。',
  },
  tips: ['request_policy:all_nodes', 'response_policy:all_succeeded'],
  arguments: [many(block('parameter_value', string('parameter'), string('value')))],
  run(server, client, args) {
    if (args.length % 2 !== 0) throw errors.syntax();
    const pairs: [NamedParameter, string][] = [];
    for (let at = 2; at < args.length; at += 2) {
      const asked = latin1(args[at]);
      const named = server.config.find(asked);
      if (named === undefined) {
        throw new ReplyError(`ERR Unknown option or number of arguments for CONFIG SET - '${asked}'`);
      }
      const problem = refusal(server, named, pairs);
      if (problem !== null) throw failed(asked, problem);
      pairs.push([named, latin1(args[at + 1])]);
    }
    const before = pairs.map(([named]): [NamedParameter, string] => [
      named,
      server.config.print(named.parameter),
    ]);
    try {
      server.config.set(pairs);
      // Setting the password resets the default user's rules, even to the same password.
      if (pairs.some(([{ parameter }]) => parameter.name === 'requirepass')) {
        server.acl.requirePassword(server.config.password);
      }
    } catch (problem) {
      if (problem instanceof RefusedValue) throw failed(problem.name, problem.text);
      throw problem;
    }
    const refused =
      followPort(server, before) ??
      followPersistenceConfig(
        server,
        pairs.map(([{ parameter }]) => parameter.name),
      );
    if (refused !== null) {
      server.config.set(before);
      // The folder may have changed before something else was refused.
      server.disk.changeFolder(server.config.printed('dir'));
      throw failed(refused.name, refused.problem);
    }
    client.reply.ok();
  },
};

/** Why a parameter cannot be set at all, whatever the value. The two names of one parameter are no duplicate. */
function refusal(
  server: Server,
  { name, parameter }: NamedParameter,
  earlier: readonly (readonly [NamedParameter, string])[],
): string | null {
  if (parameter.immutable) return "can't set immutable config";
  // Every connection here is local.
  if (parameter.protected && server.config.text('enable-protected-configs') === 'no') {
    return "can't set protected config";
  }
  return earlier.some(([each]) => each.name === name) ? 'duplicate parameter' : null;
}

/** A new port must be free. */
function followPort(
  server: Server,
  before: readonly (readonly [NamedParameter, string])[],
): { name: string; problem: string } | null {
  const old = before.find(([{ parameter }]) => parameter.name === 'port')?.[1];
  const port = server.config.number('port');
  if (old === undefined || port === 0 || String(port) === old || server.mayListen(port)) return null;
  return { name: 'port', problem: 'Unable to listen on this port. Check server logs.' };
}

function failed(name: string, problem: string): ReplyError {
  return new ReplyError(`ERR CONFIG SET failed (possibly related to argument '${name}') - ${problem}`);
}

const resetstat: Command = {
  ...shared,
  name: 'resetstat',
  arity: 2,
  complexity: 'O(1)',
  summary: { en: 'Sets the counters that INFO tells back to zero.', zh: '将 INFO 中的统计计数清零。' },
  run(server, client) {
    const { statistics, keyspace, commands } = server;
    statistics.reset();
    server.replication.resetCounts();
    keyspace.hits = 0;
    keyspace.misses = 0;
    keyspace.lookups.reset();
    keyspace.expiredKeys = 0;
    keyspace.lazyFree.freedObjects = 0;
    server.eviction.evictedKeys = 0;
    server.eviction.exceededMs = 0;
    server.persistence.aof.delayedFsyncs = 0;
    server.rates.reset();
    commands.resetCounts();
    client.reply.ok();
  },
};

const rewrite: Command = {
  ...shared,
  name: 'rewrite',
  arity: 2,
  since: '2.8.0',
  complexity: 'O(1)',
  summary: {
    en: 'Writes the parameters back to the file that the server was started with.',
    zh: '把当前参数写回启动时使用的配置文件。',
  },
  run(server, client) {
    rewriteConfig(server);
    client.reply.ok();
  },
};

export const configCommand: Command = {
  name: 'config',
  arity: -2,
  flags: [],
  group: 'server',
  since: '2.0.0',
  complexity: 'that of the subcommand',
  summary: { en: "Reads and changes the server's parameters.", zh: '读取和修改服务器参数。' },
  subcommands: [get, help('server', '5.0.0'), resetstat, rewrite, set],
};
