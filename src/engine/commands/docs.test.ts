import { describe, expect, test } from 'vitest';
import { decodeReplies } from '../../protocol/resp.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { commandDocs } from './docs.ts';
import { syntaxOf } from './help.ts';
import { COMMANDS } from './index.ts';
import { block, integer, key, many, oneOf, optional, string, token } from './syntax.ts';

describe('the docs for the page', () => {
  const docs = commandDocs();

  test('hold every command, by name', () => {
    expect(docs.map(({ name }) => name)).toEqual(COMMANDS.map(({ name }) => name).sort());
  });

  test('hold subcommands under their full names, those that DEBUG finds itself as well', () => {
    const names = (name: string) =>
      docs.find((doc) => doc.name === name)?.subcommands?.map((each) => each.name);
    expect(names('memory')).toEqual(
      ['doctor', 'help', 'malloc-stats', 'purge', 'stats', 'usage'].map((name) => `memory|${name}`),
    );
    expect(names('debug')).toContain('debug|htstats');
    expect(names('get')).toBeUndefined();
  });

  test('say what each command is for, in both languages', () => {
    for (const doc of docs.flatMap((each) => [each, ...(each.subcommands ?? [])])) {
      expect(doc.summary.en, doc.name).toMatch(/^[A-Z"'][ -~]*\.$/);
      expect(doc.summary.zh, doc.name).toMatch(/[\u4e00-\u9fff].*。$/);
    }
  });

  test('can cross to the page', () => {
    expect(structuredClone(docs)).toEqual(docs);
  });
});

test('no command is there twice', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe('HELP', () => {
  function helpOf(container: string): string[] {
    const clients = new EngineClients({ 'enable-debug-command': 'yes' });
    const [reply] = decodeReplies(clients.send([container, 'HELP']));
    if (reply.type !== 'array') throw new Error('HELP is an array');
    return reply.items.map((line) => {
      if (line.type !== 'status') throw new Error('a line of HELP is a status');
      return line.text;
    });
  }

  test.each(['ACL', 'CLIENT', 'COMMAND', 'CONFIG', 'DEBUG', 'LATENCY', 'MEMORY', 'OBJECT', 'SLOWLOG'])(
    'of %s',
    (container) => {
      const [header, ...lines] = helpOf(container);
      expect(header).toBe(`${container} <subcommand> [<arg> [value] [opt] ...]. Subcommands are:`);
      const syntaxes = lines.filter((_line, at) => at % 2 === 0);
      const summaries = lines.filter((_line, at) => at % 2 === 1);
      expect(syntaxes.at(-1)).toBe('HELP');
      for (const summary of summaries) expect(summary).toMatch(/^ {4}\S/);
      for (const syntax of syntaxes) expect(syntax).toMatch(/^\S/);
      const rest = syntaxes.slice(0, -1);
      expect(rest).toEqual([...rest].sort());
    },
  );

  test('prints arguments as the server does', () => {
    expect(helpOf('MEMORY')).toContain('USAGE <key> [SAMPLES <count>]');
    expect(helpOf('CLIENT')).toContain('REPLY (ON|OFF|SKIP)');
    expect(helpOf('CLIENT')).toContain('NO-EVICT (ON|OFF)');
    expect(helpOf('COMMAND')).toContain('INFO [<command-name> ...]');
    expect(helpOf('COMMAND')[1]).toBe('(no subcommand)');
    expect(helpOf('DEBUG')).toContain('POPULATE <count> [<prefix>] [<size>]');
    expect(helpOf('DEBUG')).toContain('SET-ACTIVE-EXPIRE (0|1)');
  });
});

test.each([
  [key(), '<key>'],
  [many(key()), '<key> [<key> ...]'],
  [optional(many(string('name'))), '[<name> ...]'],
  [optional(integer('count', { token: 'COUNT' })), '[COUNT <count>]'],
  [many(block('pair', key(), string('value'))), '<key> <value> [<key> <value> ...]'],
  [optional(oneOf('condition', token('nx', 'NX'), token('xx', 'XX'))), '[NX|XX]'],
  [
    { ...many(string('prefix', { token: 'PREFIX' })), multipleToken: true },
    'PREFIX <prefix> [PREFIX <prefix> ...]',
  ],
  [optional(many(integer('id', { token: 'ID' }))), '[ID <id> [<id> ...]]'],
])('the syntax of an argument: %#', (argument, syntax) => {
  expect(syntaxOf(argument)).toBe(syntax);
});
