/**
 * The past of a branch: never stored, but replayed from its log on an engine of its own. That engine can go forward
 * only, and stays where it was last needed.
 */
import { Engine } from '../engine/index.ts';
import { readView } from '../engine/inspect/index.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { Branch } from './branches.ts';
import {
  type Recording,
  record,
  recordOutside,
  takePicture,
  type ViewReader,
  type Watches,
} from './recorder.ts';

/** A pipeline longer than this is run at full speed: pictures before and after, none inside. */
export const MAX_WATCHED_COMMANDS = 32;

export class Past {
  readonly #start: SessionStart;
  readonly #branch: Branch;
  #engine: Engine | null = null;
  /** The frame at whose end the engine stands. */
  #frame = 0;

  constructor(start: SessionStart, branch: Branch) {
    this.#start = start;
    this.#branch = branch;
  }

  /** The engine as it was at the end of a frame. */
  at(frame: number): Engine {
    if (this.#engine === null || this.#frame > frame) {
      this.#engine = new Engine(this.#start);
      this.#frame = 0;
    }
    while (this.#frame < frame) {
      this.#approach(this.#engine);
      this.#engine.step(this.#lastInput);
    }
    return this.#engine;
  }

  /** Lives through a frame again, and photographs it; `at` then gives its end at once. */
  record(frame: number, watches: Watches, read: ViewReader = readView): Recording {
    const engine = this.at(frame - 1);
    this.#approach(engine);
    return this.#branch.frames[frame].summary.commands <= MAX_WATCHED_COMMANDS
      ? record(engine, this.#lastInput, watches, takePicture(engine, watches, read), read)
      : recordOutside(engine, this.#lastInput, watches, read);
  }

  /** The input that made the frame the engine stands at. */
  get #lastInput() {
    const { inputs, frames } = this.#branch;
    return inputs[frames[this.#frame].inputsEnd - 1];
  }

  /** Takes the engine to just before the input that made its next frame. */
  #approach(engine: Engine): void {
    const { inputs, frames } = this.#branch;
    const from = frames[this.#frame].inputsEnd;
    this.#frame++;
    const end = frames[this.#frame].inputsEnd;
    for (let at = from; at < end - 1; at++) engine.step(inputs[at]);
  }
}
