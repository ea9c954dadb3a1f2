/**
 * What is watched, and pictures of it at every frame. The pictures of a frame are taken while its input runs; those of
 * the past are taken by living through the frame again.
 */
import type { FrameDetail } from '../protocol/messages.ts';
import type { View, WatchTarget } from '../protocol/views.ts';
import { aimed, aimedTarget, unaimed, type WorkedOn } from './aim.ts';
import type { SessionHistory } from './history/session-history.ts';
import type { LogViews } from './log-views/index.ts';
import {
  detailOf,
  type Recording,
  readIn,
  recordInput,
  takePicture,
  type ViewReader,
  type Watches,
} from './recorder.ts';
import { RememberedDetails } from './remembered.ts';
import { viewOrFailure } from './trouble.ts';

/** A history of more commands is not replayed only to show the present through another window. */
const MAX_REPLAYED_FOR_PRESENT = 50_000;
/** When the past is replayed, this many frames before the one asked for are photographed too. */
const LOOK_BEHIND = 24;

export class Pictures {
  readonly #history: SessionHistory;
  readonly #logViews: LogViews;
  readonly #watches = new Map<string, WatchTarget>();
  readonly #details = new RememberedDetails();

  constructor(history: SessionHistory, logViews: LogViews) {
    this.#history = history;
    this.#logViews = logViews;
  }

  get watches(): Watches {
    return this.#watches;
  }

  /** From now on pictures contain this. Gives the view at a frame. */
  watch(id: string, target: WatchTarget, atFrame: number): View | null {
    this.#watches.set(id, target);
    this.#details.clear();
    return viewOrFailure(() => this.#viewAt(atFrame, target));
  }

  unwatch(id: string): void {
    if (this.#watches.delete(id)) this.#details.clear();
  }

  /** The watches as they look at a frame of this branch. */
  watchesAt(frame: number): Watches {
    return aimed(this.#watches, this.#history.frames.slice(0, frame + 1), []);
  }

  /** The watches as they look at commands that are about to run. */
  watchesFor(worked: readonly WorkedOn[]): Watches {
    return aimed(this.#watches, this.#history.frames, worked);
  }

  /** Keeps what was seen of the latest frame. Windows that followed the steps stay where they ended. */
  keep(recording: Recording): FrameDetail {
    for (const [id, target] of recording.watches) {
      this.#watches.set(id, unaimed(target, this.#watches.get(id)));
    }
    const { lastIndex } = this.#history;
    return this.#remember(lastIndex, detailOf(lastIndex, recording));
  }

  /** The inside of any frame of this branch, replayed if need be. */
  detail(frame: number): FrameDetail {
    const history = this.#history;
    const { lastIndex, frames } = history;
    const known = this.#details.get(frame);
    if (known !== undefined) return known;
    // A history too long to be replayed for a glance: the present is shown without the way to it.
    if (frame === lastIndex && frames[lastIndex].commandsEnd > MAX_REPLAYED_FOR_PRESENT)
      return this.#still(frame, history.machine);
    // A reader who goes back one frame usually goes back more: photograph a few on the way.
    for (let earlier = Math.max(1, frame - LOOK_BEHIND); earlier <= frame; earlier++) {
      this.#remember(earlier, detailOf(earlier, this.record(earlier, this.watchesAt(earlier))));
    }
    return this.#details.get(frame) ?? this.#still(frame, history.at(frame));
  }

  /** Lives through a frame of the past again, and photographs it. */
  record(frame: number, watches: Watches, read?: ViewReader): Recording {
    const { commands } = this.#history.frames[frame].summary;
    return this.#history.repeat(frame, (world, input) => recordInput(world, input, commands, watches, read));
  }

  /** Another branch is looked at from now on. */
  forget(): void {
    this.#details.clear();
  }

  #viewAt(frame: number, target: WatchTarget): View | null {
    const fromLog = this.#logViews.reader(target);
    if (fromLog !== null) return fromLog(frame);
    const { machine, lastIndex, frames } = this.#history;
    const world = frame === lastIndex ? machine : this.#history.at(frame);
    const view = readIn(world, aimedTarget(target, frames.slice(0, frame + 1), []));
    return this.#logViews.complete(view, target, frame);
  }

  /** The state after a frame, as if nothing had led to it. */
  #still(frame: number, world: SessionHistory['machine']): FrameDetail {
    const picture = takePicture(world, this.watchesAt(frame));
    const moments = [
      { step: null, picture },
      { step: null, picture },
    ];
    return this.#remember(frame, { index: frame, moments, droppedSteps: 0 });
  }

  /** Keeps the inside of a frame, with the views from the log in it, and gives it back. */
  #remember(frame: number, recorded: FrameDetail): FrameDetail {
    const detail = this.#logViews.into(recorded, this.#watches);
    this.#details.set(frame, detail);
    return detail;
  }
}
