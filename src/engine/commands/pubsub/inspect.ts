/** PUBSUB: which channels have listeners, and how many. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { globMatch } from '../../base/glob.ts';
import type { Client } from '../../state/client/client.ts';
import type { SubscriptionKind } from '../../state/client/subscriptions.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { help } from '../help.ts';
import { many, optional, pattern, string } from '../syntax.ts';

const shared = { flags: ['pubsub', 'loading', 'stale'], group: 'pubsub' } as const;

function listNames(
  server: Server,
  client: Client,
  kind: SubscriptionKind,
  args: readonly Uint8Array[],
): void {
  if (args.length > 3) {
    throw new ReplyError(
      `ERR unknown subcommand or wrong number of arguments for '${latin1(args[1])}'. Try PUBSUB HELP.`,
    );
  }
  const { reply } = client;
  const start = reply.begin();
  let count = 0;
  for (const name of server.subscriptions.names(kind)) {
    if (args.length === 3 && !globMatch(args[2], name)) continue;
    reply.bulk(name);
    count++;
  }
  reply.endArray(start, count);
}

function countListeners(
  server: Server,
  client: Client,
  kind: SubscriptionKind,
  names: readonly Uint8Array[],
): void {
  const { reply } = client;
  reply.array(names.length * 2);
  for (const name of names) {
    reply.bulk(name);
    reply.integer(server.subscriptions.listenersOf(kind, name));
  }
}

const channels: Command = {
  ...shared,
  name: 'channels',
  arity: -2,
  since: '2.8.0',
  complexity: 'O(N)',
  summary: { en: 'The channels that somebody listens to.', zh: '列出有人订阅的频道。' },
  arguments: [optional(pattern('pattern'))],
  run: (server, client, args) => listNames(server, client, 'channel', args),
};

const numsub: Command = {
  ...shared,
  name: 'numsub',
  arity: -2,
  since: '2.8.0',
  complexity: 'O(N)',
  summary: {
    en: 'How many listen to each channel, patterns left out.',
    zh: '返回各频道的订阅者数，不含按模式订阅的。',
  },
  arguments: [optional(many(string('channel')))],
  run: (server, client, args) => countListeners(server, client, 'channel', args.slice(2)),
};

const numpat: Command = {
  ...shared,
  name: 'numpat',
  arity: 2,
  since: '2.8.0',
  complexity: 'O(1)',
  summary: { en: 'How many different patterns are listened to.', zh: '返回被订阅的不同模式的个数。' },
  run(server, client) {
    client.reply.integer(server.subscriptions.size('pattern'));
  },
};

const shardchannels: Command = {
  ...shared,
  name: 'shardchannels',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: { en: 'The shard channels that somebody listens to.', zh: '列出有人订阅的分片频道。' },
  arguments: [optional(pattern('pattern'))],
  run: (server, client, args) => listNames(server, client, 'shard', args),
};

const shardnumsub: Command = {
  ...shared,
  name: 'shardnumsub',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: { en: 'How many listen to each shard channel.', zh: '返回各分片频道的订阅者数。' },
  arguments: [optional(many(string('shardchannel')))],
  run: (server, client, args) => countListeners(server, client, 'shard', args.slice(2)),
};

export const pubsubCommand: Command = {
  name: 'pubsub',
  arity: -2,
  flags: [],
  group: 'pubsub',
  since: '2.8.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Looks at channels and patterns.', zh: '查看频道与模式的订阅情况。' },
  subcommands: [channels, help('pubsub', '6.2.0'), numpat, numsub, shardchannels, shardnumsub],
};
