/** The hash commands, file by file. */
import type { Command } from '../state/command.ts';
import { changeHashCommands } from './hashes-change.ts';
import { randomHashCommands } from './hashes-random.ts';
import { readHashCommands } from './hashes-read.ts';
import { scanHashCommands } from './hashes-scan.ts';

export const hashCommands: readonly Command[] = [
  ...changeHashCommands,
  ...readHashCommands,
  ...scanHashCommands,
  ...randomHashCommands,
];
