/** The sorted-set commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { blockingZsetCommands } from './blocking.ts';
import { changeZsetCommands } from './change.ts';
import { combineZsetCommands } from './combine.ts';
import { popZsetCommands } from './pop.ts';
import { randomZsetCommands } from './random.ts';
import { rangeZsetCommands } from './range.ts';
import { readZsetCommands } from './read.ts';
import { removeRangeZsetCommands } from './remove-range.ts';
import { scanZsetCommands } from './scan.ts';

export const zsetCommands: readonly Command[] = [
  ...changeZsetCommands,
  ...readZsetCommands,
  ...rangeZsetCommands,
  ...removeRangeZsetCommands,
  ...popZsetCommands,
  ...blockingZsetCommands,
  ...combineZsetCommands,
  ...scanZsetCommands,
  ...randomZsetCommands,
];
