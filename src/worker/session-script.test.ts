import { expect, test } from 'vitest';
import { encodeCommand } from '../protocol/resp.ts';
import type { Input } from '../protocol/session.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import { scriptOf } from './session-script.ts';

const open = (client: number): Input => ({ type: 'open', nowMs: 0, client });
const data = (client: number, bytes: Uint8Array): Input => ({ type: 'data', nowMs: 0, client, bytes });
const say = (client: number, line: string): Input => data(client, encodeCommand(splitArguments(line)!));

test('commands stand in the order they came, in the database of their client', () => {
  const inputs = [
    open(1),
    open(2),
    say(1, 'SET a 1'),
    say(2, 'SELECT 3'),
    say(2, 'SET b 2'),
    say(1, 'GET a'),
  ];
  expect(scriptOf(inputs)).toBe('SET a 1\nSELECT 3\nSET b 2\nSELECT 0\nGET a\n');
});

test('arguments come back as they were, whatever bytes they have', () => {
  const args = ['SET', '用户:1', 'a b', '"', '', "it's", '\\'].map((text) => new TextEncoder().encode(text));
  args.push(Uint8Array.of(0, 255, 10));
  const script = scriptOf([open(1), data(1, encodeCommand(args))]);
  expect(script).toContain('SET 用户:1 ');
  expect(splitArguments(script.trimEnd())).toEqual(args);
});

test('a command that came in two parts is one line, and inline commands are commands', () => {
  const bytes = encodeCommand(splitArguments('SET key value')!);
  const inputs = [
    open(1),
    data(1, bytes.subarray(0, 9)),
    data(1, bytes.subarray(9)),
    { type: 'tick', nowMs: 5 } as const,
  ];
  const inline = data(1, new TextEncoder().encode('PING\r\nDBSIZE\r\n'));
  expect(scriptOf([...inputs, inline])).toBe('SET key value\nPING\nDBSIZE\n');
});

test('nothing gives nothing', () => {
  expect(scriptOf([open(1)])).toBe('');
});
