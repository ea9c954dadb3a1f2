/** A command's arguments in words: all of them, as HELP prints them, and the rest while somebody types. */
import type { ArgumentDoc, CommandDoc } from '../../protocol/docs.ts';

/** "key value [NX|XX] [GET] [EX seconds|PX milliseconds|…]" */
export function argumentsText(args: readonly ArgumentDoc[]): string {
  return args.map(argumentText).join(' ');
}

function argumentText(argument: ArgumentDoc): string {
  const text = repeatedText(argument);
  return argument.optional ? `[${text}]` : text;
}

function repeatedText(argument: ArgumentDoc): string {
  const once = onceText(argument);
  return argument.multiple ? `${once} ${moreText(argument)}` : once;
}

/** "[key ...]": what may follow after the first one. */
function moreText(argument: ArgumentDoc): string {
  return `[${argument.multipleToken ? onceText(argument) : valueText(argument)} ...]`;
}

function onceText(argument: ArgumentDoc): string {
  if (argument.type === 'pure-token') return argument.token || '""';
  const value = valueText(argument);
  return argument.token === undefined ? value : `${argument.token} ${value}`;
}

function valueText(argument: ArgumentDoc): string {
  if (argument.type === 'oneof') return (argument.arguments ?? []).map(argumentText).join('|');
  if (argument.type === 'block') return argumentsText(argument.arguments ?? []);
  return argument.name;
}

export interface FoundCommand {
  readonly doc: CommandDoc;
  /** How many words its name takes: two for CONFIG GET. */
  readonly words: number;
}

/** The command, or subcommand, that a line begins with. */
export function findCommand(docs: readonly CommandDoc[], words: readonly string[]): FoundCommand | null {
  if (words.length === 0) return null;
  const doc = docs.find(({ name }) => name === words[0].toLowerCase());
  if (doc === undefined) return null;
  if (words.length > 1 && doc.subcommands !== undefined) {
    const fullName = `${doc.name}|${words[1].toLowerCase()}`;
    const subcommand = doc.subcommands.find(({ name }) => name === fullName);
    if (subcommand !== undefined) return { doc: subcommand, words: 2 };
  }
  return { doc, words: 1 };
}

/** "CONFIG GET" */
export function shownName(doc: CommandDoc): string {
  return doc.name.replaceAll('|', ' ').toUpperCase();
}

/** What can still be typed after these words; empty if nothing can, or if the words do not fit. */
export function remainingText(doc: CommandDoc, words: readonly string[]): string {
  const match = matchSequence(doc.arguments, words);
  return match === null || match.taken < words.length ? '' : match.rest;
}

interface Match {
  /** How many words were consumed. */
  readonly taken: number;
  /** What may follow them. */
  readonly rest: string;
  /** All required arguments are given. */
  readonly complete: boolean;
}

/** Matches arguments in order; neighbouring optional ones among themselves in any order. */
function matchSequence(args: readonly ArgumentDoc[], words: readonly string[]): Match | null {
  let taken = 0;
  let index = 0;
  while (index < args.length) {
    if (taken === words.length) {
      const later = args.slice(index);
      return { taken, rest: argumentsText(later), complete: later.every((argument) => argument.optional) };
    }
    if (args[index].optional) {
      let end = index;
      while (end < args.length && args[end].optional) end++;
      const options = matchOptions(args.slice(index, end), words.slice(taken));
      taken += options.taken;
      index = end;
      if (!options.complete || taken === words.length) {
        const later = args.slice(end);
        return {
          taken,
          rest: joined(options.rest, argumentsText(later)),
          complete: options.complete && later.every((argument) => argument.optional),
        };
      }
      continue;
    }
    const match = matchArgument(args[index], words.slice(taken));
    if (match === null) return taken === 0 ? null : { taken, rest: '', complete: false };
    taken += match.taken;
    index++;
    if (!match.complete || (taken === words.length && match.rest !== '')) {
      const later = args.slice(index);
      return {
        taken,
        rest: joined(match.rest, argumentsText(later)),
        complete: match.complete && later.every((argument) => argument.optional),
      };
    }
  }
  return { taken, rest: '', complete: true };
}

function matchOptions(options: readonly ArgumentDoc[], words: readonly string[]): Match {
  const open = options.slice();
  let taken = 0;
  while (taken < words.length) {
    const rest = words.slice(taken);
    // Options with a keyword come before options that match any word.
    const byToken = open.findIndex((option) => startsWithToken(option, rest[0]));
    const at = byToken === -1 ? open.findIndex(takesAnyWord) : byToken;
    const match = at === -1 ? null : matchArgument(open[at], rest);
    if (match === null) break;
    taken += match.taken;
    open.splice(at, 1);
    if (match.rest !== '' && taken === words.length) {
      return { taken, rest: joined(match.rest, argumentsText(open)), complete: match.complete };
    }
  }
  return { taken, rest: argumentsText(open), complete: true };
}

function startsWithToken(argument: ArgumentDoc, word: string): boolean {
  if (argument.token !== undefined) return argument.token.toLowerCase() === word.toLowerCase();
  const inner = argument.arguments ?? [];
  if (argument.type === 'oneof') return inner.some((choice) => startsWithToken(choice, word));
  if (argument.type === 'block') return inner.length > 0 && startsWithToken(inner[0], word);
  return false;
}

function takesAnyWord(argument: ArgumentDoc): boolean {
  if (argument.token !== undefined) return false;
  const inner = argument.arguments ?? [];
  if (argument.type === 'oneof') return inner.some(takesAnyWord);
  if (argument.type === 'block') return inner.length > 0 && takesAnyWord(inner[0]);
  return argument.type !== 'pure-token';
}

/** Matches one argument, with its repetitions. */
function matchArgument(argument: ArgumentDoc, words: readonly string[]): Match | null {
  const first = matchOnce(argument, words, true);
  if (first === null || !argument.multiple) return first;
  if (!first.complete) return { ...first, rest: joined(first.rest, moreText(argument)) };
  let taken = first.taken;
  while (taken < words.length) {
    const next = matchOnce(argument, words.slice(taken), argument.multipleToken === true);
    if (next === null) break;
    taken += next.taken;
    if (!next.complete) return { taken, rest: joined(next.rest, moreText(argument)), complete: false };
  }
  return { taken, rest: moreText(argument), complete: true };
}

function matchOnce(argument: ArgumentDoc, words: readonly string[], withToken: boolean): Match | null {
  const { token } = argument;
  if (argument.type === 'pure-token') {
    return token !== undefined && token.toLowerCase() === words[0].toLowerCase()
      ? { taken: 1, rest: '', complete: true }
      : null;
  }
  if (token === undefined || !withToken) return matchValue(argument, words);
  if (token.toLowerCase() !== words[0].toLowerCase()) return null;
  if (words.length === 1) return { taken: 1, rest: valueText(argument), complete: false };
  const value = matchValue(argument, words.slice(1));
  return value === null ? null : { ...value, taken: value.taken + 1 };
}

function matchValue(argument: ArgumentDoc, words: readonly string[]): Match | null {
  if (argument.type === 'block') return matchSequence(argument.arguments ?? [], words);
  if (argument.type !== 'oneof') return { taken: 1, rest: '', complete: true };
  const choices = argument.arguments ?? [];
  const choice =
    choices.find((candidate) => startsWithToken(candidate, words[0])) ?? choices.find(takesAnyWord);
  return choice === undefined ? null : matchArgument(choice, words);
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}
