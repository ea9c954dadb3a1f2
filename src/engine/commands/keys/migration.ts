/**
 * Keys on their way to another server, which is what MIGRATE waits for.
 *
 *     connect ──▶ [AUTH] [SELECT] RESTORE RESTORE … ──▶ a reply for each ──▶ delete what has arrived, answer
 *
 * A real server stands still meanwhile. Here other clients are paused, so that nobody changes a key that is already on
 * its way and not yet deleted.
 */

import { encodeCommand } from '../../../protocol/resp.ts';
import { bytesOf, concatBytes, latin1, repr } from '../../base/bytes.ts';
import { keySlot } from '../../base/crc16.ts';
import { ReplyError } from '../../base/errors.ts';
import { dumpPayload } from '../../persistence/rdb-value.ts';
import type { Alarm } from '../../state/alarms.ts';
import type { Client } from '../../state/client/client.ts';
import { type MigrateSocket, MigrateSockets } from '../../state/migrate-sockets.ts';
import type { Server } from '../../state/server.ts';

export interface MigrationPlan {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly timeoutMs: number;
  readonly copy: boolean;
  readonly replace: boolean;
  /** AUTH and its arguments, or none. */
  readonly login: readonly Uint8Array[] | null;
  readonly keys: readonly Uint8Array[];
}

const CONNECT_FAILED = 'IOERR error or timeout connecting to the client';
/** A connection that is refused fails at the first write. */
const UNREACHABLE = 'IOERR error or timeout writing to target instance';
const READ_FAILED = 'IOERR error or timeout reading to target instance';

/** What a reply is the reply to. */
type Expected = { readonly type: 'login' | 'select' } | { readonly type: 'key'; readonly key: Uint8Array };

export class Migration {
  readonly #server: Server;
  readonly #client: Client;
  readonly #plan: MigrationPlan;
  readonly #deleted: Uint8Array[] = [];
  #socket: MigrateSocket | null = null;
  #isConnected = false;
  #mayRetry = true;
  #expected: Expected[] = [];
  #pending = '';
  #refusal: string | null = null;
  #alarm: Alarm | null = null;
  /** The login or the choice of the database. */
  #hasFailedBefore = false;

  constructor(server: Server, client: Client, plan: MigrationPlan) {
    this.#server = server;
    this.#client = client;
    this.#plan = plan;
  }

  begin(): void {
    const server = this.#server;
    if (!server.hasNetwork()) throw new ReplyError(UNREACHABLE);
    server.blocking.block(this.#client, { why: 'migrate', untilMs: 0, timedOut() {} });
    server.pause.begin('all', Number.MAX_SAFE_INTEGER, 'migrate');
    this.#connect();
  }

  #connect(): void {
    const { host, port } = this.#plan;
    this.#server.migrateSockets ??= new MigrateSockets(this.#server);
    const sockets = this.#server.migrateSockets;
    const known = sockets.find(host, port);
    const socket = known ?? sockets.dial(host, port);
    this.#socket = socket;
    this.#isConnected = known !== null;
    socket.lastUsedMs = this.#server.nowMs;
    socket.owner = {
      connected: () => {
        this.#isConnected = true;
        this.#send();
      },
      received: (bytes) => this.#receive(bytes),
      ended: () => this.#fail(false),
    };
    this.#wait();
    if (this.#isConnected) this.#send();
  }

  /** The time for the next sign of life. */
  #wait(): void {
    const { alarms, nowMs } = this.#server;
    if (this.#alarm !== null) alarms.cancel(this.#alarm);
    this.#alarm = alarms.set(nowMs + this.#plan.timeoutMs, () => this.#fail(true));
  }

  /** All commands in one go. */
  #send(): void {
    const server = this.#server;
    const plan = this.#plan;
    const socket = this.#socket as MigrateSocket;
    const { keyspace } = server;
    const db = this.#client.db;
    const commands: Uint8Array[] = [];
    const add = (expected: Expected, ...words: (string | Uint8Array)[]): void => {
      this.#expected.push(expected);
      commands.push(encodeCommand(words.map((word) => (typeof word === 'string' ? bytesOf(word) : word))));
    };
    this.#expected = [];
    this.#pending = '';
    if (plan.login !== null) add({ type: 'login' }, ...plan.login);
    if (socket.chosenDb !== plan.db) add({ type: 'select' }, 'SELECT', String(plan.db));
    const restore = server.cluster === null ? 'RESTORE' : 'RESTORE-ASKING';
    for (const key of plan.keys) {
      if (this.#deleted.includes(key)) continue;
      const object = db.keys.find(key)?.value;
      const expireAtMs = keyspace.expireAt(db, key);
      const leftMs = expireAtMs === -1 ? 0 : Number(expireAtMs) - keyspace.nowMs;
      if (object === undefined || leftMs < 0) continue;
      const ttl = expireAtMs === -1 ? '0' : String(Math.max(1, leftMs));
      const options = plan.replace ? ['REPLACE'] : [];
      add({ type: 'key', key }, restore, key, ttl, dumpPayload(server, object), ...options);
    }
    if (this.#expected.length === 0) this.#end();
    else socket.link.send(concatBytes(commands));
  }

  #receive(bytes: Uint8Array): void {
    this.#pending += latin1(bytes);
    for (;;) {
      const end = this.#pending.indexOf('\r\n');
      if (end === -1) break;
      const line = this.#pending.slice(0, end);
      this.#pending = this.#pending.slice(end + 2);
      this.#take(line);
      if (this.#expected.length === 0) {
        this.#end();
        return;
      }
    }
    this.#wait();
  }

  #take(line: string): void {
    const expected = this.#expected.shift() as Expected;
    const isError = line.startsWith('-');
    if (isError) this.#refusal ??= line.slice(1);
    if (expected.type === 'select' && !isError && this.#socket !== null) {
      this.#socket.chosenDb = this.#plan.db;
    }
    // What follows a failed login or choice went to the wrong place, whatever it answers.
    const isLost = this.#refusal !== null && expected.type === 'key' && this.#hasFailedBefore;
    if (isError && expected.type !== 'key') this.#hasFailedBefore = true;
    if (expected.type === 'key' && !isError && !isLost && !this.#plan.copy) this.#delete(expected.key);
  }

  #delete(key: Uint8Array): void {
    const { keyspace, propagation } = this.#server;
    const { db } = this.#client;
    propagation.unit(false, () => {
      if (!keyspace.delete(db, key)) return;
      this.#deleted.push(key);
      this.#emit(key);
      keyspace.modified(db, key);
      keyspace.notify('g', 'del', db, key);
      keyspace.dirty++;
      if (propagation.wanted) propagation.also(db, [bytesOf('DEL'), key]);
    });
  }

  #emit(key: Uint8Array): void {
    const { cluster, env } = this.#server;
    if (env.probe === null || cluster === null) return;
    const { host, port } = this.#plan;
    const slot = keySlot(key);
    const left = cluster.slotKeys.count(slot);
    env.probe.emit({
      type: 'cluster.migrated',
      me: cluster.myself.id,
      key: repr(key),
      slot,
      left,
      host,
      port,
    });
  }

  /** The connection is gone, or nothing came for too long. A kept connection may have been closed long ago: once more. */
  #fail(isTimeout: boolean): void {
    const wasConnected = this.#isConnected;
    this.#drop();
    if (!isTimeout && this.#mayRetry && this.#refusal === null) {
      this.#mayRetry = false;
      this.#connect();
      return;
    }
    this.#answer(wasConnected ? READ_FAILED : isTimeout ? CONNECT_FAILED : UNREACHABLE);
  }

  #drop(): void {
    const { host, port } = this.#plan;
    if (this.#socket !== null) this.#socket.owner = null;
    this.#server.migrateSockets?.close(host, port);
    this.#socket = null;
  }

  #end(): void {
    const socket = this.#socket as MigrateSocket;
    socket.owner = null;
    if (this.#refusal === null) {
      this.#answer(null);
      return;
    }
    socket.chosenDb = null;
    this.#answer(`ERR Target instance replied with error: ${this.#refusal}`);
  }

  #answer(error: string | null): void {
    const server = this.#server;
    const client = this.#client;
    if (this.#alarm !== null) server.alarms.cancel(this.#alarm);
    this.#alarm = null;
    if (client.blocked?.why === 'migrate') {
      if (error !== null) server.statistics.countError(error);
      server.blocking.answer(client, () => (error === null ? client.reply.ok() : client.reply.error(error)));
      server.blocking.unblock(client, 'command');
    }
    server.pause.end('migrate');
  }
}
