/**
 * The commands of 7.0.15 that are not here, each with its reason. A test compares this table with a live server's
 * COMMAND LIST: each command is in the engine or in this table, never in both.
 */
import type { AbsentCommand } from '../../protocol/docs.ts';

interface Reason {
  readonly en: string;
  readonly zh: string;
}

const absentByGroup: Readonly<Record<string, readonly (readonly [Reason, string])[]>> = {};

export const ABSENT_COMMANDS: readonly AbsentCommand[] = Object.entries(absentByGroup).flatMap(
  ([group, entries]) =>
    entries.flatMap(([reason, names]) =>
      names.split(/\s+/).map((name): AbsentCommand => ({ name, group, reason })),
    ),
);
