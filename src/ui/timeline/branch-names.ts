/** What branches are called: by their first command of their own. */
import type { BranchSummary, FrameSummary } from '../../protocol/messages.ts';
import type { TimelineWords } from './words.ts';

interface BranchesShown {
  readonly branch: number;
  readonly frames: readonly FrameSummary[];
}

export function branchName(
  branch: BranchSummary,
  { branch: current, frames }: BranchesShown,
  words: Pick<TimelineWords, 'mainBranch' | 'byItself'>,
): string {
  if (branch.parent === null) return words.mainBranch;
  // Of the branch looked at, the page knows more than the worker last told.
  const begins = branch.id === current ? frames[branch.parent.frame + 1]?.text : branch.begins;
  return begins || words.byItself;
}
