/** When keys expire: setting it in four units, asking for it in four, taking it away. */

import type { ArgumentDoc } from '../../../protocol/docs.ts';
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Int64 } from '../../base/numbers.ts';
import { normalizeInt64 } from '../../base/numbers.ts';
import { NO_TOUCH } from '../../keyspace/keyspace.ts';
import type { Client } from '../../state/client/client.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { expiryMs, integerOf, isWord } from '../arguments.ts';
import { propagateAs } from '../propagate.ts';
import { integer, key, oneOf, optional, since, token, unixTime } from '../syntax.ts';

const NX = 1;
const XX = 2;
const GT = 4;
const LT = 8;

/** EXPIRE and its three sisters differ in the unit and in what the number counts from. */
function expireCommand(
  name: string,
  version: string,
  summary: Command['summary'],
  time: ArgumentDoc,
  inSeconds: boolean,
  fromNow: boolean,
): Command {
  return {
    name,
    arity: -3,
    flags: ['write', 'fast'],
    categories: ['keyspace'],
    group: 'generic',
    since: version,
    complexity: 'O(1)',
    summary,
    keys: [keyRange(['RW', 'update'])],
    arguments: [
      key(),
      time,
      optional(
        since(
          '7.0.0',
          oneOf('condition', token('nx', 'NX'), token('xx', 'XX'), token('gt', 'GT'), token('lt', 'LT')),
        ),
      ),
    ],
    run(server, client, args) {
      const condition = parseCondition(args);
      const given = integerOf(args[2]);
      const baseMs = fromNow ? server.keyspace.nowMs : 0;
      const atMs = expiryMs(name, given, inSeconds, baseMs);
      const dirtyBefore = server.keyspace.dirty;
      expireKey(server, client, args[1], atMs, condition);
      if (server.keyspace.dirty > dirtyBefore) propagateExpiry(server, args, atMs, fromNow || inSeconds);
    },
  };
}

function parseCondition(args: readonly Uint8Array[]): number {
  let condition = 0;
  for (let at = 3; at < args.length; at++) {
    const word = args[at];
    if (isWord(word, 'nx')) condition |= NX;
    else if (isWord(word, 'xx')) condition |= XX;
    else if (isWord(word, 'gt')) condition |= GT;
    else if (isWord(word, 'lt')) condition |= LT;
    else throw new ReplyError(`ERR Unsupported option ${cString(word)}`);
  }
  if ((condition & NX) !== 0 && condition !== NX) {
    throw new ReplyError('ERR NX and XX, GT or LT options at the same time are not compatible');
  }
  if ((condition & GT) !== 0 && (condition & LT) !== 0) {
    throw new ReplyError('ERR GT and LT options at the same time are not compatible');
  }
  return condition;
}

/** Propagates the instant, or the deletion that it amounts to. */
function propagateExpiry(
  server: Server,
  args: readonly Uint8Array[],
  atMs: Int64,
  isOtherwise: boolean,
): void {
  const { keyspace } = server;
  if (keyspace.isPast(atMs)) propagateAs(server, keyspace.lazyExpire ? 'UNLINK' : 'DEL', args[1]);
  else if (isOtherwise) propagateAs(server, 'PEXPIREAT', args[1], String(atMs), ...args.slice(3));
}

/** An argument as printf shows it: up to its first NUL byte. */
function cString(argument: Uint8Array): string {
  const end = argument.indexOf(0);
  return latin1(argument, 0, end === -1 ? argument.length : end);
}

/** Replies 0 when there is no such key or the condition forbids it. */
function expireKey(
  server: Server,
  client: Client,
  keyBytes: Uint8Array,
  atMs: Int64,
  condition: number,
): void {
  const { keyspace } = server;
  const { db, reply } = client;
  const isAllowed =
    keyspace.lookupWrite(db, keyBytes) !== null &&
    (condition === 0 || allows(condition, keyspace.expireAt(db, keyBytes), atMs));

  if (!isAllowed) {
    reply.integer(0);
  } else if (keyspace.isPast(atMs)) {
    // Already past: delete the key at once; it does not count as expired.
    keyspace.delete(db, keyBytes, keyspace.lazyExpire);
    keyspace.dirty++;
    keyspace.modified(db, keyBytes);
    keyspace.notify('g', 'del', db, keyBytes);
    reply.integer(1);
  } else {
    keyspace.setExpire(db, keyBytes, atMs);
    reply.integer(1);
    keyspace.modified(db, keyBytes);
    keyspace.notify('g', 'expire', db, keyBytes);
    keyspace.dirty++;
  }
}

/** A key without expiry counts as one that lives for ever. */
function allows(condition: number, currentMs: Int64, atMs: Int64): boolean {
  const hasExpiry = currentMs !== -1;
  if ((condition & NX) !== 0 && hasExpiry) return false;
  if ((condition & XX) !== 0 && !hasExpiry) return false;
  if ((condition & GT) !== 0 && (!hasExpiry || atMs <= currentMs)) return false;
  return (condition & LT) === 0 || !hasExpiry || atMs < currentMs;
}

const expire = expireCommand(
  'expire',
  '1.0.0',
  { en: 'Lets a key expire after so many seconds.', zh: '设置键在多少秒后过期。' },
  integer('seconds'),
  true,
  true,
);
const pexpire = expireCommand(
  'pexpire',
  '2.6.0',
  { en: 'Lets a key expire after so many milliseconds.', zh: '设置键在多少毫秒后过期。' },
  integer('milliseconds'),
  false,
  true,
);
const expireat = expireCommand(
  'expireat',
  '1.2.0',
  { en: 'Lets a key expire at a time given in Unix seconds.', zh: '设置键在某个 Unix 时间（秒）过期。' },
  unixTime('unix-time-seconds'),
  true,
  false,
);
const pexpireat = expireCommand(
  'pexpireat',
  '2.6.0',
  {
    en: 'Lets a key expire at a time given in Unix milliseconds.',
    zh: '设置键在某个 Unix 时间（毫秒）过期。',
  },
  unixTime('unix-time-milliseconds'),
  false,
  false,
);

/** TTL and its three sisters. -2 stands for no key, -1 for no expiry. */
function ttlCommand(
  name: string,
  version: string,
  summary: Command['summary'],
  inSeconds: boolean,
  fromNow: boolean,
): Command {
  return {
    name,
    arity: 2,
    flags: ['readonly', 'fast'],
    categories: ['keyspace'],
    group: 'generic',
    since: version,
    complexity: 'O(1)',
    summary,
    ...(fromNow ? { tips: ['nondeterministic_output'] } : {}),
    keys: [keyRange(['RO', 'access'])],
    arguments: [key()],
    run(server, client, args) {
      const { keyspace } = server;
      const { db, reply } = client;
      if (keyspace.lookupRead(db, args[1], NO_TOUCH) === null) return reply.integer(-2);
      const atMs = keyspace.expireAt(db, args[1]);
      if (atMs === -1) return reply.integer(-1);
      const ms = fromNow ? remaining(atMs, keyspace.nowMs) : atMs;
      reply.integer(inSeconds ? roundedSeconds(ms) : ms);
    },
  };
}

function remaining(atMs: Int64, nowMs: number): Int64 {
  if (typeof atMs === 'number') return Math.max(0, atMs - nowMs);
  return normalizeInt64(atMs - BigInt(nowMs));
}

/** To the nearest second, half a second upwards. */
function roundedSeconds(ms: Int64): Int64 {
  if (typeof ms === 'number') return Math.floor((ms + 500) / 1000);
  return normalizeInt64((ms + 500n) / 1000n);
}

const ttl = ttlCommand(
  'ttl',
  '1.0.0',
  { en: 'Tells how many seconds a key still lives.', zh: '返回键还剩多少秒过期。' },
  true,
  true,
);
const pttl = ttlCommand(
  'pttl',
  '2.6.0',
  { en: 'Tells how many milliseconds a key still lives.', zh: '返回键还剩多少毫秒过期。' },
  false,
  true,
);
const expiretime = ttlCommand(
  'expiretime',
  '7.0.0',
  { en: 'Tells when a key expires, in Unix seconds.', zh: '返回键的过期时刻（Unix 秒）。' },
  true,
  false,
);
const pexpiretime = ttlCommand(
  'pexpiretime',
  '7.0.0',
  { en: 'Tells when a key expires, in Unix milliseconds.', zh: '返回键的过期时刻（Unix 毫秒）。' },
  false,
  false,
);

const persist: Command = {
  name: 'persist',
  arity: 2,
  flags: ['write', 'fast'],
  categories: ['keyspace'],
  group: 'generic',
  since: '2.2.0',
  complexity: 'O(1)',
  summary: { en: 'Takes the expiry from a key, so that it stays.', zh: '清除键的过期时间，使其永久保留。' },
  keys: [keyRange(['RW', 'update'])],
  arguments: [key()],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    if (keyspace.lookupWrite(db, args[1]) === null || !keyspace.removeExpire(db, args[1])) {
      return client.reply.integer(0);
    }
    keyspace.modified(db, args[1]);
    keyspace.notify('g', 'persist', db, args[1]);
    keyspace.dirty++;
    client.reply.integer(1);
  },
};

export const expiryCommands: readonly Command[] = [
  expire,
  pexpire,
  expireat,
  pexpireat,
  ttl,
  pttl,
  expiretime,
  pexpiretime,
  persist,
];
