/** The commands over keys of any type, file by file. */
import type { Command } from '../state/command.ts';
import { dumpCommands } from './keys-dump.ts';
import { existenceCommands } from './keys-exist.ts';
import { expiryCommands } from './keys-expire.ts';
import { migrateCommand } from './keys-migrate.ts';
import { moveCommands } from './keys-move.ts';
import { objectCommands } from './keys-object.ts';
import { scanCommands } from './keys-scan.ts';
import { sortCommands } from './keys-sort.ts';
import { waitCommands } from './keys-wait.ts';

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
