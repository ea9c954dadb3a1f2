/** Transactions: commands that are queued and then run with nothing in between, if no watched key was changed. */
import { ReplyError } from '../base/errors.ts';
import { permissionErrorInExec } from '../state/acl/denials.ts';
import { type Command, keyRange } from '../state/command/command.ts';
import { key, many } from './syntax.ts';

const common = { categories: ['transaction'], group: 'transactions', complexity: 'O(1)' } as const;
const instant = {
  ...common,
  flags: ['noscript', 'loading', 'stale', 'fast', 'allow_busy'],
} as const;

const multi: Command = {
  ...instant,
  name: 'multi',
  arity: 1,
  since: '1.2.0',
  summary: {
    en: 'Begins a transaction: commands are queued from now on, until EXEC or DISCARD.',
    zh: '开始一个事务：此后的命令只入队，直到 EXEC 或 DISCARD。',
  },
  run(_server, client) {
    const { transaction } = client;
    if (transaction.active) throw new ReplyError('ERR MULTI calls can not be nested');
    transaction.active = true;
    client.reply.ok();
  },
};

const exec: Command = {
  ...common,
  name: 'exec',
  arity: 1,
  flags: ['noscript', 'loading', 'stale', 'skip_slowlog'],
  since: '1.2.0',
  complexity: 'that of the queued commands',
  summary: {
    en: 'Runs the queued commands one after the other, unless a watched key was changed.',
    zh: '依次执行入队的命令，中间不会插入其他客户端的命令；若监视的键被改动过则放弃执行。',
  },
  run(server, client) {
    const { watching } = server;
    const { transaction, reply } = client;
    const { probe } = server.env;
    if (!transaction.active) throw new ReplyError('ERR EXEC without MULTI');
    if (watching.hasExpired(client)) transaction.dirtyCas = true;
    const { dirtyExec, dirtyCas, queue } = transaction;
    if (dirtyExec || dirtyCas) {
      watching.discard(client);
      if (probe !== null) {
        probe.emit({ type: 'exec.refused', client: client.id, why: dirtyExec ? 'error' : 'watch' });
      }
      if (dirtyExec) {
        throw new ReplyError('EXECABORT Transaction discarded because of previous errors.');
      }
      return reply.nilArray();
    }

    // The queued commands may change the watched keys.
    watching.unwatchAll(client);
    // The commands propagate one by one, EXEC itself does not.
    server.propagation.prevent();
    const mightNotBlock = client.denyBlocking;
    client.denyBlocking = true;
    server.inExec = true;
    if (probe !== null) probe.emit({ type: 'exec.begin', client: client.id, commands: queue.length });
    reply.array(queue.length);
    const goOn = (from: number): void => {
      for (let position = from; position < queue.length; position++) {
        const { entry, args } = queue[position];
        if (probe !== null) {
          probe.emit({ type: 'exec.command', client: client.id, command: entry.fullName, position });
        }
        const refusal = permissionErrorInExec(server, client, entry, args);
        if (refusal !== null) {
          server.statistics.countError(refusal.text);
          reply.error(refusal.text);
          continue;
        }
        server.runCommand(client, entry, args);
        // A long script is paused: the rest of the transaction waits for its end.
        const { running } = server.scripting;
        if (running !== null) {
          running.afterwards.push(() => goOn(position + 1));
          return;
        }
      }
      if (probe !== null) probe.emit({ type: 'exec.end', client: client.id });
      server.inExec = false;
      client.denyBlocking = mightNotBlock;
      watching.discard(client);
    };
    goOn(0);
  },
};

const discard: Command = {
  ...instant,
  name: 'discard',
  arity: 1,
  since: '2.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Gives a transaction up: forgets the queued commands and the watched keys.',
    zh: '放弃事务：丢弃已入队的命令，并取消对键的监视。',
  },
  run(server, client) {
    if (!client.transaction.active) throw new ReplyError('ERR DISCARD without MULTI');
    server.watching.discard(client);
    client.reply.ok();
  },
};

const watch: Command = {
  ...instant,
  name: 'watch',
  arity: -2,
  since: '2.2.0',
  summary: {
    en: 'Watches keys: if one of them is changed before EXEC, the transaction does not run.',
    zh: '监视若干键：在 EXEC 之前只要有一个被改动，事务就不会执行。',
  },
  keys: [keyRange(['RO'], 1, -1)],
  arguments: [many(key())],
  run(server, client, args) {
    const { transaction, reply } = client;
    if (transaction.active) throw new ReplyError('ERR WATCH inside MULTI is not allowed');
    // A transaction that will be refused anyway needs no further reason.
    if (!transaction.dirtyCas) {
      for (let at = 1; at < args.length; at++) server.watching.watch(client, args[at]);
    }
    reply.ok();
  },
};

const unwatch: Command = {
  ...instant,
  name: 'unwatch',
  arity: 1,
  since: '2.2.0',
  summary: { en: 'Watches no key any more.', zh: '取消对所有键的监视。' },
  run(server, client) {
    server.watching.unwatchAll(client);
    client.transaction.dirtyCas = false;
    client.reply.ok();
  },
};

export const transactionCommands: readonly Command[] = [multi, exec, discard, watch, unwatch];
