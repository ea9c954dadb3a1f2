/**
 * The insides of frames: fetched one at a time, the newest request first, and kept for a while. When the watches or the
 * branch change, the kept ones no longer fit and are dropped.
 */
import type { FrameDetail } from '../../protocol/messages.ts';

const keptDetails = 24;

export interface DetailShelf {
  get(frame: number): FrameDetail | undefined;
  /** The latest frame whose inside is here. */
  newest(): number | undefined;
  put(detail: FrameDetail): void;
  /** Fetches a frame's inside unless it is here, and calls `arrived` with it unless it was dropped meanwhile. */
  want(frame: number): void;
  /** Whether a frame's inside was requested and is still to come. */
  awaits(frame: number): boolean;
  forget(): void;
}

export function createDetailShelf(
  fetch: (frame: number) => Promise<FrameDetail>,
  arrived: (detail: FrameDetail) => void,
  refused: (error: unknown) => void,
): DetailShelf {
  const kept = new Map<number, FrameDetail>();
  let epoch = 0;
  let underWay: number | null = null;
  let wanted: number | null = null;

  async function fetchWanted(): Promise<void> {
    if (underWay !== null) return;
    while (wanted !== null) {
      const frame = wanted;
      wanted = null;
      underWay = frame;
      const asked = epoch;
      try {
        const detail = await fetch(frame);
        if (asked === epoch) {
          put(detail);
          arrived(detail);
        } else if (wanted === null) {
          // Dropped on its way, and nothing else was requested since.
          wanted = frame;
        }
      } catch (error) {
        if (asked === epoch) refused(error);
      }
    }
    underWay = null;
  }

  function put(detail: FrameDetail): void {
    kept.delete(detail.index);
    kept.set(detail.index, detail);
    if (kept.size > keptDetails) kept.delete(kept.keys().next().value as number);
  }

  return {
    get: (frame) => kept.get(frame),
    newest: () => (kept.size === 0 ? undefined : Math.max(...kept.keys())),
    put,
    want(frame) {
      wanted = frame;
      void fetchWanted();
    },
    awaits: (frame) => frame === wanted || frame === underWay,
    forget() {
      epoch++;
      kept.clear();
    },
  };
}
