/**
 * A machine and how far it has come on a line of inputs.
 *
 * A machine is whatever takes inputs and gives outputs: an engine, or a world of several. The same inputs lead to the
 * same state. It cannot be copied and cannot go back, so a run only goes forward; to see an earlier state, another run
 * is led there.
 */

export interface Machine<Input, Output> {
  step(input: Input): Output;
}

export class Run<Input, Output, M extends Machine<Input, Output>> {
  readonly machine: M;
  #taken = 0;
  #lastInput: Input | null = null;
  #lastOutput: Output | null = null;

  constructor(machine: M) {
    this.machine = machine;
  }

  /** How many inputs it has taken. */
  get taken(): number {
    return this.#taken;
  }

  get lastOutput(): Output | null {
    return this.#lastOutput;
  }

  /** Whether a line begins with what it has taken. Lines that share a beginning share its input objects. */
  isOn(inputs: readonly Input[]): boolean {
    return this.#taken === 0 || inputs[this.#taken - 1] === this.#lastInput;
  }

  take(input: Input): Output {
    const output = this.machine.step(input);
    this.#note(input, output);
    return output;
  }

  /** The same where more is done than `step`: `work` gives the input to the machine, and says what came of it. */
  takeBy<Result extends { readonly output: Output }>(input: Input, work: (machine: M) => Result): Result {
    const result = work(this.machine);
    this.#note(input, result.output);
    return result;
  }

  #note(input: Input, output: Output): void {
    this.#taken++;
    this.#lastInput = input;
    this.#lastOutput = output;
  }

  /** Takes the inputs of a line up to this many. */
  advance(inputs: readonly Input[], count: number): void {
    while (this.#taken < count) this.take(inputs[this.#taken]);
  }
}
