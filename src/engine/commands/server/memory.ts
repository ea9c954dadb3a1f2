/** MEMORY: what things cost on the heap. */
import { errors } from '../../base/errors.ts';
import { type Command, keyRange } from '../../state/command/command.ts';
import { memoryUsage } from '../../types/memory.ts';
import { integerOf, isWord } from '../arguments.ts';
import { help } from '../help.ts';
import { integer, key, optional } from '../syntax.ts';
import { memoryStatsCommands } from './memory-stats.ts';

const DEFAULT_SAMPLES = 5;

const usage: Command = {
  name: 'usage',
  arity: -3,
  flags: ['readonly'],
  group: 'server',
  since: '4.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Bytes that a key takes with its value and its place in the dictionary.',
    zh: '估算一个键连同其值和字典条目占用的字节数。',
  },
  keys: [keyRange(['RO'], 2)],
  arguments: [key(), optional(integer('count', { token: 'SAMPLES' }))],
  run(server, client, args) {
    let samples = DEFAULT_SAMPLES;
    for (let at = 3; at < args.length; at += 2) {
      if (!isWord(args[at], 'samples') || at + 1 >= args.length) throw errors.syntax();
      const count = integerOf(args[at + 1]);
      if (count < 0) throw errors.syntax();
      samples = Number(count);
    }
    const entry = client.db.keys.find(args[2]);
    if (entry === null) client.reply.nil();
    else client.reply.integer(memoryUsage(entry, samples, server.generation));
  },
};

export const memoryCommand: Command = {
  name: 'memory',
  arity: -2,
  flags: [],
  group: 'server',
  since: '4.0.0',
  complexity: 'that of the subcommand',
  summary: { en: 'Looks into the use of memory.', zh: '诊断内存使用情况。' },
  subcommands: [help('server', '4.0.0'), ...memoryStatsCommands, usage],
};
