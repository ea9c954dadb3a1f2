/** The list of frames that the page keeps, with as much of their replies as it has room for. */
import { ALL_REPLY_BYTES, BRIEF_REPLY_BYTES, cutReplies, replyBytes } from '../../protocol/frame-replies.ts';
import type { FrameSummary, SessionOverview } from '../../protocol/messages.ts';
import { clientsAfter, withFrames } from './frames.ts';
import type { Playhead } from './playhead.ts';
import { lastMoment } from './state.ts';
import type { StoreAccess } from './store-access.ts';

export interface FrameList {
  /** Takes over the frames of another server or branch, and what belongs to them. */
  replace(overview: SessionOverview): void;
  /** Takes frames into the list and gives those that were not in it; null when some in between are missing. */
  merge(arrived: readonly FrameSummary[]): readonly FrameSummary[] | null;
  /** Asks for the whole list, because it has a hole. */
  resync(): Promise<void>;
  /** The input of this frame made a branch: what came after it belongs to the other one. */
  fork(first: FrameSummary): void;
}

export function createFrameList(
  { get, set, ask, tell, refuse }: StoreAccess,
  { details, stream, place }: Playhead,
): FrameList {
  /** Bytes of replies in the list. */
  let keptReplyBytes = 0;

  /** A frame as the page keeps it: when it keeps many long replies, of later ones only a little. */
  function kept(frame: FrameSummary): FrameSummary {
    const isFull = keptReplyBytes >= ALL_REPLY_BYTES;
    const replies = isFull ? cutReplies(frame.replies, BRIEF_REPLY_BYTES) : frame.replies;
    keptReplyBytes += replyBytes(replies);
    return replies === frame.replies ? frame : { ...frame, replies };
  }

  function replace(overview: SessionOverview): void {
    details.forget();
    stream.drop();
    keptReplyBytes = 0;
    for (const { replies } of overview.frames) keptReplyBytes += replyBytes(replies);
    set({
      start: overview.start,
      clock: overview.clock,
      branch: overview.branch,
      loop: null,
      branches: overview.branches,
      frames: overview.frames,
      clients: overview.clients,
    });
  }

  async function resync(): Promise<void> {
    replace(await ask().ask('switchBranch', { branch: get().branch }));
    if (get().following) place(get().frames.length - 1, lastMoment, true);
  }

  return {
    replace,
    merge(arrived) {
      const { frames, clients } = get();
      const merged = withFrames(frames, arrived.map(kept));
      if (merged === null) {
        void resync().catch(refuse);
        return null;
      }
      const fresh = arrived.filter((frame) => frame.index >= frames.length);
      set({ frames: merged, clients: clientsAfter(clients, fresh) });
      return fresh;
    },
    resync,
    fork(first) {
      const { frames: shared, detail } = get();
      if (shared.length > first.index) set({ frames: shared.slice(0, first.index) });
      // A frame of the same number on the branch that was left is another one.
      if (detail !== null && detail.index >= first.index) set({ detail: null });
      tell('forked');
    },
  };
}
