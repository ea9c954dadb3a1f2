/** DEBUG about files and content: reload, digest, crash. */
import { ReplyError } from '../../base/errors.ts';
import { NO_TOUCH } from '../../keyspace/keyspace.ts';
import { flushAof } from '../../persistence/aof.ts';
import { datasetDigest, digestText, valueDigest } from '../../persistence/digest.ts';
import { planAnew } from '../../persistence/housekeeping.ts';
import { saveNow } from '../../persistence/rdb-save.ts';
import { shutDown } from '../../persistence/shutdown.ts';
import { reloadAof, reloadDump } from '../../persistence/startup.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { isWord } from '../arguments.ts';
import { integer, key, many, optional, token } from '../syntax.ts';

const inner = {
  flags: ['admin', 'noscript', 'loading', 'stale'],
  group: 'server',
  since: '1.0.0',
  complexity: 'O(N)',
} as const;

function empty(server: Server): void {
  const { keyspace } = server;
  server.tracking.flushed();
  for (const db of keyspace.databases) keyspace.flush(db);
  keyspace.replicaExpires.forgetAll();
  server.functionLibraries?.clear();
}

const reload: Command = {
  ...inner,
  name: 'reload',
  arity: -2,
  summary: {
    en: 'Saves the data set, empties the memory and loads the file again.',
    zh: '保存 RDB 文件，清空内存，再把文件重新载入。',
  },
  arguments: [
    optional(token('nosave', 'NOSAVE')),
    optional(token('noflush', 'NOFLUSH')),
    optional(token('merge', 'MERGE')),
  ],
  run(server, client, args) {
    const words = new Set<string>();
    for (const argument of args.slice(2)) {
      const word = ['merge', 'noflush', 'nosave'].find((known) => isWord(argument, known));
      if (word === undefined) {
        throw new ReplyError('ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.');
      }
      words.add(word);
    }
    if (!words.has('nosave') && !saveNow(server)) throw new ReplyError('ERR');
    if (!words.has('noflush')) empty(server);
    const problem = reloadDump(server, words.has('merge'));
    planAnew(server);
    if (problem !== null) {
      server.persistence.note(problem);
      throw new ReplyError('ERR Error trying to load the RDB dump, check server logs.');
    }
    client.reply.ok();
  },
};

const loadaof: Command = {
  ...inner,
  name: 'loadaof',
  arity: 2,
  summary: {
    en: 'Empties the memory and repeats the append only file.',
    zh: '清空内存，再重放 AOF 文件。',
  },
  run(server, client) {
    const { persistence, propagation, keyspace } = server;
    if (persistence.aof.state === 'on') flushAof(server, true);
    empty(server);
    const wanted = propagation.wanted;
    // Commands read from the file are not written to it again.
    propagation.wanted = false;
    const problem = reloadAof(server);
    propagation.wanted = wanted;
    planAnew(server);
    if (problem !== null) {
      persistence.note(problem);
      throw new ReplyError('ERR Error trying to load the AOF files, check server logs.');
    }
    keyspace.dirty = 0;
    client.reply.ok();
  },
};

const digest: Command = {
  ...inner,
  name: 'digest',
  arity: 2,
  summary: {
    en: 'Twenty bytes that are equal for data sets with the same content.',
    zh: '返回整个数据集的 20 字节摘要：内容相同则摘要相同。',
  },
  run(server, client) {
    client.reply.status(digestText(datasetDigest(server)));
  },
};

const digestValue: Command = {
  ...inner,
  name: 'digest-value',
  arity: -2,
  summary: { en: 'The same for the values of some keys.', zh: '返回指定键的值的摘要。' },
  arguments: [many(key('key', { keySpecIndex: undefined }))],
  run(server, client, args) {
    client.reply.array(args.length - 2);
    for (const name of args.slice(2)) {
      const object = server.keyspace.lookupRead(client.db, name, NO_TOUCH);
      const bytes = object === null ? new Uint8Array(20) : valueDigest(server, client.db, name, object);
      client.reply.status(digestText(bytes));
    }
  },
};

const restart: Command = {
  ...inner,
  name: 'restart',
  arity: -2,
  summary: {
    en: 'Saves what is to be saved and starts the server again.',
    zh: '正常保存后重启服务器。',
  },
  arguments: [optional(integer('milliseconds'))],
  run(server) {
    if (!shutDown(server, 'as-configured', false)) {
      throw new ReplyError('ERR failed to restart the server. Check server logs.');
    }
    server.ending = { reason: 'restart', restarts: true, text: 'Restarting' };
  },
};

const crashAndRecover: Command = {
  ...inner,
  name: 'crash-and-recover',
  arity: -2,
  summary: {
    en: 'Ends the process without saving and starts the server again.',
    zh: '不做任何保存，直接终止进程并重启服务器。',
  },
  arguments: [optional(integer('milliseconds'))],
  run(server) {
    server.ending = { reason: 'crash', restarts: true, text: 'Crashed by DEBUG CRASH-AND-RECOVER' };
  },
};

export const persistenceDebugCommands: readonly Command[] = [
  crashAndRecover,
  digest,
  digestValue,
  loadaof,
  reload,
  restart,
];
