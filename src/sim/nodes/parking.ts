/**
 * What stands at the states of a node: an engine, or several. Who goes on from a state takes what stands there; where
 * nothing does, a fresh one is led along a way to it, which costs more. When there are too many the oldest goes.
 */
export class Parking<Standing> {
  readonly #most: number;
  readonly #byState = new Map<number, Standing>();

  constructor(most: number) {
    this.#most = most;
  }

  /** It stands there no longer. */
  take(state: number): Standing | undefined {
    const standing = this.#byState.get(state);
    this.#byState.delete(state);
    return standing;
  }

  /** One is enough for each state. */
  park(state: number, standing: Standing): void {
    if (this.#byState.has(state)) return;
    if (this.#byState.size >= this.#most) {
      for (const oldest of this.#byState.keys()) {
        this.#byState.delete(oldest);
        break;
      }
    }
    this.#byState.set(state, standing);
  }
}
