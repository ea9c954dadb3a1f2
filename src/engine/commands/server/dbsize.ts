import type { Command } from '../../state/command/command.ts';

export const dbsize: Command = {
  name: 'dbsize',
  arity: 1,
  flags: ['readonly', 'fast'],
  categories: ['keyspace'],
  group: 'server',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: { en: 'How many keys the database holds.', zh: '返回当前数据库的键数。' },
  tips: ['request_policy:all_shards', 'response_policy:agg_sum'],
  run(_server, client) {
    client.reply.integer(client.db.keys.size);
  },
};
