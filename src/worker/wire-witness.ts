/**
 * What went over the wire in a frame. The bytes are those of the log. How the same would be answered in the other
 * protocol is asked of an engine too: one that has had the same inputs, and in which everybody speaks the other one
 * while it takes this one.
 */
import { concatBytes, Engine, type Server } from '../engine/index.ts';
import { totalBytes } from '../protocol/frame-replies.ts';
import { requestParts } from '../protocol/resp-spans.ts';
import type { Input, Output, SessionStart } from '../protocol/session.ts';
import type { WireBytes, WireReply, WireView } from '../protocol/views-work.ts';
import { commandsIn } from './frames.ts';
import type { Log } from './lock-watch.ts';

const MAX_BYTES = 4096;
/** A longer history is not replayed for the sake of the other protocol. */
const MAX_COMMANDS = 5000;
/** More receivers of one message are not shown. */
const MAX_REPLIES = 12;

/** Commands of these groups do the same in both protocols, and leave nothing behind that tells in which they ran. */
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

interface Follower {
  readonly engine: Engine;
  frame: number;
  /** Whether it took a frame in the other protocol: its buffers remember. */
  isTainted: boolean;
}

interface NotedWire {
  readonly protocol: 2 | 3;
  readonly protocols: ReadonlyMap<number, 2 | 3>;
  readonly pending: Uint8Array;
  readonly left: Uint8Array;
}

export class WireWitness {
  readonly #start: SessionStart;
  readonly #own: Follower;
  #other: Follower | null = null;
  readonly #noted: NotedWire[] = [];
  /** By client: bytes that wait for the rest of their command. */
  readonly #waiting = new Map<number, Uint8Array>();
  readonly #others = new Map<number, Output | null>();

  constructor(start: SessionStart) {
    this.#start = start;
    this.#own = follower(start);
    this.#noted.push({ protocol: 2, protocols: new Map(), pending: NOTHING, left: NOTHING });
  }

  view(log: Log, atFrame: number, answered: boolean): WireView {
    this.#follow(log, atFrame);
    const { summary } = log.frames[atFrame];
    const noted = this.#noted[atFrame];
    const input = inputOf(log, atFrame);
    const other = answered ? this.#otherOutput(log, atFrame) : null;
    const replies = answered ? summary.replies.slice(0, MAX_REPLIES) : [];
    return {
      kind: 'wire',
      nowMs: summary.atMs,
      frame: atFrame,
      client: summary.client,
      protocol: noted.protocol,
      request: input?.type === 'data' ? cut(input.bytes) : null,
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
      moreReplies: Math.max(0, summary.replies.length - MAX_REPLIES),
      tooLong: false,
    };
  }

  #follow({ inputs, frames }: Log, atFrame: number): void {
    const own = this.#own;
    while (own.frame < atFrame) {
      const from = frames[own.frame].inputsEnd;
      own.frame++;
      const end = frames[own.frame].inputsEnd;
      for (let at = from; at < end - 1; at++) own.engine.step(inputs[at]);
      this.#note(inputs[end - 1]);
    }
  }

  #note(input: Input): void {
    const { engine } = this.#own;
    const client = 'client' in input ? input.client : 0;
    const protocol = engine.server.clients.get(client)?.reply.protocol ?? 2;
    const pending = this.#waiting.get(client) ?? NOTHING;
    const { replies } = engine.step(input);
    let left = NOTHING;
    if (input.type === 'data') {
      const all = pending.length === 0 ? input.bytes : concatBytes([pending, input.bytes]);
      left = all.slice(requestParts(all).wholeTo);
      if (left.length === 0) this.#waiting.delete(client);
      else this.#waiting.set(client, left);
    } else if (input.type === 'close') this.#waiting.delete(client);
    else if (input.type === 'crash' || input.type === 'restart') this.#waiting.clear();
    const protocols = new Map<number, 2 | 3>();
    for (const reply of replies) {
      const speaker = engine.server.clients.get(reply.client);
      protocols.set(reply.client, speaker?.reply.protocol ?? protocol);
    }
    this.#noted.push({ protocol, protocols, pending, left });
  }

  /** What would have been written if everybody had spoken the other protocol; null when that cannot be asked. */
  #otherOutput(log: Log, frame: number): Output | null {
    const { summary, commandsEnd } = log.frames[frame];
    const input = inputOf(log, frame);
    if (input === null || summary.replies.length === 0 || commandsEnd > MAX_COMMANDS) return null;
    if (input.type !== 'data' && input.type !== 'tick') return null;
    const known = this.#others.get(frame);
    if (known !== undefined) return known;
    const output = this.#askOther(log, frame, input);
    this.#others.set(frame, output);
    return output;
  }

  #askOther({ inputs, frames }: Log, frame: number, input: Input): Output | null {
    const commands = input.type === 'data' ? commandsIn(input.bytes) : [];
    let other = this.#other;
    if (other === null || other.frame >= frame) other = follower(this.#start);
    let isPlain = this.#moveTo(other, inputs, frames, frame, commands);
    if (!isPlain && other.isTainted) {
      other = follower(this.#start);
      isPlain = this.#moveTo(other, inputs, frames, frame, commands);
    }
    const { engine } = other;
    const names = commands.map((args) => engine.server.commands.resolve(args)?.fullName ?? '');
    if (names.some((name) => CHOOSING.has(name))) {
      engine.step(input);
      this.#other = other;
      return null;
    }
    turnAll(engine.server);
    const output = engine.step(input);
    turnAll(engine.server);
    other.isTainted = true;
    // What it did may have been another thing than what was done: it is of no more use.
    this.#other = isPlain ? other : null;
    return output;
  }

  /** Up to just before a frame's own input; tells whether what comes does the same in both protocols. */
  #moveTo(
    other: Follower,
    inputs: Log['inputs'],
    frames: Log['frames'],
    frame: number,
    commands: readonly Uint8Array[][],
  ): boolean {
    const { engine } = other;
    for (let at = frames[other.frame].inputsEnd; at < frames[frame].inputsEnd - 1; at++)
      engine.step(inputs[at]);
    other.frame = frame;
    const { server } = engine;
    for (const client of server.clients.values()) {
      if (client.subscriptions !== null || client.tracking !== null) return false;
    }
    return commands.every((args) => PLAIN_GROUPS.has(server.commands.resolve(args)?.command.group ?? ''));
  }
}

function follower(start: SessionStart): Follower {
  return { engine: new Engine(start), frame: 0, isTainted: false };
}

function turnAll({ clients }: Server): void {
  for (const { reply } of clients.values()) reply.protocol = reply.protocol === 2 ? 3 : 2;
}

function inputOf({ inputs, frames }: Log, frame: number): Input | null {
  return frame === 0 ? null : inputs[frames[frame].inputsEnd - 1];
}

function cut(bytes: Uint8Array): WireBytes {
  return { totalBytes: bytes.length, bytes: bytes.slice(0, MAX_BYTES) };
}

const NOTHING = new Uint8Array(0);
