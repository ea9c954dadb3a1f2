/** Lines of history, and what they have in common. */
import type { BranchSummary } from '../protocol/messages.ts';
import type { Input } from '../protocol/session.ts';
import type { FrameRecord } from './frames.ts';

export interface Branch {
  readonly id: number;
  parent: BranchSummary['parent'];
  readonly inputs: Input[];
  readonly frames: FrameRecord[];
}

/** A line of history as it is saved. Branches that share a beginning have the same input objects in it. */
export interface SavedBranch {
  readonly id: number;
  /** The branch it was forked from, and after how many inputs. */
  readonly parent: { readonly branch: number; readonly inputs: number } | null;
  readonly inputs: readonly Input[];
}

/** All branches of a saved session; of one without a list, the one it has. */
export function branchesOf({
  inputs,
  branch = 1,
  branches,
}: {
  readonly inputs: readonly Input[];
  readonly branch?: number;
  readonly branches?: readonly SavedBranch[];
}): readonly SavedBranch[] {
  return branches ?? [{ id: branch, parent: null, inputs }];
}

/** How many inputs two branches share. They share their beginnings, so the place where they part can be halved towards. */
export function sharedInputs(one: readonly Input[], other: readonly Input[], limit: number): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (one[middle - 1] === other[middle - 1]) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The frames of a branch that came of its first inputs. */
export function framesUpTo(frames: readonly FrameRecord[], inputs: number): readonly FrameRecord[] {
  const after = frames.findIndex(({ inputsEnd }) => inputsEnd > inputs);
  return after < 0 ? frames : frames.slice(0, after);
}

/** The last frame that two branches share. They share their beginnings, so it can be halved towards. */
export function sharedFrame(one: Branch, other: Branch): number {
  let low = 0;
  let high = Math.min(one.frames.length, other.frames.length) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (one.frames[middle] === other.frames[middle]) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function branchSummary(branch: Branch, current: Branch): BranchSummary {
  const { id, parent, frames } = branch;
  const first = parent === null ? undefined : frames[parent.frame + 1];
  return {
    id,
    parent,
    frames: frames.length,
    commands: frames.filter(({ summary }) => summary.kind === 'command').length,
    begins: first?.summary.text ?? '',
    sharedFrame: sharedFrame(branch, current),
  };
}
