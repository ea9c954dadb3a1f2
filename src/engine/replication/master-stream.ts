/**
 * Runs the commands that the master sends, and passes their bytes on. The offset counts bytes of commands that have run;
 * a transaction counts when it is over, so that one that was cut in two comes again as a whole.
 */

import type { Client } from '../state/client/client.ts';
import { ProtocolError } from '../state/client/query-buffer.ts';
import type { Master } from '../state/replication/master.ts';
import type { Server } from '../state/server.ts';
import type { ReplicationStream } from './stream.ts';

export class MasterStream {
  readonly #server: Server;
  readonly #stream: ReplicationStream;
  readonly #master: Master;
  readonly #client: Client;
  /** What has arrived and was not passed on, and the offset where that begins. */
  #chunks: Uint8Array[] = [];
  #passedOn: number;
  #isRunning = false;

  constructor(server: Server, stream: ReplicationStream, master: Master, client: Client) {
    this.#server = server;
    this.#stream = stream;
    this.#master = master;
    this.#client = client;
    this.#passedOn = master.offset;
  }

  /** False for bytes that are no commands. */
  receive(bytes: Uint8Array): boolean {
    const { replication, nowMs } = this.#server;
    const kept = bytes.slice();
    this.#chunks.push(kept);
    this.#master.readOffset += kept.length;
    replication.inputBytes += kept.length;
    this.#client.lastInteractionMs = nowMs;
    this.#client.query.append(kept);
    return this.run();
  }

  /** Runs what is whole, unless something holds the server; then the rest runs afterwards. */
  run(): boolean {
    if (this.#isRunning) return true;
    this.#isRunning = true;
    const { keyspace } = this.#server;
    keyspace.obeysMaster = true;
    try {
      this.#runCommands();
    } catch (problem) {
      if (!(problem instanceof ProtocolError)) throw problem;
      this.#server.persistence.note(`Protocol error from master: ${problem.text}`);
      return false;
    } finally {
      keyspace.obeysMaster = false;
      this.#isRunning = false;
    }
    this.#client.query.settle();
    this.#passOn();
    return true;
  }

  #runCommands(): void {
    const server = this.#server;
    const client = this.#client;
    while (this.#mayRun) {
      const args = client.postponed ?? client.query.next(server.config.maxBulkBytes);
      if (args === null) return;
      client.postponed = null;
      if (args.length > 0) server.processCommand(client, args);
      client.reply.truncate(0);
      if (client.blocked !== null || client.transaction.active) continue;
      this.#master.offset = this.#master.readOffset - client.query.pendingBytes;
    }
  }

  get #mayRun(): boolean {
    const { blockedUntilMs, scripting, ending } = this.#server;
    const isHeld = blockedUntilMs !== 0 || scripting.running !== null || ending !== null;
    return !isHeld && this.#client.blocked === null && this.#master.client === this.#client;
  }

  #passOn(): void {
    let left = this.#master.offset - this.#passedOn;
    this.#passedOn = this.#master.offset;
    while (left > 0) {
      const chunk = this.#chunks[0];
      const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
      if (part === chunk) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(left);
      left -= part.length;
      this.#stream.write(part);
    }
  }
}
