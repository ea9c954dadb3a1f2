/** The reading of work that turns of the loop and costs have in common. */
import type { SessionHistory } from '../history/session-history.ts';
import { NodeHistories } from './node-history.ts';
import { WorkHistory } from './work-history.ts';

/** A longer history is not read only to be looked at: pipelines run at full speed, every frame costs more than that. */
const MAX_FRAMES = 30_000;
const MAX_COMMANDS = 300_000;

export function isTooLong({ frames }: Pick<SessionHistory, 'frames'>, atFrame: number): boolean {
  return atFrame > MAX_FRAMES || frames[atFrame].commandsEnd > MAX_COMMANDS;
}

export class WorkReading {
  readonly #history: SessionHistory;
  /** Made at the first question: until then they cost nothing. */
  readonly #work: NodeHistories<WorkHistory>;

  constructor(history: SessionHistory) {
    this.#history = history;
    this.#work = new NodeHistories(history, () => new WorkHistory());
  }

  forget(): void {
    this.#work.forget();
  }

  isTooLong(atFrame: number): boolean {
    return isTooLong(this.#history, atFrame);
  }

  /** The end of a frame by the server's own clock. */
  nowMs(node: number, atFrame: number): number {
    return this.#work.nowMs(node, atFrame);
  }

  /**
   * What a server did up to a frame; nothing at all when the history is too long. Null when the server was not there
   * yet.
   */
  upTo(node: number, atFrame: number): WorkHistory | null {
    return this.isTooLong(atFrame) ? this.#unread(node) : this.#work.follow(node, atFrame);
  }

  #unread(number: number): WorkHistory | null {
    const { machine } = this.#history.newRun();
    const node = machine.nodes[number];
    if (node === undefined) return null;
    const work = new WorkHistory();
    work.begin(node, machine);
    return work;
  }
}
