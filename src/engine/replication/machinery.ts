/**
 * Replication at work: what the server calls in every step, and what happens every second. Mirrors replicationCron and
 * the parts of beforeSleep that concern replicas.
 */
import type { Client } from '../state/client/client.ts';
import type { Replica } from '../state/replication/replica.ts';
import type { ReplicationWork } from '../state/replication/replication.ts';
import type { Server } from '../state/server.ts';
import { Failing } from './failover.ts';
import { Following } from './follow.ts';
import { Serving } from './serve.ts';
import { countGoodReplicas, dropReplica, forgetReplica, ReplicationStream, secondsOf } from './stream.ts';

const PERIOD_MS = 1000;
/** While a replica is to take over, everybody is in a hurry. */
const HURRIED_PERIOD_MS = 100;
/** An alarm that is so late comes from a stop of the process, not from a busy machine. */
const STOOD_STILL_MS = 250;

interface Waiter {
  readonly client: Client;
  readonly replicas: number;
  /** What they must have. */
  readonly offset: number;
}

export class Machinery implements ReplicationWork {
  readonly #server: Server;
  readonly stream: ReplicationStream;
  readonly serving: Serving;
  readonly following: Following;
  readonly failing: Failing;
  #waiters: Waiter[] = [];
  /** Since the start, also those in which there was nothing to do. */
  #rounds = 0;
  /** The second of the server's life in which the latest one was. */
  #lastSecond = 0;
  #lastStepMs = 0;
  #isPlanned = false;

  constructor(server: Server) {
    this.#server = server;
    this.stream = new ReplicationStream(server);
    this.serving = new Serving(server, this.stream);
    this.following = new Following(server, this.stream);
    this.failing = new Failing(server, this.following);
    server.departures.push((client) => {
      if (client.isMaster) this.following.masterGone(client);
      else if (client.replica?.isReplica) forgetReplica(server, client);
    });
  }

  followConfig(): void {
    const { config, keyspace, replication } = this.#server;
    replication.backlog?.resize(config.number('repl-backlog-size'));
    keyspace.isReadOnlyReplica = config.flag('replica-read-only');
    keyspace.servesExpired = config.flag('replica-serve-expired');
    countGoodReplicas(this.#server);
  }

  /** How many replicas have the stream up to there. */
  acknowledgedBy(offset: number): number {
    return this.#server.replication.replicas.filter(
      ({ replica }) => replica?.stage === 'online' && replica.acknowledged >= offset,
    ).length;
  }

  /** WAIT: the client waits, and the replicas are asked how far they are. */
  awaitReplicas(client: Client, replicas: number, untilMs: number): void {
    const offset = client.writeOffset;
    this.#waiters.push({ client, replicas, offset });
    const timedOut = () => client.reply.integer(this.acknowledgedBy(offset));
    this.#server.blocking.block(client, { why: 'wait', untilMs, timedOut });
    this.#server.replication.wantsAcknowledgements = true;
  }

  runMaster(): void {
    this.following.resume();
  }

  goOn(): void {
    if (!this.#isPlanned) this.#plan();
    this.following.resume();
    if (this.#waiters.length > 0) this.#serveWaiters();
  }

  #serveWaiters(): void {
    const { blocking } = this.#server;
    this.#waiters = this.#waiters.filter(({ client, replicas, offset }) => {
      if (client.blocked?.why !== 'wait') return false;
      const count = this.acknowledgedBy(offset);
      if (count < replicas) return true;
      blocking.answer(client, () => client.reply.integer(count));
      blocking.unblock(client, 'command');
      return false;
    });
  }

  beforeSleep(): void {
    const { pause, replication } = this.#server;
    if (replication.wantsAcknowledgements && pause.kind === null) {
      replication.wantsAcknowledgements = false;
      if (replication.replicas.length > 0) this.stream.feedWithoutDb('REPLCONF', 'GETACK', '*');
    }
    this.failing.update();
    if (!this.#isPlanned) this.#plan();
    this.#lastStepMs = this.#server.nowMs;
  }

  get #hasWork(): boolean {
    const { backlog, master, replicas, failover } = this.#server.replication;
    return master !== null || replicas.length > 0 || backlog !== null || failover !== null;
  }

  /** The next round, on the grid of the server's start. */
  #plan(): void {
    if (!this.#hasWork) return;
    const { alarms, nowMs, replication, startMs } = this.#server;
    const periodMs = replication.failover === null ? PERIOD_MS : HURRIED_PERIOD_MS;
    const next = startMs + (Math.floor((nowMs - startMs) / periodMs) + 1) * periodMs;
    this.#isPlanned = true;
    alarms.set(next, () => this.#due(next));
  }

  /**
   * A process that stood still reads what has arrived before its timer comes round: that counts its own turns and not the
   * time, so the round is as far away as it was.
   */
  #due(atMs: number): void {
    const { alarms, nowMs, startMs } = this.#server;
    if (nowMs - atMs >= STOOD_STILL_MS) {
      this.#lastSecond = Math.floor((nowMs - startMs) / PERIOD_MS);
      alarms.set(nowMs + Math.max(1, atMs - this.#lastStepMs), () => this.#ringRound());
    } else this.#ringRound();
  }

  #ringRound(): void {
    this.#isPlanned = false;
    if (!this.#server.cronIsPaused) this.#round();
  }

  /** replicationCron. */
  #round(): void {
    const server = this.#server;
    this.#countRound();
    this.failing.update();
    this.#tendMaster();
    this.#pingReplicas();
    this.serving.sendDuePart();
    this.serving.keepAlive();
    this.#dropSilentReplicas();
    this.#dropUnusedBacklog();
    this.serving.beginDueFile();
    countGoodReplicas(server);
  }

  #countRound(): void {
    const { nowMs, replication, startMs } = this.#server;
    const second = Math.floor((nowMs - startMs) / PERIOD_MS);
    this.#rounds += replication.failover === null ? Math.max(1, second - this.#lastSecond) : 1;
    this.#lastSecond = second;
  }

  #tendMaster(): void {
    const { clients, closing, config, nowMs, replication } = this.#server;
    const { master } = replication;
    if (master === null) return;
    const silent = (sinceMs: number) => secondsOf(nowMs) - secondsOf(sinceMs) > config.number('repl-timeout');
    if (master.client !== null) {
      if (silent(master.client.lastInteractionMs)) {
        this.#server.persistence.note('MASTER timeout: no data nor PING received...');
        if (clients.has(master.client.id) && !closing.includes(master.client.id)) {
          closing.push(master.client.id);
        }
      }
    } else if (master.stage !== 'connect' && silent(master.lastHeardAtMs)) {
      const why =
        master.stage === 'transfer'
          ? 'Timeout receiving bulk data from MASTER... If the problem persists try to set the repl-timeout parameter in redis.conf to a larger value.'
          : 'Timeout connecting to the MASTER...';
      this.following.giveUp(why, true);
    }
    if (replication.master?.stage === 'connect') this.following.connect();
    this.following.acknowledge();
  }

  #pingReplicas(): void {
    const { cluster, config, pause, replication } = this.#server;
    if (replication.replicas.length === 0 || this.#rounds % config.number('repl-ping-replica-period') !== 0)
      return;
    // A replica that is to take over must be able to catch up.
    const isTakenOver = replication.failover !== null || (cluster !== null && cluster.manual.endMs !== 0);
    if (isTakenOver && pause.kind !== null) return;
    this.stream.feedWithoutDb('PING');
  }

  #dropSilentReplicas(): void {
    const { config, nowMs, persistence, replication } = this.#server;
    for (const client of [...replication.replicas]) {
      const replica = client.replica as Replica;
      if (replica.stage !== 'online' || replica.isOld) continue;
      if (secondsOf(nowMs) - secondsOf(replica.acknowledgedAtMs) <= config.number('repl-timeout')) continue;
      persistence.note(`Disconnecting timedout replica (streaming sync): ${client.address}`);
      dropReplica(this.#server, client);
    }
  }

  #dropUnusedBacklog(): void {
    const { config, nowMs, persistence, replication } = this.#server;
    const { backlog, master, replicas, aloneSinceMs } = replication;
    const limit = config.number('repl-backlog-ttl');
    if (replicas.length > 0 || limit === 0 || backlog === null || master !== null) return;
    if (secondsOf(nowMs) - secondsOf(aloneSinceMs) <= limit) return;
    // Writes are not counted without a backlog: what a replica knows of this history would be wrong later.
    replication.renewId();
    replication.forgetSecondId();
    this.stream.dropBacklog();
    persistence.note(`Replication backlog freed after ${limit} seconds without connected replicas.`);
  }
}

/** Replication of a server; it begins to work when it is first asked for. */
export function machineryOf(server: Server): Machinery {
  const { replication } = server;
  if (replication.work === null) {
    const machinery = new Machinery(server);
    replication.work = machinery;
    return machinery;
  }
  return replication.work as Machinery;
}
