/**
 * One timeline for two runs. What clients do stands side by side; on two branches it is the same up to where they part.
 * What a server does by itself may happen in one of them only, and then the other stays where it is.
 */
import { sameReply } from '../../protocol/frame-replies.ts';
import type { FrameSummary } from '../../protocol/messages.ts';

export interface Pair {
  readonly one: number;
  readonly other: number;
  /** Which of the runs did something; the other stayed where it was. */
  readonly moved: 'both' | 'one' | 'other';
  /** The frame of the first run, or of the second where only that one did something. */
  readonly frame: FrameSummary;
  /** Whether the replies to the clients differ. */
  readonly repliesDiffer: boolean;
  /** Whether clients did different things, as on two branches; or only in one of the runs. */
  readonly commandsDiffer: boolean;
}

export function alignRuns(one: readonly FrameSummary[], other: readonly FrameSummary[]): Pair[] {
  const pairs: Pair[] = [];
  let [a, b] = [0, 0];
  const push = (frame: FrameSummary, moved: Pair['moved']) => {
    const both = moved === 'both';
    const repliesDiffer = both && !sameReplies(one[a], other[b]);
    const commandsDiffer = both ? !sameCommand(one[a], other[b]) : !isOwnWork(frame);
    pairs.push({ one: a, other: b, moved, frame, repliesDiffer, commandsDiffer });
  };
  if (one.length === 0 || other.length === 0) return pairs;
  push(one[0], 'both');
  while (a + 1 < one.length || b + 1 < other.length) {
    const [next, beside] = [one[a + 1], other[b + 1]];
    const onlyOne =
      beside === undefined || (isOwnWork(next) && !isSameWork(next, beside) && !isLater(next, beside));
    const onlyOther = next === undefined || (isOwnWork(beside) && !isSameWork(next, beside));
    if (next !== undefined && onlyOne) {
      a++;
      push(next, 'one');
    } else if (beside !== undefined && onlyOther) {
      b++;
      push(beside, 'other');
    } else {
      a++;
      b++;
      push(next, 'both');
    }
  }
  return pairs;
}

function isOwnWork(frame: FrameSummary | undefined): boolean {
  return frame?.kind === 'cron';
}

function isSameWork(one: FrameSummary | undefined, other: FrameSummary | undefined): boolean {
  return isOwnWork(one) && isOwnWork(other) && one?.atMs === other?.atMs;
}

/** Two pieces of own work at different times: the earlier comes first. */
function isLater(one: FrameSummary, other: FrameSummary): boolean {
  return isOwnWork(other) && other.atMs < one.atMs;
}

function sameCommand(one: FrameSummary, other: FrameSummary): boolean {
  return one.kind === other.kind && one.client === other.client && one.text === other.text;
}

function sameReplies(one: FrameSummary, other: FrameSummary): boolean {
  if (one.replies.length !== other.replies.length) return false;
  return one.replies.every((reply, nth) => sameReply(reply, other.replies[nth]));
}
