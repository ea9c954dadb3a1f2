/**
 * Histories of one server out of a session that may have several. Each is told only of what its own server takes, in
 * the time of that server's clock. Only the servers looked at lately have one.
 */
import type { EngineListener } from '../../engine/index.ts';
import type { Input, LinkInput } from '../../protocol/session.ts';
import type { SessionInput, WorldOutput } from '../../protocol/world.ts';
import { FIRST_NODE_CLIENT, type SessionMachine, type WorldNode } from '../../sim/machine.ts';
import type { SessionHistory, SessionReader } from '../history/session-history.ts';

const MAX_HISTORIES = 4;

/** What a server is given. */
export type Given = Input | LinkInput;

export interface NodeHistory {
  /** Everything begins, with this server. What was noted so far is forgotten. */
  begin(node: WorldNode, machine: SessionMachine): void;
  /** The server is about to take this. Gives what listens meanwhile, or null. */
  before(given: Given, frame: number, isOwnOfFrame: boolean): EngineListener | null;
  /** It has taken it. */
  after(given: Given, output: WorldOutput): void;
}

/** Whether it is a console's: other clients of a server that is not alone are servers as well. */
export function isOfConsole(machine: SessionMachine, client: number): boolean {
  return machine.isSingle || client < FIRST_NODE_CLIENT;
}

class NodeReader<Kept extends NodeHistory> implements SessionReader {
  readonly history: Kept;
  readonly #node: number;
  #stopAttending = () => {};
  #stopListening: (() => void) | null = null;
  /** The frame in which the server did something first; a node can be added later. */
  #beganIn: number | null = null;
  #frame = 0;
  #isOwnOfFrame = false;
  /** How far its clock was ahead of the world's, from a frame on. */
  #offsets: { readonly frame: number; readonly ms: number }[] = [];

  constructor(node: number, history: Kept) {
    this.#node = node;
    this.history = history;
  }

  begin(machine: SessionMachine): void {
    this.end();
    this.#offsets = [];
    this.#beganIn = null;
    if (machine.nodes[this.#node] !== undefined) this.#begin(machine, 0);
    this.#stopAttending = machine.attend((node, given) => {
      if (node === this.#node) this.#attend(machine, given);
    });
  }

  /** Hears nothing more. */
  end(): void {
    this.#stopAttending();
    this.#stopListening?.();
    this.#stopListening = null;
  }

  before(_input: SessionInput, frame: number, isOwnOfFrame: boolean): null {
    this.#frame = frame;
    this.#isOwnOfFrame = isOwnOfFrame;
    return null;
  }

  after(_input: SessionInput, output: WorldOutput): void {
    this.#stopListening?.();
    this.#stopListening = null;
    if (output.node === this.#node && output.given !== null) this.history.after(output.given, output);
  }

  isThereAt(frame: number): boolean {
    return this.#beganIn !== null && this.#beganIn <= frame;
  }

  /** An instant of the world as the server's clock shows it. */
  nowMs(worldMs: number, atFrame: number): number {
    return worldMs + (this.#offsets.findLast(({ frame }) => frame <= atFrame)?.ms ?? 0);
  }

  #begin(machine: SessionMachine, frame: number): void {
    this.#beganIn = frame;
    this.history.begin(machine.nodes[this.#node], machine);
  }

  #attend(machine: SessionMachine, given: Given): void {
    if (this.#beganIn === null) this.#begin(machine, this.#frame);
    if (!machine.isSingle) this.#noteOffset(given.nowMs - machine.nowMs);
    const listener = this.history.before(given, this.#frame, this.#isOwnOfFrame);
    if (listener !== null) this.#stopListening = machine.nodes[this.#node].engine.listen(listener);
  }

  #noteOffset(ms: number): void {
    if (ms !== (this.#offsets.at(-1)?.ms ?? 0)) this.#offsets.push({ frame: this.#frame, ms });
  }
}

/** The histories of one kind, by server. */
export class NodeHistories<Kept extends NodeHistory> {
  readonly #session: SessionHistory;
  readonly #make: () => Kept;
  /** The one looked at last is the last. */
  readonly #readers = new Map<number, NodeReader<Kept>>();

  constructor(session: SessionHistory, make: () => Kept) {
    this.#session = session;
    this.#make = make;
  }

  /** The history of a server, as far as it was read. */
  of(node: number): Kept {
    return this.#readerOf(node).history;
  }

  /** The same up to a frame; null when that server was not there yet. */
  follow(node: number, toFrame: number): Kept | null {
    const reader = this.#readerOf(node);
    this.#session.follow(reader, toFrame);
    return reader.isThereAt(toFrame) ? reader.history : null;
  }

  /** The end of a frame by the server's own clock. */
  nowMs(node: number, atFrame: number): number {
    return this.#readerOf(node).nowMs(this.#session.frames[atFrame].summary.atMs, atFrame);
  }

  forget(): void {
    for (const reader of this.#readers.values()) this.#drop(reader);
    this.#readers.clear();
  }

  #readerOf(node: number): NodeReader<Kept> {
    const reader = this.#readers.get(node) ?? new NodeReader(node, this.#make());
    this.#readers.delete(node);
    this.#readers.set(node, reader);
    for (const [oldest, other] of this.#readers) {
      if (this.#readers.size <= MAX_HISTORIES) break;
      this.#readers.delete(oldest);
      this.#drop(other);
    }
    return reader;
  }

  #drop(reader: NodeReader<Kept>): void {
    reader.end();
    this.#session.unfollow(reader);
  }
}
