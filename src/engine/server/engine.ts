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
import { loadModules } from '../modules/index.ts';
import { Client } from '../state/client.ts';
import { ProtocolError } from '../state/query-buffer.ts';
import { Server } from '../state/server.ts';
import { tendMemory } from './before-sleep.ts';
import { call, processCommand, refuseInput } from './call.ts';
import { Cron } from './cron.ts';
import { serveReadyKeys } from './ready-keys.ts';

export class Engine {
  readonly server: Server;
  readonly #cron: Cron;
  /** While DEBUG SLEEP holds the server: who has input or replies waiting, in the order of their input. */
  readonly #waiting = new Set<Client>();
  /** Those of them that hung up meanwhile: what they sent still runs, as it would out of a socket. */
  readonly #leaving = new Set<Client>();
  /** Whoever had to wait and may be answered in this step. */
  #woken: Client[] = [];

  constructor(start: SessionStart) {
    this.server = new Server(start, commandTable());
    this.server.runCommand = (client, entry, args) => call(this.server, client, entry, args);
    loadModules(this.server, start.config.loadmodule ?? '');
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
    if (server.blockedUntilMs !== 0) this.#wake();
    if (server.alarms.nextAtMs <= server.nowMs && server.blockedUntilMs === 0)
      server.alarms.ringDue(server.nowMs);
    if (server.blocking.unblocked.size > 0) this.#runUnblocked();
    switch (input.type) {
      case 'open':
        this.#open(input.client);
        break;
      case 'data':
        this.#receive(input.client, input.bytes);
        break;
      case 'close':
        this.#close(input.client);
        break;
      case 'tick':
        if (server.blockedUntilMs === 0) this.#cron.tick();
        break;
    }
    // Keys that came or went otherwise than by a command: streams that expired.
    if (server.blocking.hasReadyKeys) serveReadyKeys(server);
    if (server.blocking.unblocked.size > 0) this.#runUnblocked();
    if (server.blockedUntilMs === 0) tendMemory(server);
    return this.#output(input.type === 'data' ? input.client : 0);
  }

  /** Ends DEBUG SLEEP when its time has come: what arrived meanwhile runs now, in the order of arrival. */
  #wake(): void {
    const { server } = this;
    if (server.nowMs < server.blockedUntilMs) return;
    server.blockedUntilMs = 0;
    this.#woken = [...this.#waiting];
    this.#waiting.clear();
    for (const client of this.#woken) if (this.#isHere(client)) this.#run(client);
    for (const client of this.#leaving) {
      if (this.#waiting.has(client)) continue;
      this.#leaving.delete(client);
      client.reply.take();
      server.dismiss(client);
    }
  }

  #open(id: number): void {
    const { server } = this;
    assert(!server.clients.has(id), `client ${id} is connected already`);
    const client = new Client(id, server.keyspace.databases[0], server.nowMs);
    client.authenticated = server.config.password === '';
    server.clients.set(id, client);
    server.statistics.connectionsReceived++;
  }

  #close(id: number): void {
    const client = this.server.clients.get(id);
    if (client === undefined) return;
    if (this.#waiting.has(client)) this.#leaving.add(client);
    else this.server.dismiss(client);
  }

  #receive(id: number, bytes: Uint8Array): void {
    const { server } = this;
    const client = server.clients.get(id);
    if (client === undefined) throw new AssertionFailure(`client ${id} is not connected`);
    client.lastInteractionMs = server.nowMs;
    server.statistics.inputBytes += bytes.length;
    client.query.append(bytes);
    this.#run(client);
  }

  /** Runs the whole commands a client has sent, as far as nothing holds the server. */
  #run(client: Client): void {
    const { server } = this;
    const { query } = client;
    try {
      while (server.blockedUntilMs === 0 && client.blocked === null && !client.closeAfterReply) {
        const args = query.next(server.config.maxBulkBytes);
        if (args === null) break;
        if (args.length > 0) processCommand(server, client, args);
        else if (client.replyMode === 'skip') client.replyMode = 'on';
      }
    } catch (problem) {
      if (!(problem instanceof ProtocolError)) throw problem;
      refuseInput(server, client, problem.text);
    }
    query.settle();
    if (server.blockedUntilMs !== 0) this.#waiting.add(client);
  }

  /** Clients that have waited go on, in the order in which their waits ended: processUnblockedClients. */
  #runUnblocked(): void {
    const { server } = this;
    const { unblocked } = server.blocking;
    for (const client of unblocked) {
      if (server.blockedUntilMs !== 0) return;
      unblocked.delete(client);
      if (client.blocked !== null || !this.#isHere(client)) continue;
      const { postponed } = client;
      client.postponed = null;
      if (postponed !== null) processCommand(server, client, postponed);
      this.#run(client);
    }
  }

  /** Gathers what was written: to the sender, and to whoever else was addressed. */
  #output(sender: number): Output {
    const { server } = this;
    // A server that sleeps says nothing, not even what it had written before.
    if (server.blockedUntilMs !== 0) {
      for (const client of this.#woken) this.#waiting.add(client);
      this.#woken = [];
      return { replies: NONE, closed: NONE, wakeAtMs: server.blockedUntilMs };
    }
    server.tracking.broadcast();
    const client = sender === 0 ? undefined : server.clients.get(sender);
    let replies: Output['replies'] = NONE;
    if (this.#woken.length > 0 || server.addressed.size > 0) replies = this.#answerAll(client);
    else if (client !== undefined) replies = this.#answer(client);
    const closed = server.closing.length === 0 ? NONE : this.#hangUp();
    return { replies, closed, wakeAtMs: this.#wakeAtMs() };
  }

  #answerAll(sender: Client | undefined): Output['replies'] {
    const { addressed } = this.server;
    const clients = new Set(this.#woken);
    if (sender !== undefined) clients.add(sender);
    for (const client of addressed) clients.add(client);
    addressed.clear();
    this.#woken = [];
    return [...clients].filter((client) => this.#isHere(client)).flatMap((client) => this.#answer(client));
  }

  #wakeAtMs(): number | null {
    const cron = this.#cron.wakeAtMs();
    const { nextAtMs } = this.server.alarms;
    if (nextAtMs === Number.POSITIVE_INFINITY) return cron;
    return cron === null || nextAtMs < cron ? nextAtMs : cron;
  }

  /** Neither gone nor killed by another client. */
  #isHere(client: Client): boolean {
    const { clients, closing } = this.server;
    return clients.get(client.id) === client && !closing.includes(client.id);
  }

  #answer(client: Client): Output['replies'] {
    const { server } = this;
    // With CLIENT REPLY OFF there is no reply to close after: such a client stays, unheard, until it leaves.
    if (client.reply.length === 0) return NONE;
    if (client.closeAfterReply) server.closing.push(client.id);
    const bytes = client.reply.take();
    server.statistics.outputBytes += bytes.length;
    return [{ client: client.id, bytes }];
  }

  #hangUp(): number[] {
    const { clients, closing } = this.server;
    for (const id of closing) {
      const client = clients.get(id);
      if (client !== undefined) this.server.dismiss(client);
    }
    return closing.splice(0);
  }
}

const NONE: readonly never[] = [];
