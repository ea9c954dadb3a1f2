/** The sorted-set commands, file by file. */
import type { Command } from '../state/command.ts';
import { blockingZsetCommands } from './zsets-blocking.ts';
import { changeZsetCommands } from './zsets-change.ts';
import { combineZsetCommands } from './zsets-combine.ts';
import { popZsetCommands } from './zsets-pop.ts';
import { randomZsetCommands } from './zsets-random.ts';
import { rangeZsetCommands } from './zsets-range.ts';
import { readZsetCommands } from './zsets-read.ts';
import { removeRangeZsetCommands } from './zsets-remove-range.ts';
import { scanZsetCommands } from './zsets-scan.ts';

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
