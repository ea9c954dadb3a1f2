/** The hash commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { changeHashCommands } from './change.ts';
import { randomHashCommands } from './random.ts';
import { readHashCommands } from './read.ts';
import { scanHashCommands } from './scan.ts';

export const hashCommands: readonly Command[] = [
  ...changeHashCommands,
  ...readHashCommands,
  ...scanHashCommands,
  ...randomHashCommands,
];
