/** The reading of work that turns of the loop and costs have in common. */
import type { FrameSummary } from '../../protocol/messages.ts';
import type { SessionHistory } from '../history/session-history.ts';
import { WorkHistory } from './work-history.ts';

/** A longer history is not read only to be looked at: pipelines run at full speed, every frame costs more than that. */
const MAX_FRAMES = 30_000;
const MAX_COMMANDS = 300_000;

export function isTooLong({ frames }: Pick<SessionHistory, 'frames'>, atFrame: number): boolean {
  return atFrame > MAX_FRAMES || frames[atFrame].commandsEnd > MAX_COMMANDS;
}

export class WorkReading {
  readonly #history: SessionHistory;
  /** Made at the first question: until then it costs nothing. */
  #work: WorkHistory | null = null;

  constructor(history: SessionHistory) {
    this.#history = history;
  }

  forget(): void {
    this.#work = null;
  }

  isTooLong(atFrame: number): boolean {
    return isTooLong(this.#history, atFrame);
  }

  summaryOf(frame: number): FrameSummary {
    return this.#history.frames[frame].summary;
  }

  /** What was seen up to a frame; nothing at all when the history is too long. */
  upTo(atFrame: number): WorkHistory {
    if (this.isTooLong(atFrame)) return this.#unread();
    this.#work ??= new WorkHistory();
    this.#history.follow(this.#work, atFrame);
    return this.#work;
  }

  #unread(): WorkHistory {
    const work = new WorkHistory();
    work.begin(this.#history.newRun().machine);
    return work;
  }
}
