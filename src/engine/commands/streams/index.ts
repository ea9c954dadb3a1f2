/** The stream commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { changeStreamCommands } from './change.ts';
import { claimStreamCommands } from './claim.ts';
import { deliverStreamCommands } from './deliver.ts';
import { groupStreamCommands } from './group.ts';
import { infoStreamCommands } from './info.ts';
import { pendingStreamCommands } from './pending.ts';
import { readStreamCommands } from './read.ts';
import { trimStreamCommands } from './trim.ts';

export const streamCommands: readonly Command[] = [
  ...changeStreamCommands,
  ...trimStreamCommands,
  ...readStreamCommands,
  ...deliverStreamCommands,
  ...groupStreamCommands,
  ...pendingStreamCommands,
  ...claimStreamCommands,
  ...infoStreamCommands,
];
