/** All commands, by family. Adding a family is adding it here; everything else is derived. */

import type { Command } from '../state/command.ts';
import { CommandCatalogue } from '../state/command-catalogue.ts';
import { CommandTable } from '../state/command-table.ts';
import { bitmapCommands } from './bitmaps.ts';
import { connectionCommands } from './connection.ts';
import { geoCommands } from './geo.ts';
import { hashCommands } from './hashes.ts';
import { hyperLogLogCommands } from './hyperloglogs.ts';
import { keyCommands } from './keys.ts';
import { listCommands } from './lists.ts';
import { pubsubCommands } from './pubsub.ts';
import { scriptingCommands } from './scripting.ts';
import { serverCommands } from './server.ts';
import { setCommands } from './sets.ts';
import { streamCommands } from './streams.ts';
import { stringCommands } from './strings.ts';
import { transactionCommands } from './transactions.ts';
import { zsetCommands } from './zsets.ts';

export const COMMANDS: readonly Command[] = [
  ...stringCommands,
  ...bitmapCommands,
  ...hyperLogLogCommands,
  ...listCommands,
  ...hashCommands,
  ...setCommands,
  ...zsetCommands,
  ...geoCommands,
  ...streamCommands,
  ...keyCommands,
  ...transactionCommands,
  ...scriptingCommands,
  ...connectionCommands,
  ...pubsubCommands,
  ...serverCommands,
];

export const CATALOGUE = new CommandCatalogue(COMMANDS);

/** A table of its own for each server, because it carries that server's call counts. */
export function commandTable(): CommandTable {
  return new CommandTable(CATALOGUE);
}
