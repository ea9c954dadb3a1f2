/**
 * Spikes and distributions. Of each event that took at least latency-monitor-threshold milliseconds the last 160
 * seconds that had one are kept, each with its worst. Of every command the distribution of all calls is kept, in the
 * classes of an HDR histogram with two significant digits, which is how the server counts nanoseconds.
 */
export interface LatencySample {
  /** Unix seconds. */
  readonly atSeconds: number;
  ms: number;
}

const KEPT_SAMPLES = 160;

export interface LatencyEvent {
  readonly samples: LatencySample[];
  maxMs: number;
}

export class Latency {
  readonly events = new Map<string, LatencyEvent>();

  add(event: string, ms: number, nowMs: number): void {
    const atSeconds = Math.floor(nowMs / 1000);
    let known = this.events.get(event);
    if (known === undefined) {
      known = { samples: [], maxMs: 0 };
      this.events.set(event, known);
    }
    known.maxMs = Math.max(known.maxMs, ms);
    const last = known.samples.at(-1);
    if (last !== undefined && last.atSeconds === atSeconds) {
      last.ms = Math.max(last.ms, ms);
      return;
    }
    known.samples.push({ atSeconds, ms });
    if (known.samples.length > KEPT_SAMPLES) known.samples.shift();
  }
}

const NANOSECONDS = 1000;
/** With two significant digits, 128 classes lie between a power of two and the next. */
const CLASSES_PER_OCTAVE_BITS = 7;
/** The first bound of LATENCY HISTOGRAM; each is twice the one before. */
const FIRST_BOUND_NANOSECONDS = 1024;

const SHORT_MICROSECONDS = 32;

/** How often a command took how many microseconds. */
export class Distribution {
  /** Almost all calls take one of few durations: those are counted without searching. */
  readonly #short = new Uint32Array(SHORT_MICROSECONDS);
  readonly #longer = new Map<number, number>();
  total = 0;

  add(microseconds: number): void {
    if (microseconds < SHORT_MICROSECONDS) this.#short[microseconds]++;
    else this.#longer.set(microseconds, (this.#longer.get(microseconds) ?? 0) + 1);
    this.total++;
  }

  #sorted(): [microseconds: number, count: number][] {
    const counts = [...this.#longer].sort(([a], [b]) => a - b);
    for (let microseconds = SHORT_MICROSECONDS - 1; microseconds >= 0; microseconds--) {
      if (this.#short[microseconds] > 0) counts.unshift([microseconds, this.#short[microseconds]]);
    }
    return counts;
  }

  /** The value that so many percent of the calls did not exceed, in microseconds. */
  percentile(percent: number): number {
    const needed = Math.max(1, Math.floor((percent / 100) * this.total + 0.5));
    let seen = 0;
    for (const [microseconds, count] of this.#sorted()) {
      seen += count;
      if (seen >= needed) return classEnd(Math.max(1, microseconds * NANOSECONDS)) / NANOSECONDS;
    }
    return 0;
  }

  /** Bounds in microseconds with the number of calls up to each, where that number grew. */
  cumulative(): [boundMicroseconds: number, calls: number][] {
    const steps: [number, number][] = [];
    const sorted = this.#sorted();
    let calls = 0;
    let at = 0;
    for (let bound = FIRST_BOUND_NANOSECONDS; at < sorted.length; bound *= 2) {
      const end = classEnd(bound);
      const before = calls;
      while (at < sorted.length && sorted[at][0] * NANOSECONDS <= end) calls += sorted[at++][1];
      if (calls > before) steps.push([Math.floor(end / NANOSECONDS), calls]);
    }
    return steps;
  }
}

/** The largest value of the class that a value falls into. */
function classEnd(nanoseconds: number): number {
  const octave = Math.floor(Math.log2(nanoseconds));
  const width = 2 ** Math.max(0, octave - CLASSES_PER_OCTAVE_BITS);
  return Math.floor(nanoseconds / width) * width + width - 1;
}
