/**
 * What went over the wire in a frame. The bytes are those of the log. Another engine, which has had the same inputs,
 * answers the frame in the other protocol: all clients are switched over while it takes this one.
 */
import { concatBytes, type Engine, type Server } from '../../engine/index.ts';
import { totalBytes } from '../../protocol/frame-replies.ts';
import { requestParts } from '../../protocol/resp-spans.ts';
import type { Output } from '../../protocol/session.ts';
import type { WireBytes, WireReply, WireView } from '../../protocol/views-work.ts';
import type { SessionInput, WorldOutput } from '../../protocol/world.ts';
import type { SessionMachine, WorldNode } from '../../sim/machine.ts';
import { commandsIn } from '../frames.ts';
import type { SessionHistory, SessionRun } from '../history/session-history.ts';
import { type Given, isOfConsole, type NodeHistory } from './node-history.ts';

const MAX_BYTES = 4096;
/** A longer history is not replayed for the sake of the other protocol. */
const MAX_COMMANDS = 5000;
/** More receivers of one message are not shown. */
const MAX_REPLIES = 12;

/** Commands of these groups do the same in both protocols and leave no trace of the protocol. */
const PLAIN_GROUPS: ReadonlySet<string> = new Set([
  'string',
  'hash',
  'list',
  'set',
  'sorted-set',
  'geo',
  'stream',
  'bitmap',
  'hyperloglog',
  'generic',
]);
/** These choose the protocol themselves. */
const CHOOSING: ReadonlySet<string> = new Set(['hello', 'reset']);

/** A run in which a frame may have been taken in the other protocol. */
interface OtherRun {
  readonly run: SessionRun;
  /** Whether it took a frame in the other protocol: its buffers remember. */
  isTainted: boolean;
}

interface NotedWire {
  readonly client: number;
  /** What a console sent. */
  readonly request: Uint8Array | null;
  readonly protocol: 2 | 3;
  readonly protocols: ReadonlyMap<number, 2 | 3>;
  readonly pending: Uint8Array;
  readonly left: Uint8Array;
}

export class WireHistory implements NodeHistory {
  readonly #history: SessionHistory;
  #engine: Engine | null = null;
  #machine: SessionMachine | null = null;
  #frame = 0;
  #other: OtherRun | null = null;
  /** By frame; of those in which the server did something. */
  readonly #noted = new Map<number, NotedWire>();
  /** By client: bytes that wait for the rest of their command. */
  readonly #waiting = new Map<number, Uint8Array>();
  readonly #others = new Map<number, Output | null>();
  /** Of the input that is being taken. */
  #taking: { readonly protocol: 2 | 3; readonly isOwnOfFrame: boolean } = {
    protocol: 2,
    isOwnOfFrame: false,
  };

  constructor(history: SessionHistory) {
    this.#history = history;
  }

  begin({ engine }: WorldNode, machine: SessionMachine): void {
    this.#engine = engine;
    this.#machine = machine;
    this.#noted.clear();
    this.#waiting.clear();
    this.#others.clear();
  }

  before(given: Given, frame: number, isOwnOfFrame: boolean): null {
    const client = this.#consoleOf(given);
    this.#frame = frame;
    this.#taking = { protocol: this.#protocolOf(client) ?? 2, isOwnOfFrame };
    return null;
  }

  after(given: Given, { replies }: WorldOutput): void {
    const { protocol, isOwnOfFrame } = this.#taking;
    if (!isOwnOfFrame) return;
    const client = this.#consoleOf(given);
    const request = given.type === 'data' && client !== 0 ? given.bytes : null;
    const pending = this.#waiting.get(client) ?? NOTHING;
    let left = NOTHING;
    if (request !== null) {
      const all = pending.length === 0 ? request : concatBytes([pending, request]);
      left = all.slice(requestParts(all).wholeTo);
      if (left.length === 0) this.#waiting.delete(client);
      else this.#waiting.set(client, left);
    } else if (given.type === 'close') this.#waiting.delete(client);
    else if (given.type === 'crash' || given.type === 'restart') this.#waiting.clear();
    const protocols = new Map<number, 2 | 3>();
    for (const reply of replies) protocols.set(reply.client, this.#protocolOf(reply.client) ?? protocol);
    this.#noted.set(this.#frame, { client, request, protocol, protocols, pending, left });
  }

  /** Whose input it was; 0 for all but consoles. */
  #consoleOf(given: Given): number {
    const isConsole = 'client' in given && this.#machine !== null && isOfConsole(this.#machine, given.client);
    return isConsole ? given.client : 0;
  }

  #protocolOf(client: number): 2 | 3 | undefined {
    return this.#engine?.server.clients.get(client)?.reply.protocol;
  }

  view(atFrame: number, nowMs: number, answered: boolean): WireView {
    const { summary } = this.#history.frames[atFrame];
    const isOurs = this.#noted.has(atFrame);
    const noted = this.#noted.get(atFrame) ?? FIRST;
    const isSingle = this.#machine?.isSingle ?? true;
    const other = answered ? this.#otherOutput(atFrame) : null;
    const all = isOurs ? summary.replies : [];
    const replies = answered ? all.slice(0, MAX_REPLIES) : [];
    return {
      kind: 'wire',
      nowMs,
      frame: atFrame,
      ...(isSingle || atFrame === 0
        ? {}
        : noted.request === null && all.length === 0
          ? { elsewhere: true }
          : {}),
      client: noted.client,
      protocol: noted.protocol,
      request: noted.request === null ? null : cut(noted.request),
      pending: cut(noted.pending),
      leftBytes: noted.left.length,
      answered,
      replies: replies.map((reply): WireReply => {
        const { client } = reply;
        const otherBytes = other?.replies.find((reply) => reply.client === client)?.bytes;
        return {
          client,
          protocol: noted.protocols.get(client) ?? 2,
          ...cut(reply.bytes),
          totalBytes: totalBytes(reply),
          other: other === null ? null : cut(otherBytes ?? NOTHING),
        };
      }),
      moreReplies: Math.max(0, all.length - MAX_REPLIES),
      tooLong: false,
    };
  }

  #inputOf(frame: number): SessionInput | null {
    const { inputs, frames } = this.#history;
    return frame === 0 ? null : inputs[frames[frame].inputsEnd - 1];
  }

  /** The output if all clients had spoken the other protocol; null when that cannot be asked. */
  #otherOutput(frame: number): Output | null {
    const { summary, commandsEnd } = this.#history.frames[frame];
    const input = this.#inputOf(frame);
    // Of several servers, what another one did with other bytes cannot be left out.
    if (this.#machine?.isSingle !== true) return null;
    if (input === null || summary.replies.length === 0 || commandsEnd > MAX_COMMANDS) return null;
    if (input.type !== 'data' && input.type !== 'tick') return null;
    const known = this.#others.get(frame);
    if (known !== undefined) return known;
    const output = this.#askOther(frame, input);
    this.#others.set(frame, output);
    return output;
  }

  #askOther(frame: number, input: SessionInput): Output | null {
    const { frames } = this.#history;
    const commands = input.type === 'data' ? commandsIn(input.bytes) : [];
    let other = this.#other;
    if (other === null || other.run.taken >= frames[frame].inputsEnd) other = this.#newOther();
    let isPlain = this.#moveTo(other, frame, commands);
    if (!isPlain && other.isTainted) {
      other = this.#newOther();
      isPlain = this.#moveTo(other, frame, commands);
    }
    const { run } = other;
    const server = run.machine.serverOf();
    const names = commands.map((args) => server.commands.resolve(args)?.fullName ?? '');
    if (names.some((name) => CHOOSING.has(name))) {
      run.take(input);
      this.#other = other;
      return null;
    }
    turnAll(server);
    const output = run.take(input);
    turnAll(server);
    other.isTainted = true;
    // The other protocol may have led to another state: this run is of no more use.
    this.#other = isPlain ? other : null;
    return output;
  }

  #newOther(): OtherRun {
    return { run: this.#history.newRun(), isTainted: false };
  }

  /** Up to just before a frame's own input; says whether what comes does the same in both protocols. */
  #moveTo({ run }: OtherRun, frame: number, commands: readonly Uint8Array[][]): boolean {
    const { inputs, frames } = this.#history;
    run.advance(inputs, frames[frame].inputsEnd - 1);
    const server = run.machine.serverOf();
    for (const client of server.clients.values()) {
      if (client.subscriptions !== null || client.tracking !== null) return false;
    }
    return commands.every((args) => PLAIN_GROUPS.has(server.commands.resolve(args)?.command.group ?? ''));
  }
}

function turnAll({ clients }: Server): void {
  for (const { reply } of clients.values()) reply.protocol = reply.protocol === 2 ? 3 : 2;
}

function cut(bytes: Uint8Array): WireBytes {
  return { totalBytes: bytes.length, bytes: bytes.slice(0, MAX_BYTES) };
}

const NOTHING = new Uint8Array(0);
/** Before all inputs. */
const FIRST: NotedWire = {
  client: 0,
  request: null,
  protocol: 2,
  protocols: new Map(),
  pending: NOTHING,
  left: NOTHING,
};
