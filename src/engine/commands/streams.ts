/** The stream commands, file by file. */
import type { Command } from '../state/command.ts';
import { changeStreamCommands } from './streams-change.ts';
import { claimStreamCommands } from './streams-claim.ts';
import { deliverStreamCommands } from './streams-deliver.ts';
import { groupStreamCommands } from './streams-group.ts';
import { infoStreamCommands } from './streams-info.ts';
import { pendingStreamCommands } from './streams-pending.ts';
import { readStreamCommands } from './streams-read.ts';
import { trimStreamCommands } from './streams-trim.ts';

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
