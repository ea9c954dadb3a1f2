/**
 * The position the reader looks at, and its pictures: fetches the insides of frames, keeps the watches, plays moments.
 * A reader who follows sees new frames as they come, and samples of a stream.
 */
import type { FrameDetail, FrameSummary, Position } from '../../protocol/messages.ts';
import type { Captions } from './captions.ts';
import { createDetailShelf, type DetailShelf } from './details.ts';
import { createPlayer, type Player } from './player.ts';
import { lastMoment, presentFrame } from './state.ts';
import type { StoreAccess } from './store-access.ts';
import { createStreamGate, type StreamGate } from './stream.ts';
import { createWatchKeeper, type WatchKeeper } from './watches.ts';

export interface Playhead {
  readonly details: DetailShelf;
  readonly watches: WatchKeeper;
  readonly player: Player;
  readonly stream: StreamGate;
  /** Looks at a position, and fetches the frame's inside if it is not here. */
  place(frame: number, moment: number, following: boolean): void;
  /** Goes to the end of the newest frame; in a stream, not for every frame. */
  settle(): void;
  /** The reader's position, where every move begins. Frames that came too fast to be shown are shown now. */
  here(): Position;
  /** Goes to a position at the reader's request. */
  seek(position: Position): void;
  /** One moment back or forward, over the edges of frames. */
  back(): void;
  forward(): void;
  /** One frame back or forward: to the end of that frame. */
  backFrame(): void;
  forwardFrame(): void;
}

interface Surroundings extends StoreAccess {
  /** Puts frames of a stream into the list. */
  takeIn(frames: readonly FrameSummary[]): void;
  readonly captions: Captions;
}

/** The picture of a stream changes no more often than this. */
const settleEveryMs = 100;

export function createPlayhead(surroundings: Surroundings): Playhead {
  const { get, set, now, ask, refuse, takeIn, captions } = surroundings;
  const details = createDetailShelf(
    async (frame) => ask().ask('frame', { index: frame }),
    (detail) => {
      if (detail.index === get().position.frame) show(detail);
    },
    refuse,
  );
  /** Moments stepped over, forward or back, before the inside of the frame looked at arrived. */
  let stepsToCome = 0;
  /** The detail into which one watch's view was patched: only its last moment has that view. */
  let patchedDetail: FrameDetail | null = null;

  const watches = createWatchKeeper({
    watch: async (id, target) => {
      // A reader who follows sees the present, which needs no replay however long the history is.
      const { following, position } = get();
      const atFrame = following ? presentFrame : Math.max(0, position.frame);
      return ask().ask('watch', { watchId: id, target, atFrame });
    },
    unwatch: async (id) => ask().ask('unwatch', { watchId: id }),
    answered(id, { view, branch, frame }) {
      details.forget();
      const { detail, position } = get();
      // The reader may have moved meanwhile: then the view belongs to another picture.
      const isHere = branch === get().branch && frame === position.frame;
      if (detail === null || detail.index !== position.frame || !isHere) {
        // In a stream the next look comes anyway, and replaying a long past is slow.
        if (get().status === 'ready' && !(get().following && stream.flows())) details.want(position.frame);
        return;
      }
      const last = detail.moments.length - 1;
      const patched: FrameDetail = {
        ...detail,
        moments: detail.moments.map((moment, index) =>
          index === last ? { ...moment, picture: { ...moment.picture, [id]: view } } : moment,
        ),
      };
      patchedDetail = patched;
      set({ detail: patched });
      if (position.moment < last) details.want(position.frame);
    },
  });

  function show(detail: FrameDetail): void {
    const { position, frames, following } = get();
    patchedDetail = null;
    const last = detail.moments.length - 1;
    const moment = Math.max(0, Math.min(Math.min(position.moment, last) + stepsToCome, last));
    stepsToCome = 0;
    const atEnd = position.frame === frames.length - 1 && moment === last;
    set({ detail, position: { frame: position.frame, moment }, following: following || atEnd });
    player.arrived();
  }

  /** Looks at a position, and fetches the frame's inside if it is not here. */
  function place(frame: number, moment: number, following: boolean): void {
    stepsToCome = 0;
    const { frames, detail } = get();
    const target = Math.max(0, Math.min(frame, frames.length - 1));
    const here = detail !== null && detail.index === target ? detail : details.get(target);
    if (here === undefined) {
      set({ position: { frame: target, moment: Math.max(0, moment) }, following });
      details.want(target);
      return;
    }
    const clamped = Math.max(0, Math.min(moment, here.moments.length - 1));
    set({ position: { frame: target, moment: clamped }, following, detail: here });
    if (here === patchedDetail && clamped < here.moments.length - 1) details.want(target);
  }

  let lastSettledMs = Number.NEGATIVE_INFINITY;
  let settling: ReturnType<typeof setTimeout> | undefined;

  /** Goes to the end of the newest frame; in a stream, not for every frame. */
  function settle(): void {
    player.stop();
    const waitMs = lastSettledMs + settleEveryMs - now();
    if (waitMs <= 0) {
      lastSettledMs = now();
      place(newestToShow(), lastMoment, true);
      return;
    }
    set({ following: true });
    if (settling !== undefined) return;
    settling = setTimeout(catchUp, waitMs);
  }

  /** Goes to the end that `settle` has left out. */
  function catchUp(): void {
    if (settling === undefined) return;
    clearTimeout(settling);
    settling = undefined;
    lastSettledMs = now();
    const { following, playing } = get();
    if (following && !playing) place(newestToShow(), lastMoment, true);
  }

  function here(): Position {
    catchUp();
    return get().position;
  }

  const player = createPlayer({ get, set, place, captions });

  const stream = createStreamGate(settleEveryMs, now, {
    deliver: takeIn,
    rest() {
      if (get().following && !get().playing) place(newestToShow(), lastMoment, true);
    },
  });

  /** The end of the list; in a running stream, the last frame that was looked into. */
  function newestToShow(): number {
    const { frames, position } = get();
    return stream.flows() ? (details.newest() ?? position.frame) : frames.length - 1;
  }

  function seek(position: Position): void {
    stream.release();
    player.stop();
    const { frames } = get();
    const frame = Math.max(0, Math.min(position.frame, frames.length - 1));
    place(frame, position.moment, false);
    // Standing at the very end is following.
    const { position: placed, detail } = get();
    const atEnd =
      placed.frame === frames.length - 1 &&
      (placed.moment === lastMoment ||
        (detail?.index === placed.frame && placed.moment >= detail.moments.length - 1));
    if (atEnd) set({ following: true });
  }

  /** The inside of the frame looked at is still to come: the number of moments is not known yet. */
  function isComing({ frame }: Position): boolean {
    return get().detail?.index !== frame && details.awaits(frame);
  }

  /** The step waits for the inside, and stays in the frame. */
  function stepLater(by: number): void {
    stream.release();
    player.stop();
    stepsToCome += by;
    if (by < 0) set({ following: false });
  }

  function back(): void {
    const position = here();
    if (isComing(position)) {
      stepLater(-1);
      return;
    }
    const { detail } = get();
    const moment =
      detail?.index === position.frame ? Math.min(position.moment, detail.moments.length - 1) : 0;
    if (moment > 0) seek({ frame: position.frame, moment: moment - 1 });
    else if (position.frame > 0) seek({ frame: position.frame - 1, moment: lastMoment });
  }

  function forward(): void {
    const position = here();
    if (isComing(position)) {
      stepLater(1);
      return;
    }
    const { detail, frames } = get();
    const last = detail?.index === position.frame ? detail.moments.length - 1 : 0;
    if (position.moment < last) seek({ frame: position.frame, moment: position.moment + 1 });
    else if (position.frame < frames.length - 1) seek({ frame: position.frame + 1, moment: 0 });
  }

  const overFrames = (by: number) => seek({ frame: here().frame + by, moment: lastMoment });

  return {
    details,
    watches,
    player,
    stream,
    place,
    settle,
    here,
    seek,
    back,
    forward,
    backFrame: () => overFrames(-1),
    forwardFrame: () => overFrames(1),
  };
}
