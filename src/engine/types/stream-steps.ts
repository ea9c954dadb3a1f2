/** The steps of a stream. Callers check the probe first, so that nothing is built without a watcher. */
import { repr } from '../base/bytes.ts';
import type { Environment } from '../base/probe.ts';
import { formatStreamId, type StreamId } from '../structures/stream-id.ts';
import type { StreamNode } from '../structures/stream-node.ts';
import type { StreamGroup } from './stream-group.ts';

interface WatchedStream {
  readonly env: Environment;
  readonly address: number;
}

export function emitNode(
  { env, address }: WatchedStream,
  node: StreamNode,
  why: 'first' | 'entries' | 'bytes',
): void {
  env.probe?.emit({ type: 'stream.node', stream: address, node: formatStreamId(node.masterId), why });
}

/** The last entry of the node is new. */
export function emitAppend({ env, address }: WatchedStream, node: StreamNode, id: StreamId): void {
  env.probe?.emit({
    type: 'stream.append',
    stream: address,
    node: formatStreamId(node.masterId),
    id: formatStreamId(id),
    sameFields: node.hasSameFields(node.lastEntry()),
  });
}

export function emitDelete(
  { env, address }: WatchedStream,
  node: StreamNode,
  id: StreamId,
  entries: number,
): void {
  env.probe?.emit({
    type: 'stream.delete',
    stream: address,
    node: formatStreamId(node.masterId),
    id: formatStreamId(id),
    entries,
  });
}

export function emitKeep({ env, address }: WatchedStream, node: StreamNode, entries: number): void {
  env.probe?.emit({ type: 'stream.keep', stream: address, node: formatStreamId(node.masterId), entries });
}

export function emitDrop(
  { env, address }: WatchedStream,
  node: StreamNode,
  entries: number,
  why: 'trim' | 'empty',
): void {
  env.probe?.emit({
    type: 'stream.drop',
    stream: address,
    node: formatStreamId(node.masterId),
    entries,
    why,
  });
}

export function emitGroup({ env, address }: WatchedStream, name: Uint8Array, group: StreamGroup): void {
  env.probe?.emit({
    type: 'group.create',
    stream: address,
    group: group.address,
    name: repr(name),
    lastId: formatStreamId(group.lastId),
  });
}

export function emitGroupRemoved({ env, address }: WatchedStream, name: Uint8Array, pending: number): void {
  env.probe?.emit({ type: 'group.destroy', stream: address, name: repr(name), pending });
}
