/** The bitmap commands, file by file. */
import type { Command } from '../state/command.ts';
import { singleBitCommands } from './bitmaps-bits.ts';
import { combineBitCommands } from './bitmaps-combine.ts';
import { countBitCommands } from './bitmaps-count.ts';
import { fieldCommands } from './bitmaps-fields.ts';

export const bitmapCommands: readonly Command[] = [
  ...singleBitCommands,
  ...countBitCommands,
  ...combineBitCommands,
  ...fieldCommands,
];
