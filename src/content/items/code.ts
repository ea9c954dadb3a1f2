/**
 * A program in each language, with what it prints. In prose it has only a place: `::code{#counter}`.
 *
 *     - code: counter
 *       node: |
 *         console.log(await redis.incr('visits'))
 *       python: |
 *         print(r.incr('visits'))
 *       prints: |
 *         1
 */
import { z } from 'zod';
import type { ClientCode } from '../../protocol/client-code.ts';
import type { DataFile, Path } from '../data-file.ts';
import { id } from '../lesson-schema.ts';

const program = z.string().min(1);

export const codeSchema = z.strictObject({ code: id, node: program, python: program, prints: program });

export function compileCode(file: DataFile, from: unknown, path: Path): ClientCode | null {
  const data = file.check(codeSchema, from, path);
  if (data === null) return null;
  for (const [language, prints] of [
    ['node', 'console.log('],
    ['python', 'print('],
  ] as const) {
    if (!data[language].includes(prints)) {
      file.problem(
        [...path, language],
        `Print something with ${prints}…), so that the tests can hold it to that.`,
      );
    }
  }
  const { node, python, prints } = data;
  return { type: 'code', id: data.code, programs: { node, python }, prints: prints.trimEnd() };
}
