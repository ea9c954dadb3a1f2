/**
 * The commands of 7.0.15 that are not here, each with its reason. A test compares this table with a live server's
 * COMMAND LIST: what it has, the engine has or this table excuses, never both.
 */
import type { AbsentCommand } from '../../protocol/docs.ts';

interface Reason {
  readonly en: string;
  readonly zh: string;
}

const SCRIPTING: Reason = { en: 'There are no functions yet.', zh: '尚未实现函数。' };
const absentByGroup: Readonly<Record<string, readonly (readonly [Reason, string])[]>> = {
  scripting: [
    [
      SCRIPTING,
      `fcall fcall_ro
       function function|delete function|dump function|flush function|help function|kill function|list
       function|load function|restore function|stats`,
    ],
  ],
};

export const ABSENT_COMMANDS: readonly AbsentCommand[] = Object.entries(absentByGroup).flatMap(
  ([group, entries]) =>
    entries.flatMap(([reason, names]) =>
      names.split(/\s+/).map((name): AbsentCommand => ({ name, group, reason })),
    ),
);
