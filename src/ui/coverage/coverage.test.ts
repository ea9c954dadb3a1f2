import { describe, expect, it } from 'vitest';
import type { AbsentCommand, CommandDoc } from '../../protocol/docs.ts';
import { coverageOf } from './coverage.ts';

const facts = { since: '1.0.0', complexity: 'O(1)', arity: 2, flags: [], arguments: [] };
const summary = { en: 'It does.', zh: '能做。' };
const reason = { en: 'Not yet.', zh: '还没有。' };
const docs: CommandDoc[] = [
  {
    ...facts,
    name: 'config',
    group: 'server',
    summary,
    subcommands: [{ ...facts, name: 'config|get', group: 'server', summary }],
  },
  { ...facts, name: 'lpush', group: 'list', summary },
  { ...facts, name: 'get', group: 'string', summary },
];
const absent: AbsentCommand[] = [
  { name: 'blpop', group: 'list', reason },
  { name: 'multi', group: 'transactions', reason },
  { name: 'config|rewrite', group: 'server', reason },
];

describe('the coverage of the real server', () => {
  const groups = coverageOf(docs, absent);

  it('lists groups of data first', () => {
    expect(groups.map(({ name }) => name)).toEqual(['string', 'list', 'server', 'transactions']);
  });

  it('lists present and missing commands side by side, as they are typed', () => {
    const [, list, server, transactions] = groups;
    expect(list.commands).toEqual([
      { name: 'BLPOP', here: false, text: reason },
      { name: 'LPUSH', here: true, text: summary },
    ]);
    expect(server.commands.map(({ name, here }) => [name, here])).toEqual([
      ['CONFIG', true],
      ['CONFIG GET', true],
      ['CONFIG REWRITE', false],
    ]);
    expect([list.here, server.here, transactions.here]).toEqual([1, 2, 0]);
  });
});
