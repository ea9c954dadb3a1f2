/** The items of a step against what the learner has done: what is missing, what waits, how far the text is shown. */
import { isQuestion, type Question } from '../../protocol/exercise.ts';
import {
  type Demonstration,
  isPuzzle,
  type LessonItem,
  type LessonStep,
  type Puzzle,
} from '../../protocol/lesson.ts';
import type { Block } from '../../protocol/prose.ts';
import type { StepProgress } from './progress.ts';

/** Scripted clients, dials, comparisons and programs are there to be used and need not be. */
export type ItemToDo = ItemOnServer | Puzzle;

/** What is done to the step's server. */
export type ItemOnServer = Demonstration | Question;

export function isToDo(item: LessonItem): item is ItemToDo {
  return isOnServer(item) || isPuzzle(item);
}

function isOnServer(item: LessonItem): item is ItemOnServer {
  return item.type === 'demo' || isQuestion(item);
}

/** Whether an item was done, in this visit or an earlier one. A task whose solution was shown is not. */
export function isItemDone(item: LessonItem, kept: StepProgress | undefined): boolean {
  if (kept?.done === true || !isToDo(item)) return true;
  if (item.type === 'task') return kept?.tasks[item.id] === 'solved';
  return kept?.seen?.includes(item.id) === true;
}

/** What is still to be done before the step is done, in order. */
export function missingItems({ items }: LessonStep, kept: StepProgress | undefined): readonly ItemToDo[] {
  return items.filter(isToDo).filter((item) => !isItemDone(item, kept));
}

/**
 * What has to be run before an item so that the server is as the text has it: everything that stands before the item
 * and after the last thing that was done on this server.
 */
export function leadingTo(
  { items }: LessonStep,
  id: string,
  isDoneHere: (item: LessonItem) => boolean,
): readonly ItemOnServer[] {
  const before = items
    .slice(
      0,
      items.findIndex((item) => item.id === id),
    )
    .filter(isOnServer);
  return before.slice(before.findLastIndex(isDoneHere) + 1);
}

export interface ShownText {
  readonly blocks: readonly Block[];
  /** The question that hides the rest, because the rest tells how it ends. Null when everything is shown. */
  readonly until: Question | null;
}

/** The text up to the first question that is not settled. */
export function textUpTo(
  step: LessonStep,
  blocks: readonly Block[],
  isSettled: (question: Question) => boolean,
): ShownText {
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'item') continue;
    const item = step.items.find(({ id }) => id === block.id);
    if (item === undefined || !isQuestion(item) || isSettled(item) || index === blocks.length - 1) continue;
    return { blocks: blocks.slice(0, index + 1), until: item };
  }
  return { blocks, until: null };
}
