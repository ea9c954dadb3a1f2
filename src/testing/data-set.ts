/**
 * Commands that make a data set with everything in it: all types in all encodings, with and without expiry, in several
 * databases, with keys and values that are numbers, text and any bytes. The same seed gives the same data.
 */
import { RandomStream } from '../engine/base/random.ts';

type Word = string | Uint8Array;
export type DataSetCommand = readonly Word[];

const DATABASES = [0, 1, 7, 15];

export function* dataSetCommands(
  seed: number,
  keys: number,
  nowMs: number,
): Generator<DataSetCommand, void, void> {
  const chance = new RandomStream(seed, 1, 2);
  let db = 0;
  for (let made = 0; made < keys; made++) {
    if (made % 50 === 0) {
      db = DATABASES[chance.below(DATABASES.length)];
      yield ['SELECT', String(db)];
    }
    const key = keyOf(made, chance);
    yield* MAKERS[made % MAKERS.length](key, chance);
    // An hour and more from now, so that nothing expires while it is compared.
    if (chance.below(3) === 0) yield ['PEXPIREAT', key, String(nowMs + 3_600_000 + chance.below(1e9))];
  }
  yield ['SELECT', '0'];
}

function keyOf(index: number, chance: RandomStream): Word {
  switch (chance.below(4)) {
    case 0:
      return `key:${index}`;
    case 1:
      return String(index * 1_000_003);
    case 2:
      return new Uint8Array([...chance.bytes(6), index & 255, (index >> 8) & 255, (index >> 16) & 255]);
    default:
      return `a rather long name of a key that compresses aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ${index}`;
  }
}

function word(chance: RandomStream): Word {
  switch (chance.below(8)) {
    case 0:
      return String(chance.below(256) - 128);
    case 1:
      return String(chance.below(1 << 30) - (1 << 29));
    case 2:
      return `${chance.below(900000) + 100000}${chance.below(900000000) + 100000000}`;
    case 3:
      return chance.bytes(chance.below(20));
    case 4:
      return 'repeat '.repeat(chance.below(40));
    case 5:
      return chance.bytes(70 + chance.below(200));
    default:
      return `word${chance.below(100000)}`;
  }
}

function words(count: number, chance: RandomStream): Word[] {
  return Array.from({ length: count }, () => word(chance));
}

/** Few, so that the value stays packed, or many. */
function size(chance: RandomStream): number {
  return chance.below(30) === 0 ? 150 + chance.below(500) : 1 + chance.below(10);
}

type Maker = (key: Word, chance: RandomStream) => Iterable<DataSetCommand>;

const MAKERS: readonly Maker[] = [
  (key, chance) => [['SET', key, word(chance)]],
  (key, chance) => [['SET', key, chance.bytes(chance.below(3000))]],
  (key, chance) => [
    ['APPEND', key, word(chance)],
    ['APPEND', key, 'tail'],
  ],
  (key, chance) => [['RPUSH', key, ...words(size(chance), chance)]],
  (key, chance) => [
    ['RPUSH', key, ...words(20, chance), chance.bytes(9000)],
    ['LPUSH', key, 'head'],
    ['LPOP', key],
  ],
  (key, chance) => [['SADD', key, ...words(size(chance), chance)]],
  (key, chance) => [
    ['SADD', key, ...Array.from({ length: size(chance) }, () => String(chance.below(1 << 20)))],
  ],
  (key, chance) => [
    ['SADD', key, ...Array.from({ length: 3 }, () => `${chance.below(9e8) + 1e8}${chance.below(9e8) + 1e8}`)],
  ],
  (key, chance) => [['HSET', key, ...words(2 * size(chance), chance)]],
  (key, chance) => [
    [
      'ZADD',
      key,
      ...Array.from({ length: size(chance) }, (): Word[] => [score(chance), word(chance)]).flat(),
    ],
  ],
  (key, chance) => [['PFADD', key, ...words(size(chance), chance)]],
  (key, chance) => [
    ['SETBIT', key, String(chance.below(5000)), '1'],
    ['SETBIT', key, String(chance.below(5000)), '1'],
  ],
  (key, chance) => [
    ['GEOADD', key, '13.361389', '38.115556', word(chance), '15.087269', '37.502669', 'Catania'],
  ],
  streamOf,
];

function score(chance: RandomStream): string {
  switch (chance.below(6)) {
    case 0:
      return chance.below(2) === 0 ? 'inf' : '-inf';
    case 1:
      return String(chance.float() * 1e300);
    case 2:
      return String(chance.float() - 0.5);
    default:
      return String(chance.below(1000) - 500);
  }
}

function* streamOf(key: Word, chance: RandomStream): Generator<DataSetCommand, void, void> {
  const entries = size(chance) + 2;
  for (let at = 1; at <= entries; at++) {
    const fields = chance.below(3) === 0 ? ['same', word(chance)] : words(2 * (1 + chance.below(3)), chance);
    yield ['XADD', key, `${1000 + at}-${chance.below(5) + 1}`, ...fields];
  }
  if (chance.below(2) === 0) {
    yield ['XGROUP', 'CREATE', key, 'readers', '0'];
    yield ['XREADGROUP', 'GROUP', 'readers', 'alice', 'COUNT', '2', 'STREAMS', key, '>'];
    yield ['XGROUP', 'CREATECONSUMER', key, 'readers', 'idle'];
    yield ['XREADGROUP', 'GROUP', 'readers', 'bob', 'COUNT', '1', 'STREAMS', key, '>'];
  }
  if (chance.below(3) === 0) yield ['XTRIM', key, 'MAXLEN', String(1 + chance.below(entries))];
  if (chance.below(3) === 0) yield ['XDEL', key, '1001-1', '1002-1'];
}
