/** What can go wrong without the engine being at fault. */

import { RefusedError } from '../protocol/refused.ts';
import type { FailedView, View } from '../protocol/views.ts';

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
}

export function failedView(problem: unknown): FailedView {
  return { kind: 'failed', message: messageOf(problem) };
}

/** A view that cannot be read shows its failure in its own place; engine and other views are not affected. */
export function viewOrFailure(read: () => View | null): View | null {
  try {
    return read();
  } catch (problem) {
    return failedView(problem);
  }
}

/** Waits for a part of the program that is fetched when it is needed. */
export async function fetched<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (problem) {
    throw new RefusedError('not-loaded', messageOf(problem));
  }
}
