import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

test('parameters are passed on as they are', () => {
  const words = ['--port', '7000', '--save', '900', '1', '--appendonly', 'yes', '--dir', ''];
  expect(parseCommandLine(words)).toMatchObject({ path: null, isSentinel: false, words });
});

test('a file comes first, and our own words are taken out', () => {
  const words = ['a/redis.conf', '--seed', '7', '--port', '7000', '--module', 'bloom', '--generation', '6.2'];
  expect(parseCommandLine(words)).toEqual({
    path: 'a/redis.conf',
    isSentinel: false,
    generation: '6.2',
    seed: 7,
    words: ['--port', '7000', '--loadmodule', 'bloom'],
  });
});

test('a sentinel names its file before or behind the word', () => {
  for (const words of [
    ['/a/sentinel.conf', '--sentinel'],
    ['--sentinel', '/a/sentinel.conf'],
  ]) {
    expect(parseCommandLine(words)).toMatchObject({ path: '/a/sentinel.conf', isSentinel: true });
  }
});

test.each([
  [['--seed', 'x'], '--seed x: not a whole number'],
  [['--seed'], '--seed : not a whole number'],
  [['--generation', '5'], '--generation 5: 7.0 or 6.2'],
  [['--sentinel'], 'Sentinel needs config file on disk'],
  [['-x'], "unexpected '-x'"],
])('%j is refused', (words, because) => {
  expect(String(parseCommandLine(words))).toContain(because);
});
