/** The commands over keys of any type, file by file. */
import type { Command } from '../../state/command/command.ts';
import { dumpCommands } from './dump.ts';
import { existenceCommands } from './exist.ts';
import { expiryCommands } from './expire.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommands } from './move.ts';
import { objectCommands } from './object.ts';
import { scanCommands } from './scan.ts';
import { sortCommands } from './sort.ts';
import { waitCommands } from './wait.ts';

export const keyCommands: readonly Command[] = [
  ...existenceCommands,
  ...scanCommands,
  ...moveCommands,
  ...expiryCommands,
  ...objectCommands,
  ...dumpCommands,
  ...sortCommands,
  ...waitCommands,
  migrateCommand,
];
