/**
 * Stages to put in order. `stages` has them in the right one; the page begins with another.
 *
 *     - order: one-rehash
 *       stages:
 *         - full
 *         - { stage: second-table, run: "SET k:{1..5} x", observe: db0.rehashing, is: 1 }
 *         - swap
 *
 *     :::order{#one-rehash}
 *     What to put in order.
 *
 *     - full: the words of the first stage
 *     - second-table: …
 *     - swap: …
 *
 *     ---
 *
 *     What is said once the order is right; without it, the line above is left out as well.
 *     :::
 */
import type { ContainerDirective } from 'mdast-util-directive';
import { z } from 'zod';
import type { OrderedStage, Ordering } from '../../protocol/order.ts';
import type { InBothLanguages } from '../../protocol/prose.ts';
import type { DataFile, Path } from '../data-file.ts';
import { id } from '../lesson-schema.ts';
import type { Source } from '../problem.ts';
import { type ListedWords, readListed } from './listed.ts';
import { compileProved } from './proof.ts';

export const orderSchema = z.strictObject({
  order: id,
  stages: z.array(z.unknown()).min(3).max(8),
});

export type OrderData = Omit<Ordering, 'stages' | 'question' | 'explanation'> & {
  readonly stages: readonly Omit<OrderedStage, 'text'>[];
};

export function compileOrder(file: DataFile, from: unknown, path: Path): OrderData | null {
  const data = file.check(orderSchema, from, path);
  if (data === null) return null;
  const stages = compileProved(file, data.stages, [...path, 'stages'], 'stage');
  return { type: 'order', id: data.order, stages };
}

export function readOrder(node: ContainerDirective, source: Source): ListedWords | null {
  return readListed(
    node,
    source,
    'Say what to put in order, then list the stages in the right one: "- stage-id: its words".',
  );
}

export function joinOrder(data: OrderData, { zh, en }: InBothLanguages<ListedWords>): Ordering {
  return {
    ...data,
    stages: data.stages.map((stage, nth) => ({
      ...stage,
      text: { zh: zh.names[nth].text, en: en.names[nth].text },
    })),
    question: { zh: zh.question, en: en.question },
    explanation: { zh: zh.explanation, en: en.explanation },
  };
}
