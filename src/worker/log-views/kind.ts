/**
 * A kind of view that no server keeps is one object as well; index.ts is the registry. It is read from the log of
 * commands. The methods are called with targets of their own kind only.
 */
import type { FrameDetail, Moment } from '../../protocol/messages.ts';
import type { View, WatchTarget } from '../../protocol/views.ts';

interface PictureSource<Target extends WatchTarget> {
  /** The pictures of a frame with what this watch sees in them. */
  into(detail: FrameDetail, id: string, target: Target): FrameDetail;
  /** Lets go of what was read, so that it is read anew. */
  forget(): void;
}

export interface LogViewKind<Target extends WatchTarget> extends PictureSource<Target> {
  /** What a watch sees at the end of a frame; null when its server was not there yet. */
  view(target: Target, atFrame: number): View | null;
}

/** What the server's view of a kind lacks. */
export interface Completion<Target extends WatchTarget> extends PictureSource<Target> {
  /** The server's view with what only the log knows. */
  within(view: View | null, target: Target, atFrame: number): View | null;
}

/** The pictures of a frame with a view of this watch at each moment. */
export function withViews(
  detail: FrameDetail,
  id: string,
  viewAt: (moment: Moment, at: number) => View | null,
): FrameDetail {
  const moments = detail.moments.map((moment, at) => ({
    step: moment.step,
    picture: { ...moment.picture, [id]: viewAt(moment, at) },
  }));
  return { ...detail, moments };
}
