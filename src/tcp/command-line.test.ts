import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

test('a parameter takes all words up to the next', () => {
  const words = ['--port', '7000', '--save', '900', '1', '300', '10', '--appendonly', 'yes', '--dir', ''];
  expect(parseCommandLine(words)).toMatchObject({
    port: 7000,
    config: { save: '900 1 300 10', appendonly: 'yes', dir: '' },
  });
});

test('users add up, in one word or in several', () => {
  const words = ['--user', 'alice on >p ~* +@all', '--user', 'bob', 'on', '(+get', '~k)'];
  expect(parseCommandLine(words)).toMatchObject({
    config: { user: 'alice on >p ~* +@all\nbob on (+get ~k)' },
  });
});

test('a sentinel takes the port of its file, unless one is given', () => {
  expect(parseCommandLine(['--sentinel', '/a/sentinel.conf'])).toMatchObject({
    sentinel: '/a/sentinel.conf',
    port: null,
  });
  expect(parseCommandLine(['--sentinel', 's.conf', '--port', '7000'])).toMatchObject({ port: 7000 });
  expect(parseCommandLine(['--save', ''])).toMatchObject({ port: 6400 });
});

test.each([
  [['port', '7000'], "unexpected 'port'"],
  [['--appendonly'], '--appendonly needs a value'],
  [['--appendonly', '--port', '7000'], '--appendonly needs a value'],
  [['--port', 'x'], '--port x: not a port'],
])('%j is refused', (words, because) => {
  expect(String(parseCommandLine(words))).toContain(because);
});
