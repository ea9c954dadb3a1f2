/** In the page's worker this stands in for index.ts until that has arrived: to set, read, count and look at strings. */

import { CommandCatalogue } from '../state/command/catalogue.ts';
import type { Command } from '../state/command/command.ts';
import { CommandTable } from '../state/command/table.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import { existenceCommands } from './keys/exist.ts';
import { objectCommands } from './keys/object.ts';
import { dbsize } from './server/dbsize.ts';
import { manyStringCommands } from './strings/many.ts';
import { numberCommands } from './strings/number.ts';
import { setCommands } from './strings/set.ts';

const FIRST_COMMANDS: readonly Command[] = [
  ...setCommands,
  ...manyStringCommands,
  ...numberCommands,
  ...existenceCommands,
  ...objectCommands,
  dbsize,
];

const FIRST = new CommandCatalogue(FIRST_COMMANDS);

let all: CommandCatalogue | null = null;
/** Tables that have to be completed. */
const waiting: CommandTable[] = [];

beginWith({
  commands: FIRST_COMMANDS.map(({ name }) => name),
  async complete() {
    const { CATALOGUE } = await import('./index.ts');
    all = CATALOGUE;
    for (const table of waiting.splice(0)) table.complete(CATALOGUE);
  },
});

export function commandTable(): CommandTable {
  const table = new CommandTable(all ?? FIRST);
  if (all === null) waiting.push(table);
  return table;
}
