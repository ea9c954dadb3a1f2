/** Counters that INFO reports and CONFIG RESETSTAT clears. */
export class Statistics {
  connectionsReceived = 0;
  commandsProcessed = 0;
  inputBytes = 0;
  outputBytes = 0;
  rejectedConnections = 0;
  evictedClients = 0;
  /** Portions of input taken, and of output handed over. */
  reads = 0;
  writes = 0;
  /** Portions of output that the I/O threads shared among them. */
  threadedWrites = 0;
  /** How long all commands took by the model. */
  microseconds = 0;
  /** Children that were forked. */
  forks = 0;
  errorReplies = 0;
  /** Error replies by their code: ERR, WRONGTYPE and so on. */
  readonly errorsByCode = new Map<string, number>();
  /** How many there were when a command last began or was accounted for. */
  #accountedErrors = 0;
  expiredStalePercent = 0;
  expiredTimeCapReached = 0;

  /** Counts an error reply; its code is the first word. */
  countError(text: string): void {
    this.errorReplies++;
    const end = text.indexOf(' ');
    const code = end === -1 ? 'ERR' : text.slice(0, end);
    this.errorsByCode.set(code, (this.errorsByCode.get(code) ?? 0) + 1);
  }

  /**
   * Whether errors were written since the last call. Called before and after a command, it says whether the command
   * failed; commands that a script calls ask for themselves in between. Mirrors incrCommandStatsOnError.
   */
  takeErrors(): boolean {
    const more = this.errorReplies > this.#accountedErrors;
    this.#accountedErrors = this.errorReplies;
    return more;
  }

  reset(): void {
    this.connectionsReceived = 0;
    this.commandsProcessed = 0;
    this.inputBytes = 0;
    this.outputBytes = 0;
    this.rejectedConnections = 0;
    this.evictedClients = 0;
    this.reads = 0;
    this.writes = 0;
    this.threadedWrites = 0;
    this.forks = 0;
    this.errorReplies = 0;
    this.errorsByCode.clear();
    this.expiredStalePercent = 0;
    this.expiredTimeCapReached = 0;
  }
}
