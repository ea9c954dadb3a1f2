/**
 * The replication stream: every change as a command, in one sequence of bytes that is counted. A master writes it; a
 * replica passes on what it gets, byte for byte, so that an offset means the same all the way down a chain. Mirrors
 * replicationFeedSlaves and replicationFeedStreamFromMasterStream.
 */
import { bytesOf } from '../base/bytes.ts';
import { commandText, selectText } from '../persistence/aof-text.ts';
import type { Client } from '../state/client/client.ts';
import { type PropagationSink, TO_REPLICAS } from '../state/propagation.ts';
import { Backlog } from '../state/replication/backlog.ts';
import type { Replica } from '../state/replication/replica.ts';
import type { Server } from '../state/server.ts';

/** Null for a connection that is no replica, or has only said something about itself. */
export function replicaOf(client: Client): Replica | null {
  return client.replica?.isReplica ? client.replica : null;
}

export class ReplicationStream {
  readonly #server: Server;
  readonly #sink: PropagationSink = (db, args) => this.feed(db, args);
  #isFed = false;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Begins or ends listening to what commands become, as the state demands. */
  follow(): void {
    const { propagation, replication } = this.#server;
    const isWanted = replication.master === null && replication.backlog !== null;
    if (isWanted === this.#isFed) return;
    this.#isFed = isWanted;
    if (isWanted) propagation.addSink(this.#sink, TO_REPLICAS);
    else propagation.removeSink(this.#sink);
  }

  createBacklog(): void {
    const { config, replication } = this.#server;
    replication.backlog = new Backlog(replication.offset + 1, config.number('repl-backlog-size'));
    this.follow();
  }

  dropBacklog(): void {
    this.#server.replication.backlog = null;
    this.follow();
  }

  /** A command of this master's own. */
  feed(db: number, args: readonly Uint8Array[]): void {
    const { replication } = this.#server;
    if (replication.selectedDb !== db) {
      replication.selectedDb = db;
      this.write(selectText(db));
    }
    this.write(commandText(args));
  }

  /** One that concerns no database: PING, REPLCONF GETACK. */
  feedWithoutDb(...words: string[]): void {
    const { master, backlog } = this.#server.replication;
    if (master === null && backlog !== null) this.write(commandText(words.map(bytesOf)));
  }

  /** The bytes must not change any more. */
  write(bytes: Uint8Array): void {
    const { addressed, replication } = this.#server;
    replication.offset += bytes.length;
    replication.backlog?.append(bytes);
    for (const client of replication.replicas) {
      const replica = client.replica as Replica;
      if (replica.wantsStream && replica.feed(bytes, client.reply)) addressed.add(client);
    }
  }
}

/** Hangs up on a replica. It counts as gone from now on. */
export function dropReplica(server: Server, client: Client): void {
  forgetReplica(server, client);
  client.reply.take();
  if (!server.closing.includes(client.id)) server.closing.push(client.id);
}

export function forgetReplica(server: Server, client: Client): void {
  const { replication } = server;
  const at = replication.replicas.indexOf(client);
  if (at === -1) return;
  replication.replicas.splice(at, 1);
  if (replication.replicas.length === 0) replication.aloneSinceMs = server.nowMs;
  countGoodReplicas(server);
  server.env.probe?.emit({ type: 'master.dropped', replica: replicaName(client) });
}

/** Where a replica says that it is. */
export function placeOf(client: Client): { readonly host: string; readonly port: number } {
  const replica = client.replica as Replica;
  return { host: replica.announcedHost || client.host, port: replica.listeningPort };
}

/** One that has not said where it listens is called by its connection. */
export function replicaName(client: Client): string {
  const { host, port } = placeOf(client);
  return port === 0 ? client.address : `${host}:${port}`;
}

/** All replicas have to come again: the stream is another one from now on. */
export function dropReplicas(server: Server): void {
  for (const client of [...server.replication.replicas]) dropReplica(server, client);
}

export function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/** How long ago it acknowledged anything, in whole seconds; 0 until it is online. */
export function lagSeconds(server: Server, replica: Replica): number {
  if (replica.stage !== 'online') return 0;
  return secondsOf(server.nowMs) - secondsOf(replica.acknowledgedAtMs);
}

/** refreshGoodSlavesCount. */
export function countGoodReplicas(server: Server): void {
  const { config, replication } = server;
  const maxLag = config.number('min-replicas-max-lag');
  if (config.number('min-replicas-to-write') === 0 || maxLag === 0) return;
  replication.goodReplicas = replication.replicas.filter(({ replica }) => {
    return replica?.stage === 'online' && lagSeconds(server, replica) <= maxLag;
  }).length;
}
