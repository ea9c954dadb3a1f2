/** All commands, by family. Adding a family is adding it here; everything else is derived. */

import { CommandCatalogue } from '../state/command/catalogue.ts';
import type { Command } from '../state/command/command.ts';
import { CommandTable } from '../state/command/table.ts';
import { bitmapCommands } from './bitmaps/index.ts';
import { connectionCommands } from './connection/index.ts';
import { geoCommands } from './geo/index.ts';
import { hashCommands } from './hashes/index.ts';
import { hyperLogLogCommands } from './hyperloglogs.ts';
import { keyCommands } from './keys/index.ts';
import { listCommands } from './lists/index.ts';
import { pubsubCommands } from './pubsub/index.ts';
import { scriptingCommands } from './scripting/index.ts';
import { serverCommands } from './server/index.ts';
import { setCommands } from './sets/index.ts';
import { streamCommands } from './streams/index.ts';
import { stringCommands } from './strings/index.ts';
import { transactionCommands } from './transactions.ts';
import { zsetCommands } from './zsets/index.ts';

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
