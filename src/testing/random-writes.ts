/**
 * Random writes of all types, as a master gets them: most from the fuzzers, some of what they do not have. They are made
 * for one server, of which the generator knows the keys.
 */
import { RandomStream } from '../engine/base/random.ts';
import { peek } from '../engine/inspect/peek.ts';
import { dumpPayload } from '../engine/persistence/rdb-value.ts';
import type { Server } from '../engine/state/server.ts';
import { ENCODING_NAMES, TYPE_NAMES } from '../engine/types/object.ts';
import { encodeUtf8 } from '../protocol/utf8.ts';
import { MixedFuzz, type Witness } from './mixed-fuzz.ts';

type Word = string | Uint8Array;

export class RandomWrites {
  readonly #random: RandomStream;
  readonly #fuzz: MixedFuzz;

  /** The server need not be up to date. */
  constructor(seed: number, server: () => Server) {
    this.#random = new RandomStream(seed, 23, 17);
    this.#fuzz = new MixedFuzz(seed, witnessIn(server));
  }

  /** A command or a few: most from the fuzzers, some of what they do not have. */
  next(): Word[][] {
    const key = `extra:${this.#random.below(20)}`;
    switch (this.#random.below(40)) {
      case 0:
        return [['MULTI'], ...this.#fuzzed(), ['INCR', key], ['PUBLISH', 'news', key], ['EXEC']];
      case 1:
        return [['SET', key, '1', 'PX', String(1 + this.#random.below(50))]];
      case 2:
        return [['EVAL', SCRIPT, '1', key, String(this.#random.below(1000))]];
      case 3:
        return [
          ['SELECT', String(1 + this.#random.below(3))],
          ['INCR', key],
          ['SELECT', '0'],
        ];
      case 4:
        return [['PEXPIRE', key, String(this.#random.below(200))]];
      case 5:
        return [
          ['FUNCTION', 'LOAD', 'REPLACE', LIBRARY],
          ['FCALL', 'note', '1', key, 'x'],
        ];
      case 6:
        return this.#random.below(50) === 0 ? [['FLUSHALL']] : [['GET', key]];
      default:
        return this.#fuzzed();
    }
  }

  #fuzzed(): Word[][] {
    const commands = this.#fuzz.next().map(({ args }) => [...args]);
    return commands.filter((args) => !isOnlyHere(args));
  }
}

function witnessIn(server: () => Server): Witness {
  const find = (key: Word) =>
    peek(server().keyspace.databases[0].keys, typeof key === 'string' ? encodeUtf8(key) : key)?.value ?? null;
  return {
    facts(key) {
      const object = find(key);
      return object === null
        ? null
        : { type: TYPE_NAMES[object.type], encoding: ENCODING_NAMES[object.encoding] };
    },
    dump(key) {
      const object = find(key);
      return object === null ? null : dumpPayload(server(), object);
    },
  };
}

/**
 * What a real server does to itself and tells no replica: settings; the longer string of a BITFIELD that overflows and
 * fails; the elements that PFADD adds to a HyperLogLog before it finds it damaged, so none is damaged here.
 */
function isOnlyHere(args: readonly Word[]): boolean {
  const [name, key = ''] = args.map(String);
  if (name === 'CONFIG') return true;
  if (name === 'BITFIELD' && args.some((word) => /^fail$/i.test(String(word)))) return true;
  return /^(SETRANGE|SETBIT|APPEND|BITFIELD)$/.test(name) && key.startsWith('bit:h');
}

const SCRIPT = `
redis.call('RPUSH', KEYS[1] .. ':log', ARGV[1])
redis.call('LTRIM', KEYS[1] .. ':log', -5, -1)
redis.call('SET', KEYS[1] .. ':at', redis.call('TIME')[1], 'EX', 100)
if tonumber(ARGV[1]) % 7 == 0 then redis.call('HSET', KEYS[1] .. ':h', ARGV[1], 'x') return redis.call('NOPE') end
return redis.call('INCRBY', KEYS[1], ARGV[1])`;

const LIBRARY = `#!lua name=notes
redis.register_function('note', function(keys, args) return redis.call('APPEND', keys[1] .. ':note', args[1]) end)`;
