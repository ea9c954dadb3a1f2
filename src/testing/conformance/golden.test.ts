/**
 * Values of every type as servers of both generations stored them. Each line of the files is one fresh key: the
 * commands, their replies, and then its type, encoding, memory, and DUMP with rdbcompression no (`dump`) and, where
 * that differs, yes (`dumpLzf`).
 *
 * Tables have no DUMP there, because their order is random; and the size of a skiplist depends on the levels it drew.
 * These are restored from our own DUMP, and the contents compared.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Generation } from '../../protocol/session.ts';
import { EngineClients } from '../transcript-players.ts';

interface Golden {
  readonly name: string;
  /** Arguments with one character per byte. */
  readonly commands: readonly (readonly string[])[];
  readonly replies: readonly string[];
  readonly type: string;
  readonly encoding: string;
  readonly memory: number;
  /** In hexadecimal digits. */
  readonly dump?: string;
  readonly dumpLzf?: string;
}

const LINES_PER_FILE = 96;
const files = { '7.0': readGolden('7.0'), '6.2': readGolden('6.2') };

function readGolden(generation: Generation): Golden[] {
  return readFileSync(join(import.meta.dirname, `transcripts/golden-${generation}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Golden);
}

class Session {
  readonly clients: EngineClients;

  constructor(generation: Generation) {
    this.clients = new EngineClients({ rdbcompression: 'no' }, undefined, undefined, generation);
  }

  ask(...args: (string | Uint8Array)[]): string {
    const words = args.map((word) => (typeof word === 'string' ? Buffer.from(word, 'latin1') : word));
    return Buffer.from(this.clients.send(words)).toString('latin1');
  }

  /** A reply in the file's form: one line as it is, a string in quotes. */
  printed(...args: (string | Uint8Array)[]): string {
    const reply = this.ask(...args);
    const string = /^\$\d+\r\n(.*)\r\n$/s.exec(reply);
    return string === null ? reply.trimEnd() : `"${string[1]}"`;
  }

  dump(key = 'k'): string {
    return Buffer.from(this.printed('DUMP', key).slice(1, -1), 'latin1').toString('hex');
  }

  restore(key: string, hex: string): void {
    expect(this.ask('RESTORE', key, '0', Buffer.from(hex, 'hex'))).toBe('+OK\r\n');
  }

  facts(key = 'k'): { type: string; encoding: string } {
    return {
      type: this.ask('TYPE', key).slice(1, -2),
      encoding: this.printed('OBJECT', 'ENCODING', key).slice(1, -1),
    };
  }

  knows(golden: Golden): boolean {
    const { commands } = this.clients.engine.server;
    return golden.commands.every(([name]) => commands.find(Buffer.from(name)) !== null);
  }
}

/** The command that reads all of a value, whatever its order. */
const contents: Readonly<Record<string, readonly string[]>> = {
  hash: ['HGETALL'],
  set: ['SMEMBERS'],
  zset: ['ZRANGE', '0', '-1', 'WITHSCORES'],
};

function sortedContents(session: Session, key: string, type: string): string[] {
  const [command, ...rest] = contents[type];
  const [, ...lines] = session.ask(command, key, ...rest).split('\r\n');
  return lines.sort();
}

describe.each(['7.0', '6.2'] as const)('a server of generation %s', (generation) => {
  const covered = files[generation].filter((golden) => new Session(generation).knows(golden));

  test(`the file is whole; ${LINES_PER_FILE - covered.length} of its lines are not covered yet`, () => {
    expect(files[generation]).toHaveLength(LINES_PER_FILE);
  });

  test.each(covered.map((golden) => [golden.name, golden] as const))('%s', (_name, golden) => {
    const { type, encoding } = golden;
    const session = new Session(generation);
    expect(golden.commands.map((command) => session.printed(...command))).toEqual(golden.replies);
    expect(session.facts()).toEqual({ type, encoding });
    const dumped = session.dump();
    if (golden.dump !== undefined) expect(dumped).toBe(golden.dump);
    if (encoding !== 'skiplist') expect(session.ask('MEMORY', 'USAGE', 'k')).toBe(`:${golden.memory}\r\n`);

    // The way back. A string has the encoding that SET would give it, whatever its changes made of it.
    session.restore('copy', dumped);
    expect(session.facts('copy').type).toBe(type);
    if (type !== 'string') expect(session.facts('copy').encoding).toBe(encoding);
    if (golden.dump !== undefined) expect(session.dump('copy')).toBe(golden.dump);
    else expect(sortedContents(session, 'copy', type)).toEqual(sortedContents(session, 'k', type));

    session.ask('CONFIG', 'SET', 'rdbcompression', 'yes');
    if (golden.dumpLzf !== undefined) {
      expect(session.dump()).toBe(golden.dumpLzf);
      session.restore('lzf', golden.dumpLzf);
      expect(session.dump('lzf')).toBe(golden.dumpLzf);
    }
  });
});

/**
 * Values whose bytes differ from those made in 7.0: 6.2 kept the sign of a score of zero, and it did not know the
 * greatest id deleted from a stream nor how much a group has read. The live test of damaged payloads asks a real server
 * about these.
 */
const WRITTEN_OTHERWISE = ['zset-scores', 'stream-mixed-fields', 'stream-group'];

describe('7.0 reads what 6.2 wrote', () => {
  const pairs = files['6.2'].map(
    (old) => [old, files['7.0'].find(({ name }) => name === old.name)!] as const,
  );
  const written = pairs.filter(
    ([old, fresh]) => old.dump !== undefined && fresh.dump !== undefined && new Session('7.0').knows(fresh),
  );

  test.each(written.map(([old, fresh]) => [old.name, old, fresh] as const))('%s', (name, old, fresh) => {
    expect(old.commands).toEqual(fresh.commands);
    const session = new Session('7.0');
    session.restore('k', old.dump!);
    expect(session.facts().type).toBe(fresh.type);
    if (fresh.type !== 'string') expect(session.facts().encoding).toBe(fresh.encoding);
    if (!WRITTEN_OTHERWISE.includes(name)) expect(session.dump()).toBe(fresh.dump);
  });
});
