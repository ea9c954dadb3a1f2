/**
 * A stream of input comes faster than anybody can see. Its frames are gathered and told in portions, and only one of
 * a portion is looked into: what nobody sees need be neither photographed, nor sent, nor drawn.
 */
import type { FrameSummary } from '../../protocol/messages.ts';

export interface StreamGate {
  /** Whether the next input is the one to look into: at most one of a portion's time. */
  claimLook(): boolean;
  /** A frame has come; the one that was looked into brings the gathered ones with it. */
  take(frame: FrameSummary, looked: boolean): void;
  /** Whether more is to be expected at any moment. */
  flows(): boolean;
  /** Tells what was gathered, now. */
  release(): void;
  /** Forgets it: the whole list has been fetched. */
  drop(): void;
}

interface Listener {
  /** A portion of frames. */
  tell(frames: readonly FrameSummary[]): void;
  /** The stream has come to rest, and nobody has looked into the last of it. */
  rest(): void;
}

export function createStreamGate(everyMs: number, now: () => number, listener: Listener): StreamGate {
  /** After so long without a frame it has ended. */
  const restMs = everyMs * 2;
  let gathered: FrameSummary[] = [];
  let lookedMs = Number.NEGATIVE_INFINITY;
  let takenMs = Number.NEGATIVE_INFINITY;
  let toldMs = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const flows = () => now() - takenMs < restMs;

  function wait(): void {
    waiting = setTimeout(() => {
      waiting = undefined;
      const goesOn = flows();
      if (!goesOn || now() - toldMs >= restMs) release();
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
    toldMs = now();
    listener.tell(frames);
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
