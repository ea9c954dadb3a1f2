/** The page's list of frames, with as much of their replies as it has room for. */
import { ALL_REPLY_BYTES, BRIEF_REPLY_BYTES, cutReplies, replyBytes } from '../../protocol/frame-replies.ts';
import type { FrameSummary, SessionOverview } from '../../protocol/messages.ts';
import { clientsAfter, withFrames } from './frames.ts';
import type { Playhead } from './playhead.ts';
import { lastMoment } from './state.ts';
import type { StoreAccess } from './store-access.ts';

export interface FrameList {
  /** Takes over the frames of another server or branch, and their data. */
  replace(overview: SessionOverview): void;
  /** Adds frames to the list and returns the new ones; null if some in between are missing. */
  merge(arrived: readonly FrameSummary[]): readonly FrameSummary[] | null;
  /** Fetches the whole list, because it has a hole. */
  resync(): Promise<void>;
  /** This frame's input made a branch: the frames after it belong to the other branch. */
  fork(first: FrameSummary): void;
}

export function createFrameList(
  { get, set, ask, notify, refuse }: StoreAccess,
  { details, stream, place }: Playhead,
): FrameList {
  /** Bytes of replies in the list. */
  let keptReplyBytes = 0;

  /** A frame as the page keeps it: with many long replies in the list, later ones are cut short. */
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
      // On the branch that was left, a frame of the same number is another one.
      if (detail !== null && detail.index >= first.index) set({ detail: null });
      notify('forked');
    },
  };
}
