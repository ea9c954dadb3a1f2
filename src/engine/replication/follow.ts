/**
 * The replica's side: following a master, losing it and coming back to it. Mirrors replicationSetMaster,
 * replicationUnsetMaster and what becomes of a link that breaks.
 */
import { bytesOf } from '../base/bytes.ts';
import { startAof, stopAof } from '../persistence/aof-rewrite.ts';
import { commandText } from '../persistence/aof-text.ts';
import { loadRdb, RdbLoadFailure } from '../persistence/rdb-load.ts';
import { Client } from '../state/client/client.ts';
import { DiskFailure } from '../state/disk/disk.ts';
import { FIRST_DIALED_CLIENT } from '../state/links.ts';
import { Master, type MasterStage, type StreamPlace } from '../state/replication/master.ts';
import type { Server } from '../state/server.ts';
import { Handshake } from './handshake.ts';
import { MasterStream } from './master-stream.ts';
import { dropReplicas, type ReplicationStream } from './stream.ts';

const UNBLOCKED =
  'UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)';

export class Following {
  readonly #server: Server;
  readonly #stream: ReplicationStream;
  #commands: MasterStream | null = null;
  /** Called when the master has answered PSYNC: a failover waits for it. */
  onPsyncAnswer: (isAccepted: boolean) => void = () => {};

  constructor(server: Server, stream: ReplicationStream) {
    this.#server = server;
    this.#stream = stream;
  }

  /** REPLICAOF host port. */
  follow(host: string, port: number, place: StreamPlace | null = null): void {
    const server = this.#server;
    const { replication, keyspace, config } = server;
    const before = replication.master;
    let cached = place;
    let downSinceMs = 0;
    if (before !== null) {
      downSinceMs = before.client === null ? before.downSinceMs : server.nowMs;
      if (before.client !== null) this.#cache(before);
      cached = before.cached;
      this.#detach(before);
    }
    this.#releaseBlocked();
    if (before === null) {
      if (replication.backlog === null) this.#stream.createBacklog();
      cached ??= { id: replication.id, offset: replication.offset, db: 0 };
    }
    const master = new Master(host, port);
    master.cached = cached;
    master.downSinceMs = downSinceMs;
    replication.master = master;
    keyspace.followsMaster = true;
    keyspace.isReadOnlyReplica = config.flag('replica-read-only');
    keyspace.servesExpired = config.flag('replica-serve-expired');
    config.setText('replicaof', `${host} ${port}`);
    this.#stream.follow();
    server.env.probe?.emit({ type: 'replica.follows', master: `${host}:${port}` });
    this.connect();
  }

  /** REPLICAOF NO ONE. */
  stopFollowing(): void {
    const server = this.#server;
    const { replication, keyspace, config, persistence } = server;
    const { master } = replication;
    if (master === null) return;
    replication.master = null;
    this.#detach(master);
    replication.shiftId();
    dropReplicas(server);
    replication.selectedDb = -1;
    replication.aloneSinceMs = server.nowMs;
    keyspace.followsMaster = false;
    config.setText('replicaof', '');
    this.#stream.follow();
    if (config.flag('appendonly') && persistence.aof.state === 'off') startAof(server);
    const { id, id2: secondId, secondOffset } = replication;
    server.env.probe?.emit({ type: 'replica.promoted', id, secondId, secondOffset });
  }

  /** Clients that wait for something are sent away: it may never come here. */
  #releaseBlocked(): void {
    const { blocking, clients } = this.#server;
    for (const client of clients.values()) {
      if (client.blocked === null || client.blocked.why === 'postpone') continue;
      blocking.answer(client, () => {
        this.#server.statistics.countError(UNBLOCKED);
        client.reply.error(UNBLOCKED);
      });
      client.closeAfterReply = true;
      blocking.unblock(client, 'command');
    }
  }

  connect(): void {
    const server = this.#server;
    const { master } = server.replication;
    if (master === null) return;
    const { host, port } = master;
    server.persistence.note(`Connecting to MASTER ${host}:${port}`);
    master.stage = 'connecting';
    master.lastHeardAtMs = server.nowMs;
    let handshake: Handshake | null = null;
    const link = server.links.dial(
      { host, port },
      {
        connected: () => {
          handshake = new Handshake(server, master, link, {
            goesOn: (id, rest) => this.#goOn(master, id, rest),
            hasFile: (file, place, rest) => this.#load(master, file, place, rest),
            failed: (why) => this.giveUp(why, false),
            answered: (isAccepted) => this.onPsyncAnswer(isAccepted),
          });
          handshake.connected();
        },
        received: (bytes) => {
          if (master.stage === 'connected') this.#receive(master, bytes);
          else handshake?.received(bytes);
        },
        ended: () => {
          if (master.client !== null) server.dismiss(master.client);
          else this.giveUp('Error condition on socket for SYNC', false);
        },
      },
    );
    master.link = link;
    // A master that cannot be reached is dialled every second: only the first time is news.
    if (master.failedTries > 0) return;
    server.env.probe?.emit({ type: 'replica.stage', stage: 'connecting', master: `${host}:${port}` });
  }

  /** The handshake or the transfer ends; the next try comes with the cron, or at once. */
  giveUp(why: string, again: boolean): void {
    const { replication, persistence } = this.#server;
    const { master } = replication;
    if (master === null || master.client !== null) return;
    persistence.note(why);
    const { stage } = master;
    master.link?.hangUp();
    master.link = null;
    master.transfer = null;
    master.stage = 'connect';
    if (master.failedTries === 0 || stage !== 'connecting') this.#emitLoss(master, stage, why);
    master.failedTries++;
    if (again) this.connect();
  }

  #emitLoss({ cached }: Master, stage: MasterStage, why: string): void {
    if (stage === 'connect') return;
    this.#server.env.probe?.emit({
      type: 'replica.lost',
      stage: stage === 'transfer' ? 'sync' : stage,
      offset: cached === null ? null : cached.offset + 1,
      why,
    });
  }

  /** +CONTINUE. */
  #goOn(master: Master, id: string | null, rest: Uint8Array): void {
    const server = this.#server;
    const { replication, persistence } = server;
    const { cached } = master;
    if (cached === null) {
      this.giveUp('The master goes on where nothing was left', false);
      return;
    }
    if (id !== null && id !== replication.id) {
      // The history goes on under another name. Replicas of this one have to hear it.
      replication.id2 = cached.id;
      replication.secondOffset = replication.offset + 1;
      replication.id = id;
      dropReplicas(server);
      persistence.note(`Master replication ID changed to ${id}`);
    }
    persistence.note('Successful partial resynchronization with master.');
    this.#attach(master, { ...cached, id: replication.id });
    if (replication.backlog === null) this.#stream.createBacklog();
    const { offset } = cached;
    master.resync = { kind: 'partial', reason: null, asked: offset + 1, bytes: null, atMs: server.nowMs };
    server.env.probe?.emit({
      type: 'replica.continued',
      id: replication.id,
      offset,
      isRenamed: cached.id !== replication.id,
    });
    if (rest.length > 0) this.#receive(master, rest);
  }

  /** The file has arrived: everything else is forgotten. */
  #load(master: Master, file: Uint8Array, place: StreamPlace | null, rest: Uint8Array): void {
    const server = this.#server;
    const { config, keyspace, persistence, replication } = server;
    if (!this.#keepFile(file)) return;
    const asked = master.cached === null ? -1 : master.cached.offset + 1;
    if (persistence.aof.state !== 'off') stopAof(server);
    master.cached = null;
    dropReplicas(server);
    this.#stream.dropBacklog();
    persistence.note('MASTER <-> REPLICA sync: Flushing old data');
    this.#forgetData();
    persistence.note('MASTER <-> REPLICA sync: Loading DB in memory');
    let db = 0;
    persistence.isLoading = true;
    try {
      const { aux } = loadRdb(server, file, { keepsExpired: true });
      db = Number(aux.get('repl-stream-db') ?? 0);
    } catch (problem) {
      if (!(problem instanceof RdbLoadFailure)) throw problem;
      this.#forgetData();
      this.giveUp(`Failed trying to load the MASTER synchronization DB: ${problem.text}`, false);
      return;
    } finally {
      persistence.isLoading = false;
    }
    master.isOld = place === null;
    const begin = place ?? { id: replication.id, offset: 0, db: 0 };
    const selected = db >= 0 && db < keyspace.databases.length ? db : 0;
    replication.id = begin.id;
    replication.offset = begin.offset;
    replication.forgetSecondId();
    this.#attach(master, { ...begin, db: selected });
    this.#stream.createBacklog();
    persistence.note('MASTER <-> REPLICA sync: Finished with success');
    master.resync = { kind: 'full', reason: null, asked, bytes: file.length, atMs: server.nowMs };
    server.env.probe?.emit({
      type: 'replica.loaded',
      bytes: file.length,
      id: begin.id,
      offset: begin.offset,
    });
    if (config.flag('appendonly')) startAof(server);
    this.acknowledge();
    if (rest.length > 0) this.#receive(master, rest);
  }

  #forgetData(): void {
    const { config, keyspace, tracking, functionLibraries } = this.#server;
    tracking.flushed();
    const lazy = config.flag('replica-lazy-flush');
    for (const each of keyspace.databases) keyspace.flush(each, lazy);
    keyspace.replicaExpires.forgetAll();
    functionLibraries?.clear();
  }

  /** The file becomes this server's own: a restart finds it. False if the disk refuses. */
  #keepFile(file: Uint8Array): boolean {
    const { config, disk, nowMs } = this.#server;
    if (config.text('repl-diskless-load') !== 'disabled') return true;
    const path = `temp-${Math.floor(nowMs / 1000)}.1.rdb`;
    try {
      disk.write(path, file, nowMs);
      disk.rename(path, config.text('dbfilename'));
      return true;
    } catch (problem) {
      if (!(problem instanceof DiskFailure)) throw problem;
      disk.delete(path);
      this.giveUp(
        `Write error or short write writing to the DB dump file needed for MASTER <-> REPLICA synchronization: ${problem.text}`,
        false,
      );
      return false;
    }
  }

  #attach(master: Master, place: StreamPlace): void {
    const server = this.#server;
    const { host, port, link } = master;
    const client = new Client(
      FIRST_DIALED_CLIENT + (link?.id ?? 0),
      server.keyspace.databases[place.db],
      server.nowMs,
      { host, port },
    );
    client.isMaster = true;
    server.clients.set(client.id, client);
    master.client = client;
    master.cached = null;
    master.stage = 'connected';
    master.readOffset = place.offset;
    master.offset = place.offset;
    master.downSinceMs = 0;
    master.failedTries = 0;
    this.#commands = new MasterStream(server, this.#stream, master, client);
  }

  #receive(master: Master, bytes: Uint8Array): void {
    if (this.#commands?.receive(bytes) === false) this.#refuseStream(master);
  }

  /** What was held back of the master's commands. */
  resume(): void {
    const { master } = this.#server.replication;
    if (master === null || master.client === null || this.#commands === null) return;
    if (master.readOffset !== master.offset && !this.#commands.run()) this.#refuseStream(master);
  }

  /** No commands: nothing is known of what follows, so everything is asked for anew. */
  #refuseStream(master: Master): void {
    const { client } = master;
    if (client === null) return;
    this.#server.dismiss(client);
    master.cached = null;
  }

  /** The master's client is gone: the link broke, or somebody killed it. */
  masterGone(client: Client): void {
    const { replication, nowMs, persistence } = this.#server;
    const { master } = replication;
    if (master === null || master.client !== client) return;
    persistence.note('Connection with master lost.');
    this.#cache(master);
    this.#detach(master);
    master.stage = 'connect';
    master.downSinceMs = nowMs;
    this.#emitLoss(master, 'connected', 'Connection with master lost.');
    // Without waiting for the cron: meanwhile the backlog may be overwritten.
    this.connect();
  }

  /** The place from which the stream can go on. */
  #cache(master: Master): void {
    const { client } = master;
    if (client === null || master.isOld) return;
    master.cached = { id: this.#server.replication.id, offset: master.offset, db: client.db.id };
  }

  #detach(master: Master): void {
    const { client, link } = master;
    master.client = null;
    master.link = null;
    master.transfer = null;
    this.#commands = null;
    link?.hangUp();
    if (client !== null) this.#server.dismiss(client);
  }

  /** REPLCONF ACK. */
  acknowledge(): void {
    const { master } = this.#server.replication;
    if (master === null || master.stage !== 'connected' || master.isOld) return;
    master.link?.send(commandText(['REPLCONF', 'ACK', String(master.offset)].map(bytesOf)));
  }
}
