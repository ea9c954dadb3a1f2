/**
 * Hashes and sets as servers of both generations stored them. Each line of the file is one fresh key: the
 * commands, what they answered, the type and encoding the key had then, and its DUMP without and with
 * compression; tables have no DUMP there, for their order is random. The memory is given for 7.0;
 * golden.test.ts compares it for both.
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
  readonly type: 'hash' | 'set';
  readonly encoding: string;
  readonly memory?: number;
  /** In hexadecimal digits. */
  readonly dump?: string;
  readonly dumpLzf?: string;
}

const goldens = readFileSync(join(import.meta.dirname, 'transcripts/golden-hashes-sets.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Golden);
const titled = goldens.map((golden) => [golden.generation, golden.name, golden] as const);
const dumped = titled.filter(([, , { dump }]) => dump !== undefined);

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
  expect(golden.commands.map((command) => session.ask(...command).trimEnd())).toEqual(golden.replies);
  expect(session.ask('TYPE', 'k')).toBe(`+${golden.type}\r\n`);
  expect(session.encoding()).toBe(golden.encoding);
  if (golden.memory !== undefined) expect(session.ask('MEMORY', 'USAGE', 'k')).toBe(`:${golden.memory}\r\n`);
  if (golden.dump !== undefined) expect(session.dump()).toBe(golden.dump);
  session.ask('CONFIG', 'SET', 'rdbcompression', 'yes');
  if (golden.dumpLzf !== undefined) expect(session.dump()).toBe(golden.dumpLzf);
});

test.each(dumped)('%s %s comes back from its DUMP', (_generation, _name, golden) => {
  const session = new Session(golden.generation);
  const payload = Buffer.from(golden.dump!, 'hex');
  expect(session.ask('RESTORE', 'k', '0', payload)).toBe('+OK\r\n');
  expect(session.encoding()).toBe(golden.encoding);
  expect(session.dump()).toBe(golden.dump);
  if (golden.dumpLzf === undefined) return;
  expect(session.ask('RESTORE', 'k', '0', Buffer.from(golden.dumpLzf, 'hex'), 'REPLACE')).toBe('+OK\r\n');
  expect(session.dump()).toBe(golden.dump);
});

const old = dumped.filter(([generation]) => generation === '6.2');

test.each(old)('7.0 reads %s %s as its own', (_generation, name, golden) => {
  const session = new Session('7.0');
  expect(session.ask('RESTORE', 'k', '0', Buffer.from(golden.dump!, 'hex'))).toBe('+OK\r\n');
  const recent = goldens.find((each) => each.generation === '7.0' && each.name === name)!;
  expect(session.encoding()).toBe(recent.encoding);
  expect(session.dump()).toBe(recent.dump);
});
