import { describe, expect, it } from 'vitest';
import { formatReply } from '../../protocol/redis-cli.ts';
import { decodeReplies } from '../../protocol/resp.ts';
import { historyOf, withLine } from './history.ts';
import { interpret } from './interpret.ts';

function sent(line: string): string {
  const result = interpret(line);
  if (result.kind !== 'send') return result.kind;
  const [command] = decodeReplies(result.bytes);
  return `${result.times} × ${formatReply(command).replaceAll('\n', ' ')}`;
}

describe('a typed line', () => {
  it('is sent as a command', () => {
    expect(sent('SET k "a b"')).toBe('1 × 1) "SET" 2) "k" 3) "a b"');
  });

  it('is sent as often as the number before it says', () => {
    expect(sent('5 INCR x')).toBe('5 × 1) "INCR" 2) "x"');
    expect(sent('0 PING')).toBe('invalid-repeat');
    expect(sent('-1 PING')).toBe('invalid-repeat');
    expect(sent('99999999999999999999 PING')).toBe('invalid-repeat');
    expect(sent('2')).toBe('1 × 1) "2"');
    expect(sent('3x GET a')).toBe('1 × 1) "3x" 2) "GET" 3) "a"');
  });

  it('may be for the page itself', () => {
    expect(interpret('  ')).toEqual({ kind: 'nothing' });
    expect(interpret('# a comment')).toEqual({ kind: 'comment' });
    expect(interpret('CLEAR')).toEqual({ kind: 'clear' });
    expect(interpret('exit')).toEqual({ kind: 'exit' });
    expect(interpret('help')).toEqual({ kind: 'help', topic: '' });
    expect(interpret('?')).toEqual({ kind: 'help', topic: '' });
    expect(interpret('HELP  config   get ')).toEqual({ kind: 'help', topic: 'config get' });
    expect(interpret('helper')).toMatchObject({ kind: 'send' });
    expect(interpret('clear x')).toMatchObject({ kind: 'send' });
  });

  it('with open quotes is not sent', () => {
    expect(interpret('SET a "b')).toEqual({ kind: 'invalid-arguments' });
  });
});

describe('history', () => {
  it('keeps lines, but no repeated or blank ones', () => {
    let lines: readonly string[] = [];
    for (const line of ['a', 'a', ' ', 'b', 'a']) lines = withLine(lines, line);
    expect(lines).toEqual(['a', 'b', 'a']);
  });

  it('is limited', () => {
    let lines: readonly string[] = [];
    for (let count = 0; count < 500; count++) lines = withLine(lines, String(count));
    expect(lines).toHaveLength(200);
    expect(lines[199]).toBe('499');
  });

  it('is empty where nothing can be remembered', () => {
    expect(historyOf(1)).toEqual([]);
  });
});
