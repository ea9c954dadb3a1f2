/** Messages: subscribing to channels and patterns, and publishing to the subscribers. */
import { ReplyError } from '../../base/errors.ts';
import { forwardMessage } from '../../cluster/sending.ts';
import type { Client } from '../../state/client/client.ts';
import type { SubscriptionKind } from '../../state/client/subscriptions.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { TO_REPLICAS } from '../../state/propagation.ts';
import { many, optional, pattern, string } from '../syntax.ts';
import { pubsubCommand } from './inspect.ts';

const listening = {
  flags: ['pubsub', 'noscript', 'loading', 'stale'],
  group: 'pubsub',
  complexity: 'O(N)',
} as const;
const subscribing = { ...listening, arity: -2 } as const;
const unsubscribing = { ...listening, arity: -1 } as const;
const shardChannels = { since: '7.0.0', keys: [keyRange(['not_key'], 1, -1)] } as const;

/**
 * A client that must not block must not subscribe either. In a transaction the server allows it, because it always
 * has; shard channels came later.
 */
function requireSubscriber(client: Client, name: string, kind: SubscriptionKind): void {
  if (!client.denyBlocking || (kind !== 'shard' && client.transaction.active)) return;
  throw new ReplyError(`ERR ${name} isn't allowed for a DENY BLOCKING client`);
}

function subscribeTo(name: string, kind: SubscriptionKind): NonNullable<Command['run']> {
  return (server, client, args) => {
    requireSubscriber(client, name, kind);
    for (let at = 1; at < args.length; at++) server.subscriptions.subscribe(client, kind, args[at]);
  };
}

/** Without names, everything of the kind. */
function unsubscribeFrom(kind: SubscriptionKind): NonNullable<Command['run']> {
  return ({ subscriptions }, client, args) => {
    if (args.length === 1) subscriptions.unsubscribeAll(client, kind);
    for (let at = 1; at < args.length; at++) subscriptions.unsubscribe(client, kind, args[at]);
  };
}

const subscribe: Command = {
  ...subscribing,
  name: 'subscribe',
  since: '2.0.0',
  summary: {
    en: 'Listens to channels: their messages come from now on, without being asked for.',
    zh: '订阅频道：此后频道里的消息会主动送来，无需再请求。',
  },
  arguments: [many(string('channel'))],
  run: subscribeTo('SUBSCRIBE', 'channel'),
};

const unsubscribe: Command = {
  ...unsubscribing,
  name: 'unsubscribe',
  since: '2.0.0',
  summary: {
    en: 'Stops listening to channels; to all of them where none is named.',
    zh: '退订频道；不指定频道时退订全部。',
  },
  arguments: [optional(many(string('channel')))],
  run: unsubscribeFrom('channel'),
};

const psubscribe: Command = {
  ...subscribing,
  name: 'psubscribe',
  since: '2.0.0',
  summary: {
    en: 'Listens to every channel whose name matches one of the patterns.',
    zh: '按模式订阅：名称与模式匹配的频道都会收到。',
  },
  arguments: [{ name: 'pattern', type: 'block', multiple: true, arguments: [pattern('pattern')] }],
  run: subscribeTo('PSUBSCRIBE', 'pattern'),
};

const punsubscribe: Command = {
  ...unsubscribing,
  name: 'punsubscribe',
  since: '2.0.0',
  complexity: 'O(N+M)',
  summary: {
    en: 'Gives patterns up; all of them where none is named.',
    zh: '退订模式；不指定模式时退订全部。',
  },
  arguments: [optional(many(pattern('pattern')))],
  run: unsubscribeFrom('pattern'),
};

const ssubscribe: Command = {
  ...subscribing,
  ...shardChannels,
  name: 'ssubscribe',
  summary: {
    en: 'Listens to shard channels, which in a cluster live in one shard only.',
    zh: '订阅分片频道；在集群中，分片频道只存在于一个分片内。',
  },
  arguments: [many(string('shardchannel'))],
  run: subscribeTo('SSUBSCRIBE', 'shard'),
};

const sunsubscribe: Command = {
  ...unsubscribing,
  ...shardChannels,
  name: 'sunsubscribe',
  summary: {
    en: 'Stops listening to shard channels; to all of them where none is named.',
    zh: '退订分片频道；不指定频道时退订全部。',
  },
  arguments: [optional(many(string('shardchannel')))],
  run: unsubscribeFrom('shard'),
};

const speaking = {
  arity: 3,
  flags: ['pubsub', 'loading', 'stale', 'fast', 'may_replicate'],
  group: 'pubsub',
} as const;

const publish: Command = {
  ...speaking,
  name: 'publish',
  since: '2.0.0',
  complexity: 'O(N+M)',
  summary: {
    en: 'Sends a message to whoever listens to the channel now, and says how many that were.',
    zh: '向频道当前的订阅者发送消息，返回收到的次数。',
  },
  arguments: [string('channel'), string('message')],
  run(server, client, args) {
    client.reply.integer(server.subscriptions.publish(args[1], args[2]));
    const { cluster } = server;
    if (cluster !== null) forwardMessage(server, cluster, args[1], args[2], false);
    else server.propagation.force(TO_REPLICAS);
  },
};

const spublish: Command = {
  ...speaking,
  name: 'spublish',
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Sends a message to whoever listens to the shard channel now.',
    zh: '向分片频道当前的订阅者发送消息。',
  },
  keys: [keyRange(['not_key'])],
  arguments: [string('shardchannel'), string('message')],
  run(server, client, args) {
    client.reply.integer(server.subscriptions.publish(args[1], args[2], true));
    const { cluster } = server;
    if (cluster !== null) forwardMessage(server, cluster, args[1], args[2], true);
    else server.propagation.force(TO_REPLICAS);
  },
};

export const pubsubCommands: readonly Command[] = [
  psubscribe,
  publish,
  pubsubCommand,
  punsubscribe,
  spublish,
  ssubscribe,
  subscribe,
  sunsubscribe,
  unsubscribe,
];
