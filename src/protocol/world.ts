/**
 * A world of several servers, as data: how it begins, and all that ever enters it. Like a single server it is a pure
 * value: the same start and the same inputs give the same outputs.
 */
import type { Generation, Input, LinkInput, Output, SessionStart } from './session.ts';

/** One server of a world. */
export interface NodeStart {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Parameters by their names in redis.conf; `port` is set by the world. */
  readonly config: Readonly<Record<string, string>>;
  readonly files?: SessionStart['files'];
}

export interface WorldStart {
  readonly generation: Generation;
  readonly seed: number;
  /** Unix time at which the world begins, in milliseconds. */
  readonly startMs: number;
  readonly nodes: readonly NodeStart[];
  /** Of every path that `slow` has not changed. */
  readonly latency?: Latency;
}

/** A message takes `ms` and up to `jitterMs` more, drawn from the world's seed. Order is kept within a connection. */
export interface Latency {
  readonly ms: number;
  readonly jitterMs: number;
}

/** A way from one node to another. The way back is another path. */
export interface Path {
  readonly from: number;
  readonly to: number;
}

/** What a person does to one server of the world: type at a console, pull its plug, fill its disk. */
export type NodeAct = Exclude<Input, { type: 'tick' }>;

/** What happens inside the world at an instant. Nodes are named by their numbers, from 0. */
export type WorldInput =
  /** The earliest thing that is due happens, and nothing else; nothing if nothing is due. */
  | { readonly type: 'tick'; readonly nowMs: number }
  | { readonly type: 'act'; readonly nowMs: number; readonly node: number; readonly act: NodeAct }
  /** Nothing gets through from here to there. What is under way waits, as TCP would send it again. */
  | ({ readonly type: 'cut'; readonly nowMs: number } & Path)
  | ({ readonly type: 'mend'; readonly nowMs: number } & Path)
  | ({ readonly type: 'slow'; readonly nowMs: number; readonly latency: Latency } & Path)
  /** The process stops (SIGSTOP). Its kernel still takes connections and bytes. */
  | { readonly type: 'freeze'; readonly nowMs: number; readonly node: number }
  | { readonly type: 'thaw'; readonly nowMs: number; readonly node: number }
  /** From now on its clock runs at this rate, so far off the world's time. It never goes back. */
  | {
      readonly type: 'clock';
      readonly nowMs: number;
      readonly node: number;
      readonly offsetMs: number;
      readonly rate: number;
    }
  | { readonly type: 'add'; readonly nowMs: number; readonly node: NodeStart }
  /** Its process ends, and nobody answers at its address any more. */
  | { readonly type: 'remove'; readonly nowMs: number; readonly node: number };

/** Bytes that one node sends another, or the making and the end of their connection. */
export interface Message extends Path {
  readonly connection: number;
  /** From the node that was dialled to the one that dialled. */
  readonly isBack: boolean;
  readonly kind: 'dial' | 'accept' | 'refuse' | 'data' | 'end';
  readonly bytes: Uint8Array;
  readonly sentAtMs: number;
}

/** One step of one server. */
export interface NodeStep {
  readonly node: number;
  /** What the server was given, in the time of its own clock. */
  readonly input: Input | LinkInput;
  readonly output: Output;
  /** The message that arrived, if that was it. */
  readonly message: Message | null;
}

export interface WorldOutput {
  /** Null if no server did anything. */
  readonly step: NodeStep | null;
  /** When the world next wants a tick; null when nothing is pending. May be the present: one tick, one event. */
  readonly wakeAtMs: number | null;
}
