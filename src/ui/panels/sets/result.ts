/** The members in the result of the latest command so far. */
import type { SetOperationView, SetsView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';

/** By name while the steps are known; by region if only the outcome is. */
export function resultOf({ view, steps, phase }: Scene<SetsView>): (member: string, mask: number) => boolean {
  const { operation } = view;
  if (operation === null || phase === 'before') return afterwards(operation, view.sets.length);
  const planned = steps.findLastIndex(({ type }) => type === 'sets.plan');
  const ended = steps.some(({ type }) => type === 'sets.end');
  // If there were too many steps to report, only the outcome is known.
  if (planned < 0 || (phase === 'after' && !ended)) return afterwards(operation, view.sets.length);
  const taken = new Set<string>();
  for (const step of steps.slice(planned)) {
    if (step.type === 'sets.take') taken.add(step.member);
    if (step.type === 'sets.drop') taken.delete(step.member);
  }
  return (member) => taken.has(member);
}

function afterwards(
  operation: SetOperationView | null,
  sets: number,
): (member: string, mask: number) => boolean {
  if (operation === null || operation.end === null || operation.limit > 0) return () => false;
  const all = (1 << sets) - 1;
  switch (operation.operation) {
    case 'intersection':
      return (_, mask) => mask === all;
    case 'union':
      return () => true;
    case 'difference':
      return (_, mask) => mask === 1;
  }
}
