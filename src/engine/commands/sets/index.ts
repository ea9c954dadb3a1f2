/** The set commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { changeSetCommands } from './change.ts';
import { combineSetCommands } from './combine.ts';
import { randomSetCommands } from './random.ts';
import { readSetCommands } from './read.ts';

export const setCommands: readonly Command[] = [
  ...changeSetCommands,
  ...readSetCommands,
  ...combineSetCommands,
  ...randomSetCommands,
];
