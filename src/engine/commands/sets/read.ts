/** Asking a set: whether something is a member, how many there are, and a walk over them. */
import { globMatch } from '../../base/glob.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { StoredString } from '../../structures/stored-string.ts';
import {
  isIntset,
  type Member,
  memberBytes,
  setHas,
  setSize,
  setTableOf,
  visitMembers,
} from '../../types/set.ts';
import { parseScanOptions, scanCursor, walkTable } from '../keys/scan.ts';
import { replyText } from '../reply-text.ts';
import { integer, key, many, optional, pattern, string } from '../syntax.ts';
import { readSet } from './value.ts';

const common = { categories: ['set'], group: 'set' } as const;

const sismember: Command = {
  ...common,
  name: 'sismember',
  arity: 3,
  flags: ['readonly', 'fast'],
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Tells whether something is a member.', zh: '判断某个值是否是集合的成员。' },
  keys: [keyRange(['RO'])],
  arguments: [key(), string('member')],
  run(server, client, args) {
    const object = readSet(server, client.db, args[1]);
    client.reply.integer(object !== null && setHas(object, args[2]) ? 1 : 0);
  },
};

const smismember: Command = {
  ...common,
  name: 'smismember',
  arity: -3,
  flags: ['readonly', 'fast'],
  since: '6.2.0',
  complexity: 'O(N)',
  summary: { en: 'Tells of several whether each is a member.', zh: '一次判断多个值是否是集合的成员。' },
  keys: [keyRange(['RO', 'access'])],
  arguments: [key(), many(string('member'))],
  run(server, client, args) {
    const { reply } = client;
    const object = readSet(server, client.db, args[1]);
    reply.array(args.length - 2);
    for (let at = 2; at < args.length; at++) {
      reply.integer(object !== null && setHas(object, args[at]) ? 1 : 0);
    }
  },
};

const scard: Command = {
  ...common,
  name: 'scard',
  arity: 2,
  flags: ['readonly', 'fast'],
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'Counts the members.', zh: '返回成员数量。' },
  keys: [keyRange(['RO'])],
  arguments: [key()],
  run(server, client, args) {
    const object = readSet(server, client.db, args[1]);
    client.reply.integer(object === null ? 0 : setSize(object));
  },
};

const smembers: Command = {
  ...common,
  name: 'smembers',
  arity: 2,
  flags: ['readonly'],
  since: '1.0.0',
  complexity: 'O(N)',
  summary: { en: 'Lists all members.', zh: '列出全部成员。' },
  tips: ['nondeterministic_output_order'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [key()],
  run(server, client, args) {
    const { reply } = client;
    const { heap } = server.env;
    const object = readSet(server, client.db, args[1]);
    reply.set(object === null ? 0 : setSize(object));
    if (object === null) return;
    visitMembers(object, (member) => {
      replyText(reply, heap, member);
      return true;
    });
  },
};

const sscan: Command = {
  ...common,
  name: 'sscan',
  arity: -3,
  flags: ['readonly'],
  since: '2.8.0',
  complexity: 'O(1)',
  summary: {
    en: 'Walks over the members a few at a time; an intset is told at once.',
    zh: '分批遍历成员；intset 编码的集合会一次全部返回。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(['RO', 'access'])],
  arguments: [
    key(),
    integer('cursor'),
    optional(pattern('pattern', { token: 'MATCH' })),
    optional(integer('count', { token: 'COUNT' })),
  ],
  run(server, client, args) {
    const { reply } = client;
    const { heap } = server.env;
    const start = scanCursor(args[2]);
    const object = readSet(server, client.db, args[1]);
    if (object === null) {
      reply.array(2);
      reply.text('0');
      return reply.array(0);
    }
    const options = parseScanOptions(args, 3, false);

    const found: Member[] = [];
    let cursor = 0;
    if (isIntset(object)) {
      visitMembers(object, (member) => found.push(member) > 0);
    } else {
      cursor = walkTable(setTableOf(object), start, options.count, 1, ({ keyPlace, keyLength }) => {
        found.push(new StoredString(keyPlace, keyLength));
      });
    }
    reply.array(2);
    reply.integerText(cursor);
    const mark = reply.begin();
    let told = 0;
    for (const member of found) {
      if (options.pattern !== null && !globMatch(options.pattern, memberBytes(heap, member))) continue;
      replyText(reply, heap, member);
      told++;
    }
    reply.endArray(mark, told);
  },
};

export const readSetCommands: readonly Command[] = [sismember, smismember, scard, smembers, sscan];
