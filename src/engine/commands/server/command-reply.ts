/** How COMMAND INFO and COMMAND DOCS write down a command's object. */
import type { ArgumentDoc } from '../../../protocol/docs.ts';
import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Command, KeySpec } from '../../state/command/command.ts';
import { categoriesOf, legacyKeyRange, listedFlags, sortedKeyFlags } from '../../state/command/facts.ts';
import type { CommandEntry } from '../../state/command/table.ts';

/** Name, arity, flags, first key, last key, step, categories, tips, key specifications, subcommands. */
export function writeCommandInfo(reply: ReplyBuffer, entry: CommandEntry): void {
  const { command } = entry;
  const { first, last, step } = legacyKeyRange(command);
  reply.array(10);
  reply.text(entry.fullName);
  reply.integer(command.arity);
  writeStatuses(reply, listedFlags(command));
  reply.integer(first);
  reply.integer(last);
  reply.integer(step);
  writeStatuses(
    reply,
    categoriesOf(command).map((category) => `@${category}`),
  );
  const { tips = [], keys = [] } = command;
  reply.set(tips.length);
  for (const tip of tips) reply.text(tip);
  reply.set(keys.length);
  for (const spec of keys) writeKeySpec(reply, spec);
  const subcommands = entry.subcommands?.entries ?? [];
  // Like the server: an empty set if there are none, otherwise an array.
  if (subcommands.length === 0) reply.set(0);
  else reply.array(subcommands.length);
  for (const subcommand of subcommands) writeCommandInfo(reply, subcommand);
}

export function writeStatuses(reply: ReplyBuffer, words: readonly string[]): void {
  reply.set(words.length);
  for (const word of words) reply.status(word);
}

function writeKeySpec(reply: ReplyBuffer, { notes, flags, begin, find }: KeySpec): void {
  reply.map(notes === undefined ? 3 : 4);
  if (notes !== undefined) {
    reply.text('notes');
    reply.text(notes);
  }
  reply.text('flags');
  writeStatuses(reply, sortedKeyFlags(flags));

  reply.text('begin_search');
  reply.map(2);
  reply.text('type');
  reply.text(begin.type);
  reply.text('spec');
  switch (begin.type) {
    case 'index':
      writeNumbers(reply, { index: begin.index });
      break;
    case 'keyword':
      reply.map(2);
      reply.text('keyword');
      reply.text(begin.keyword);
      reply.text('startfrom');
      reply.integer(begin.startFrom);
      break;
    case 'unknown':
      reply.map(0);
  }

  reply.text('find_keys');
  reply.map(2);
  reply.text('type');
  reply.text(find.type);
  reply.text('spec');
  switch (find.type) {
    case 'range':
      writeNumbers(reply, { lastkey: find.lastKey, keystep: find.step, limit: find.limit });
      break;
    case 'keynum':
      writeNumbers(reply, { keynumidx: find.keyNumIndex, firstkey: find.firstKey, keystep: find.step });
      break;
    case 'unknown':
      reply.map(0);
  }
}

function writeNumbers(reply: ReplyBuffer, numbers: Readonly<Record<string, number>>): void {
  const entries = Object.entries(numbers);
  reply.map(entries.length);
  for (const [name, value] of entries) {
    reply.text(name);
    reply.integer(value);
  }
}

/** A map that grows as fields turn out to be there. */
class FieldWriter {
  readonly #reply: ReplyBuffer;
  readonly #mark: number;
  #count = 0;

  constructor(reply: ReplyBuffer) {
    this.#reply = reply;
    this.#mark = reply.begin();
  }

  field(name: string, write: () => void): void {
    this.#reply.text(name);
    write();
    this.#count++;
  }

  text(name: string, value: string | undefined): void {
    if (value !== undefined) this.field(name, () => this.#reply.text(value));
  }

  end(): void {
    this.#reply.endMap(this.#mark, this.#count);
  }
}

export function writeCommandDocs(reply: ReplyBuffer, entry: CommandEntry): void {
  const { command } = entry;
  const writer = new FieldWriter(reply);
  writer.text('summary', command.summary.en);
  writer.text('since', command.since);
  // The server has one group for the commands of modules.
  writer.text('group', command.module === undefined ? command.group : 'module');
  writer.text('complexity', command.complexity === '' ? undefined : command.complexity);
  writer.text('module', command.module);
  const flags = docFlags(command);
  if (flags.length > 0) writer.field('doc_flags', () => writeStatuses(reply, flags));
  writer.text('deprecated_since', command.deprecated?.since);
  writer.text('replaced_by', command.deprecated?.replacedBy);
  const { arguments: parts = [] } = command;
  if (parts.length > 0) writer.field('arguments', () => writeArguments(reply, parts));
  const subcommands = entry.subcommands?.entries ?? [];
  if (subcommands.length > 0) {
    writer.field('subcommands', () => {
      reply.map(subcommands.length);
      for (const subcommand of subcommands) {
        reply.text(subcommand.fullName);
        writeCommandDocs(reply, subcommand);
      }
    });
  }
  writer.end();
}

function docFlags({ deprecated, system }: Command): string[] {
  return [...(deprecated === undefined ? [] : ['deprecated']), ...(system ? ['syscmd'] : [])];
}

function writeArguments(reply: ReplyBuffer, parts: readonly ArgumentDoc[]): void {
  reply.array(parts.length);
  for (const part of parts) {
    const { keySpecIndex, arguments: inner = [] } = part;
    const writer = new FieldWriter(reply);
    writer.text('name', part.name);
    writer.text('type', part.type);
    if (keySpecIndex !== undefined) writer.field('key_spec_index', () => reply.integer(keySpecIndex));
    writer.text('token', part.token);
    writer.text('since', part.since);
    writer.text('deprecated_since', part.deprecatedSince);
    const flags = argumentFlags(part);
    if (flags.length > 0) writer.field('flags', () => writeStatuses(reply, flags));
    if (inner.length > 0) writer.field('arguments', () => writeArguments(reply, inner));
    writer.end();
  }
}

function argumentFlags({ optional, multiple, multipleToken }: ArgumentDoc): string[] {
  const flags: string[] = [];
  if (optional) flags.push('optional');
  if (multiple) flags.push('multiple');
  if (multipleToken) flags.push('multiple_token');
  return flags;
}
