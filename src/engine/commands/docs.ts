/** The command table as the page needs it: completion, hints and HELP are made of this. */
import type { CommandDoc } from '../../protocol/docs.ts';
import type { Command } from '../state/command/command.ts';
import { listedFlags } from '../state/command/facts.ts';
import { COMMANDS } from './index.ts';

/** All commands by name, each with its subcommands by name. `more` are those of modules. */
export function commandDocs(more: readonly Command[] = []): CommandDoc[] {
  return [...COMMANDS, ...more].map((command) => docOf(command, null)).sort(byName);
}

function docOf(command: Command, container: string | null): CommandDoc {
  const inner = command.subcommands ?? command.innerCommands;
  return {
    name: container === null ? command.name : `${container}|${command.name}`,
    group: command.group,
    since: command.since,
    complexity: command.complexity,
    summary: command.summary,
    arity: command.arity,
    flags: listedFlags(command),
    arguments: command.arguments ?? [],
    ...(inner === undefined
      ? {}
      : { subcommands: inner.map((each) => docOf(each, command.name)).sort(byName) }),
  };
}

function byName(a: CommandDoc, b: CommandDoc): number {
  return a.name < b.name ? -1 : 1;
}
