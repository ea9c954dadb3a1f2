/** CLIENT TRACKING and its kin: invalidation messages for keys that a client has cached. */
import { latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { prefixesOf, startsWith, type TrackingOptions } from '../../state/client/tracking.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, oneOf, optional, string, token } from '../syntax.ts';

const shared = {
  flags: ['noscript', 'loading', 'stale'],
  categories: ['connection'],
  group: 'connection',
  complexity: 'O(1)',
} as const;

const tracking: Command = {
  ...shared,
  name: 'tracking',
  arity: -3,
  since: '6.0.0',
  summary: {
    en: 'Has the server say when keys that this connection has read are changed, so that it may cache them.',
    zh: '让服务器在本连接读过的键被修改时发出通知，便于客户端做本地缓存。',
  },
  arguments: [
    oneOf('status', token('on', 'ON'), token('off', 'OFF')),
    optional(integer('client-id', { token: 'REDIRECT' })),
    string('prefix', { token: 'PREFIX', optional: true, multiple: true, multipleToken: true }),
    optional(token('bcast', 'BCAST')),
    optional(token('optin', 'OPTIN')),
    optional(token('optout', 'OPTOUT')),
    optional(token('noloop', 'NOLOOP')),
  ],
  run(server, client, args) {
    const { options, prefixes } = readOptions(server, args);
    if (isWord(args[2], 'on')) {
      requireConsistent(client, options, prefixes);
      server.tracking.enable(client, options, prefixes);
    } else if (isWord(args[2], 'off')) {
      server.tracking.disable(client);
    } else {
      throw errors.syntax();
    }
    client.reply.ok();
  },
};

function readOptions(
  server: Server,
  args: readonly Uint8Array[],
): { options: TrackingOptions; prefixes: Uint8Array[] } {
  const options = { redirect: 0, broadcast: false, optIn: false, optOut: false, noLoop: false };
  const prefixes: Uint8Array[] = [];
  for (let at = 3; at < args.length; at++) {
    const more = at + 1 < args.length;
    if (isWord(args[at], 'redirect') && more) {
      if (options.redirect !== 0) {
        throw new ReplyError('ERR A client can only redirect to a single other client');
      }
      options.redirect = Number(integerOf(args[++at]));
      if (!server.clients.has(options.redirect)) {
        throw new ReplyError('ERR The client ID you want redirect to does not exist');
      }
    } else if (isWord(args[at], 'bcast')) options.broadcast = true;
    else if (isWord(args[at], 'optin')) options.optIn = true;
    else if (isWord(args[at], 'optout')) options.optOut = true;
    else if (isWord(args[at], 'noloop')) options.noLoop = true;
    else if (isWord(args[at], 'prefix') && more) prefixes.push(args[++at].slice());
    else throw errors.syntax();
  }
  return { options, prefixes };
}

/** Options must fit each other and the current tracking mode of the client. */
function requireConsistent(client: Client, options: TrackingOptions, prefixes: readonly Uint8Array[]): void {
  const { broadcast, optIn, optOut } = options;
  const current = client.tracking?.options;
  if (!broadcast && prefixes.length > 0) {
    throw new ReplyError('ERR PREFIX option requires BCAST mode to be enabled');
  }
  if (current !== undefined && current.broadcast !== broadcast) {
    throw new ReplyError(
      "ERR You can't switch BCAST mode on/off before disabling tracking for this client, and then re-enabling it with a different mode.",
    );
  }
  if (broadcast && (optIn || optOut)) {
    throw new ReplyError('ERR OPTIN and OPTOUT are not compatible with BCAST');
  }
  if (optIn && optOut) throw new ReplyError("ERR You can't specify both OPTIN mode and OPTOUT mode");
  if (current !== undefined && ((optIn && current.optOut) || (optOut && current.optIn))) {
    throw new ReplyError(
      "ERR You can't switch OPTIN/OPTOUT mode before disabling tracking for this client, and then re-enabling it with a different mode.",
    );
  }
  if (broadcast) requireApart(client, prefixes);
}

/** With a prefix that begins with another, one key would be invalidated twice. */
function requireApart(client: Client, prefixes: readonly Uint8Array[]): void {
  const known = client.tracking === null ? [] : prefixesOf(client.tracking);
  for (const [at, prefix] of prefixes.entries()) {
    const old = known.find((each) => overlap(each, prefix));
    if (old !== undefined) throw overlapping(prefix, 'an existing', old);
    const other = prefixes.slice(at + 1).find((each) => overlap(each, prefix));
    if (other !== undefined) throw overlapping(prefix, 'another provided', other);
  }
}

function overlap(one: Uint8Array, other: Uint8Array): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

function overlapping(prefix: Uint8Array, which: string, other: Uint8Array): ReplyError {
  const shown = (bytes: Uint8Array) => latin1(bytes).split('\0', 1)[0];
  return new ReplyError(
    `ERR Prefix '${shown(prefix)}' overlaps with ${which} prefix '${shown(other)}'. Prefixes for a single client must not overlap.`,
  );
}

const caching: Command = {
  ...shared,
  name: 'caching',
  arity: 3,
  since: '6.0.0',
  summary: {
    en: 'Whether the next command is to be tracked, in the modes OPTIN and OPTOUT.',
    zh: '在 OPTIN、OPTOUT 模式下，指定下一条命令是否跟踪。',
  },
  arguments: [oneOf('mode', token('yes', 'YES'), token('no', 'NO'))],
  run(_server, client, args) {
    const { tracking } = client;
    if (tracking === null) {
      throw new ReplyError(
        'ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or OPTOUT mode enabled',
      );
    }
    if (isWord(args[2], 'yes')) {
      if (!tracking.options.optIn) {
        throw new ReplyError('ERR CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode.');
      }
    } else if (isWord(args[2], 'no')) {
      if (!tracking.options.optOut) {
        throw new ReplyError('ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.');
      }
    } else {
      throw errors.syntax();
    }
    tracking.caching = true;
    client.reply.ok();
  },
};

const getredir: Command = {
  ...shared,
  name: 'getredir',
  arity: 2,
  since: '6.0.0',
  summary: {
    en: 'The connection that is told instead of this one; 0 for none, -1 when nothing is tracked.',
    zh: '返回代为接收失效通知的连接编号；0 表示没有，-1 表示未开启跟踪。',
  },
  run(_server, client) {
    client.reply.integer(redirectionOf(client));
  },
};

/** CLIENT LIST shows it too. */
export function redirectionOf(client: Client): number {
  return client.tracking === null ? -1 : client.tracking.options.redirect;
}

const trackinginfo: Command = {
  ...shared,
  name: 'trackinginfo',
  arity: 2,
  since: '6.2.0',
  summary: {
    en: 'How this connection tracks keys.',
    zh: '返回本连接的跟踪方式。',
  },
  run(_server, client) {
    const { reply } = client;
    reply.map(3);
    reply.text('flags');
    const flags = trackingFlags(client);
    reply.set(flags.length);
    for (const flag of flags) reply.text(flag);
    reply.text('redirect');
    reply.integer(redirectionOf(client));
    reply.text('prefixes');
    const prefixes = client.tracking === null ? [] : prefixesOf(client.tracking);
    reply.array(prefixes.length);
    for (const prefix of prefixes) reply.bulk(prefix);
  },
};

function trackingFlags({ tracking }: Client): string[] {
  if (tracking === null) return ['off'];
  const { options } = tracking;
  const flags = ['on'];
  if (options.broadcast) flags.push('bcast');
  if (options.optIn) flags.push('optin', ...(tracking.caching ? ['caching-yes'] : []));
  if (options.optOut) flags.push('optout', ...(tracking.caching ? ['caching-no'] : []));
  if (options.noLoop) flags.push('noloop');
  if (tracking.brokenRedirect) flags.push('broken_redirect');
  return flags;
}

export const trackingCommands: readonly Command[] = [caching, getredir, tracking, trackinginfo];
