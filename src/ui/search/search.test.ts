import { expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { entryOf } from '../../content/scenarios/scenarios.ts';
import { searchEntries } from '../../content/search-entries.ts';
import { allScenarios } from '../../testing/scenarios.ts';
import { addressOf, excerpt, scenarioEntries, search } from './search.ts';

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

it('cuts no word, and nothing from a beginning that is near', () => {
  const words = 'elephant '.repeat(60);
  const cut = excerpt(`${words}needle ${words}`, 'needle');
  expect(new Set(cut.replaceAll('…', '').trim().split(' '))).toEqual(new Set(['elephant', 'needle']));
  expect(excerpt(`Strings and counters, and the lost update: ${words}`, 'lost')).toMatch(/^Strings and/);
  expect(excerpt(`${'长'.repeat(200)}跳表${'长'.repeat(200)}`, '跳表')).toMatch(/^… 长+跳表长+ …$/);
});

it('has an address for every entry', () => {
  for (const entry of entries) expect(addressOf(entry)).toMatch(/^#\/(learn|glossary)\/[a-z0-9-]+/);
});

it('finds a scenario, and a variant by the name of what breaks it', () => {
  const all = [...entries, ...scenarioEntries(allScenarios().map(entryOf))];
  const [first] = search(all, 'deleted by a stranger', 'en');
  expect(addressOf(first)).toBe('#/explore/lock-single/set-ex');
  expect(search(all, '删掉的锁', 'zh').map(addressOf)).toContain('#/explore/lock-single/set-ex');
});
