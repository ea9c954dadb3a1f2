import { expect, test } from 'vitest';
import { formatProblem } from '../problem.ts';
import { readClientTexts } from './client-texts.ts';

const node = "import Redis from 'ioredis';\n\nconst redis = new Redis();\nawait redis.quit();\n";
const python = 'import redis\n\nr = redis.Redis(decode_responses=True)\n';

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  return readClientTexts('content/scenarios/small', files, ['a.lua'])
    .sources.flatMap(({ problems }) => problems)
    .map(formatProblem);
}

test('a program has its text in both languages, under its Lua file', () => {
  const files = { 'a.mjs': node, 'a.py': python };
  const { texts } = readClientTexts('content/scenarios/small', files, ['a.lua', 'b.lua']);
  expect(texts).toEqual({ 'a.lua': { node: node.trimEnd(), python: python.trimEnd() } });
  expect(problemsOf(files)).toEqual([]);
  expect(readClientTexts('content/scenarios/small', {}, ['a.lua'])).toEqual({ texts: {}, sources: [] });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['one language alone', { 'a.py': python }, 'a.py:1:1: Write "a.mjs" too, or neither of the two.'],
  [
    'a text of no program',
    { 'b.mjs': node, 'b.py': python },
    'b.mjs:1:1: There is no "b.lua" that this is the same as.',
  ],
  [
    'no whole program',
    { 'a.mjs': node, 'a.py': 'import redis\n' },
    'a.py:1:1: Write a whole program for localhost:6379: "redis.Redis(" is missing.',
  ],
  [
    'a long line',
    { 'a.mjs': `${node}// ${'x'.repeat(78)}\n`, 'a.py': python },
    'a.mjs:5:81: Break the line: it is longer than 80 characters.',
  ],
  ['a tab', { 'a.mjs': node, 'a.py': `${python}if r:\n\tpass\n` }, 'a.py:5:1: Indent with spaces.'],
])('%s is a problem with its place', (_, files, problem) => {
  expect(problemsOf(files)).toContain(`content/scenarios/small/${problem}`);
});
