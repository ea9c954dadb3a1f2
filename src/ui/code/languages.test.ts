import { StringStream } from '@codemirror/language';
import { expect, it } from 'vitest';
import { commandParser } from './languages.ts';

function tokens(line: string): [string, string | null][] {
  const stream = new StringStream(line, 2, 2);
  const state = commandParser.startState!(2);
  const found: [string, string | null][] = [];
  while (!stream.eol()) {
    stream.start = stream.pos;
    const style = commandParser.token(stream, state);
    if (stream.current().trim() !== '') found.push([stream.current(), style]);
  }
  return found;
}

it('commands, comments, quotes and numbers are distinguished', () => {
  expect(tokens('SET k "a \\" b" EX 10')).toEqual([
    ['SET', 'keyword'],
    ['k', null],
    ['"a \\" b"', 'string'],
    ['EX', null],
    ['10', 'number'],
  ]);
  expect(tokens('  # a note')).toEqual([['# a note', 'comment']]);
  expect(tokens("GET '#no note")).toEqual([
    ['GET', 'keyword'],
    ["'#no note", 'string'],
  ]);
});
