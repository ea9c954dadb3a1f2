/** Hostile inputs made from a seed: scripts, commands with absurd numbers and lengths, and malformed bytes. */

/** One thing to send. */
export interface HostileInput {
  readonly kind: 'script' | 'command' | 'bytes';
  readonly bytes: Uint8Array;
}

/** Small, fast and the same everywhere. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }
}

export function command(words: readonly string[]): Uint8Array {
  return Buffer.from(
    `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`,
    'latin1',
  );
}

const NUMBERS = [
  '0',
  '-1',
  '1',
  '2',
  '7',
  '100',
  '65536',
  '4294967296',
  '2147483647',
  '-2147483648',
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  '1e300',
  '-1e300',
  'inf',
  '-inf',
  'nan',
  '0x10',
  '1e18',
  '-1e18',
  '536870911',
  '536870912',
  '99999999999',
  '0.1',
  '-0',
  '',
  ' 1',
  '1 ',
  '+1',
];
const NAMES = ['k', 'l', 's', 'h', 'z', 'x', 'hll', 'bits', '', '\0', '\xff\xfe', '{a}', 'k'.repeat(300)];
const WORDS = [
  '*',
  '[a-',
  '\\',
  'NX',
  'XX',
  'GET',
  'LIMIT',
  'WITHSCORES',
  'STORE',
  'BY',
  'MATCH',
  'COUNT',
  'ASC',
  'ALPHA',
  '(1',
  '[a',
  '+',
  '-',
  '$',
  '>',
  '~',
  '=',
  'u64',
  'i8',
  '#3',
  'OVERFLOW',
  'FAIL',
  'x'.repeat(5000),
  '\r\n',
  '%s%n',
  'null',
];

const COMMANDS: readonly (readonly string[])[] = [
  ['SET', 'k'],
  ['SETRANGE', 'bits'],
  ['APPEND', 'k'],
  ['SETBIT', 'bits'],
  ['BITFIELD', 'bits', 'SET', 'u8'],
  ['BITCOUNT', 'bits'],
  ['BITPOS', 'bits'],
  ['BITOP', 'NOT', 'd', 'bits'],
  ['GETRANGE', 'bits'],
  ['INCRBYFLOAT', 'k'],
  ['INCRBY', 'k'],
  ['LPUSH', 'l'],
  ['LRANGE', 'l'],
  ['LTRIM', 'l'],
  ['LSET', 'l'],
  ['LPOS', 'l'],
  ['LINSERT', 'l', 'BEFORE'],
  ['LMPOP'],
  ['SADD', 's'],
  ['SRANDMEMBER', 's'],
  ['SPOP', 's'],
  ['SINTERCARD'],
  ['SSCAN', 's'],
  ['HSET', 'h', 'f'],
  ['HINCRBYFLOAT', 'h', 'f'],
  ['HRANDFIELD', 'h'],
  ['ZADD', 'z'],
  ['ZRANGE', 'z'],
  ['ZRANGEBYLEX', 'z'],
  ['ZUNIONSTORE', 'z'],
  ['ZPOPMIN', 'z'],
  ['ZRANDMEMBER', 'z'],
  ['GEOADD', 'g'],
  ['GEOSEARCH', 'g'],
  ['XADD', 'x', '*', 'f'],
  ['XRANGE', 'x'],
  ['XTRIM', 'x'],
  ['XCLAIM', 'x'],
  ['XREADGROUP', 'GROUP', 'a', 'b'],
  ['PFADD', 'hll'],
  ['PFCOUNT', 'hll'],
  ['RESTORE', 'r'],
  ['EXPIRE', 'k'],
  ['PEXPIREAT', 'k'],
  ['SCAN'],
  ['KEYS'],
  ['SORT', 'l'],
  ['OBJECT', 'FREQ'],
  ['DEBUG', 'POPULATE'],
  ['DEBUG', 'JMAP'],
  ['DEBUG', 'OBJECT'],
  ['CONFIG', 'SET', 'maxmemory-samples'],
  ['CONFIG', 'GET'],
  ['CLIENT', 'LIST'],
  ['CLIENT', 'KILL'],
  ['MEMORY', 'USAGE'],
  ['MULTI'],
  ['EXEC'],
  ['DISCARD'],
  ['WATCH'],
  ['SUBSCRIBE'],
  ['UNSUBSCRIBE'],
  ['PUBLISH', 'c'],
  ['HELLO'],
  ['SELECT'],
  ['FUNCTION', 'LOAD'],
  ['FUNCTION', 'RESTORE'],
  ['SCRIPT', 'LOAD'],
  ['COPY', 'k', 'k2'],
  ['RENAME', 'k'],
  ['LCS', 'k', 'k2'],
  ['OBJECT', 'ENCODING'],
  ['ACL', 'SETUSER', 'u'],
  ['COMMAND', 'GETKEYS'],
  ['SLOWLOG', 'GET'],
  ['LATENCY', 'HISTOGRAM'],
  ['DUMP', 'k'],
];

const VALUES = [
  'nil',
  'true',
  '1',
  '-1',
  '0/0',
  '1/0',
  '-1/0',
  '2^53',
  '1e18',
  '-2e9',
  "''",
  "'x'",
  "('x'):rep(1000)",
  "('('):rep(20000)",
  "('a'):rep(50)",
  '{}',
  '{1,2,3}',
  'deep',
  'self',
  'wide',
  'meta',
  'print_',
  'function() end',
  'function() while true do end end',
  'function() error("e") end',
  'function(a,b) return a end',
  'coroutine.wrap(function() coroutine.yield(1) end)',
  'KEYS',
  'ARGV',
  "'%b()'",
  "('a*'):rep(20)..'b'",
  "'[a-'",
  "'%'",
  "'(()'",
  "'%1'",
];
const FUNCTIONS = [
  'string.rep',
  'string.find',
  'string.match',
  'string.gsub',
  'string.gmatch',
  'string.format',
  'string.byte',
  'string.char',
  'string.sub',
  'string.upper',
  'string.reverse',
  'string.len',
  'table.insert',
  'table.remove',
  'table.concat',
  'table.sort',
  'table.maxn',
  'table.getn',
  'table.foreach',
  'table.foreachi',
  'unpack',
  'select',
  'tostring',
  'tonumber',
  'type',
  'next',
  'pairs',
  'ipairs',
  'rawget',
  'rawset',
  'rawequal',
  'setmetatable',
  'getmetatable',
  'pcall',
  'xpcall',
  'error',
  'assert',
  'loadstring',
  'load',
  'coroutine.create',
  'coroutine.resume',
  'coroutine.wrap',
  'coroutine.status',
  'coroutine.yield',
  'cjson.encode',
  'cjson.decode',
  'cjson.encode_max_depth',
  'cjson.encode_sparse_array',
  'cmsgpack.pack',
  'cmsgpack.unpack',
  'cmsgpack.unpack_limit',
  'struct.pack',
  'struct.unpack',
  'struct.size',
  'bit.lshift',
  'bit.tohex',
  'bit.band',
  'math.random',
  'math.fmod',
  'math.ldexp',
  'math.floor',
  'math.max',
  'redis.call',
  'redis.pcall',
  'redis.sha1hex',
  'redis.error_reply',
  'redis.status_reply',
  'redis.log',
  'redis.setresp',
  'redis.set_repl',
  'redis.acl_check_cmd',
  'collectgarbage',
];
const HEAD =
  'local deep={} for i=1,9000 do deep={deep} end local self={} self[1]=self self.map=self ' +
  'local wide={1} for i=1,40 do wide={wide,wide} end ' +
  'local mt={} mt.__index=function(t,k) return t[k..1] end mt.__lt=function(a,b) return pcall(error) end mt.__concat=function(a,b) return a end ' +
  'mt.__call=function(s,...) return s(...) end mt.__tostring=function(s) return tostring(s) end local meta=setmetatable({},mt) local print_=type ';

function expression(dice: Dice, depth: number): string {
  const choice = dice.below(10);
  if (depth <= 0 || choice < 3) return dice.of(VALUES);
  if (choice < 8) {
    const count = dice.below(4);
    return `${dice.of(FUNCTIONS)}(${Array.from({ length: count }, () => expression(dice, depth - 1)).join(',')})`;
  }
  if (choice === 8)
    return `(${expression(dice, depth - 1)} ${dice.of(['..', '+', '%', '^', '==', '<', 'and', 'or'])} ${expression(dice, depth - 1)})`;
  return `{${expression(dice, depth - 1)},a=${expression(dice, depth - 1)}}`;
}

function script(dice: Dice): string {
  const lines: string[] = [HEAD];
  for (let count = dice.below(4); count >= 0; count--) {
    const made = expression(dice, 3);
    lines.push(
      dice.of([
        `local a=${made}`,
        `pcall(function() return ${made} end)`,
        `xpcall(function() return ${made} end, ${dice.of(VALUES)})`,
        `for i=1,${dice.of(['3', '1000', '1e9'])} do local b=${made} end`,
        `local s='x' for i=1,${dice.of(['5', '20', '60'])} do s=s..s end`,
        `local t={} for i=1,${dice.of(['10', '100000', '1e8'])} do t[i]=${dice.of(VALUES)} end`,
      ]),
    );
  }
  lines.push(`return ${expression(dice, 2)}`);
  return lines.join(' ');
}

function bytes(dice: Dice): Uint8Array {
  const declared = dice.of(NUMBERS);
  switch (dice.below(6)) {
    case 0:
      return Buffer.from(`*${declared}\r\n`, 'latin1');
    case 1:
      return Buffer.from(`*1\r\n$${declared}\r\n`, 'latin1');
    case 2:
      return Buffer.from(`*2\r\n$3\r\nGET\r\n$${declared}\r\nk\r\n`, 'latin1');
    case 3:
      return Buffer.from(Array.from({ length: 1 + dice.below(200) }, () => dice.below(256)));
    case 4:
      return Buffer.from(`${'*1\r\n'.repeat(1 + dice.below(5000))}`, 'latin1');
    default:
      return Buffer.from(`SET "${dice.of(NAMES)} ${'x'.repeat(dice.below(2000))}\r\n`, 'latin1');
  }
}

export function hostileInput(dice: Dice): HostileInput {
  const choice = dice.below(10);
  if (choice < 3)
    return { kind: 'script', bytes: command(['EVAL', script(dice), '1', 'k', dice.of(NUMBERS)]) };
  if (choice < 5) return { kind: 'bytes', bytes: bytes(dice) };
  const words = [...dice.of(COMMANDS)];
  for (let count = dice.below(5); count > 0; count--)
    words.push(dice.of([NUMBERS, NAMES, WORDS][dice.below(3)]));
  return { kind: 'command', bytes: command(words) };
}
