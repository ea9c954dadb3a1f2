/** What Tab offers, and the grey hint behind the caret. */
import type { CommandDoc } from '../../protocol/docs.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { findCommand, remainingText, shownName } from './arguments.ts';

/** Every name that can begin a line: commands, and containers with each of their subcommands. */
export function commandNames(docs: readonly CommandDoc[]): string[] {
  return docs.flatMap((doc) => [shownName(doc), ...(doc.subcommands ?? []).map(shownName)]).sort();
}

export function groupNames(docs: readonly CommandDoc[]): string[] {
  return [...new Set(docs.map((doc) => `@${doc.group}`))].sort();
}

/** The lines that Tab cycles through for the typed text; empty if there are none. */
export function completions(docs: readonly CommandDoc[], line: string): string[] {
  if (line.trim() === '') return [];
  const [, blank, typed] = /^(\s*)(.*)$/s.exec(line) as RegExpExecArray;
  const help = /^(help\s+|\?\s+)(.*)$/is.exec(typed);
  if (help !== null) {
    const topics = [...commandNames(docs), ...groupNames(docs)];
    return matching(topics, help[2]).map((topic) => blank + help[1] + topic);
  }
  return matching([...commandNames(docs), 'HELP'].sort(), typed).map((name) => blank + name);
}

function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase().replaceAll(/\s+/g, ' ');
  return names.filter((name) => name.toLowerCase().startsWith(wanted) && name.length > wanted.length);
}

const decoder = new TextDecoder();

/** The grey words behind the caret: the arguments not yet typed. Begins with a blank if one is still to come. */
export function hintFor(docs: readonly CommandDoc[], line: string): string {
  // An open quote is a word being typed: close it to see the position.
  const args = splitArguments(line) ?? splitArguments(`${line}"`) ?? splitArguments(`${line}'`);
  if (args === null || args.length === 0) return '';
  const words = args.map((bytes) => decoder.decode(bytes));
  const repeats = /^\d+$/.test(words[0]) && words.length > 1 ? 1 : 0;
  const found = findCommand(docs, words.slice(repeats));
  if (found === null) return '';
  const rest = remainingText(found.doc, words.slice(repeats + found.words));
  if (rest === '') return '';
  return /\s$/.test(line) ? rest : ` ${rest}`;
}
