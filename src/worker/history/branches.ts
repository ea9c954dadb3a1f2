/** Lines of history, and what they have in common. Lines that share a beginning share its objects, inputs and frames. */

/** A moment worth stopping at, and how many inputs of its line lead up to it, its own included. */
export interface FrameEnd {
  readonly inputsEnd: number;
}

export interface Branch<Input, Frame extends FrameEnd> {
  readonly id: number;
  /** The branch it was forked from, and at which frame. */
  parent: { readonly branch: number; readonly frame: number } | null;
  readonly inputs: Input[];
  /** The first is the frame before all inputs. */
  readonly frames: Frame[];
}

/** A line of history as it is saved. */
export interface SavedBranch<Input> {
  readonly id: number;
  /** The branch it was forked from, and after how many inputs. */
  readonly parent: { readonly branch: number; readonly inputs: number } | null;
  readonly inputs: readonly Input[];
}

/** All branches of a saved session; of one without a list, the one it has. */
export function branchesOf<Input>({
  inputs,
  branch = 1,
  branches,
}: {
  readonly inputs: readonly Input[];
  readonly branch?: number;
  readonly branches?: readonly SavedBranch<Input>[];
}): readonly SavedBranch<Input>[] {
  return branches ?? [{ id: branch, parent: null, inputs }];
}

/** How many elements two lines share. They share their beginnings, so a binary search finds where they part. */
export function sharedLength(one: readonly unknown[], other: readonly unknown[]): number {
  let [low, high] = [0, Math.min(one.length, other.length)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (one[middle - 1] === other[middle - 1]) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The frames of a branch that came of its first inputs. */
export function framesUpTo<Frame extends FrameEnd>(
  frames: readonly Frame[],
  inputs: number,
): readonly Frame[] {
  const after = frames.findIndex(({ inputsEnd }) => inputsEnd > inputs);
  return after < 0 ? frames : frames.slice(0, after);
}
