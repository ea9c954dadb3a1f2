/**
 * `npm run fuzz -- --commands 200000 --seed 7 --generation 7.0`: random commands of every family, mixed, on a live
 * redis-server and on the engine. Replies, events, and after every few commands type, encoding, expiry and RDB bytes of
 * the keys touched must be the same; the first difference is printed with the few commands that lead to it.
 *
 * The oracle is a 7.0 server. With `--generation 6.2` the engine packs into ziplists: replies are compared as they are,
 * encodings by their role, and the RDB bytes after the server has read them and written them again.
 */
import { latin1, repr } from '../engine/base/bytes.ts';
import { COMMANDS } from '../engine/commands/index.ts';
import { peek } from '../engine/inspect/peek.ts';
import { ENCODING_NAMES, TYPE_NAMES } from '../engine/types/object.ts';
import type { Generation } from '../protocol/session.ts';
import { Differential, type DifferentialCommand } from '../testing/differential.ts';
import { rounded } from '../testing/geo-fuzz.ts';
import {
  bulkOf,
  dumped,
  type KeyFacts,
  type MixedCommand,
  MixedFuzz,
  type Witness,
} from '../testing/mixed-fuzz.ts';
import { comparable } from '../testing/transcript.ts';

const CHECK_EVERY = 8;
const SHORTEN_MS = 60_000;

type Word = string | Uint8Array;

/** Both servers, and the questions after commands. */
class Pair implements Witness {
  readonly differential: Differential;
  readonly generation: Generation;
  readonly encodings = new Map<string, number>();
  readonly #touched = new Map<string, Word>();
  #sinceCheck = 0;

  constructor(differential: Differential, generation: Generation) {
    this.differential = differential;
    this.generation = generation;
  }

  static async start(label: string, generation: Generation): Promise<Pair> {
    const options = ['--enable-debug-command', 'yes'];
    const pair = new Pair(await Differential.start(label, options, generation), generation);
    // A key that SET gave a time in the past is deleted by a lookup, not by the server's own cycle.
    await pair.differential.client.send(['DEBUG', 'SET-ACTIVE-EXPIRE', '0']);
    const small = [
      ['hash-max-ziplist-entries', '8'],
      ['zset-max-ziplist-entries', '8'],
      ['set-max-intset-entries', '8'],
      ['list-max-ziplist-size', '4'],
      ['stream-node-max-entries', '5'],
      ['hll-sparse-max-bytes', '100'],
    ];
    for (const [name, value] of small) await pair.differential.ask('CONFIG', 'SET', name, value);
    return pair;
  }

  facts(key: Word): KeyFacts | null {
    const entry = peek(this.differential.engine.engine.server.keyspace.databases[0].keys, bytesOf(key));
    if (entry === null) return null;
    return { type: TYPE_NAMES[entry.value.type], encoding: ENCODING_NAMES[entry.value.encoding] };
  }

  /** Another connection asks, and the engine alone: the count of hits is not compared here. */
  dump(key: Word): Uint8Array | null {
    if (this.facts(key) === null) return null;
    return bulkOf(this.differential.engine.send(['DUMP', key], 'witness'));
  }

  /** Commands that belong together; nothing else is asked between them. */
  async play(group: readonly MixedCommand[]): Promise<void> {
    // At once: a short expiry is removed before it runs out.
    await this.differential.play(group.map((command) => this.#forGeneration(command)));
    for (const command of group) {
      for (const word of command.args.slice(1)) {
        const name = latin1(bytesOf(word));
        // The rest after a random draw differs.
        if (name !== 'popped' && this.facts(word) !== null) this.#touched.set(name, word);
      }
    }
    if (++this.#sinceCheck % CHECK_EVERY === 0) await this.check();
  }

  /** Every question about the keys touched since the last time. */
  async check(): Promise<void> {
    const keys = [...this.#touched.values()];
    this.#touched.clear();
    for (const key of keys) await this.#checkKey(key);
  }

  async checkAll(): Promise<void> {
    const reply = latin1(this.differential.engine.send(['KEYS', '*'], 'witness'));
    for (const match of reply.matchAll(/\$\d+\r\n([^\r]*)\r\n/g)) {
      if (match[1] === 'popped') continue;
      this.#touched.set(match[1], Buffer.from(match[1], 'latin1'));
    }
    await this.check();
    await this.differential.ask('DBSIZE');
  }

  async #checkKey(key: Word): Promise<void> {
    const facts = this.facts(key);
    const questions: DifferentialCommand[] = [
      { args: ['TYPE', key], comparison: 'exact' },
      { args: ['OBJECT', 'ENCODING', key], comparison: this.#encoding },
      { args: ['PEXPIRETIME', key], comparison: 'exact' },
    ];
    if (facts !== null) {
      const name = `${facts.type} ${facts.encoding}`;
      this.encodings.set(name, (this.encodings.get(name) ?? 0) + 1);
      const contents = CONTENTS[facts.type];
      const inTable = facts.encoding === 'hashtable';
      if (latin1(bytesOf(key)) === 'distances') {
        questions.push({ args: ['ZRANGE', key, '0', '-1', 'WITHSCORES'], comparison: rounded });
      } else if (inTable) {
        questions.push({ args: contents(key), comparison: 'unordered' });
      } else if (this.generation === '7.0') {
        questions.push({ args: ['DUMP', key], comparison: dumped });
      } else {
        questions.push(this.#forGeneration({ family: 'key', args: contents(key), comparison: 'exact' }));
      }
    }
    await this.differential.play(questions);
    if (facts !== null && this.generation === '6.2') await this.#checkOldBytes(key, facts);
  }

  /** The server reads the old bytes and writes them again as its own. */
  async #checkOldBytes(key: Word, { type, encoding }: KeyFacts): Promise<void> {
    const payload = this.dump(key);
    if (payload === null || type === 'stream' || Buffer.from(payload).includes('-0')) return;
    const { differential } = this;
    const crossing = 'crossing';
    await differential.play([
      { args: ['RESTORE', crossing, '0', payload, 'REPLACE'], comparison: 'exact' },
      // Reading it under other limits may have made it a table.
      { args: CONTENTS[type](crossing), comparison: type === 'zset' ? withoutNegativeZero : 'unordered' },
    ]);
    const [, read] = latin1(await differential.client.send(['OBJECT', 'ENCODING', crossing])).split('\r\n');
    // 7.0 writes scores in another way: beyond 2^52 as integers too.
    if (type === 'hash' && encoding === 'ziplist' && read === 'listpack') {
      const [own, restored] = await Promise.all(
        [key, crossing].map((each) => differential.client.send(['DUMP', each])),
      );
      if (dumped(own) !== dumped(restored)) {
        const both = `\n  its own ${repr(own, 4000)}\n  restored ${repr(restored, 4000)}`;
        throw new Error(`the bytes of ${latin1(bytesOf(key))} mean something else to the server:${both}`);
      }
    }
    await differential.play([{ args: ['DEL', crossing], comparison: 'exact' }]);
  }

  readonly #encoding = (reply: Uint8Array): string => {
    const text = latin1(reply);
    return this.generation === '7.0' ? text : text.replace('$7\r\nziplist', '$8\r\nlistpack');
  };

  /**
   * 6.2 has the old names of the limits, and other bytes and sizes of packed values. A score of minus zero kept its
   * sign in a ziplist and loses it in a listpack.
   */
  #forGeneration(command: MixedCommand): DifferentialCommand {
    if (this.generation === '7.0') return command;
    const [name, second] = command.args.map((word) => latin1(bytesOf(word)).toUpperCase());
    const args = command.args.map((word) => {
      if (word === '-0') return '0';
      return typeof word === 'string' && name === 'CONFIG' ? word.replace('listpack', 'ziplist') : word;
    });
    if (name === 'OBJECT' && second === 'ENCODING') return { args, comparison: this.#encoding };
    // The counters of a stream came with 7.0. ZSCAN prints a score as it is packed, which 6.2 formatted otherwise.
    if (['MEMORY', 'DUMP', 'XINFO', 'ZSCAN'].includes(name)) return { args, comparison: 'kind' };
    const { comparison } = command;
    return {
      args,
      comparison: (reply) => {
        const text = typeof comparison === 'function' ? comparison(reply) : comparable(reply, comparison);
        return text.replaceAll('$2\\r\\n-0', '$1\\r\\n0').replaceAll(',-0', ',0');
      },
    };
  }
}

const CONTENTS: Readonly<Record<string, (key: Word) => Word[]>> = {
  string: (key) => ['GET', key],
  list: (key) => ['LRANGE', key, '0', '-1'],
  hash: (key) => ['HGETALL', key],
  set: (key) => ['SMEMBERS', key],
  zset: (key) => ['ZRANGE', key, '0', '-1', 'WITHSCORES'],
  stream: (key) => ['XRANGE', key, '-', '+'],
};

/** A listpack of 7.0 keeps a score of -0 as the integer 0, which a skiplist of 6.2 does not. */
function withoutNegativeZero(reply: Uint8Array): string {
  return latin1(reply).replaceAll('$2\r\n-0\r\n', '$1\r\n0\r\n');
}

interface Tally {
  commands: number;
  errors: number;
  wrongTypes: number;
}

async function run(seed: number, commands: number, generation: Generation): Promise<boolean> {
  console.log(`seed ${seed}, generation ${generation}, ${commands.toLocaleString('en')} commands`);
  const label = `--seed ${seed} --generation ${generation}`;
  const pair = await Pair.start(label, generation);
  const fuzz = new MixedFuzz(seed, pair);
  const played: MixedCommand[][] = [];
  const tallies = new Map<string, Tally>();
  const names = new Map<string, number>();
  let count = 0;
  try {
    while (count < commands) {
      const group = fuzz.next();
      played.push(group);
      count += group.length;
      await pair.play(group.map((command) => counted(command, tallies)));
      for (const { args } of group) {
        const name = latin1(bytesOf(args[0])).toUpperCase();
        names.set(name, (names.get(name) ?? 0) + 1);
      }
    }
    await pair.checkAll();
  } catch (error) {
    console.log(
      `after ${played.length} commands: ${(error as Error).message.split('\n').slice(-12).join('\n')}`,
    );
    await pair.differential.stop();
    await printShortened(played, generation);
    return false;
  }
  await pair.differential.stop();
  for (const [family, { commands, errors, wrongTypes }] of tallies) {
    console.log(
      `  ${family.padEnd(12)} ${String(commands).padStart(7)} commands, ${errors} errors, ${wrongTypes} of them wrong types`,
    );
  }
  const seen = [...pair.encodings].sort().map(([name, count]) => `${name} ${count}`);
  console.log(`  values compared: ${seen.join(', ')}`);
  const typed = COMMANDS.filter(({ group }) => !['connection', 'server'].includes(group));
  const leftOut = typed.map(({ name }) => name.toUpperCase()).filter((name) => !names.has(name));
  console.log(
    `  ${typed.length - leftOut.length} commands by name; left out: ${leftOut.join(' ') || 'none'}`,
  );
  return true;
}

function counted(command: MixedCommand, tallies: Map<string, Tally>): MixedCommand {
  const tally = tallies.get(command.family) ?? { commands: 0, errors: 0, wrongTypes: 0 };
  tallies.set(command.family, tally);
  tally.commands++;
  const { comparison } = command;
  return {
    ...command,
    comparison: (reply) => {
      // Both replies are counted: each counts for a half.
      if (reply[0] === 0x2d) tally.errors += 0.5;
      if (latin1(reply).startsWith('-WRONGTYPE')) tally.wrongTypes += 0.5;
      return typeof comparison === 'function' ? comparison(reply) : comparable(reply, comparison);
    },
  };
}

async function diverges(groups: readonly MixedCommand[][], generation: Generation): Promise<boolean> {
  const pair = await Pair.start('', generation);
  try {
    for (const group of groups) await pair.play(group);
    await pair.checkAll();
    return false;
  } catch {
    return true;
  } finally {
    await pair.differential.stop();
  }
}

/**
 * Shortens the commands that lead to a difference: the last ones that suffice, then without those that do not matter.
 */
async function printShortened(played: readonly MixedCommand[][], generation: Generation): Promise<void> {
  const until = Date.now() + SHORTEN_MS;
  let kept: readonly MixedCommand[][] | null = null;
  for (let length = 100; kept === null && length / 5 < played.length; length *= 5) {
    const tail = played.slice(-length);
    if (await diverges(tail, generation)) kept = tail;
  }
  if (kept === null) {
    console.log('the same commands again led to no difference: it depends on chance or on the clock');
    return;
  }
  for (let size = kept.length >> 1; size > 0; size >>= 1) {
    for (let from = 0; from < kept.length && Date.now() < until; ) {
      const without: MixedCommand[][] = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (without.length > 0 && (await diverges(without, generation))) kept = without;
      else from += size;
    }
  }
  console.log(`a shorter way there, ${kept.flat().length} commands:`);
  for (const { args } of kept.flat())
    console.log(`  ${args.map((word) => `"${repr(bytesOf(word), 400)}"`).join(' ')}`);
}

function bytesOf(word: Word): Uint8Array {
  return typeof word === 'string' ? Buffer.from(word) : word;
}

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const generation = option('generation', '7.0');
if (generation !== '7.0' && generation !== '6.2') throw new Error('--generation is 7.0 or 6.2');
const seed = Number(option('seed', String(Date.now() % 0x1_0000_0000)));
const commands = Number(option('commands', '20000'));
process.exitCode = (await run(seed, commands, generation)) ? 0 : 1;
