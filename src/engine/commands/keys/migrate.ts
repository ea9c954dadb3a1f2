/** MIGRATE: to another server. There is none that could be reached, and the command says so as it would. */
import { errors, ReplyError } from '../../base/errors.ts';
import { type Command, type KeySpec, type KeyUse, keyRange } from '../../state/command/command.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, many, oneOf, optional, since, string, token } from '../syntax.ts';

const flags = ['RW', 'access', 'delete'] as const;
const KEY_INDEX = 3;
const FIRST_OPTION = 6;

const keysOption: KeySpec = {
  flags: [...flags, 'incomplete'],
  begin: { type: 'keyword', keyword: 'KEYS', startFrom: -2 },
  find: { type: 'range', lastKey: -1, step: 1, limit: 0 },
};

/** The keys behind KEYS, or the one in the usual place. */
function findKeys(args: readonly Uint8Array[]): KeyUse[] {
  for (let at = FIRST_OPTION; at < args.length; at++) {
    if (isWord(args[at], 'keys')) {
      if (args[KEY_INDEX].length > 0) return [];
      return args.slice(at + 1).map((_key, offset) => ({ index: at + 1 + offset, flags }));
    }
    if (isWord(args[at], 'auth')) at += 1;
    else if (isWord(args[at], 'auth2')) at += 2;
  }
  return [{ index: KEY_INDEX, flags }];
}

export const migrateCommand: Command = {
  name: 'migrate',
  arity: -6,
  flags: ['write', 'movablekeys'],
  categories: ['keyspace', 'dangerous'],
  group: 'generic',
  since: '2.6.0',
  complexity: 'O(N)',
  summary: {
    en: 'Moves keys to another server; no other can be reached from here.',
    zh: '把键迁移到另一台服务器；从这里连接不到其他服务器。',
  },
  tips: ['nondeterministic_output'],
  keys: [keyRange(flags, KEY_INDEX), keysOption],
  arguments: [
    string('host'),
    integer('port'),
    oneOf('key_or_empty_string', key('key'), token('empty_string', '')),
    integer('destination-db'),
    integer('timeout'),
    optional(since('3.0.0', token('copy', 'COPY'))),
    optional(since('3.0.0', token('replace', 'REPLACE'))),
    optional(
      oneOf(
        'authentication',
        optional(since('4.0.7', string('password', { token: 'AUTH' }))),
        optional(
          since('6.0.0', {
            ...block('username_password', string('username'), string('password')),
            token: 'AUTH2',
          }),
        ),
      ),
    ),
    optional(many(since('3.0.6', key('key', { token: 'KEYS', keySpecIndex: 1 })))),
  ],
  findKeys,
  run(server, client, args) {
    for (let at = FIRST_OPTION; at < args.length; at++) {
      const left = args.length - 1 - at;
      if (isWord(args[at], 'keys')) {
        if (args[KEY_INDEX].length > 0) {
          throw new ReplyError(
            'ERR When using MIGRATE KEYS option, the key argument must be set to the empty string',
          );
        }
        break;
      }
      if (isWord(args[at], 'auth') && left >= 1) at += 1;
      else if (isWord(args[at], 'auth2') && left >= 2) at += 2;
      else if (!isWord(args[at], 'copy') && !isWord(args[at], 'replace')) throw errors.syntax();
    }
    integerOf(args[5]);
    integerOf(args[4]);
    const found = findKeys(args).filter(
      ({ index }) => server.keyspace.lookupRead(client.db, args[index]) !== null,
    );
    if (found.length === 0) return client.reply.status('NOKEY');
    throw new ReplyError('IOERR error or timeout writing to target instance');
  },
};
