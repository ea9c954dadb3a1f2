/** The string commands, file by file. */
import type { Command } from '../state/command.ts';
import { lcsCommands } from './strings-lcs.ts';
import { manyStringCommands } from './strings-many.ts';
import { numberCommands } from './strings-number.ts';
import { rangeCommands } from './strings-range.ts';
import { setCommands } from './strings-set.ts';

export const stringCommands: readonly Command[] = [
  ...setCommands,
  ...manyStringCommands,
  ...numberCommands,
  ...rangeCommands,
  ...lcsCommands,
];
