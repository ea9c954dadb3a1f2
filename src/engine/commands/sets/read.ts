/** Asking a set: whether something is a member, how many there are, and a walk over them. */
import { type Command, keyRange } from '../../state/command/command.ts';
import { StoredString } from '../../structures/stored-string.ts';
import { isIntset, type Member, setHas, setSize, setTableOf, visitMembers } from '../../types/set.ts';
import { replyText } from '../reply-text.ts';
import { scanCollection, scanningCollection, walkTable } from '../scan.ts';
import { key, many, string } from '../syntax.ts';
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
  ...scanningCollection,
  name: 'sscan',
  summary: {
    en: 'Walks over the members a few at a time; an intset is told at once.',
    zh: '分批遍历成员；intset 编码的集合会一次全部返回。',
  },
  run(server, client, args) {
    scanCollection<readonly [Member]>(server, client, args, readSet, (object, start, count, found) => {
      if (isIntset(object)) {
        visitMembers(object, (member) => found.push([member]) > 0);
        return 0;
      }
      return walkTable(setTableOf(object), start, count, 1, ({ keyPlace, keyLength }) => {
        found.push([new StoredString(keyPlace, keyLength)]);
      });
    });
  },
};

export const readSetCommands: readonly Command[] = [sismember, smismember, scard, smembers, sscan];
