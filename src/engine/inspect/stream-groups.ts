/** The consumer groups of a stream for its panel: how far each has read, and the pending entries of one of them. */
import type {
  StreamConsumerView,
  StreamGroupView,
  StreamPendingView,
  StreamTarget,
  StreamView,
} from '../../protocol/views.ts';
import { equalBytes, repr } from '../base/bytes.ts';
import { formatStreamId, streamIdOfKey } from '../structures/stream-id.ts';
import type { Stream } from '../types/stream.ts';
import { ENTRIES_READ_UNKNOWN, type StreamGroup } from '../types/stream-group.ts';
import { clampWindow, windowOf } from './window.ts';

const MAX_GROUPS = 50;
const MAX_CONSUMERS = 50;
const MAX_PENDING = 200;

type NamedGroup = readonly [name: Uint8Array, group: StreamGroup | null];

function namedGroups(stream: Stream): Iterable<NamedGroup> {
  return stream.groups?.entries() ?? [];
}

export function readGroups(stream: Stream): StreamGroupView[] {
  return windowOf(namedGroups(stream), 0, MAX_GROUPS).map(([name, group]) => {
    const { address, lastId, entriesRead, pending, consumers } = group!;
    const lag = stream.lag(group!);
    return {
      address,
      name: repr(name),
      nameBytes: name,
      lastId: formatStreamId(lastId),
      entriesRead: entriesRead === ENTRIES_READ_UNKNOWN ? null : String(entriesRead),
      lag: lag === null ? null : String(lag),
      pending: pending.size,
      consumers: consumers.size,
    };
  });
}

export function readShownGroup(stream: Stream, target: StreamTarget): StreamView['shown'] {
  const group = chosenGroup(stream, target);
  if (group === null) return null;
  const { from, count } = clampWindow(target.pending, group.pending.size, MAX_PENDING);
  const pending = windowOf(group.pending.entries(), from, count).map(([key, nack]): StreamPendingView => {
    const { address, consumer, deliveryTimeMs, deliveryCount } = nack!;
    const id = streamIdOfKey(key);
    return {
      id: formatStreamId(id),
      address,
      consumer: repr(consumer.name),
      deliveryTimeMs: Number(deliveryTimeMs),
      deliveries: String(deliveryCount),
      isGone: stream.find(id) === null,
    };
  });
  const consumers = windowOf(group.consumers.entries(), 0, MAX_CONSUMERS).map(
    ([name, consumer]): StreamConsumerView => ({
      address: consumer!.address,
      name: repr(name),
      seenTimeMs: Number(consumer!.seenTimeMs),
      pending: consumer!.pending.size,
      tree: consumer!.pending.address,
    }),
  );
  return { address: group.address, tree: group.pending.address, from, pending, consumers };
}

/** The requested group, or the one that the steps led to, or the first. */
function chosenGroup(stream: Stream, { group: wanted, follow, led }: StreamTarget): StreamGroup | null {
  const groups = [...namedGroups(stream)];
  const isWanted = ([name, group]: NamedGroup): boolean => {
    if (wanted !== null) return equalBytes(name, wanted);
    return follow === true && led !== undefined && group?.address === led.group;
  };
  return (groups.find(isWanted) ?? groups[0])?.[1] ?? null;
}
