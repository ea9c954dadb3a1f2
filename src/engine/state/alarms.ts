/**
 * Work that is due at an instant: end a wait, finish a background job, lift a pause. The engine asks for a tick at the
 * next alarm and fires all that are due before it looks at any input.
 */
export interface Alarm {
  readonly atMs: number;
  readonly ring: () => void;
}

export class Alarms {
  /** By instant, and among equals in the order in which they were set. */
  readonly #pending: Alarm[] = [];

  /** The next instant, or Infinity. */
  get nextAtMs(): number {
    return this.#pending.length === 0 ? Number.POSITIVE_INFINITY : this.#pending[0].atMs;
  }

  set(atMs: number, ring: () => void): Alarm {
    const alarm = { atMs, ring };
    let low = 0;
    let high = this.#pending.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pending[middle].atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#pending.splice(low, 0, alarm);
    return alarm;
  }

  /** Cancelling one that has rung does nothing. */
  cancel(alarm: Alarm): void {
    const at = this.#pending.indexOf(alarm);
    if (at !== -1) this.#pending.splice(at, 1);
  }

  ringDue(nowMs: number): void {
    while (this.nextAtMs <= nowMs) (this.#pending.shift() as Alarm).ring();
  }
}
