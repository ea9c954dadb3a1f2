/**
 * How the time of an operation grows with its value, from a thousand elements to a million, beside the growth that its
 * documented complexity allows. The machine's caches alone make a random access to a large value some three to six
 * times as slow as to a small one; anything beyond that is needless work.
 */
import { RandomStream } from '../engine/base/random.ts';
import { Engine } from '../engine/server/engine.ts';
import { encodeCommand } from '../protocol/resp.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const PER_ROUND = 256;
const ROUNDS = 24;
const WARM_UP_ROUNDS = 60;
const PORTION = 64;
const START_MS = 1_700_000_000_000;
const FILL_WORDS = 1_000;

type Command = readonly string[];

interface Operation {
  readonly name: string;
  readonly complexity: 'O(1)' | 'O(log n)' | 'O(n)';
  /** The command that adds many, and its words for element number `index` of the value at key `k`. */
  readonly fill: readonly [command: string, element: (index: number) => readonly string[]];
  /** One operation on a value of `size` elements; `draw` gives a random number below its argument. */
  run(size: number, draw: (below: number) => number, serial: number): Command;
  /** Removes what the operation added. */
  undo?(command: Command): Command;
}

const member = (index: number) => `member:${index}`;
const hash = ['HSET', (index: number) => [member(index), 'value']] as const;
const set = ['SADD', (index: number) => [member(index)]] as const;
const zset = ['ZADD', (index: number) => [`${(index * 7919) % 1_000_003}`, member(index)]] as const;
const list = ['RPUSH', (index: number) => [member(index)]] as const;
const geo = [
  'GEOADD',
  (index: number) => [
    `${((index * 7919) % 35_900) / 100 - 179}`,
    `${((index * 104729) % 16_900) / 100 - 84}`,
    member(index),
  ],
] as const;
const log = ['PFADD', (index: number) => [member(index)]] as const;
/** Filled one by one: see filledEngine. */
const stream = ['XADD', () => []] as const;
const bits = ['SETBIT', () => []] as const;
const fresh = (serial: number) => `new:${serial}`;

const OPERATIONS: readonly Operation[] = [
  { name: 'HGET', complexity: 'O(1)', fill: hash, run: (size, draw) => ['HGET', 'k', member(draw(size))] },
  {
    name: 'HSET, a new field',
    complexity: 'O(1)',
    fill: hash,
    run: (_size, _draw, serial) => ['HSET', 'k', fresh(serial), 'value'],
    undo: ([, key, field]) => ['HDEL', key, field],
  },
  {
    name: 'SISMEMBER',
    complexity: 'O(1)',
    fill: set,
    run: (size, draw) => ['SISMEMBER', 'k', member(draw(size))],
  },
  {
    name: 'SADD, a new member',
    complexity: 'O(1)',
    fill: set,
    run: (_size, _draw, serial) => ['SADD', 'k', fresh(serial)],
    undo: ([, key, added]) => ['SREM', key, added],
  },
  {
    name: 'ZADD, a new member',
    complexity: 'O(log n)',
    fill: zset,
    run: (_size, draw, serial) => ['ZADD', 'k', `${draw(1_000_003)}`, fresh(serial)],
    undo: ([, key, , added]) => ['ZREM', key, added],
  },
  {
    name: 'ZRANK',
    complexity: 'O(log n)',
    fill: zset,
    run: (size, draw) => ['ZRANK', 'k', member(draw(size))],
  },
  {
    name: 'ZRANGE of 10',
    complexity: 'O(log n)',
    fill: zset,
    run: (size, draw) => {
      const from = draw(size - 10);
      return ['ZRANGE', 'k', `${from}`, `${from + 9}`];
    },
  },
  {
    name: 'LPUSH',
    complexity: 'O(1)',
    fill: list,
    run: () => ['LPUSH', 'k', 'element'],
    undo: ([, key]) => ['LPOP', key],
  },
  {
    name: 'LINDEX in the middle',
    complexity: 'O(n)',
    fill: list,
    run: (size) => ['LINDEX', 'k', `${size >> 1}`],
  },
  {
    name: 'XADD',
    complexity: 'O(1)',
    fill: stream,
    run: (_size, _draw, serial) => ['XADD', 'k', `${2_000_000 + serial}-1`, 'field', 'value'],
  },
  {
    name: 'XRANGE of 10',
    complexity: 'O(1)',
    fill: stream,
    run: (size, draw) => ['XRANGE', 'k', `${1 + draw(size)}`, '+', 'COUNT', '10'],
  },
  { name: 'PFADD', complexity: 'O(1)', fill: log, run: (_size, draw) => ['PFADD', 'k', fresh(draw(1e6))] },
  {
    name: 'SETBIT',
    complexity: 'O(1)',
    fill: bits,
    run: (size, draw) => ['SETBIT', 'k', `${draw(size)}`, '1'],
  },
  {
    name: 'GEOADD, a new place',
    complexity: 'O(log n)',
    fill: geo,
    run: (_size, draw, serial) => ['GEOADD', 'k', `${draw(359) - 179}`, `${draw(169) - 84}`, fresh(serial)],
    undo: ([, key, , , added]) => ['ZREM', key, added],
  },
];

/** By what factor the time may grow from `SIZES[0]` elements to a million. */
const MAY_GROW = { 'O(1)': 1, 'O(log n)': 2, 'O(n)': 1000 } as const;

/** All operations, or those whose name begins with this. */
export function benchGrowth(beginning = ''): void {
  console.log('\nOne operation in process by the size of the value, microseconds of processor time');
  console.log(
    `  ${''.padEnd(22)} ${SIZES.map((size) => `10^${Math.log10(size)}`.padStart(9)).join('')}   growth`,
  );
  const filled = new Map<string, Engine>();
  let kind: Operation['fill'] | null = null;
  for (const operation of OPERATIONS.filter(({ name }) => name.startsWith(beginning))) {
    // Operations with the same fill share values; another fill drops them.
    if (operation.fill !== kind) filled.clear();
    kind = operation.fill;
    const small = filledEngine(operation, SIZES[0]);
    microseconds(small, operation, SIZES[0], WARM_UP_ROUNDS);
    const times = SIZES.map((size) => {
      const engine = filled.get(`${size}`) ?? filledEngine(operation, size);
      filled.set(`${size}`, engine);
      return microseconds(engine, operation, size);
    });
    const growth = times[times.length - 1] / times[0];
    const ratio = growth / MAY_GROW[operation.complexity];
    const verdict = `${growth.toFixed(1)} × from 10^3 to 10^6, ${ratio.toFixed(2)} of ${operation.complexity}`;
    console.log(
      `  ${operation.name.padEnd(22)} ${times.map((time) => time.toFixed(2).padStart(9)).join('')}   ${verdict}`,
    );
  }
}

function filledEngine(operation: Operation, size: number): Engine {
  const engine = new Engine({ generation: '7.0', seed: 1, startMs: START_MS, config: {} });
  engine.step({ type: 'open', nowMs: START_MS, client: 1 });
  const [command, element] = operation.fill;
  if (operation.fill === bits) {
    send(engine, [['SETBIT', 'k', `${size - 1}`, '1']]);
  } else if (operation.fill === stream) {
    for (let id = 1; id <= size; id++) send(engine, [['XADD', 'k', `${id}-1`, 'field', 'value']]);
  } else {
    for (let from = 0; from < size; from += FILL_WORDS) {
      const words = Array.from({ length: FILL_WORDS }, (_, at) => element(from + at)).flat();
      send(engine, [[command, 'k', ...words]]);
    }
  }
  return engine;
}

let serial = 0;

/** The median round. Every rehash has ended before it begins. */
function microseconds(engine: Engine, operation: Operation, size: number, rounds = ROUNDS): number {
  const random = new RandomStream(size, 1, 1);
  const draw = (below: number) => random.below(below);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const commands = Array.from({ length: PER_ROUND }, () => operation.run(size, draw, serial++));
    const portions = portionsOf(commands);
    const start = process.cpuUsage();
    for (const bytes of portions) engine.step({ type: 'data', nowMs: START_MS, client: 1, bytes });
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / PER_ROUND);
    if (operation.undo !== undefined) send(engine, commands.map(operation.undo));
  }
  return times.sort((a, b) => a - b)[rounds >> 1];
}

function portionsOf(commands: readonly Command[]): Uint8Array[] {
  const encoder = new TextEncoder();
  const portions: Uint8Array[] = [];
  for (let from = 0; from < commands.length; from += PORTION) {
    const parts = commands
      .slice(from, from + PORTION)
      .map((words) => encodeCommand(words.map((word) => encoder.encode(word))));
    portions.push(new Uint8Array(Buffer.concat(parts)));
  }
  return portions;
}

function send(engine: Engine, commands: readonly Command[]): void {
  for (const bytes of portionsOf(commands)) {
    const { replies } = engine.step({ type: 'data', nowMs: START_MS, client: 1, bytes });
    if (replies.some((reply) => reply.bytes[0] === 0x2d))
      throw new Error('a command of the bench was refused');
  }
}
