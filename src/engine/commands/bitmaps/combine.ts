/** BITOP: strings combined bit by bit. A shorter one counts as filled up with zeros. */
import type { BitOperation } from '../../../protocol/views-bitmap.ts';
import { repr } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import type { Probe } from '../../base/probe.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { Sds } from '../../structures/sds.ts';
import type { BitCombineWork } from '../../types/bit-work.ts';
import { stringBytes } from '../../types/string.ts';
import { isWord } from '../arguments.ts';
import { readString } from '../strings/value.ts';
import { key, many, string } from '../syntax.ts';
import { MAX_STEPS } from './value.ts';

const OPERATIONS: readonly BitOperation[] = ['and', 'or', 'xor', 'not'];

const EMPTY = new Uint8Array(0);

const bitop: Command = {
  name: 'bitop',
  arity: -4,
  flags: ['write', 'denyoom'],
  categories: ['bitmap'],
  group: 'bitmap',
  since: '2.6.0',
  complexity: 'O(N)',
  summary: {
    en: 'Stores the AND, OR or XOR of strings, or the NOT of one.',
    zh: '对字符串做按位与、或、异或、非运算，把结果存入目标键。',
  },
  keys: [keyRange(['OW', 'update'], 2), keyRange(['RO', 'access'], 3, -1)],
  arguments: [string('operation'), key('destkey'), many(key('key', { keySpecIndex: 1 }))],
  run(server, client, args) {
    const { env, keyspace, strings } = server;
    const { db } = client;
    const operation = OPERATIONS.find((word) => isWord(args[1], word));
    if (operation === undefined) throw errors.syntax();
    if (operation === 'not' && args.length !== 4) {
      throw new ReplyError('ERR BITOP NOT must be called with a single source key.');
    }
    const sources: Uint8Array[] = [];
    for (let at = 3; at < args.length; at++) {
      const object = readString(server, db, args[at]);
      sources.push(object === null ? EMPTY : stringBytes(object));
    }

    const length = sources.reduce((longest, source) => Math.max(longest, source.length), 0);
    if (length > 0) {
      const sds = Sds.zeros(env, length);
      const work: BitCombineWork = {
        kind: 'combine',
        db: db.id,
        key: args[2].slice(),
        operation,
        sources: sources.map((bytes, nth) => ({ key: args[nth + 3].slice(), bytes })),
        target: sds.bytes,
        done: 0,
      };
      server.latestWork.bitWork = work;
      if (env.probe === null) combine(operation, sources, sds.bytes);
      else combineWithSteps(env.probe, work, sources);
      work.done = length;
      keyspace.set(db, args[2], strings.adopt(sds, keyspace.stamps.fresh));
      keyspace.notify('$', 'set', db, args[2]);
      keyspace.dirty++;
    } else if (keyspace.delete(db, args[2])) {
      server.latestWork.bitWork = null;
      keyspace.modified(db, args[2]);
      keyspace.notify('g', 'del', db, args[2]);
      keyspace.dirty++;
    }
    client.reply.integer(length);
  },
};

/** Writes the result into `target`, which is as long as the longest source. */
function combine(operation: BitOperation, sources: readonly Uint8Array[], target: Uint8Array): void {
  const [first, ...others] = sources;
  target.set(first);
  if (operation === 'not') {
    for (let at = 0; at < target.length; at++) target[at] = ~first[at];
    return;
  }
  for (const source of others) {
    const { length } = source;
    if (operation === 'and') {
      for (let at = 0; at < length; at++) target[at] &= source[at];
      target.fill(0, length);
    } else if (operation === 'or') {
      for (let at = 0; at < length; at++) target[at] |= source[at];
    } else {
      for (let at = 0; at < length; at++) target[at] ^= source[at];
    }
  }
}

/** The same a few bytes at a time, with steps. */
function combineWithSteps(probe: Probe, work: BitCombineWork, sources: readonly Uint8Array[]): void {
  const { operation, target } = work;
  const key = repr(work.key);
  const grain = Math.ceil(target.length / MAX_STEPS);
  for (let from = 0; from < target.length; from += grain) {
    const until = Math.min(target.length, from + grain);
    const parts = sources.map((source) => source.subarray(from, until));
    combine(operation, parts, target.subarray(from, until));
    work.done = until;
    probe.emit({ type: 'bits.combine', key, operation, sources: sources.length, from, until });
  }
}

export const combineBitCommands: readonly Command[] = [bitop];
