/**
 * The history of a machine: everything it was given, the branches of that log, and every state it has been in.
 *
 *     const history = new History({ make: () => new Engine(start), bytesOf, firstFrame });
 *     history.take(input, (engine) => ({ output: engine.step(input) }));   // the present takes an input
 *     history.addFrame({ inputsEnd: history.inputs.length, … });
 *     history.at(3);                                                       // the engine as it was after frame 3
 *     history.fork(3);                                                     // a new branch begins there
 *
 * States are not stored: they are lived through again from the log. Runs that were needed once are kept where they
 * stand, so that going back to a branch, or on from a frame that was looked at, costs only what lies between.
 */
import { type Branch, type FrameEnd, framesUpTo, type SavedBranch, sharedLength } from './branches.ts';
import { KeptRuns } from './kept-runs.ts';
import { type AudibleMachine, type Reader, Reading } from './reading.ts';
import { Run } from './run.ts';

export interface HistoryOf<M, Frame> {
  /** A machine before its first input. */
  make(): M;
  /** How much memory a machine takes. */
  bytesOf(machine: M): number;
  /** The frame before all inputs. */
  readonly firstFrame: Frame;
}

/** There is no branch of this number, or it may not be deleted. */
export class NoSuchBranch extends Error {}

export class History<
  Input,
  Output,
  Listener,
  M extends AudibleMachine<Input, Output, Listener>,
  Frame extends FrameEnd,
> {
  readonly #make: () => M;
  readonly #branches: Branch<Input, Frame>[];
  readonly #kept: KeptRuns<Input, Output, M>;
  readonly #reading: Reading<Input, Output, Listener, M>;
  #lastBranchId: number;
  #branch: Branch<Input, Frame>;
  #present: Run<Input, Output, M>;
  /** The input whose step threw. The machine of the present is half changed since, and takes nothing more. */
  #fatal: Input | null = null;

  constructor({ make, bytesOf, firstFrame }: HistoryOf<M, Frame>, branch = 1, lastBranch = branch) {
    this.#make = make;
    this.#kept = new KeptRuns(bytesOf);
    this.#reading = new Reading(make);
    this.#lastBranchId = lastBranch;
    this.#present = new Run(make());
    this.#branch = { id: branch, parent: null, inputs: [], frames: [firstFrame] };
    this.#branches = [this.#branch];
  }

  /** The machine of the present. */
  get machine(): M {
    return this.#present.machine;
  }

  /** What came of the last input; null before the first. */
  get lastOutput(): Output | null {
    return this.#present.lastOutput;
  }

  get inputs(): readonly Input[] {
    return this.#branch.inputs;
  }

  get frames(): readonly Frame[] {
    return this.#branch.frames;
  }

  get lastIndex(): number {
    return this.#branch.frames.length - 1;
  }

  /** The input at which the machine stopped; null while it is well. It is not among `inputs`. */
  get fatal(): Input | null {
    return this.#fatal;
  }

  get branch(): Readonly<Branch<Input, Frame>> {
    return this.#branch;
  }

  get branches(): readonly Readonly<Branch<Input, Frame>>[] {
    return this.#branches;
  }

  /** Gives an input to the present. `step` hands it to the machine and may listen meanwhile. */
  take<Result extends { readonly output: Output }>(input: Input, step: (machine: M) => Result): Result {
    try {
      const result = this.#present.takeBy(input, step);
      this.#branch.inputs.push(input);
      return result;
    } catch (problem) {
      this.#fatal = input;
      throw problem;
    }
  }

  addFrame(frame: Frame): void {
    this.#branch.frames.push(frame);
  }

  /** The machine as it was at the end of a frame: only to be looked at. */
  at(frame: number): M {
    const { inputs, frames } = this.#branch;
    const run = this.#runTo(frames[frame].inputsEnd);
    run.advance(inputs, frames[frame].inputsEnd);
    this.#kept.keep(run);
    return run.machine;
  }

  /** Lives through a frame again. `step` hands its own input to the machine; `at` then gives its end at once. */
  repeat<Result extends { readonly output: Output }>(
    frame: number,
    step: (machine: M, input: Input) => Result,
  ): Result {
    const { inputs, frames } = this.#branch;
    const last = frames[frame].inputsEnd - 1;
    const run = this.#runTo(last);
    run.advance(inputs, last);
    const result = run.takeBy(inputs[last], (machine) => step(machine, inputs[last]));
    this.#kept.keep(run);
    return result;
  }

  /** A run of one's own from the beginning of the line. */
  newRun(): Run<Input, Output, M> {
    return new Run(this.#make());
  }

  /** Has a reader read this branch up to the end of a frame. */
  follow(reader: Reader<Input, Output, Listener, M>, toFrame: number): void {
    this.#reading.follow(reader, this.#branch, toFrame);
  }

  /** What it reads is of no more use. */
  unfollow(reader: Reader<Input, Output, Listener, M>): void {
    this.#reading.leave(reader);
  }

  /** Readers begin anew when they follow next. */
  readAgain(): void {
    this.#reading.restart();
  }

  /** Starts a new branch that shares history up to and including a frame. */
  fork(atFrame: number): void {
    const { id, inputs, frames } = this.#branch;
    const branch = {
      id: this.#lastBranchId + 1,
      parent: { branch: id, frame: atFrame },
      inputs: inputs.slice(0, frames[atFrame].inputsEnd),
      frames: frames.slice(0, atFrame + 1),
    };
    this.#enter(branch);
    this.#lastBranchId++;
    this.#branches.push(branch);
  }

  /** Goes over to another branch. Gives the last frame that it shares with the one left. */
  switchTo(id: number): number {
    const branch = this.#branchOf(id);
    const shared = sharedLength(this.#branch.frames, branch.frames) - 1;
    if (branch !== this.#branch) this.#enter(branch);
    return shared;
  }

  /** Forgets a branch. Branches that began on it hold all of their history themselves. */
  delete(id: number): void {
    const gone = this.#branchOf(id);
    if (gone === this.#branch) throw new NoSuchBranch(`branch ${id} is the current one`);
    this.#branches.splice(this.#branches.indexOf(gone), 1);
    for (const branch of this.#branches) {
      if (branch.parent?.branch !== id) continue;
      const frame = Math.min(branch.parent.frame, gone.parent?.frame ?? 0);
      branch.parent = gone.parent === null ? null : { branch: gone.parent.branch, frame };
    }
  }

  /** After a fatal input: the present as it was before it. */
  goOn(): void {
    this.#enter(this.#branch);
  }

  /** All branches as they are saved. */
  get saved(): readonly SavedBranch<Input>[] {
    return this.#branches.map(({ id, parent, inputs }) => ({
      id,
      parent:
        parent === null
          ? null
          : { branch: parent.branch, inputs: this.#branchOf(parent.branch).frames[parent.frame].inputsEnd },
      inputs,
    }));
  }

  /**
   * Lives through everything that was saved, branch after branch, and ends on one of them. `take` gives an input to the
   * present and adds its frame. Stops after every input, so that the caller can do something else meanwhile. The first
   * branch is the one that this history was made with.
   */
  *relive(
    branches: readonly SavedBranch<Input>[],
    current: number,
    take: (input: Input) => void,
  ): Generator<void> {
    for (const [nth, saved] of branches.entries()) {
      if (nth > 0) yield* this.#regrow(saved);
      const { inputs } = this.#branch;
      while (inputs.length < saved.inputs.length) {
        take(saved.inputs[inputs.length]);
        yield;
      }
    }
    if (this.#branch.id !== current) yield* this.#entering(this.#branchOf(current));
  }

  /** Begins a saved branch again with what it shares with one that is there. */
  *#regrow({ id, parent, inputs }: SavedBranch<Input>): Generator<void> {
    let [shared, frames]: [number, readonly Frame[]] = [0, this.#branch.frames.slice(0, 1)];
    for (const other of this.#branches) {
      const count = sharedLength(other.inputs, inputs);
      if (count > shared) [shared, frames] = [count, framesUpTo(other.frames, count)];
    }
    const origin = this.#branches.find((other) => other.id === parent?.branch);
    const branch: Branch<Input, Frame> = {
      id,
      parent:
        parent === null || origin === undefined
          ? null
          : { branch: origin.id, frame: framesUpTo(origin.frames, parent.inputs).length - 1 },
      // What came after the last frame they share, such as ticks that did nothing, comes again.
      inputs: inputs.slice(0, frames[frames.length - 1].inputsEnd),
      frames: [...frames],
    };
    yield* this.#entering(branch);
    this.#branches.push(branch);
  }

  /** A run of this branch at most so many inputs on: the one that is nearest, or a new one. */
  #runTo(inputs: number): Run<Input, Output, M> {
    return this.#kept.take(this.#branch.inputs, inputs) ?? this.newRun();
  }

  #enter(branch: Branch<Input, Frame>): void {
    const entering = this.#entering(branch);
    while (entering.next().done !== true);
  }

  /** Stops after every input that is lived through again. */
  *#entering(branch: Branch<Input, Frame>): Generator<void> {
    // First the machine: if the branch cannot be lived through again, everything stays as it was.
    const { inputs } = branch;
    const run = this.#kept.take(inputs, inputs.length) ?? this.newRun();
    while (run.taken < inputs.length) {
      run.take(inputs[run.taken]);
      yield;
    }
    if (this.#fatal === null) this.#kept.keep(this.#present);
    this.#present = run;
    this.#fatal = null;
    this.#branch = branch;
    this.#reading.forget();
  }

  #branchOf(id: number): Branch<Input, Frame> {
    const branch = this.#branches.find((each) => each.id === id);
    if (branch === undefined) throw new NoSuchBranch(`branch ${id}`);
    return branch;
  }
}
