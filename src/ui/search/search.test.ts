import { expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { searchEntries } from '../../content/search-entries.ts';
import { addressOf, excerpt, search } from './search.ts';

const entries = searchEntries(readCourse('.'));
const titles = (query: string, language: 'zh' | 'en') =>
  search(entries, query, language).map((entry) => `${entry.kind} ${entry.title[language]}`);

it('finds lessons, steps, claims, questions, terms and commands', () => {
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(
    new Set(['lesson', 'step', 'term', 'command', 'claim', 'question']),
  );
});

it('puts a command before the steps that mention it', () => {
  expect(titles('ZADD', 'en')[0]).toBe('command ZADD');
  expect(titles('zadd', 'zh')[0]).toBe('command ZADD');
});

it('finds a lesson by the word of either language', () => {
  const isSkiplist = (entry: string) => /跳表/.test(entry);
  expect(titles('跳表', 'zh').slice(0, 3).some(isSkiplist)).toBe(true);
  expect(titles('skiplist', 'zh').some(isSkiplist)).toBe(true);
});

it('wants every word', () => {
  expect(titles('rehash zebra', 'en')).toEqual([]);
  expect(titles('   ', 'en')).toEqual([]);
});

it('cuts a long text around what was found', () => {
  const text = `${'a '.repeat(200)}needle ${'b '.repeat(200)}`;
  expect(excerpt(text, 'needle')).toMatch(/^… .*needle.* …$/);
  expect(excerpt('short needle', 'needle')).toBe('short needle');
});

it('has an address for every entry', () => {
  for (const entry of entries) expect(addressOf(entry)).toMatch(/^#\/(learn|glossary)\/[a-z0-9-]+/);
});
