/** The string commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { lcsCommands } from './lcs.ts';
import { manyStringCommands } from './many.ts';
import { numberCommands } from './number.ts';
import { rangeCommands } from './range.ts';
import { setCommands } from './set.ts';

export const stringCommands: readonly Command[] = [
  ...setCommands,
  ...manyStringCommands,
  ...numberCommands,
  ...rangeCommands,
  ...lcsCommands,
];
