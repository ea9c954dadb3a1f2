/** Answers since when a part of a view has its value: first inside the frame looked at, then in the past. */
import type { LastChange, Position } from '../protocol/messages.ts';
import { type PartFound, type PartPath, parsePart, readPart } from '../protocol/parts.ts';
import { lastMoment } from '../protocol/position.ts';
import type { WatchTarget } from '../protocol/views.ts';
import { aimedTarget } from './aim.ts';
import type { SessionHistory } from './history/session-history.ts';
import { LastChangeSearch, type PastReader, pastReader, sinceMoment } from './last-change-search.ts';
import type { LogViews } from './log-views/index.ts';
import type { Pictures } from './pictures.ts';
import { readIn } from './recorder.ts';

/** A question, half answered. */
interface OpenSearch {
  readonly search: LastChangeSearch;
  readonly watchId: string;
  readonly aim: WatchTarget;
  readonly read: PastReader;
  readonly path: PartPath;
  readonly wanted: PartFound;
  readonly at: number;
}

export class LastChanges {
  readonly #history: SessionHistory;
  readonly #logViews: LogViews;
  readonly #pictures: Pictures;
  #open: OpenSearch | null = null;

  constructor(history: SessionHistory, logViews: LogViews, pictures: Pictures) {
    this.#history = history;
    this.#logViews = logViews;
    this.#pictures = pictures;
  }

  /** Begins a search and goes on for as long as it may. */
  find(watchId: string, part: string, at: Position, mayGoOn: () => boolean): LastChange {
    this.#open = null;
    const path = parsePart(part);
    const target = this.#pictures.watches.get(watchId);
    if (path === null || target === undefined) return { result: 'absent' };
    const { moments } = this.#pictures.detail(at.frame);
    const here = Math.min(at.moment, moments.length - 1);
    const view = moments[here].picture[watchId];
    const wanted = readPart(view, path);
    if (wanted === undefined || view == null) return { result: 'absent' };
    const aim = aimedTarget(target, this.#history.frames.slice(0, at.frame + 1), []);
    const logReader = this.#logViews.reader(aim);
    const read: PastReader =
      logReader === null ? pastReader(aim, path, view, wanted) : (_machine, frame) => logReader(frame);
    const search = new LastChangeSearch(this.#history, path, wanted, read, at.frame - 1);
    const open = { search, watchId, aim, read, path, wanted, at: at.frame };
    const answer = this.#changeIn(at.frame, here, open);
    if (answer !== null) return answer;
    if (at.frame === 0) return { result: 'always' };
    this.#open = open;
    return this.goOn(mayGoOn);
  }

  /** Goes on with the search that was begun last. */
  goOn(mayGoOn: () => boolean): LastChange {
    const open = this.#open;
    if (open === null) return { result: 'absent' };
    const { search, at } = open;
    const otherwise = search.goOn(mayGoOn);
    if (otherwise === undefined) return { result: 'searching', progress: search.progress };
    this.#open = null;
    if (otherwise === null) return { result: 'always' };
    // A change between two frames is first seen at the beginning of the next.
    const between: LastChange = changedAt(otherwise + 1, 0, open.wanted);
    return otherwise === at - 1 ? between : (this.#changeIn(otherwise + 1, lastMoment, open) ?? between);
  }

  /** Drops the open search when the reader leaves its branch. */
  forget(): void {
    this.#open = null;
  }

  /** The change inside a frame, up to one of its moments; null when the part is the same at all of them. */
  #changeIn(frame: number, upTo: number, search: OpenSearch): LastChange | null {
    const parts = this.#partsIn(frame, search).slice(0, upTo + 1);
    const moment = sinceMoment(parts, search.wanted);
    return moment === 0 ? null : changedAt(frame, moment, parts[moment - 1]);
  }

  /** What a part is at each moment of a frame. */
  #partsIn(frame: number, { watchId, aim, read, path }: OpenSearch): (PartFound | undefined)[] {
    const isStill = !('follow' in aim && aim.follow === true);
    if (frame === 0 || isStill) {
      return this.#pictures.detail(frame).moments.map(({ picture }) => readPart(picture[watchId], path));
    }
    // Windows that follow the steps lose sight of the part: it is read for itself.
    const eye = { ...aim, follow: false } as WatchTarget;
    const watches = new Map(this.#pictures.watchesAt(frame)).set(watchId, eye);
    const { moments } = this.#pictures.record(frame, watches, (machine, target) =>
      target === eye ? read(machine, frame) : readIn(machine, target),
    );
    return moments.map(({ picture }) => readPart(picture[watchId], path));
  }
}

function changedAt(frame: number, moment: number, before: PartFound | undefined): LastChange {
  return { result: 'changed', position: { frame, moment }, appeared: before === undefined };
}
