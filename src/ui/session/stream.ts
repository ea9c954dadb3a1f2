/**
 * A stream of input is faster than the eye. Its frames are gathered and passed on in portions, and the page looks into
 * only one frame of a portion: the others need no picture, no message and no drawing.
 */
import type { FrameSummary } from '../../protocol/messages.ts';

export interface StreamGate {
  /** Whether to look into the next input: at most one in a portion's time. */
  claimLook(): boolean;
  /** Adds a frame; one that was looked into releases the gathered ones with it. */
  take(frame: FrameSummary, looked: boolean): void;
  /** Whether more frames may come at any moment. */
  flows(): boolean;
  /** Passes on the gathered frames now. */
  release(): void;
  /** Drops them: the whole list has been fetched. */
  drop(): void;
}

interface Listener {
  /** Takes a portion of frames. */
  deliver(frames: readonly FrameSummary[]): void;
  /** The stream has ended, and nobody has looked into its last frame. */
  rest(): void;
}

export function createStreamGate(everyMs: number, now: () => number, listener: Listener): StreamGate {
  /** A stream without a frame for this long has ended. */
  const restMs = everyMs * 2;
  let gathered: FrameSummary[] = [];
  let lookedMs = Number.NEGATIVE_INFINITY;
  let takenMs = Number.NEGATIVE_INFINITY;
  let deliveredMs = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const flows = () => now() - takenMs < restMs;

  function wait(): void {
    waiting = setTimeout(() => {
      waiting = undefined;
      const goesOn = flows();
      if (!goesOn || now() - deliveredMs >= restMs) release();
      if (goesOn) wait();
      else listener.rest();
    }, restMs);
  }

  function drop(): void {
    gathered = [];
  }

  function release(): void {
    const frames = gathered;
    drop();
    if (frames.length === 0) return;
    deliveredMs = now();
    listener.deliver(frames);
  }

  return {
    claimLook() {
      if (now() - lookedMs < everyMs) return false;
      lookedMs = now();
      return true;
    },
    take(frame, looked) {
      takenMs = now();
      gathered.push(frame);
      if (looked) release();
      if (waiting === undefined) wait();
    },
    flows,
    release,
    drop,
  };
}
