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
