/**
 * Strings as servers of both generations stored them. Each line of the file is one fresh key: the commands,
 * what they answered, and the type and encoding the key had then. The memory is given for
 * 7.0; golden.test.ts compares it for both.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Generation } from '../protocol/session.ts';
import { EngineClients } from '../scripts/transcript-players.ts';

interface Golden {
  readonly generation: Generation;
  readonly name: string;
  /** Arguments with one character per byte. */
  readonly commands: readonly (readonly string[])[];
  readonly replies: readonly string[];
  readonly type: string;
  readonly encoding: string;
  readonly memory?: number;
}

const goldens = readFileSync(join(import.meta.dirname, 'transcripts/golden-strings.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Golden);

/** A reply in the file's form: one line as it is, a string in quotes. */
function printed(reply: string): string {
  const string = /^\$\d+\r\n(.*)\r\n$/s.exec(reply);
  return string === null ? reply.trimEnd() : `"${string[1]}"`;
}

test.each(goldens.map((golden) => [golden.generation, golden.name, golden] as const))(
  '%s %s',
  (_generation, _name, golden) => {
    const clients = new EngineClients({}, undefined, undefined, golden.generation);
    const ask = (...args: string[]) =>
      Buffer.from(clients.send(args.map((word) => Buffer.from(word, 'latin1')))).toString('latin1');
    const replies = golden.commands.map((command) => printed(ask(...command)));
    expect(replies).toEqual(golden.replies);
    expect(ask('TYPE', 'k')).toBe(`+${golden.type}\r\n`);
    expect(ask('OBJECT', 'ENCODING', 'k')).toBe(`$${golden.encoding.length}\r\n${golden.encoding}\r\n`);
    if (golden.memory !== undefined) expect(ask('MEMORY', 'USAGE', 'k')).toBe(`:${golden.memory}\r\n`);
  },
);
