import { describe, expect, it, test } from 'vitest';
import {
  type ActionLine,
  countedCommands,
  packetOf,
  readLine,
  readLines,
  readMarkedLine,
  requireOneRange,
  writeLine,
} from './action-lines.ts';
import { decodeUtf8 } from './utf8.ts';

const command = (client: string | null, text: string): ActionLine => ({
  type: 'command',
  client,
  command: text,
});

const example: readonly (readonly [string, ActionLine | null])[] = [
  ['SET user:1 ann', command(null, 'SET user:1 ann')],
  ['> SET user:1 ann', command(null, 'SET user:1 ann')],
  ['2> GET user:1', command('2', 'GET user:1')],
  ['b> GET user:1', command('b', 'GET user:1')],
  ['2> GET a ;; GET b', command('2', 'GET a ;; GET b')],
  ['2!', { type: 'close', client: '2' }],
  ['@ 100 ms', { type: 'advance', ms: 100 }],
  ['@ 2 min', { type: 'advance', ms: 120_000 }],
  ['@ restart', { type: 'event', words: ['restart'] }],
  ['@ crash unsynced', { type: 'event', words: ['crash', 'unsynced'] }],
  ['# …', null],
  ['', null],
];

test('the example of the header', () => {
  expect(example.map(([line]) => readLine(line))).toEqual(example.map(([, read]) => read));
  const actions = readLines(example.map(([line]) => line));
  expect(readLines(actions.map(writeLine))).toEqual(actions);
});

it('reads as marked only what has a mark', () => {
  for (const line of ['OK', '"a"', '1) "a"', '@user', '# Server', '', 'redis> GET k', 'SET k v'])
    expect(readMarkedLine(line)).toBeNull();
  expect(readMarkedLine('> GET k')).toEqual(command(null, 'GET k'));
  expect(readMarkedLine('@ 1 s')).toEqual({ type: 'advance', ms: 1000 });
});

it('a command may go over several lines inside its quotes', () => {
  expect(readLine('3> EVAL "return\n1" 0')).toEqual(command('3', 'EVAL "return\n1" 0'));
});

describe('errors name the line', () => {
  test.each([
    ['@ 100', 'Write the time that passes'],
    ['@ 100 moments', 'Write the time that passes'],
    ['@', 'Write the time that passes'],
    ['@soon', 'Write the time that passes'],
    ['2>', 'Write a command'],
    ['2>GET k', 'Write a blank'],
    ['SET "k', 'Close the quotation mark'],
    ["a> PING ;; SET 'k", 'Close the quotation mark'],
  ])('%j', (line, message) => {
    expect(() => readLine(line)).toThrow(message);
    expect(() => readLines(['PING', '', line])).toThrow(`line 3: ${message}`);
  });
});

it('sends several commands in one packet', () => {
  expect(decodeUtf8(packetOf('PING'))).toBe('*1\r\n$4\r\nPING\r\n');
  expect(decodeUtf8(packetOf('PING ;; GET "a b"'))).toBe(
    '*1\r\n$4\r\nPING\r\n*2\r\n$3\r\nGET\r\n$3\r\na b\r\n',
  );
});

it('counts', () => {
  expect(countedCommands('SET u:{1..3} v{1..3}')).toEqual(['SET u:1 v1', 'SET u:2 v2', 'SET u:3 v3']);
  expect(countedCommands('SET u v')).toEqual(['SET u v']);
  expect(() => requireOneRange('SET u:{1..3} v')).not.toThrow();
  expect(() => requireOneRange('SET u:{1..3} v{1..4}')).toThrow('{1..3}');
  expect(() => requireOneRange('SET u:{3..1} v')).toThrow('{3..1}');
});
