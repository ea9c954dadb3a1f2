/**
 * One Redis server as a pure function: bytes, time and chance come in as data.
 *
 *   const engine = new Engine({ generation: '7.0', seed: 1, startMs: 0, config: {} });
 *   engine.step({ type: 'open', nowMs: 0, client: 1 });
 *   engine.step({ type: 'data', nowMs: 5, client: 1, bytes });   // -> { replies, closed, wakeAtMs }
 */
import type { Input, Output, SessionStart } from '../../protocol/session.ts';
import { AssertionFailure, assert } from '../base/errors.ts';
import type { Probe } from '../base/probe.ts';
import { commandTable } from '../commands/index.ts';
import { Client } from '../state/client.ts';
import { ProtocolError } from '../state/query-buffer.ts';
import { Server } from '../state/server.ts';
import { processCommand } from './call.ts';
import { Cron } from './cron.ts';

export class Engine {
  readonly server: Server;
  readonly #cron: Cron;

  constructor(start: SessionStart) {
    this.server = new Server(start, commandTable());
    this.#cron = new Cron(this.server);
  }

  /** Who is told of every step inside the structures; null when nobody watches. */
  set probe(probe: Probe | null) {
    this.server.env.probe = probe;
  }

  step(input: Input): Output {
    const { server } = this;
    if (input.nowMs < server.nowMs) throw new AssertionFailure('time goes backwards');
    if (input.nowMs !== server.nowMs) {
      server.nowMs = input.nowMs;
      server.keyspace.setTime(input.nowMs);
    }
    switch (input.type) {
      case 'open':
        this.#open(input.client);
        break;
      case 'data':
        this.#receive(input.client, input.bytes);
        break;
      case 'close':
        server.clients.delete(input.client);
        break;
      case 'tick':
        this.#cron.tick();
        break;
    }
    return this.#output(input.type === 'data' ? input.client : 0);
  }

  #open(id: number): void {
    const { server } = this;
    assert(!server.clients.has(id), `client ${id} is connected already`);
    server.clients.set(id, new Client(id, server.keyspace.databases[0], server.nowMs));
    server.statistics.connectionsReceived++;
  }

  #receive(id: number, bytes: Uint8Array): void {
    const { server } = this;
    const client = server.clients.get(id);
    if (client === undefined) throw new AssertionFailure(`client ${id} is not connected`);
    client.lastInteractionMs = server.nowMs;
    server.statistics.inputBytes += bytes.length;
    const { query } = client;
    query.append(bytes);
    try {
      while (!client.closeAfterReply) {
        const args = query.next(server.config.maxBulkBytes);
        if (args === null) break;
        processCommand(server, client, args);
      }
    } catch (problem) {
      if (!(problem instanceof ProtocolError)) throw problem;
      client.reply.error(problem.text);
      client.closeAfterReply = true;
    }
    query.settle();
  }

  /** Gathers what was written. Outside pub/sub and blocking only the sender can have a reply. */
  #output(sender: number): Output {
    const { server } = this;
    const client = sender === 0 ? undefined : server.clients.get(sender);
    let replies: Output['replies'] = NONE;
    if (client !== undefined) {
      if (client.reply.length > 0) {
        const bytes = client.reply.take();
        server.statistics.outputBytes += bytes.length;
        replies = [{ client: sender, bytes }];
      }
      if (client.closeAfterReply) server.closing.push(sender);
    }
    const closed = server.closing.length === 0 ? NONE : this.#hangUp();
    return { replies, closed, wakeAtMs: this.#cron.wakeAtMs() };
  }

  #hangUp(): number[] {
    const { clients, closing } = this.server;
    for (const id of closing) clients.delete(id);
    return closing.splice(0);
  }
}

const NONE: readonly never[] = [];
