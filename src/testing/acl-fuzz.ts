/**
 * Random rules of ACL SETUSER, right and wrong ones, and questions about the result: ACL LIST, GETUSER and DRYRUN. The
 * server lists single commands in the order of a hash table with a random seed, so rules are compared with their single
 * commands sorted.
 */
import type { RandomStream } from '../engine/base/random.ts';
import { decodeReplies, type Reply } from '../protocol/resp.ts';

const CATEGORIES =
  'keyspace read write set sortedset list hash string bitmap hyperloglog geo stream pubsub admin fast slow blocking dangerous connection transaction scripting all';
const PATTERNS = ['*', 'a', 'a*', 'ab', 'k?', '[ab]*', '', 'x:*', 'A'];
const USERS = ['u1', 'u2'];
const KEYS = ['a', 'ab', 'abc', 'k1', 'b', 'x:1', 'zz', '', 'A'];

const FIXED_RULES = [
  ...['on', 'off', 'nopass', 'resetpass', 'allkeys', 'resetkeys', 'allchannels', 'resetchannels'],
  ...['allcommands', 'nocommands', 'clearselectors', 'sanitize-payload', 'skip-sanitize-payload'],
  ...[
    '>p1',
    '>p2',
    '<p1',
    '<p2',
    '#abc',
    '!abc',
    'nonsense',
    '',
    '+nothing',
    '-@nothing',
    '+@',
    '%~a',
    '%x~a',
  ],
  ...[
    '+get|',
    '+config|get|x',
    '(',
    ')',
    '()',
    '(+get',
    '~a b',
    '+|a',
    '%',
    '+select|0',
    '+select|1',
    '+set|a',
  ],
  // C sees a string end at its first NUL.
  ...['on\0x', '~a\0b', '+get\0x', '(+get\0 ~a)', '+@read\0', '>a\0b', '<a\0b', '&\0', '\0'],
  ...['("+get" ~a)', '("+get ~a)'],
];

/** Commands for DRYRUN: those that read, write, do both, and name channels. */
const CALLS: readonly string[] = [
  ...['GET k', 'SET k v', 'SET k v GET', 'MGET k k', 'MSET k v k v', 'DEL k k', 'COPY k k', 'RENAME k k'],
  ...[
    'LPUSH k v',
    'BLPOP k k 0',
    'LMOVE k k LEFT LEFT',
    'LMPOP 2 k k LEFT',
    'SINTERSTORE k k k',
    'SINTERCARD 1 k',
  ],
  ...[
    'ZUNIONSTORE k 2 k k',
    'ZUNION 2 k k',
    'ZADD k 1 m',
    'SORT k',
    'SORT k STORE k',
    'SORT k BY x GET y STORE k',
  ],
  ...['XADD k * f v', 'XREAD COUNT 1 STREAMS k k 0 0', 'XREADGROUP GROUP g c STREAMS k >', 'XINFO STREAM k'],
  ...[
    'BITFIELD k GET u8 0',
    'BITFIELD k SET u8 0 1',
    'BITOP AND k k k',
    'GEOSEARCHSTORE k k FROMMEMBER m BYBOX 1 1 m',
  ],
  ...[
    'GEORADIUS k 1 1 1 m STORE k',
    'OBJECT ENCODING k',
    'MEMORY USAGE k',
    'TOUCH k',
    'EXPIRE k 1',
    'TYPE k',
  ],
  ...['PUBLISH c m', 'SPUBLISH c m', 'SUBSCRIBE c c', 'PSUBSCRIBE c', 'SSUBSCRIBE c', 'UNSUBSCRIBE c'],
  ...[
    'CONFIG GET x',
    'CONFIG SET x y',
    'ACL WHOAMI',
    'CLIENT ID',
    'SELECT 0',
    'SELECT 1',
    'PING',
    'AUTH x',
    'HELLO',
  ],
  ...[
    'EVAL s 1 k',
    'EVAL s 0',
    'MIGRATE h 1 k 0 1',
    'PFMERGE k k',
    'PFCOUNT k',
    'KEYS *',
    'FLUSHALL',
    'DEBUG SLEEP 0',
  ],
  ...[
    'MULTI',
    'EXEC',
    'WATCH k',
    'LCS k k',
    'GETEX k',
    'SETRANGE k 0 v',
    'SCAN 0',
    'DUMP k',
    'RESTORE k 0 v',
  ],
];

export class AclFuzz {
  readonly #random: RandomStream;
  readonly #commands: readonly string[];

  /** `commands` are the full names of all commands. */
  constructor(random: RandomStream, commands: readonly string[]) {
    this.#random = random;
    this.#commands = commands;
  }

  next(): string[] {
    const user = this.#pick(USERS);
    const what = this.#random.below(10);
    if (what < 5) return ['ACL', 'SETUSER', user, ...this.#rules()];
    if (what < 6) return ['ACL', 'GETUSER', user];
    if (what < 7) return ['ACL', 'LIST'];
    if (what === 7 && this.#random.below(8) === 0) return ['ACL', 'DELUSER', user];
    return ['ACL', 'DRYRUN', user, ...this.#call()];
  }

  #rules(): string[] {
    return Array.from({ length: 1 + this.#random.below(4) }, () => this.#rule());
  }

  #rule(): string {
    const what = this.#random.below(20);
    if (what < 4) return this.#pick(FIXED_RULES);
    if (what === 4 && this.#random.below(4) === 0) return 'reset';
    if (what < 6) return `(${[this.#selectorRule(), this.#selectorRule(), this.#selectorRule()].join(' ')})`;
    return this.#selectorRule();
  }

  #selectorRule(): string {
    const sign = this.#pick(['+', '+', '-']);
    const what = this.#random.below(9);
    if (what < 3) return `${sign}@${this.#cased(this.#pick(CATEGORIES.split(' ')))}`;
    if (what < 6) return sign + this.#cased(this.#pick(this.#commands));
    if (what < 8) return this.#pick(['~', '%R~', '%W~', '%RW~', '%wr~']) + this.#pick(PATTERNS);
    return `&${this.#pick(PATTERNS)}`;
  }

  #call(): string[] {
    return this.#pick(CALLS)
      .split(' ')
      .map((word) => (word === 'k' || word === 'c' ? this.#pick(KEYS) : word));
  }

  #cased(word: string): string {
    return this.#random.below(8) === 0 ? word.toUpperCase() : word;
  }

  #pick<T>(things: readonly T[]): T {
    return things[this.#random.below(things.length)];
  }
}

/** A reply with the single commands of every list of rules sorted. */
export function withSortedRules(reply: Uint8Array): string {
  return JSON.stringify(decodeReplies(reply).map(plain));
}

function plain(reply: Reply): unknown {
  switch (reply.type) {
    case 'string':
      return sortRules(Buffer.from(reply.bytes).toString('latin1'));
    case 'array':
    case 'set':
      return reply.items.map(plain);
    case 'error':
    case 'status':
      return `${reply.type} ${reply.text}`;
    case 'integer':
      return Number(reply.value);
    default:
      return reply.type;
  }
}

function sortRules(text: string): string {
  // The order has no meaning between the start, +@all or -@all with its categories, and a parenthesis or the end.
  return text.replace(/([+-]@\w+)((?: [+-][^ @()]+)+)/g, (_all, category: string, singles: string) => {
    return `${category} ${singles.trim().split(' ').sort().join(' ')}`;
  });
}
