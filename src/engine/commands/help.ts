/**
 * HELP of a container: derived from the objects of its subcommands, in the server's layout. The server
 * answers in English; the page has both languages from the same objects.
 */
import type { ArgumentDoc } from '../../protocol/docs.ts';
import type { ReplyBuffer } from '../state/client/reply.ts';
import type { Category, Command } from '../state/command/command.ts';

/** The HELP subcommand of whatever container it is put into. */
export function help(group: string, since: string, categories?: readonly Category[]): Command {
  return {
    name: 'help',
    arity: 2,
    flags: ['loading', 'stale'],
    categories,
    group,
    since,
    complexity: 'O(1)',
    summary: { en: 'Lists the subcommands and what they are for.', zh: '列出全部子命令及其用途。' },
    run(server, client, args) {
      const container = server.commands.find(args[0]);
      if (container !== null) writeHelp(client.reply, container.command);
    },
  };
}

/** A header, then each subcommand with its syntax and, indented, what it does; HELP comes last. */
export function writeHelp(reply: ReplyBuffer, container: Command): void {
  const lines = [`${container.name.toUpperCase()} <subcommand> [<arg> [value] [opt] ...]. Subcommands are:`];
  const add = (syntax: string, summary: string) => lines.push(syntax, `    ${summary}`);
  const subcommands = [...(container.subcommands ?? container.innerCommands ?? [])];
  if (container.subcommands !== undefined && container.run !== undefined) {
    add('(no subcommand)', container.summary.en);
  }
  subcommands.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  for (const { name, arguments: parts = [], summary } of subcommands) {
    add([name.toUpperCase(), ...parts.map(syntaxOf)].join(' '), summary.en);
  }
  reply.array(lines.length);
  for (const line of lines) reply.status(line);
}

function rank({ name }: Command): number {
  return name === 'help' ? 1 : 0;
}

/** `<key>`, `[SAMPLES <count>]`, `(ON|OFF)`, `<name> [<name> ...]`. */
export function syntaxOf(argument: ArgumentDoc): string {
  const { optional = false, multiple = false, multipleToken = false } = argument;
  const value = placeOf(argument, !optional);
  const token = argument.type !== 'pure-token' ? argument.token : undefined;
  const once = token === undefined ? value : `${token} ${value}`;
  const again = multipleToken ? once : value;
  if (!multiple) return optional ? `[${once}]` : once;
  if (!optional) return `${once} [${again} ...]`;
  return token === undefined ? `[${value} ...]` : `[${once} [${again} ...]]`;
}

function placeOf({ name, type, token, arguments: parts = [] }: ArgumentDoc, grouped: boolean): string {
  switch (type) {
    case 'pure-token':
      return token ?? name;
    case 'oneof': {
      const choices = parts.map(syntaxOf).join('|');
      return grouped ? `(${choices})` : choices;
    }
    case 'block':
      return parts.map(syntaxOf).join(' ');
    default:
      return `<${name}>`;
  }
}
