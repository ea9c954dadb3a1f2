/** Commands and bytes per second of late: the average over samples of 100 milliseconds, 16 of them. */
import type { Statistics } from './statistics.ts';

const SAMPLE_MS = 100;
const SAMPLES = 16;

interface Sample {
  readonly commands: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
}

export class Rates {
  readonly #statistics: Statistics;
  #samples: Sample[] = [];
  #lastMs: number;
  #last: Sample = { commands: 0, inputBytes: 0, outputBytes: 0 };

  constructor(statistics: Statistics, nowMs: number) {
    this.#statistics = statistics;
    this.#lastMs = nowMs;
  }

  /** Asked with every step: a sample is taken when its time is over. */
  tick(nowMs: number): void {
    if (nowMs - this.#lastMs >= SAMPLE_MS) this.#sample(nowMs);
  }

  #sample(nowMs: number): void {
    const elapsedMs = nowMs - this.#lastMs;
    const { commandsProcessed: commands, inputBytes, outputBytes } = this.#statistics;
    const perSecond = (now: number, before: number) => (Math.max(0, now - before) * 1000) / elapsedMs;
    const sample = {
      commands: perSecond(commands, this.#last.commands),
      inputBytes: perSecond(inputBytes, this.#last.inputBytes),
      outputBytes: perSecond(outputBytes, this.#last.outputBytes),
    };
    // A long silence counts for as many samples as it lasted.
    const count = Math.min(SAMPLES, Math.floor(elapsedMs / SAMPLE_MS));
    for (let i = 0; i < count; i++) this.#samples.push(sample);
    this.#samples = this.#samples.slice(-SAMPLES);
    this.#last = { commands, inputBytes, outputBytes };
    this.#lastMs = nowMs;
  }

  reset(): void {
    this.#samples = [];
    this.#last = { commands: 0, inputBytes: 0, outputBytes: 0 };
  }

  /** Per second. */
  average(what: keyof Sample): number {
    let sum = 0;
    for (const sample of this.#samples) sum += sample[what];
    return sum / SAMPLES;
  }
}
