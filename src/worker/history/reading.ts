/**
 * Reads a line of history from its beginning and stays at its end: one machine lives through the log again, and all
 * readers that want something of the same line listen to it. A reader that joins later has everybody begin anew.
 */
import type { FrameEnd } from './branches.ts';
import { type Machine, Run } from './run.ts';

/** A machine that can be listened to. */
export interface AudibleMachine<Input, Output, Listener> extends Machine<Input, Output> {
  /** The listener hears what happens inside from now on. Gives the way to end that. */
  listen(listener: Listener): () => void;
}

export interface Reader<Input, Output, Listener, M> {
  /** Everything begins, on this machine. What was noted so far is forgotten. */
  begin(machine: M): void;
  /**
   * The machine is about to take an input. The last input of a frame is its own: those before it led to no frame. Gives
   * what listens meanwhile, or null.
   */
  before(input: Input, frame: number, isOwnOfFrame: boolean): Listener | null;
  /** It has taken it. */
  after(input: Input, output: Output): void;
}

/** A line as far as it has been lived. */
export interface Line<Input, Frame extends FrameEnd> {
  readonly inputs: readonly Input[];
  readonly frames: readonly Frame[];
}

export class Reading<Input, Output, Listener, M extends AudibleMachine<Input, Output, Listener>> {
  readonly #make: () => M;
  readonly #readers = new Set<Reader<Input, Output, Listener, M>>();
  #run: Run<Input, Output, M> | null = null;
  /** The frame at whose end the machine stands. */
  #frame = 0;

  constructor(make: () => M) {
    this.#make = make;
  }

  /** Brings a reader to the end of a frame, and the others with it. */
  follow(reader: Reader<Input, Output, Listener, M>, line: Line<Input, FrameEnd>, toFrame: number): void {
    if (!this.#readers.has(reader)) {
      this.#readers.add(reader);
      this.#run = null;
    }
    const run = this.#run ?? this.#begin();
    try {
      while (this.#frame < toFrame) this.#readFrame(run, line);
    } catch (problem) {
      // Nobody knows how far each of them came.
      this.restart();
      throw problem;
    }
  }

  /** The reader is done, and begins anew if it comes again. */
  leave(reader: Reader<Input, Output, Listener, M>): void {
    this.#readers.delete(reader);
  }

  /** Everybody is to begin anew. */
  restart(): void {
    this.#run = null;
  }

  /** Another line is read from now on, by those who ask for it. */
  forget(): void {
    this.#run = null;
    this.#readers.clear();
  }

  #begin(): Run<Input, Output, M> {
    const run = new Run<Input, Output, M>(this.#make());
    this.#run = run;
    this.#frame = 0;
    for (const reader of this.#readers) reader.begin(run.machine);
    return run;
  }

  #readFrame(run: Run<Input, Output, M>, { inputs, frames }: Line<Input, FrameEnd>): void {
    const frame = this.#frame + 1;
    const { inputsEnd } = frames[frame];
    while (run.taken < inputsEnd) {
      const input = inputs[run.taken];
      const isOwnOfFrame = run.taken === inputsEnd - 1;
      const stops: (() => void)[] = [];
      for (const reader of this.#readers) {
        const listener = reader.before(input, frame, isOwnOfFrame);
        if (listener !== null) stops.push(run.machine.listen(listener));
      }
      const output = run.take(input);
      for (const stop of stops) stop();
      for (const reader of this.#readers) reader.after(input, output);
    }
    this.#frame = frame;
  }
}
