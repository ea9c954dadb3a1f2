/** What stream commands propagate: generated ids, and deliveries to consumers. */
import type { Database } from '../../keyspace/database.ts';
import type { Server } from '../../state/server.ts';
import { formatStreamId, MAX_STREAM_ID, type StreamId } from '../../structures/stream-id.ts';
import type { Stream } from '../../types/stream.ts';
import type { StreamGroup, StreamNack } from '../../types/stream-group.ts';
import { alsoPropagate, propagateAs } from '../propagate.ts';

/** A group of the stream at a key. */
export interface NamedGroup {
  readonly key: Uint8Array;
  readonly name: Uint8Array;
  readonly group: StreamGroup;
}

/** An entry is pending for a consumer since then: streamPropagateXCLAIM. */
export function propagateClaim(
  server: Server,
  db: Database,
  { key, name, group }: NamedGroup,
  id: StreamId,
  nack: StreamNack,
): void {
  if (!server.propagation.wanted) return;
  alsoPropagate(
    server,
    db,
    'XCLAIM',
    key,
    name,
    nack.consumer.name,
    '0',
    formatStreamId(id),
    'TIME',
    String(nack.deliveryTimeMs),
    'RETRYCOUNT',
    String(nack.deliveryCount),
    'FORCE',
    'JUSTID',
    'LASTID',
    formatStreamId(group.lastId),
  );
}

/** How far a group has come: streamPropagateGroupID. */
export function propagateGroupPosition(server: Server, db: Database, { key, name, group }: NamedGroup): void {
  if (!server.propagation.wanted) return;
  const [lastId, read] = [formatStreamId(group.lastId), String(group.entriesRead)];
  alsoPropagate(server, db, 'XGROUP', 'SETID', key, name, lastId, 'ENTRIESREAD', read);
}

/** streamPropagateConsumerCreation. */
export function propagateConsumer(
  server: Server,
  db: Database,
  { key, name }: NamedGroup,
  consumer: Uint8Array,
): void {
  alsoPropagate(server, db, 'XGROUP', 'CREATECONSUMER', key, name, consumer);
}

/** XADD and XTRIM with their results: the generated id, and the remaining length or first id. */
export function propagateExactly(
  server: Server,
  args: readonly Uint8Array[],
  stream: Stream,
  trimmedAt: { readonly index: number; readonly strategy: 'maxlen' | 'minid' } | null,
  id: { readonly index: number; readonly id: StreamId } | null,
): void {
  if (!server.propagation.wanted || (trimmedAt === null && id === null)) return;
  const words: (string | Uint8Array)[] = [...args];
  if (trimmedAt !== null) {
    words[trimmedAt.index - 1] = '=';
    words[trimmedAt.index] =
      trimmedAt.strategy === 'maxlen'
        ? String(stream.length)
        : formatStreamId(stream.entries().next().value?.id ?? MAX_STREAM_ID);
  }
  if (id !== null) words[id.index] = formatStreamId(id.id);
  propagateAs(server, ...words);
}
