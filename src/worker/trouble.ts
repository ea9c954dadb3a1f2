/** What can go wrong without the engine being at fault. */
import type { FrameDetail } from '../protocol/messages.ts';
import type { FailedView, View, WatchTarget } from '../protocol/views.ts';
import { RefusedError } from './refused.ts';

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
}

export function failedView(problem: unknown): FailedView {
  return { kind: 'failed', message: messageOf(problem) };
}

/** A view that cannot be read says so in its own place: neither the engine nor another view has to do with it. */
export function viewOrFailure(read: () => View | null): View | null {
  try {
    return read();
  } catch (problem) {
    return failedView(problem);
  }
}

/** What adds to the pictures of a frame, from a history of its own. */
interface PictureSource<Log> {
  into(detail: FrameDetail, watches: Iterable<readonly [string, WatchTarget]>, log: Log): FrameDetail;
  /** Lets go of the history, so that it is read anew. */
  forget(): void;
}

/** Adds to the pictures for one watch after the other, so that one that fails takes no other with it. */
export function intoOrFailure<Log>(
  source: PictureSource<Log>,
  detail: FrameDetail,
  watches: Iterable<readonly [string, WatchTarget]>,
  log: Log,
): FrameDetail {
  let result = detail;
  for (const watch of watches) {
    try {
      result = source.into(result, [watch], log);
    } catch (problem) {
      source.forget();
      const failed = failedView(problem);
      const moments = result.moments.map(({ step, picture }) => ({
        step,
        picture: { ...picture, [watch[0]]: failed },
      }));
      result = { ...result, moments };
    }
  }
  return result;
}

/** Waits for a part of the program that is fetched when it is needed. */
export async function fetched<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (problem) {
    throw new RefusedError('not-loaded', messageOf(problem));
  }
}
