/** Counters that INFO tells and CONFIG RESETSTAT clears. */
export class Statistics {
  connectionsReceived = 0;
  commandsProcessed = 0;
  inputBytes = 0;
  outputBytes = 0;
  unexpectedErrorReplies = 0;
  errorReplies = 0;
  /** Error replies by their code (ERR, WRONGTYPE …), in the order of first appearance. */
  readonly errorsByCode = new Map<string, number>();
  expiredStalePercent = 0;
  expiredTimeCapReached = 0;

  reset(): void {
    this.connectionsReceived = 0;
    this.commandsProcessed = 0;
    this.inputBytes = 0;
    this.outputBytes = 0;
    this.unexpectedErrorReplies = 0;
    this.errorReplies = 0;
    this.errorsByCode.clear();
    this.expiredStalePercent = 0;
    this.expiredTimeCapReached = 0;
  }
}
