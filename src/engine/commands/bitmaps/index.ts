/** The bitmap commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { singleBitCommands } from './bits.ts';
import { combineBitCommands } from './combine.ts';
import { countBitCommands } from './count.ts';
import { fieldCommands } from './fields.ts';

export const bitmapCommands: readonly Command[] = [
  ...singleBitCommands,
  ...countBitCommands,
  ...combineBitCommands,
  ...fieldCommands,
];
