/**
 * Prints a user's permissions as rules: ACL LIST and ACL GETUSER. The rules as given are not stored; a short list that
 * produces the same bits is computed again. Mirrors ACLDescribeSelectorCommandRules:
 *
 * start from +@all or -@all; as long as some category has more commands that agree with the bits than commands that do
 * not, apply the category that disagrees least (among equals, the one that agrees most); finally correct single
 * commands. Categories are judged by their remaining effect: a copy of the bits drops those already described.
 */

import { CATEGORIES } from '../command/facts.ts';
import type { CommandTable } from '../command/table.ts';
import { channelRules, keyRules, Selector } from './selector.ts';
import type { User } from './user.ts';

export function commandRules(commands: CommandTable, selector: Selector): string {
  const adding = !selector.futureCommands;
  const rules = [adding ? '-@all' : '+@all'];
  const described = new Selector(commands, false);
  described.allowEverything(!adding);
  const remaining = selector.copy();
  const applied = new Set<number>();
  for (;;) {
    const best = bestCategory(commands, remaining, applied, adding);
    if (best === -1) break;
    described.changeCategory(best, adding);
    remaining.changeCategory(best, !adding);
    rules.push(`${adding ? '+' : '-'}@${CATEGORIES[best]}`);
    applied.add(best);
  }
  for (const entry of commands.all) {
    const wanted = selector.allows(entry);
    if (wanted !== described.allows(entry)) {
      rules.push(`${wanted ? '+' : '-'}${entry.fullName}`);
      described.change(entry, wanted);
    }
    if (wanted) continue;
    for (const word of selector.firstArguments.get(entry) ?? []) rules.push(`+${entry.fullName}|${word}`);
  }
  return rules.join(' ');
}

function bestCategory(
  commands: CommandTable,
  remaining: Selector,
  applied: ReadonlySet<number>,
  adding: boolean,
): number {
  const on = new Array<number>(CATEGORIES.length).fill(0);
  const off = new Array<number>(CATEGORIES.length).fill(0);
  for (const entry of commands.all) {
    const counts = remaining.allows(entry) ? on : off;
    for (let bits = entry.categoryBits, category = 0; bits !== 0; bits >>>= 1, category++) {
      if (bits & 1) counts[category]++;
    }
  }
  const [agreeing, differing] = adding ? [on, off] : [off, on];
  let best = -1;
  for (let category = 0; category < CATEGORIES.length; category++) {
    if (applied.has(category) || agreeing[category] <= differing[category]) continue;
    const isBetter =
      best === -1 ||
      differing[category] < differing[best] ||
      (differing[category] === differing[best] && agreeing[category] > agreeing[best]);
    if (isBetter) best = category;
  }
  return best;
}

/** One selector as ACL LIST shows it. */
function describeSelector(commands: CommandTable, selector: Selector): string {
  const channels = channelRules(selector);
  if (!selector.allChannels) channels.unshift('resetchannels');
  return [...keyRules(selector), ...channels, commandRules(commands, selector)].join(' ');
}

/** Everything about a user but the name, as a line of a configuration file. */
export function describeUser(commands: CommandTable, user: User): string {
  const [root, ...others] = user.selectors;
  return [
    ...user.flags(),
    ...user.passwords.map((hash) => `#${hash}`),
    describeSelector(commands, root),
    ...others.map((selector) => `(${describeSelector(commands, selector)})`),
  ].join(' ');
}
