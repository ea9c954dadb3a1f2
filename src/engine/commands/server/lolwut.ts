/** LOLWUT: a picture of its own, and the version below it. Rows of a triangle in which each cell is its two parents' difference. */
import type { Command } from '../../state/command/command.ts';
import { integerOf, isWord } from '../arguments.ts';
import { integer, optional } from '../syntax.ts';
import { versionOf } from './version.ts';

const ROWS = 16;

function triangle(): string {
  const lines: string[] = [];
  for (let row = 0; row < ROWS; row++) {
    let line = ' '.repeat(ROWS - 1 - row);
    for (let column = 0; column <= row; column++) line += (column & (row - column)) === 0 ? '* ' : '  ';
    lines.push(line.trimEnd());
  }
  return lines.join('\n');
}

export const lolwutCommand: Command = {
  name: 'lolwut',
  arity: -1,
  flags: ['readonly', 'fast'],
  group: 'server',
  since: '5.0.0',
  complexity: '',
  summary: { en: 'Draws a picture and names the version.', zh: '画一幅字符画，并给出版本号。' },
  arguments: [optional(integer('version', { token: 'VERSION' }))],
  run(server, client, args) {
    if (args.length >= 3 && isWord(args[1], 'version')) integerOf(args[2]);
    client.reply.verbatim(`${triangle()}\n\nRedis ver. ${versionOf(server.generation)}\n`);
  },
};
