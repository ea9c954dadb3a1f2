/**
 * The clock of a node: how its time goes with the world's. It runs at a rate of its own from the moment it was last
 * set, and never goes back: a clock that is set back stands still until its time has come again.
 *
 *     worldMs   0 ──── 1000 ──── 2000        set at 1000 to 500 ms ahead, at twice the rate:
 *     nodeMs    0 ──── 1500 ──── 3500
 */
export class NodeClock {
  #sinceWorldMs: number;
  #sinceNodeMs: number;
  #rate = 1;
  #latestMs: number;

  constructor(startMs: number) {
    this.#sinceWorldMs = startMs;
    this.#sinceNodeMs = startMs;
    this.#latestMs = startMs;
  }

  get rate(): number {
    return this.#rate;
  }

  /** How far its time is ahead of the world's. */
  offsetAtMs(worldMs: number): number {
    return this.#reading(worldMs) - worldMs;
  }

  set(worldMs: number, offsetMs: number, rate: number): void {
    this.#sinceWorldMs = worldMs;
    this.#sinceNodeMs = worldMs + offsetMs;
    this.#rate = rate;
  }

  /** What it shows. Reading it is what keeps it from going back. */
  nowMs(worldMs: number): number {
    this.#latestMs = Math.max(this.#latestMs, this.#reading(worldMs));
    return this.#latestMs;
  }

  /** When, in the world's time, it will show this. */
  worldMsAt(nodeMs: number): number {
    return this.#sinceWorldMs + (nodeMs - this.#sinceNodeMs) / this.#rate;
  }

  #reading(worldMs: number): number {
    // Microseconds: TIME has no finer ones, and sums of fractions must not depend on their order.
    const exact = this.#sinceNodeMs + (worldMs - this.#sinceWorldMs) * this.#rate;
    return Math.round(exact * 1000) / 1000;
  }
}
