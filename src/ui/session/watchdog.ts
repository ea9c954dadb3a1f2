/**
 * Notices that the worker is silent while a request is open. It counts beats of the page's own timer and not time:
 * while the page itself stands still (a busy machine, a closed lid), the worker is not blamed.
 */

/** Between two beats. */
export const BEAT_MS = 1000;
/** Beats without a sign of life before the reader is asked. */
export const PATIENCE_BEATS = 10;

export interface Watchdog {
  asked(): void;
  /** Every message from the worker is a sign of life. */
  received(): void;
  answered(): void;
  /** No request is open any more. */
  reset(): void;
  /** The reader wants to wait: twice as long as before. */
  wait(): void;
}

export function createWatchdog(report: (isSilent: boolean) => void): Watchdog {
  let open = 0;
  let quietBeats = 0;
  let patience = PATIENCE_BEATS;
  let isSilent = false;
  let isBeating = false;

  function say(silent: boolean): void {
    if (silent === isSilent) return;
    isSilent = silent;
    report(silent);
  }

  function beat(): void {
    isBeating = open > 0;
    if (!isBeating) return;
    quietBeats++;
    if (quietBeats >= patience) say(true);
    setTimeout(beat, BEAT_MS);
  }

  function received(): void {
    quietBeats = 0;
    say(false);
  }

  return {
    asked() {
      // Silence before the request does not count.
      if (open === 0) quietBeats = 0;
      open++;
      if (isBeating) return;
      isBeating = true;
      setTimeout(beat, BEAT_MS);
    },
    received,
    answered() {
      open = Math.max(0, open - 1);
      patience = PATIENCE_BEATS;
      received();
    },
    reset() {
      open = 0;
      patience = PATIENCE_BEATS;
      received();
    },
    wait() {
      patience *= 2;
      received();
    },
  };
}
