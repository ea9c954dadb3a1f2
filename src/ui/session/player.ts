/**
 * Plays moments one after another: inside a frame, then over frames, up to the newest. A moment stays as
 * long as it takes to read what the panels say about it; a moment with no new caption and no new picture does not stay.
 */
import type { Moment, Position } from '../../protocol/messages.ts';
import { type Captions, readingMs } from './captions.ts';
import { lastMoment, type SessionState } from './state.ts';

export interface Player {
  /** Plays on from the reader's position; at the end, from the beginning of the newest frame. */
  play(): void;
  /** Plays one newly arrived frame from its first moment. */
  playFrame(frame: number): void;
  stop(): void;
  /** The inside of the frame looked at has arrived. */
  arrived(): void;
  /** Keeps a picture that is not played for so long, and until its captions are read; stopping ends it, too. */
  hold(leastMs: number): Promise<void>;
  /** Whether the pace follows captions. */
  narrates(): boolean;
}

interface Stage {
  get(): SessionState;
  set(part: Partial<SessionState>): void;
  place(frame: number, moment: number, following: boolean): void;
  readonly captions: Captions;
}

/** While the server does things by itself, the player may lag this many frames before it lets go. */
export const lagFrames = 3;
/** A frame of more moments is the loop of a script: it is watched, not read. */
const readMoments = 100;

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
  const { get, set, place, captions } = stage;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the hold that is under way. */
  let release: (() => void) | null = null;
  /** The position whose caption is being read. */
  let read: Position | null = null;

  function stop(): void {
    halt();
    if (get().playing) set({ playing: false, waiting: false });
    const released = release;
    release = null;
    released?.();
  }

  function halt(): void {
    clearTimeout(timer);
    timer = undefined;
    read = null;
  }

  function momentsHere(): readonly Moment[] | null {
    const { detail, position } = get();
    return detail !== null && detail.index === position.frame ? detail.moments : null;
  }

  /** Looks at a frame from its first moment; a frame without steps only has its end. */
  function enter(frame: number, following: boolean): void {
    place(frame, 0, following);
    skipIfStill();
  }

  function skipIfStill(): void {
    const moments = momentsHere();
    if (moments !== null && moments.length <= 2) place(get().position.frame, lastMoment, get().following);
  }

  function isOver(position: Position, moments: readonly Moment[]): boolean {
    if (get().loop !== null) return false;
    return position.moment >= moments.length - 1 && position.frame >= get().frames.length - 1;
  }

  function finish(): void {
    stop();
    set({ following: true });
  }

  const narrates = () => get().pace !== 'quick' && captions.any();

  function schedule(): void {
    halt();
    // While the inside is being fetched, `arrived` takes up the thread.
    if (momentsHere() === null) return;
    // Panels have their captions once they have drawn the moment.
    if (narrates()) timer = setTimeout(attend, 0);
    else attend();
  }

  // While the inside is being fetched, wait: `arrived` continues.
  function attend(): void {
    const moments = momentsHere();
    if (moments === null) return;
    const { position, pace, speed } = get();
    const caption = narrates() ? captions.fresh() : '';
    const over = isOver(position, moments);
    read = caption === '' ? null : position;
    if (caption !== '' && pace === 'narrated') set({ waiting: true });
    else if (caption !== '') {
      const beatMs = momentMs(moments.length);
      const staysMs = moments.length > readMoments ? beatMs : Math.max(beatMs, readingMs(caption));
      timer = setTimeout(over ? finish : next, staysMs / speed);
    } else if (over) finish();
    else timer = setTimeout(next, silentMs(position, moments) / speed);
  }

  /** A moment about which nothing new is said stays if something moves, and at both ends of a frame. */
  function silentMs({ moment }: Position, moments: readonly Moment[]): number {
    const inside = moment > 0 && moment < moments.length - 1;
    const moves = !inside || differs(moments[moment], moments[moment - 1]);
    return moves || !narrates() ? momentMs(moments.length) : 0;
  }

  function next(): void {
    const { position, following, loop, frames } = get();
    const moments = momentsHere();
    const newest = frames.length - 1;
    if (moments !== null && position.moment < moments.length - 1) {
      place(position.frame, position.moment + 1, following);
    } else if (loop !== null && position.frame >= loop.to) {
      enter(loop.from, false);
    } else if (following && newest - position.frame > lagFrames) {
      place(newest, lastMoment, true);
    } else if (position.frame < newest) {
      enter(position.frame + 1, following);
    }
    schedule();
  }

  /** Leaves the caption at which the player has stopped. */
  function goOn(): void {
    set({ waiting: false });
    const moments = momentsHere();
    if (release !== null) stop();
    else if (moments !== null && isOver(get().position, moments)) finish();
    else next();
  }

  return {
    stop,
    play() {
      if (get().waiting) {
        goOn();
        return;
      }
      const { position, frames, following, loop } = get();
      const moments = momentsHere();
      // What stands there was read while nothing played.
      captions.fresh();
      set({ playing: true });
      if (loop !== null) {
        if (position.frame < loop.from || position.frame > loop.to) enter(loop.from, false);
        else set({ following: false });
      } else if (moments !== null && isOver(position, moments)) enter(frames.length - 1, following);
      schedule();
    },
    playFrame(frame) {
      halt();
      release?.();
      release = null;
      set({ playing: true, waiting: false });
      const { frames, following, position } = get();
      enter(frame, frame >= frames.length - 1 ? true : following && frame !== position.frame);
      schedule();
    },
    arrived() {
      const { playing, position } = get();
      // The same picture once more does not end what is being read.
      if (!playing || release !== null || position === read) return;
      if (position.moment === 0) skipIfStill();
      schedule();
    },
    hold(leastMs) {
      stop();
      return new Promise((resolve) => {
        release = resolve;
        timer = setTimeout(() => {
          const { pace, speed } = get();
          const caption = narrates() ? captions.fresh() : '';
          const restMs = readingMs(caption) - leastMs;
          if (restMs <= 0) stop();
          else {
            const waiting = pace === 'narrated';
            set({ playing: true, waiting });
            if (!waiting) timer = setTimeout(stop, restMs / speed);
          }
        }, leastMs / get().speed);
      });
    },
    narrates,
  };
}

function differs(moment: Moment, before: Moment): boolean {
  return Object.keys(moment.picture).some((id) => moment.picture[id] !== before.picture[id]);
}
