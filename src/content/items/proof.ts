/**
 * A list of ids in which an entry may carry what the engine shows of it:
 *
 *     - full
 *     - { stage: second-table, run: "SET k:{1..5} x", observe: db0.rehashing, is: 1 }
 */
import { z } from 'zod';
import { observationName } from '../../protocol/observations/index.ts';
import type { Proof } from '../../protocol/proof.ts';
import type { DataFile, Path } from '../data-file.ts';
import { id, lines, observation, value } from '../lesson-schema.ts';
import { readLines } from '../read-lines.ts';

const proofSchema = z.strictObject({ run: lines.default([]), observe: observation, is: value });

export interface Proved {
  readonly id: string;
  readonly proof: Proof | null;
}

/** `kind` is the word before the id of an entry that is more than its id. */
export function compileProved(
  file: DataFile,
  entries: readonly unknown[],
  path: Path,
  kind: 'stage' | 'pair',
): Proved[] {
  const named = proofSchema.extend({ [kind]: id });
  const proved = entries.flatMap((entry, nth): Proved[] => {
    const at = [...path, nth];
    if (typeof entry === 'string') {
      const only = file.check(id, entry, at);
      return only === null ? [] : [{ id: only, proof: null }];
    }
    const data = file.check(named, entry, at) as z.output<typeof proofSchema> | null;
    if (data === null) return [];
    const { run, observe, is } = data;
    const proof = { run: readLines(file, run, [...at, 'run']), observe, name: observationName(observe), is };
    return [{ id: String((entry as Record<string, unknown>)[kind]), proof }];
  });
  proved.forEach((entry, nth) => {
    if (proved.findIndex((other) => other.id === entry.id) !== nth)
      file.problem([...path, nth], `There is a ${kind} "${entry.id}" already.`);
  });
  return proved;
}
