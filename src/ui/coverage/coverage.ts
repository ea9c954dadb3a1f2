/** Every command of the real server by group: present, or missing and why. */
import type { AbsentCommand, CommandDoc } from '../../protocol/docs.ts';
import type { Pair } from '../i18n/index.ts';

export interface CoveredCommand {
  /** As it is typed: 'CONFIG GET'. */
  readonly name: string;
  readonly here: boolean;
  /** What it does, or why it is missing. */
  readonly text: Pair;
}

export interface CoverageGroup {
  readonly name: string;
  readonly here: number;
  readonly commands: readonly CoveredCommand[];
}

/** The groups of data first, in the order of the course; then the rest as the server names them. */
const ORDER = [
  'string',
  'bitmap',
  'hyperloglog',
  'list',
  'hash',
  'set',
  'sorted-set',
  'geo',
  'stream',
  'generic',
];

export function coverageOf(docs: readonly CommandDoc[], absent: readonly AbsentCommand[]): CoverageGroup[] {
  const groups = new Map<string, CoveredCommand[]>();
  const add = (group: string, name: string, here: boolean, text: Pair) => {
    const commands = groups.get(group) ?? [];
    commands.push({ name: name.replace('|', ' ').toUpperCase(), here, text });
    groups.set(group, commands);
  };
  for (const doc of docs) {
    add(doc.group, doc.name, true, doc.summary);
    for (const inner of doc.subcommands ?? []) add(doc.group, inner.name, true, inner.summary);
  }
  for (const { group, name, reason } of absent) add(group, name, false, reason);
  return [...groups]
    .map(([name, commands]) => ({
      name,
      here: commands.filter(({ here }) => here).length,
      commands: commands.sort((a, b) => (a.name < b.name ? -1 : 1)),
    }))
    .sort((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1));
}

function place(group: string): number {
  const at = ORDER.indexOf(group);
  return at < 0 ? ORDER.length : at;
}
