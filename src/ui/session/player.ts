/** Plays moments one after another: inside a frame, then over frames, up to the newest. */
import type { Position } from '../../protocol/messages.ts';
import { lastMoment, type SessionState } from './state.ts';

export interface Player {
  /** Plays on from the reader's position; at the end, from the beginning of the newest frame. */
  play(): void;
  /** Plays one newly arrived frame from its first moment. */
  playFrame(frame: number): void;
  stop(): void;
  /** The inside of the frame looked at has arrived. */
  arrived(): void;
}

interface Stage {
  get(): SessionState;
  set(part: Partial<SessionState>): void;
  place(frame: number, moment: number, following: boolean): void;
}

/** How long one moment stays at speed 1: shorter if there are many. */
export function momentMs(moments: number): number {
  const [slow, quick] = [340, 150];
  const [few, many] = [6, 24];
  // A loop of a thousand lines plays for half a minute, not for minutes.
  const [wholeMs, leastMs] = [30_000, 5];
  if (moments <= few) return slow;
  if (moments >= many) return Math.max(leastMs, Math.min(quick, wholeMs / moments));
  return slow - ((slow - quick) * (moments - few)) / (many - few);
}

export function createPlayer(stage: Stage): Player {
  const { get, set, place } = stage;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    if (get().playing) set({ playing: false });
  }

  function momentsHere(): number | null {
    const { detail, position } = get();
    return detail !== null && detail.index === position.frame ? detail.moments.length : null;
  }

  /** Looks at a frame from its first moment; a frame without steps only has its end. */
  function enter(frame: number, following: boolean): void {
    place(frame, 0, following);
    skipIfStill();
  }

  function skipIfStill(): void {
    const moments = momentsHere();
    if (moments !== null && moments <= 2) place(get().position.frame, lastMoment, get().following);
  }

  function isOver(position: Position, moments: number): boolean {
    if (get().loop !== null) return false;
    return position.moment >= moments - 1 && position.frame >= get().frames.length - 1;
  }

  function schedule(): void {
    clearTimeout(timer);
    const moments = momentsHere();
    // While the inside is being fetched, wait: `arrived` continues.
    if (moments === null) return;
    if (isOver(get().position, moments)) {
      stop();
      set({ following: true });
      return;
    }
    timer = setTimeout(next, momentMs(moments) / get().speed);
  }

  function next(): void {
    const { position, following, loop } = get();
    const moments = momentsHere();
    if (moments !== null && position.moment < moments - 1) {
      place(position.frame, position.moment + 1, following);
    } else if (loop !== null && position.frame >= loop.to) {
      enter(loop.from, false);
    } else if (position.frame < get().frames.length - 1) {
      enter(position.frame + 1, following);
    }
    schedule();
  }

  return {
    stop,
    play() {
      const { position, frames, following, loop } = get();
      const moments = momentsHere();
      set({ playing: true });
      if (loop !== null) {
        if (position.frame < loop.from || position.frame > loop.to) enter(loop.from, false);
        else set({ following: false });
      } else if (moments !== null && isOver(position, moments)) enter(frames.length - 1, following);
      schedule();
    },
    playFrame(frame) {
      clearTimeout(timer);
      set({ playing: true });
      const { frames, following, position } = get();
      enter(frame, frame >= frames.length - 1 ? true : following && frame !== position.frame);
      schedule();
    },
    arrived() {
      if (!get().playing) return;
      if (get().position.moment === 0) skipIfStill();
      schedule();
    },
  };
}
