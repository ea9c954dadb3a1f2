/** The replay of work from which turns of the loop and costs are told. Kinds that share it pay for it once. */
import type { SessionStart } from '../protocol/session.ts';
import type { Log } from './lock-watch.ts';
import { WorkWitness } from './work-witness.ts';

/** A longer history is not replayed to be looked at: pipelines run at full speed, every frame costs more than that. */
const MAX_FRAMES = 30_000;
const MAX_COMMANDS = 300_000;

export function isTooLong({ frames }: Log, atFrame: number): boolean {
  return atFrame > MAX_FRAMES || frames[atFrame].commandsEnd > MAX_COMMANDS;
}

export class WorkReplay {
  readonly #start: SessionStart;
  /** Made when somebody looks: until then nobody pays for it. */
  #witness: WorkWitness | null = null;

  constructor(start: SessionStart) {
    this.#start = start;
  }

  /** Another line of history begins. */
  forget(): void {
    this.#witness = null;
  }

  /** What was seen up to a frame; nothing at all when the history is too long. */
  upTo(log: Log, atFrame: number): WorkWitness {
    if (isTooLong(log, atFrame)) return new WorkWitness(this.#start);
    this.#witness ??= new WorkWitness(this.#start);
    this.#witness.follow(log, atFrame);
    return this.#witness;
  }
}
