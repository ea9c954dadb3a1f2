/** The list commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { blockingListCommands } from './blocking.ts';
import { changeListCommands } from './change.ts';
import { pushListCommands } from './push.ts';
import { readListCommands } from './read.ts';

export const listCommands: readonly Command[] = [
  ...pushListCommands,
  ...readListCommands,
  ...changeListCommands,
  ...blockingListCommands,
];
