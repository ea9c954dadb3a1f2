/** Counting different elements approximately. A HyperLogLog is a string value with a form of its own. */
import { latin1 } from '../base/bytes.ts';
import { ReplyError } from '../base/errors.ts';
import type { Database } from '../keyspace/database.ts';
import { type Command, keyRange } from '../state/command/command.ts';
import type { Server } from '../state/server.ts';
import { countRegisters, HyperLogLog, hyperLogLogErrors, isHyperLogLog } from '../structures/hyperloglog.ts';
import { REGISTERS } from '../structures/hyperloglog-dense.ts';
import { selfTest } from '../structures/hyperloglog-selftest.ts';
import { ENCODING_INT, type RedisObject } from '../types/object.ts';
import { stringSds } from '../types/string.ts';
import { isWord } from './arguments.ts';
import { readString, unshared, writableString } from './strings/value.ts';
import { key, many, optional, string } from './syntax.ts';

const common = { categories: ['hyperloglog'], group: 'hyperloglog', since: '2.8.9' } as const;

/** The server tries ten million, which takes it seconds and would take a browser half a minute. */
const SELF_TEST_ELEMENTS = 100_000;

const pfadd: Command = {
  ...common,
  name: 'pfadd',
  arity: -2,
  flags: ['write', 'denyoom', 'fast'],
  complexity: 'O(1)',
  summary: {
    en: 'Shows elements to a HyperLogLog; answers 1 when its estimate may have changed.',
    zh: '向 HyperLogLog 添加元素；估计值可能改变时返回 1。',
  },
  keys: [keyRange(['RW', 'insert'])],
  arguments: [key(), optional(many(string('element')))],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const maxBytes = server.config.number('hll-sparse-max-bytes');
    const object = writableString(server, db, args[1]);
    let updated = 0;
    const change = (hll: HyperLogLog) => {
      for (let at = 2; at < args.length; at++) if (hll.add(args[at], maxBytes)) updated++;
      if (updated > 0) hll.invalidateCount();
    };
    if (object === null) {
      updated++;
      changeHll(server, createHll(server, db, args[1]), change);
    } else {
      checkHll(object);
      changeHll(server, unshared(server, db, args[1], object), change);
    }
    if (updated > 0) {
      keyspace.modified(db, args[1]);
      keyspace.notify('$', 'pfadd', db, args[1]);
      keyspace.dirty += updated;
    }
    client.reply.integer(updated > 0 ? 1 : 0);
  },
};

const pfcount: Command = {
  ...common,
  name: 'pfcount',
  arity: -2,
  flags: ['readonly', 'may_replicate'],
  complexity: 'O(1)',
  summary: {
    en: 'Estimates how many different elements a HyperLogLog has seen, or several of them together.',
    zh: '估计一个 HyperLogLog（或多个合并后）见过的不同元素个数。',
  },
  keys: [
    {
      ...keyRange(['RW', 'access'], 1, -1),
      notes: 'RW because the estimate is kept inside the value until the next change.',
    },
  ],
  arguments: [many(key())],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    if (args.length > 2) return reply.integer(countRegisters(joined(server, db, args).registers));

    const object = readString(server, db, args[1]);
    if (object === null) return reply.integer(0);
    checkHll(object);
    const hll = hllOf(server, unshared(server, db, args[1], object));
    const remembered = hll.rememberedCount;
    if (remembered !== null) {
      hll.emitCount(remembered, true);
      return reply.integer(remembered);
    }
    const count = hll.count();
    hll.remember(count);
    hll.emitCount(count, false);
    keyspace.modified(db, args[1]);
    keyspace.dirty++;
    reply.integer(count);
  },
};

const pfmerge: Command = {
  ...common,
  name: 'pfmerge',
  arity: -2,
  flags: ['write', 'denyoom'],
  complexity: 'O(N)',
  summary: {
    en: 'Joins HyperLogLogs into one that has seen all their elements.',
    zh: '把多个 HyperLogLog 合并成一个，相当于见过全部元素。',
  },
  keys: [keyRange(['RW', 'access', 'insert']), keyRange(['RO', 'access'], 2, -1)],
  arguments: [key('destkey'), many(key('sourcekey', { keySpecIndex: 1 }))],
  run(server, client, args) {
    const { keyspace } = server;
    const { db } = client;
    const { registers, hasDense } = joined(server, db, args);
    const maxBytes = server.config.number('hll-sparse-max-bytes');
    const object = keyspace.lookupWrite(db, args[1]);
    const target = object === null ? createHll(server, db, args[1]) : unshared(server, db, args[1], object);
    changeHll(server, target, (hll) => {
      if (hasDense) hll.toDense();
      hll.absorb(registers, maxBytes);
    });
    keyspace.modified(db, args[1]);
    keyspace.notify('$', 'pfadd', db, args[1]);
    keyspace.dirty++;
    client.reply.ok();
  },
};

const pfdebug: Command = {
  ...common,
  name: 'pfdebug',
  arity: 3,
  flags: ['write', 'denyoom', 'admin'],
  complexity: 'N/A',
  system: true,
  summary: {
    en: 'Looks inside a HyperLogLog: its registers, its runs, its encoding.',
    zh: '查看 HyperLogLog 的内部：寄存器、游程和编码。',
  },
  keys: [keyRange(['RW', 'access'], 2)],
  arguments: [string('subcommand'), key()],
  run(server, client, args) {
    const { keyspace } = server;
    const { db, reply } = client;
    const found = writableString(server, db, args[2]);
    if (found === null) throw new ReplyError('ERR The specified key does not exist');
    checkHll(found);
    const object = unshared(server, db, args[2], found);
    const toDense = () => {
      const converted = changeHll(server, object, (hll) => hll.toDense());
      if (converted) keyspace.dirty++;
      return converted;
    };
    if (isWord(args[1], 'getreg')) {
      toDense();
      reply.array(REGISTERS);
      for (const register of hllOf(server, object).registers()) reply.integer(register);
    } else if (isWord(args[1], 'decode')) {
      const runs = hllOf(server, object).decode();
      if (runs === null) throw new ReplyError('ERR HLL encoding is not sparse');
      reply.text(runs);
    } else if (isWord(args[1], 'encoding')) {
      reply.status(hllOf(server, object).encoding);
    } else if (isWord(args[1], 'todense')) {
      reply.integer(toDense() ? 1 : 0);
    } else {
      // C prints the word up to its first NUL byte.
      const [word] = latin1(args[1]).split('\0');
      throw new ReplyError(`ERR Unknown PFDEBUG subcommand '${word}'`);
    }
  },
};

const pfselftest: Command = {
  ...common,
  name: 'pfselftest',
  arity: 1,
  flags: ['admin'],
  complexity: 'N/A',
  system: true,
  summary: {
    en: 'Tests whether HyperLogLogs keep what they promise.',
    zh: '自检 HyperLogLog 的实现：寄存器读写与估计误差是否符合预期。',
  },
  run(server, client) {
    const maxBytes = server.config.number('hll-sparse-max-bytes');
    const random = server.env.random.stream('sampling');
    const problem = selfTest(server.env, random, SELF_TEST_ELEMENTS, maxBytes);
    if (problem !== null) throw new ReplyError(problem);
    client.reply.ok();
  },
};

/** Whether a string is a HyperLogLog. */
function checkHll(object: RedisObject): void {
  if (object.encoding === ENCODING_INT || !isHyperLogLog(stringSds(object).view())) {
    throw hyperLogLogErrors.notOne();
  }
}

function createHll(server: Server, db: Database, keyBytes: Uint8Array): RedisObject {
  const { env, keyspace, strings } = server;
  const object = strings.adopt(HyperLogLog.create(env).sds, keyspace.stamps.fresh);
  keyspace.add(db, keyBytes, object);
  return object;
}

function hllOf({ env }: Server, object: RedisObject): HyperLogLog {
  return new HyperLogLog(env, stringSds(object));
}

/** Changes a raw string in place; it gets another sds when it becomes dense. */
function changeHll<Result>(
  { env }: Server,
  object: RedisObject,
  change: (hll: HyperLogLog) => Result,
): Result {
  const hll = new HyperLogLog(env, stringSds(object), (moved) => {
    object.value = moved;
  });
  return change(hll);
}

/** The registers of all keys from the first argument on, joined. */
function joined(
  server: Server,
  db: Database,
  args: readonly Uint8Array[],
): { registers: Uint8Array; hasDense: boolean } {
  const registers = new Uint8Array(REGISTERS);
  let hasDense = false;
  for (let at = 1; at < args.length; at++) {
    const object = readString(server, db, args[at]);
    if (object === null) continue;
    checkHll(object);
    const hll = hllOf(server, object);
    if (hll.encoding === 'dense') hasDense = true;
    hll.mergeInto(registers);
  }
  return { registers, hasDense };
}

export const hyperLogLogCommands: readonly Command[] = [pfadd, pfcount, pfmerge, pfdebug, pfselftest];
