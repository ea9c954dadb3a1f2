/**
 * Sorted sets as servers of both generations stored them. Each line of the file is one fresh key: the
 * commands, what they answered, the type and encoding the key had then, its memory where that does not depend
 * on the levels drawn, and its DUMP without and with compression.
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
  /** As redis-cli prints them: a bulk string in quotes. */
  readonly replies: readonly string[];
  readonly encoding: string;
  readonly memory?: number;
  /** In hexadecimal digits. */
  readonly dump: string;
  readonly dumpLzf?: string;
}

const goldens = readFileSync(join(import.meta.dirname, 'transcripts/golden-zsets.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Golden);
const titled = goldens.map((golden) => [golden.generation, golden.name, golden] as const);

class Session {
  readonly clients: EngineClients;

  constructor(generation: Generation) {
    this.clients = new EngineClients({ rdbcompression: 'no' }, undefined, undefined, generation);
  }

  ask(...args: (string | Uint8Array)[]): string {
    const words = args.map((word) => (typeof word === 'string' ? Buffer.from(word, 'latin1') : word));
    return Buffer.from(this.clients.send(words)).toString('latin1');
  }

  dump(): string {
    return Buffer.from(/^\$\d+\r\n(.*)\r\n$/s.exec(this.ask('DUMP', 'k'))![1], 'latin1').toString('hex');
  }

  encoding(): string {
    return this.ask('OBJECT', 'ENCODING', 'k').split('\r\n')[1];
  }
}

test.each(titled)('%s %s', (_generation, _name, golden) => {
  const session = new Session(golden.generation);
  const replies = golden.commands.map((command) => session.ask(...command).trimEnd());
  expect(replies.map((reply) => reply.replace(/^\$\d+\r\n(.*)$/s, '"$1"'))).toEqual(golden.replies);
  expect(session.ask('TYPE', 'k')).toBe('+zset\r\n');
  expect(session.encoding()).toBe(golden.encoding);
  if (golden.memory !== undefined) expect(session.ask('MEMORY', 'USAGE', 'k')).toBe(`:${golden.memory}\r\n`);
  expect(session.dump()).toBe(golden.dump);
  session.ask('CONFIG', 'SET', 'rdbcompression', 'yes');
  if (golden.dumpLzf !== undefined) expect(session.dump()).toBe(golden.dumpLzf);
});

test.each(titled)('%s %s comes back from its DUMP', (_generation, _name, golden) => {
  const session = new Session(golden.generation);
  for (const payload of [golden.dump, golden.dumpLzf]) {
    if (payload === undefined) continue;
    expect(session.ask('RESTORE', 'k', '0', Buffer.from(payload, 'hex'), 'REPLACE')).toBe('+OK\r\n');
    expect(session.encoding()).toBe(golden.encoding);
    expect(session.dump()).toBe(golden.dump);
  }
});

test.each(titled.filter(([generation]) => generation === '6.2'))(
  '7.0 reads %s %s',
  (_generation, name, golden) => {
    const session = new Session('7.0');
    expect(session.ask('RESTORE', 'k', '0', Buffer.from(golden.dump, 'hex'))).toBe('+OK\r\n');
    const recent = goldens.find((each) => each.generation === '7.0' && each.name === name)!;
    expect(session.encoding()).toBe(recent.encoding);
    const scored = session.ask('ZRANGE', 'k', '0', '-1', 'WITHSCORES');
    // Scores stay the texts they were, so that only the members and their order are surely those of 7.0.
    const fresh = new Session('7.0');
    for (const command of recent.commands) fresh.ask(...command);
    expect(scored.replace(/\$2\r\n-0\r\n/, '$1\r\n0\r\n')).toBe(
      fresh.ask('ZRANGE', 'k', '0', '-1', 'WITHSCORES'),
    );
  },
);
