/** Runs the cases of a repair one after the other, up to the first that fails. Knows nothing of React. */
import {
  type CaseVerdict,
  caseTrial,
  isSameFailure,
  judgeCase,
  type Repair,
  type RepairMiss,
  UnreadableLine,
} from '../../../protocol/repair.ts';
import type { SessionStart } from '../../../protocol/session.ts';
import type { SessionActions } from '../../session/store.ts';

export type RepairOutcome =
  /** Verdicts of the cases that were run; only the last of them may have failed. */
  | { readonly type: 'judged'; readonly verdicts: readonly CaseVerdict[]; readonly miss: RepairMiss | null }
  | { readonly type: 'unreadable'; readonly line: number }
  /** Something else was asked of the engine meanwhile. */
  | { readonly type: 'stopped' };

export async function runRepair(
  repair: Repair,
  start: SessionStart,
  text: string,
  trial: SessionActions['trial'],
): Promise<RepairOutcome> {
  const verdicts: CaseVerdict[] = [];
  try {
    for (const one of repair.cases) {
      const outcome = await trial(caseTrial(start, repair, one, text));
      if (outcome === null) return { type: 'stopped' };
      const verdict = judgeCase(one, outcome);
      verdicts.push(verdict);
      if (verdict.passed) continue;
      for (const miss of repair.nearMisses) {
        if (miss.fails !== one.id || miss.say === null) continue;
        const theirs = await trial(caseTrial(start, repair, one, miss.way));
        if (theirs === null) return { type: 'stopped' };
        if (isSameFailure(verdict, judgeCase(one, theirs))) return { type: 'judged', verdicts, miss };
      }
      break;
    }
  } catch (problem) {
    if (problem instanceof UnreadableLine) return { type: 'unreadable', line: problem.line };
    throw problem;
  }
  return { type: 'judged', verdicts, miss: null };
}

export function isMended({ cases }: Repair, outcome: RepairOutcome | null): boolean {
  return (
    outcome?.type === 'judged' &&
    outcome.verdicts.length === cases.length &&
    outcome.verdicts.every(({ passed }) => passed)
  );
}
