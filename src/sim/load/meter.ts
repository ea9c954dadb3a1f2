/** What happened in each window of time: counts, greatest values, and latencies. */

export class Meter {
  readonly windowMs: number;
  readonly windows: number;
  readonly #counts = new Map<string, Float64Array>();
  readonly #peaks = new Map<string, Float64Array>();
  readonly #latencies: number[][];
  readonly #now: () => number;

  constructor(durationMs: number, windowMs: number, now: () => number) {
    this.windowMs = windowMs;
    this.windows = Math.ceil(durationMs / windowMs);
    this.#latencies = Array.from({ length: this.windows }, () => []);
    this.#now = now;
  }

  count(name: string, by = 1): void {
    const counts = rowOf(this.#counts, name, this.windows);
    counts[this.#window()] += by;
  }

  peak(name: string, value: number): void {
    const peaks = rowOf(this.#peaks, name, this.windows);
    const window = this.#window();
    peaks[window] = Math.max(peaks[window], value);
  }

  /** A request was answered now after so long. */
  latency(ms: number): void {
    this.#latencies[this.#window()].push(ms);
  }

  total(name: string): number {
    return rowOf(this.#counts, name, this.windows).reduce((sum, count) => sum + count, 0);
  }

  /** Counts per second. */
  rate(name: string): number[] {
    return Array.from(rowOf(this.#counts, name, this.windows), (count) => (count * 1000) / this.windowMs);
  }

  counts(name: string): number[] {
    return Array.from(rowOf(this.#counts, name, this.windows));
  }

  peaks(name: string): number[] {
    return Array.from(rowOf(this.#peaks, name, this.windows));
  }

  /** One count as a share of the sum of some, in percent; null where nothing was counted. */
  share(name: string, of: readonly string[]): (number | null)[] {
    const part = this.counts(name);
    const wholes = of.map((each) => this.counts(each));
    return part.map((count, window) => {
      const whole = wholes.reduce((sum, counts) => sum + counts[window], 0);
      return whole === 0 ? null : (100 * count) / whole;
    });
  }

  /** The latency that so large a share of the requests stays below, window by window. */
  percentile(share: number): (number | null)[] {
    return this.#latencies.map((latencies) => percentileOf(latencies, share));
  }

  /** How many requests were answered. */
  get answered(): number {
    return this.#latencies.reduce((sum, { length }) => sum + length, 0);
  }

  percentileOfAll(share: number): number {
    return percentileOf(this.#latencies.flat(), share) ?? 0;
  }

  #window(): number {
    return Math.min(this.windows - 1, Math.floor(this.#now() / this.windowMs));
  }
}

export function percentileOf(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function rowOf(rows: Map<string, Float64Array>, name: string, length: number): Float64Array {
  let row = rows.get(name);
  if (row === undefined) {
    row = new Float64Array(length);
    rows.set(name, row);
  }
  return row;
}
