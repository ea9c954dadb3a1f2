/** Channels and patterns with their subscribers, and the latest messages. */
import type { ChannelRow, ChannelsView, Window } from '../../protocol/views.ts';
import { repr } from '../base/bytes.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';

const KINDS = ['channel', 'pattern', 'shard'] as const;
const MAX_ROWS = 200;
const MAX_SUBSCRIBERS = 100;

export const channelsView: ViewKind<'channels'> = {
  read: (server, _db, { window }) => readChannels(server, window),
  changedBy: ({ type }) => type.startsWith('pubsub.'),
};

function readChannels(server: Server, window: Window): ChannelsView {
  const { subscriptions } = server;
  const rows: ChannelRow[] = KINDS.flatMap((kind) => {
    const entries = [...(subscriptions.table(kind)?.entries() ?? [])];
    return entries
      .map((entry) => ({ kind, name: repr(entry.keyBytes), subscribers: firstIds(entry.value) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
  const from = Math.max(0, Math.min(Math.floor(window.from), Math.max(0, rows.length - 1)));
  const count = Math.max(0, Math.min(Math.floor(window.count), MAX_ROWS));
  return {
    kind: 'channels',
    nowMs: server.nowMs,
    channels: subscriptions.size('channel'),
    patterns: subscriptions.size('pattern'),
    shardChannels: subscriptions.size('shard'),
    from,
    rows: rows.slice(from, from + count),
    messages: subscriptions.messages.slice(),
  };
}

function firstIds(clients: Iterable<{ readonly id: number }>): number[] {
  const ids: number[] = [];
  for (const { id } of clients) if (ids.push(id) === MAX_SUBSCRIBERS) break;
  return ids;
}
