/**
 * The master's side of a synchronisation. Mirrors syncCommand, masterTryPartialResync and startBgsaveForReplication.
 *
 *     PSYNC id offset   the backlog reaches back that far:   +CONTINUE, the stream from there on
 *                       otherwise:                           +FULLRESYNC id offset, the file, the stream since the fork
 *
 * The file is written by a child like that of BGSAVE. With `repl-diskless-sync` it goes to the replicas while it is
 * made, and because its length is not known then, it ends with a mark; the child waits a few seconds before it starts, so that
 * several replicas can share it. Otherwise it goes to the disk first and is sent when it is whole, with its length.
 */
import type { FullReason } from '../../protocol/steps-replication.ts';
import { bytesOf } from '../base/bytes.ts';
import { ReplyError } from '../base/errors.ts';
import { rdbFileBytes } from '../persistence/rdb-file.ts';
import { childDurationMs, followChildren, saveInBackground } from '../persistence/rdb-save.ts';
import type { Client } from '../state/client/client.ts';
import type { SavingChild } from '../state/disk/persistence.ts';
import { hasChild } from '../state/disk/save-points.ts';
import { Replica } from '../state/replication/replica.ts';
import type { Server } from '../state/server.ts';
import {
  countGoodReplicas,
  dropReplica,
  type ReplicationStream,
  replicaName,
  replicaOf,
  secondsOf,
} from './stream.ts';

/** What the replicas of a child that sends its file have been sent of it. */
interface Sending {
  readonly child: SavingChild;
  readonly receivers: readonly Client[];
  readonly mark: Uint8Array;
  sentBytes: number;
}

const CHILD_START_MS = 10;

export class Serving {
  readonly #server: Server;
  readonly #stream: ReplicationStream;
  #sending: Sending | null = null;

  constructor(server: Server, stream: ReplicationStream) {
    this.#server = server;
    this.#stream = stream;
    server.persistence.rdb.onChildEnd = (child, isGood) => this.#childEnded(child, isGood);
  }

  /** `request`: id and offset of PSYNC, null for SYNC. */
  synchronize(client: Client, request: { readonly id: string; readonly offset: number } | null): void {
    const { env, nowMs, replication } = this.#server;
    const replica = this.about(client);
    const reason = request === null ? 'first' : this.#goOn(client, replica, request);
    if (request === null) replica.isOld = true;
    else if (reason === null) {
      replication.partialSyncs++;
      return;
    } else if (!request.id.startsWith('?')) replication.refusedPartialSyncs++;
    replication.fullSyncs++;
    const asked = request === null ? -1 : request.offset;
    replica.resync = { kind: 'full', reason, asked, bytes: null, atMs: nowMs };
    replica.stage = 'wait-begin';
    replication.replicas.push(client);
    if (replication.replicas.length === 1 && replication.backlog === null) {
      // Nothing is known of what came before: it must not look like a part of this history.
      replication.renewId();
      replication.forgetSecondId();
      this.#stream.createBacklog();
    }
    env.probe?.emit({ type: 'master.full', replica: replicaName(client), reason: reason ?? 'first', asked });
    this.#findFile(client, replica);
  }

  /** What is known about a connection as a replica. */
  about(client: Client): Replica {
    client.replica ??= new Replica();
    return client.replica;
  }

  /** Null if it can go on where it was, otherwise why it cannot. */
  #goOn(client: Client, replica: Replica, { id, offset }: { id: string; offset: number }): FullReason | null {
    const { env, replication, nowMs, addressed, persistence } = this.#server;
    const { backlog } = replication;
    const isOurs = id.toLowerCase() === replication.id.toLowerCase();
    const wasOurs = id.toLowerCase() === replication.id2.toLowerCase() && offset <= replication.secondOffset;
    if (!isOurs && !wasOurs) {
      persistence.note(
        id.startsWith('?')
          ? `Full resync requested by replica ${client.address}`
          : `Partial resynchronization not accepted: Replication ID mismatch (Replica asked for '${id}', my replication IDs are '${replication.id}' and '${replication.id2}')`,
      );
      return id.startsWith('?') ? 'first' : 'other-history';
    }
    if (backlog === null || !backlog.reaches(offset)) {
      persistence.note(
        `Unable to partial resync with replica ${client.address} for lack of backlog (Replica request was: ${offset}).`,
      );
      return 'backlog';
    }
    replica.stage = 'online';
    replica.acknowledgedAtMs = nowMs;
    replica.waitsForAcknowledgement = false;
    replication.replicas.push(client);
    client.reply.ascii(replica.takesPsync2 ? `+CONTINUE ${replication.id}\r\n` : '+CONTINUE\r\n');
    const missed = backlog.since(offset);
    client.reply.raw(missed);
    addressed.add(client);
    persistence.note(
      `Partial resynchronization request from ${client.address} accepted. Sending ${missed.length} bytes of backlog starting from offset ${offset}.`,
    );
    countGoodReplicas(this.#server);
    replica.resync = { kind: 'partial', reason: null, asked: offset, bytes: missed.length, atMs: nowMs };
    env.probe?.emit({ type: 'master.partial', replica: replicaName(client), offset, bytes: missed.length });
    return null;
  }

  /** A file that is being written already will do, if another replica waits for it; or one is written now, or soon. */
  #findFile(client: Client, replica: Replica): void {
    const { config, persistence, replication } = this.#server;
    const { child } = persistence.rdb;
    if (child !== null && child.file !== null) {
      const other = replication.replicas.find(
        (each) => each.replica?.stage === 'wait-end' && isContentWith(replica, each.replica),
      );
      if (other === undefined) return;
      replica.joins(other.replica as Replica);
      this.#announce(client, replica, replica.fileOffset);
      return;
    }
    if (child !== null) return;
    const waits =
      config.flag('repl-diskless-sync') && replica.takesEof && config.number('repl-diskless-sync-delay') > 0;
    if (!waits && !hasChild(this.#server)) this.#beginFile([client]);
  }

  /** Every second: begins the file that replicas wait for, when they have waited long enough for others to join. */
  beginDueFile(): void {
    const { config, nowMs, replication } = this.#server;
    if (hasChild(this.#server)) return;
    const first = replication.replicas.find(({ replica }) => replica?.stage === 'wait-begin')?.replica;
    if (first == null) return;
    const waiting = replication.replicas.filter(
      ({ replica }) => replica?.stage === 'wait-begin' && hasSameWish(replica, first),
    );
    const idle = Math.max(...waiting.map((client) => secondsOf(nowMs) - secondsOf(client.lastInteractionMs)));
    const enough = config.number('repl-diskless-sync-max-replicas');
    const isDue =
      !config.flag('repl-diskless-sync') ||
      (enough > 0 && waiting.length >= enough) ||
      idle >= config.number('repl-diskless-sync-delay');
    if (isDue) this.#beginFile(waiting);
  }

  #beginFile(receivers: readonly Client[]): void {
    const server = this.#server;
    const replicas = receivers.map((client) => client.replica as Replica);
    const { leavesOutData, leavesOutFunctions } = replicas[0];
    const isFiltered = leavesOutData || leavesOutFunctions;
    const isDirect =
      (server.config.flag('repl-diskless-sync') || isFiltered) && replicas.every(({ takesEof }) => takesEof);
    // The place in the stream is part of the file, and a selected database is repeated behind it.
    for (const client of receivers)
      this.#announce(client, client.replica as Replica, server.replication.offset);
    if (isDirect) this.#sendDirectly(receivers, { leavesOutData, leavesOutFunctions });
    else saveInBackground(server);
    server.replication.selectedDb = -1;
    const { child } = server.persistence.rdb;
    const bytes = child?.bytes.length ?? 0;
    for (const replica of replicas)
      if (replica.resync !== null) replica.resync = { ...replica.resync, bytes };
    server.env.probe?.emit({
      type: 'master.file',
      replicas: receivers.length,
      bytes,
      offset: replicas[0].fileOffset,
      isDirect,
    });
  }

  /** replicationSetupSlaveForFullResync. */
  #announce(client: Client, replica: Replica, offset: number): void {
    const { addressed, replication } = this.#server;
    replica.fileOffset = offset;
    replica.stage = 'wait-end';
    replication.selectedDb = -1;
    if (replica.isOld) return;
    client.reply.ascii(`+FULLRESYNC ${replication.id} ${offset}\r\n`);
    addressed.add(client);
  }

  /** rdbSaveToSlavesSockets. */
  #sendDirectly(
    receivers: readonly Client[],
    parts: { readonly leavesOutData: boolean; readonly leavesOutFunctions: boolean },
  ): void {
    const server = this.#server;
    const { keyspace, nowMs, persistence, statistics, env } = server;
    const bytes = rdbFileBytes(server, false, parts);
    const mark = bytesOf(server.randomId('replication-mark'));
    const job = server.jobs.begin(nowMs, {
      kind: 'rdb-save',
      subject: 'replicas',
      amount: bytes.length,
      durationMs: childDurationMs(server, bytes.length),
      finish: () => this.#directChildEnded(),
    });
    const child: SavingChild = {
      job,
      path: '',
      file: null,
      bytes,
      dirtyAtFork: keyspace.dirty,
      startedAtMs: nowMs,
      failed: false,
    };
    persistence.rdb.child = child;
    this.#sending = { child, receivers, mark, sentBytes: 0 };
    followChildren(server);
    persistence.note(`Background RDB transfer started by pid ${1000 + job.id}`);
    statistics.forks++;
    env.probe?.emit({ type: 'disk.fork', job: 'rdb-save', bytes: bytes.length });
    this.#toReceivers(bytesOf(`$EOF:${String.fromCharCode(...mark)}\r\n`));
  }

  #toReceivers(bytes: Uint8Array): void {
    const { addressed, clients, replication } = this.#server;
    for (const client of this.#sending?.receivers ?? []) {
      if (clients.get(client.id) !== client || !replication.replicas.includes(client)) continue;
      client.reply.raw(bytes);
      addressed.add(client);
    }
  }

  /** As much of the file as the child has made by now. */
  sendDuePart(): void {
    const sending = this.#sending;
    if (sending === null) return;
    const { child } = sending;
    const { nowMs } = this.#server;
    const makingMs = child.job.endsAtMs - child.startedAtMs - CHILD_START_MS;
    const share = nowMs >= child.job.endsAtMs ? 1 : (nowMs - child.startedAtMs - CHILD_START_MS) / makingMs;
    const due = Math.floor(child.bytes.length * Math.max(0, Math.min(1, share)));
    if (due <= sending.sentBytes) return;
    this.#toReceivers(child.bytes.subarray(sending.sentBytes, due));
    sending.sentBytes = due;
  }

  #directChildEnded(): void {
    const server = this.#server;
    const sending = this.#sending;
    if (sending === null) return;
    this.sendDuePart();
    this.#toReceivers(sending.mark);
    this.#sending = null;
    server.persistence.rdb.child = null;
    followChildren(server);
    server.persistence.note('Background RDB transfer terminated with success');
    for (const client of sending.receivers) {
      const replica = replicaOf(client);
      if (replica?.stage !== 'wait-end') continue;
      if (this.#putOnline(client, replica)) replica.waitsForAcknowledgement = true;
    }
    this.beginDueFile();
  }

  /** A child that wrote to the disk, or one that was killed: updateSlavesWaitingBgsave. */
  #childEnded(child: SavingChild, isGood: boolean): void {
    const { replicas } = this.#server.replication;
    const sending = this.#sending?.child === child;
    if (sending) this.#sending = null;
    for (const client of [...replicas]) {
      const replica = client.replica as Replica;
      if (replica.stage !== 'wait-end') continue;
      if (!isGood) {
        dropReplica(this.#server, client);
        continue;
      }
      client.reply.ascii(`$${child.bytes.length}\r\n`);
      client.reply.raw(child.bytes);
      this.#server.addressed.add(client);
      if (this.#putOnline(client, replica)) replica.flush(client.reply);
    }
    this.beginDueFile();
  }

  /** False for one that wanted only the file: it is hung up on. */
  #putOnline(client: Client, replica: Replica): boolean {
    if (replica.wantsOnlyFile) {
      replica.stage = 'has-file';
      client.closeAfterReply = true;
      return false;
    }
    replica.stage = 'online';
    replica.acknowledgedAtMs = this.#server.nowMs;
    countGoodReplicas(this.#server);
    this.#server.persistence.note(`Synchronization with replica ${client.address} succeeded`);
    this.#server.env.probe?.emit({ type: 'master.online', replica: replicaName(client) });
    return true;
  }

  /** REPLCONF ACK. */
  acknowledge(client: Client, offset: number): void {
    const replica = replicaOf(client);
    if (replica === null) return;
    if (offset > replica.acknowledged) replica.acknowledged = offset;
    replica.acknowledgedAtMs = this.#server.nowMs;
    if (!replica.waitsForAcknowledgement || replica.stage !== 'online') return;
    replica.waitsForAcknowledgement = false;
    replica.flush(client.reply);
    this.#server.addressed.add(client);
  }

  /** Newlines to those who wait, so that they know that somebody is there. */
  keepAlive(): void {
    const { addressed, replication } = this.#server;
    for (const client of replication.replicas) {
      const stage = client.replica?.stage;
      if (stage !== 'wait-begin' && (stage !== 'wait-end' || this.#sending !== null)) continue;
      client.reply.ascii('\n');
      addressed.add(client);
    }
  }
}

/** Whether a file made for one replica is good for another. */
function isContentWith(wish: Replica, made: Replica): boolean {
  return (
    hasSameWish(wish, made) && (!made.takesEof || wish.takesEof) && (!made.takesPsync2 || wish.takesPsync2)
  );
}

function hasSameWish(a: Replica, b: Replica): boolean {
  return a.leavesOutData === b.leavesOutData && a.leavesOutFunctions === b.leavesOutFunctions;
}

/** Why nobody can synchronise with this server now, or null. */
export function refuseSynchronization(server: Server, client: Client): ReplyError | null {
  const { failover, master } = server.replication;
  if (failover !== null) return new ReplyError("NOMASTERLINK Can't SYNC while failing over");
  if (master !== null && master.stage !== 'connected') {
    return new ReplyError("NOMASTERLINK Can't SYNC while not connected with my master");
  }
  if (client.replica?.leavesOutData || client.replica?.leavesOutFunctions) {
    if (!client.replica.takesEof) return new ReplyError('ERR Filtered replica requires EOF capability');
  }
  if (client.reply.length > 0 || client.unsentBytes > 0) {
    return new ReplyError('ERR SYNC and PSYNC are invalid with pending output');
  }
  return null;
}
