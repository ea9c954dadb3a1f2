/** A connection of the cluster bus. Mirrors struct clusterLink in cluster.h. */
import type { ClusterNode } from './node.ts';

export interface BusLink {
  /** Whether the other side made it. */
  readonly isInbound: boolean;
  readonly createdAtMs: number;
  /** Who is at the other end. For a connection that was made to us it is known when the node has said its name. */
  node: ClusterNode | null;
  /** Our end, and the other one. */
  readonly localHost: string;
  readonly remoteHost: string;
  /** What is sent before the connection stands waits for it. */
  send(message: Uint8Array): void;
  close(): void;
}
