/** Messages: listening to channels and patterns, and speaking to whoever listens. */
import { ReplyError } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import type { SubscriptionKind } from '../../state/client/subscriptions.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { many, optional, pattern, string } from '../syntax.ts';
import { pubsubCommand } from './inspect.ts';

const listening = { flags: ['pubsub', 'noscript', 'loading', 'stale'], group: 'pubsub' } as const;

/**
 * A client that must not wait must not begin to listen either. In a transaction the server looks away, for the sake
 * of what has always worked; shard channels came later.
 */
function requireListener(client: Client, name: string, duringMulti: boolean): void {
  if (!client.denyBlocking || (duringMulti && client.transaction.active)) return;
  throw new ReplyError(`ERR ${name} isn't allowed for a DENY BLOCKING client`);
}

function subscribeAll(
  server: Server,
  client: Client,
  kind: SubscriptionKind,
  args: readonly Uint8Array[],
): void {
  for (let at = 1; at < args.length; at++) server.subscriptions.subscribe(client, kind, args[at]);
}

/** Without names, everything of the kind. */
function unsubscribeFrom(
  server: Server,
  client: Client,
  kind: SubscriptionKind,
  args: readonly Uint8Array[],
): void {
  const { subscriptions } = server;
  if (args.length === 1) subscriptions.unsubscribeAll(client, kind);
  for (let at = 1; at < args.length; at++) subscriptions.unsubscribe(client, kind, args[at]);
}

const subscribe: Command = {
  ...listening,
  name: 'subscribe',
  arity: -2,
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Listens to channels: their messages come from now on, without being asked for.',
    zh: '订阅频道：此后频道里的消息会主动送来，无需再请求。',
  },
  arguments: [many(string('channel'))],
  run(server, client, args) {
    requireListener(client, 'SUBSCRIBE', true);
    subscribeAll(server, client, 'channel', args);
  },
};

const unsubscribe: Command = {
  ...listening,
  name: 'unsubscribe',
  arity: -1,
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Stops listening to channels; to all of them where none is named.',
    zh: '退订频道；不指定频道时退订全部。',
  },
  arguments: [optional(many(string('channel')))],
  run(server, client, args) {
    unsubscribeFrom(server, client, 'channel', args);
  },
};

const psubscribe: Command = {
  ...listening,
  name: 'psubscribe',
  arity: -2,
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Listens to every channel whose name matches one of the patterns.',
    zh: '按模式订阅：名称与模式匹配的频道都会收到。',
  },
  arguments: [{ name: 'pattern', type: 'block', multiple: true, arguments: [pattern('pattern')] }],
  run(server, client, args) {
    requireListener(client, 'PSUBSCRIBE', true);
    subscribeAll(server, client, 'pattern', args);
  },
};

const punsubscribe: Command = {
  ...listening,
  name: 'punsubscribe',
  arity: -1,
  since: '2.0.0',
  complexity: 'O(N+M)',
  summary: {
    en: 'Gives patterns up; all of them where none is named.',
    zh: '退订模式；不指定模式时退订全部。',
  },
  arguments: [optional(many(pattern('pattern')))],
  run(server, client, args) {
    unsubscribeFrom(server, client, 'pattern', args);
  },
};

const ssubscribe: Command = {
  ...listening,
  name: 'ssubscribe',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Listens to shard channels, which in a cluster live in one shard only.',
    zh: '订阅分片频道；在集群中，分片频道只存在于一个分片内。',
  },
  keys: [keyRange(['not_key'], 1, -1)],
  arguments: [many(string('shardchannel'))],
  run(server, client, args) {
    requireListener(client, 'SSUBSCRIBE', false);
    subscribeAll(server, client, 'shard', args);
  },
};

const sunsubscribe: Command = {
  ...listening,
  name: 'sunsubscribe',
  arity: -1,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Stops listening to shard channels; to all of them where none is named.',
    zh: '退订分片频道；不指定频道时退订全部。',
  },
  keys: [keyRange(['not_key'], 1, -1)],
  arguments: [optional(many(string('shardchannel')))],
  run(server, client, args) {
    unsubscribeFrom(server, client, 'shard', args);
  },
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
