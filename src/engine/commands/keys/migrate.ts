/** MIGRATE: keys go to another server, and are deleted here when they have arrived. */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { type Command, type KeySpec, type KeyUse, keyRange } from '../../state/command/command.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, key, many, oneOf, optional, since, string, token } from '../syntax.ts';
import { Migration, type MigrationPlan } from './migration.ts';

const flags = ['RW', 'access', 'delete'] as const;
const KEY_INDEX = 3;
const FIRST_OPTION = 6;
const DEFAULT_TIMEOUT_MS = 1000;
const AUTH = bytesOf('AUTH');

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
    en: 'Moves keys to another server: they are deleted here when they have arrived there.',
    zh: '把键迁移到另一台服务器：到达对方之后才从本地删除。',
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
    const { copy, replace, login } = parseOptions(args);
    const timeoutMs = Number(integerOf(args[5]));
    const db = Number(integerOf(args[4]));
    const keys = findKeys(args)
      .map(({ index }) => args[index])
      .filter((key) => server.keyspace.lookupRead(client.db, key) !== null)
      .map((key) => key.slice());
    if (keys.length === 0) return client.reply.status('NOKEY');
    // A script or transaction cannot wait for the network here.
    if (client.denyBlocking) throw new ReplyError('IOERR error or timeout writing to target instance');
    const host = latin1(args[1]);
    const port = Number(latin1(args[2]));
    const plan = { host, port, db, timeoutMs: timeoutMs <= 0 ? DEFAULT_TIMEOUT_MS : timeoutMs };
    new Migration(server, client, { ...plan, copy, replace, login, keys }).begin();
  },
};

function parseOptions(args: readonly Uint8Array[]): Pick<MigrationPlan, 'copy' | 'replace' | 'login'> {
  let copy = false;
  let replace = false;
  let login: Uint8Array[] | null = null;
  for (let at = FIRST_OPTION; at < args.length; at++) {
    const left = args.length - 1 - at;
    if (isWord(args[at], 'copy')) copy = true;
    else if (isWord(args[at], 'replace')) replace = true;
    else if (isWord(args[at], 'auth') && left >= 1) {
      login = [AUTH, args[at + 1].slice()];
      at += 1;
    } else if (isWord(args[at], 'auth2') && left >= 2) {
      login = [AUTH, args[at + 1].slice(), args[at + 2].slice()];
      at += 2;
    } else if (isWord(args[at], 'keys')) {
      if (args[KEY_INDEX].length === 0) break;
      throw new ReplyError(
        'ERR When using MIGRATE KEYS option, the key argument must be set to the empty string',
      );
    } else throw errors.syntax();
  }
  return { copy, replace, login };
}
