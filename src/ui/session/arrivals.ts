/** Puts arriving frames into the list, and plays them, shows their end, or leaves them alone. */
import type { FrameDetail, FrameSummary } from '../../protocol/messages.ts';
import type { FrameList } from './frame-list.ts';
import { lagFrames } from './player.ts';
import type { Playhead } from './playhead.ts';
import type { StoreAccess } from './store-access.ts';

/** Nobody types this fast: input this close to an earlier one is not played. */
const rapidMs = 200;
/** `own`: how the reader's own input is shown; null for what the server did by itself. */
export type Arrive = (
  arrived: readonly FrameSummary[],
  detail: FrameDetail | null,
  own: 'played' | 'quiet' | null,
) => void;

export function createArrivals(
  { get, set, now }: StoreAccess,
  { details, player, stream, settle }: Playhead,
  list: FrameList,
): Arrive {
  let lastOwnArrivalMs = Number.NEGATIVE_INFINITY;
  let lastArrivalMs = Number.NEGATIVE_INFINITY;

  return (arrived, detail, own) => {
    if (detail !== null) details.put(detail);
    stream.release();
    const { following, position } = get();
    const fresh = list.merge(arrived);
    if (fresh === null) return;
    const newest = get().frames.length - 1;
    const sinceLastMs = now() - lastArrivalMs;
    lastArrivalMs = now();

    if (own !== null) {
      // A reader who types wants to see the result.
      if (get().loop !== null) set({ loop: null });
      const rapid = now() - lastOwnArrivalMs < rapidMs;
      lastOwnArrivalMs = now();
      const frame = arrived[arrived.length - 1].index;
      if (own === 'quiet' || rapid) settle();
      else player.playFrame(frame);
      return;
    }
    if (!following || fresh.length === 0) return;
    if (get().playing) {
      // A caption that is being read stays; the player catches up at the end of its frame.
      if (newest - position.frame > lagFrames && !player.narrates()) settle();
      return;
    }
    const worthPlaying =
      sinceLastMs >= rapidMs && fresh.length === 1 && detail !== null && detail.moments.length > 2;
    if (worthPlaying && position.frame === newest - 1) player.playFrame(newest);
    else settle();
  };
}
