/** WAIT: until enough replicas have what this connection wrote. */
import { ReplyError } from '../../base/errors.ts';
import { machineryOf } from '../../replication/machinery.ts';
import type { Command } from '../../state/command/command.ts';
import { integerOf } from '../arguments.ts';
import { integer } from '../syntax.ts';
import { untilAfterMilliseconds } from '../timeout.ts';

const NOT_HERE =
  'ERR WAIT cannot be used with replica instances. Please also note that since Redis 4.0 if a replica is configured to be writable (which is not the default) writes to replicas are just local and are not propagated.';

const wait: Command = {
  name: 'wait',
  arity: 3,
  flags: ['noscript'],
  categories: ['connection'],
  group: 'generic',
  since: '3.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'Waits until so many replicas have acknowledged what this connection wrote, and tells how many have.',
    zh: '等待指定数量的副本确认本连接此前的写入，返回已确认的副本数。',
  },
  tips: ['request_policy:all_shards', 'response_policy:agg_min'],
  arguments: [integer('numreplicas'), integer('timeout')],
  run(server, client, args) {
    const { reply } = client;
    if (server.replication.master !== null) throw new ReplyError(NOT_HERE);
    const wanted = Number(integerOf(args[1]));
    const untilMs = untilAfterMilliseconds(server, args[2]);
    const machinery = machineryOf(server);
    const acknowledged = machinery.acknowledgedBy(client.writeOffset);
    if (acknowledged >= wanted || client.denyBlocking) return reply.integer(acknowledged);
    machinery.awaitReplicas(client, wanted, untilMs);
  },
};

export const waitCommands: readonly Command[] = [wait];
