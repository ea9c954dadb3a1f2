/** The list commands, file by file. */
import type { Command } from '../state/command.ts';
import { blockingListCommands } from './lists-blocking.ts';
import { changeListCommands } from './lists-change.ts';
import { pushListCommands } from './lists-push.ts';
import { readListCommands } from './lists-read.ts';

export const listCommands: readonly Command[] = [
  ...pushListCommands,
  ...readListCommands,
  ...changeListCommands,
  ...blockingListCommands,
];
