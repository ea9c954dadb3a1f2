/** The set commands, file by file. */
import type { Command } from '../state/command.ts';
import { changeSetCommands } from './sets-change.ts';
import { combineSetCommands } from './sets-combine.ts';
import { randomSetCommands } from './sets-random.ts';
import { readSetCommands } from './sets-read.ts';

export const setCommands: readonly Command[] = [
  ...changeSetCommands,
  ...readSetCommands,
  ...combineSetCommands,
  ...randomSetCommands,
];
