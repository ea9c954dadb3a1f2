/** WAIT: until enough replicas have what this connection wrote. */
import type { Command } from '../../state/command/command.ts';
import { integerOf } from '../arguments.ts';
import { integer } from '../syntax.ts';
import { untilAfterMilliseconds } from '../timeout.ts';

/** There are no replicas, so none acknowledges. */
const REPLICAS = 0;

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
    const wanted = integerOf(args[1]);
    const untilMs = untilAfterMilliseconds(server, args[2]);
    if (REPLICAS >= wanted || client.denyBlocking) return reply.integer(REPLICAS);
    server.blocking.block(client, { why: 'wait', untilMs, timedOut: () => reply.integer(REPLICAS) });
  },
};

export const waitCommands: readonly Command[] = [wait];
