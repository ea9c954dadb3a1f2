/**
 * Finds since when a part of a view has its value: after the last frame at whose end it was different. The past is replayed
 * from the log, and looked at only where the answer may be: first the frames just before, then more of them, then
 * all. A search runs in portions, so that the caller can stop it and the server is not kept waiting.
 */
import { kindOf } from '../engine/inspect/index.ts';
import { type PartFound, type PartPath, readPart, samePart } from '../protocol/parts.ts';
import type { View, WatchTarget } from '../protocol/views.ts';
import type { SessionMachine } from '../sim/machine.ts';
import type { SessionHistory, SessionRun } from './history/session-history.ts';
import { readIn } from './recorder.ts';
import { worldKindOf } from './world-views/index.ts';

/** Reads the view that contains the part, at the end of a frame; null while its server is not there yet. */
export type PastReader = (machine: SessionMachine, frame: number) => View | null;

/** How many frames are looked at in each pass; every pass replays everything before them. */
const PASSES = [64, 1024, Number.POSITIVE_INFINITY];
/** Frames between two looks at the time. */
const PORTION = 16;

export class LastChangeSearch {
  readonly #history: SessionHistory;
  readonly #path: PartPath;
  readonly #wanted: PartFound;
  readonly #read: PastReader;
  /** The last frame that may be the answer. */
  #top: number;
  #pass = 0;
  #from = 0;
  #run: SessionRun;
  #frame = 0;
  #found: number | null = null;

  constructor(history: SessionHistory, path: PartPath, wanted: PartFound, read: PastReader, top: number) {
    this.#history = history;
    this.#path = path;
    this.#wanted = wanted;
    this.#read = read;
    this.#top = top;
    this.#run = history.newRun();
    this.#begin();
  }

  /** How far the pass under way is, from 0 to 1. */
  get progress(): number {
    return this.#top < 1 ? 1 : this.#frame / this.#top;
  }

  /** Searches on while it may. Gives the frame, null if the part was never different, undefined if not yet known. */
  goOn(mayGoOn: () => boolean): number | null | undefined {
    for (;;) {
      for (let count = 0; count < PORTION && this.#frame <= this.#top; count++) this.#look();
      if (this.#frame > this.#top) {
        if (this.#found !== null) return this.#found;
        if (this.#from === 0) return null;
        this.#top = this.#from - 1;
        this.#pass++;
        this.#run = this.#history.newRun();
        this.#begin();
      }
      if (!mayGoOn()) return undefined;
    }
  }

  #begin(): void {
    this.#frame = 0;
    const all = this.#top + 1;
    const size = PASSES[Math.min(this.#pass, PASSES.length - 1)];
    // A second pass over little more than this one would cost more than it saves.
    this.#from = all <= 2 * size ? 0 : all - size;
  }

  #look(): void {
    const { inputs, frames } = this.#history;
    const frame = this.#frame++;
    this.#run.advance(inputs, frames[frame].inputsEnd);
    if (frame < this.#from) return;
    const part = readPart(this.#read(this.#run.machine, frame), this.#path);
    if (!samePart(part, this.#wanted)) this.#found = frame;
  }
}

/** How to read a part in the past. */
export function pastReader(target: WatchTarget, path: PartPath, view: View, found: PartFound): PastReader {
  const part = { view, path, found };
  const ofWorld = worldKindOf(target)?.inPast?.(target, part) ?? null;
  if (ofWorld !== null) return ofWorld;
  const read = kindOf(target)?.inPast?.(target, part) ?? null;
  if (read === null) return (machine) => readIn(machine, target);
  return ({ nodes }) => {
    const server = nodes[target.server ?? 0]?.engine.server;
    const db = server?.keyspace.databases[target.db];
    return db === undefined ? null : read(server, db);
  };
}

/** The first moment since which a part has the value that it has at the end of the list. */
export function sinceMoment(parts: readonly (PartFound | undefined)[], wanted: PartFound): number {
  const otherwise = parts.findLastIndex((part) => !samePart(part, wanted));
  // If even the last differs, the panel saw the frame through another window: only its end is known.
  return Math.min(otherwise + 1, parts.length - 1);
}
