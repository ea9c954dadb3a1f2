import { expect, test } from 'vitest';
import { BrokenContentError } from '../problem.ts';
import { compileScenario } from './compile-scenario.ts';

const prose = (...ids: string[]) =>
  ['---\ntitle: x\nlead: x\n---', ...ids.map((id) => `## x {#${id}}\n\nx`)].join('\n\n');

function compiled(nodes: string) {
  const words = prose('story', 'actor-a', 'variant-only', 'possible-done');
  return compileScenario({
    folder: 'content/scenarios/small',
    data: `id: small
nodes:
${nodes}
possible:
  done: finished('a')
variants:
  only:
    actors: { a: a.lua }
`,
    zh: words,
    en: words,
    programs: { 'a.lua': `redis('PING')` },
    checkSyntax: () => null,
  });
}

function problemsOf(nodes: string): string {
  try {
    compiled(nodes);
  } catch (problem) {
    if (problem instanceof BrokenContentError) return problem.message;
    throw problem;
  }
  return '';
}

test('a node can be a replica of another', () => {
  const { variants } = compiled(`  redis: { kind: redis }\n  copy: { kind: redis, of: redis }`);
  expect(variants[0].nodes).toMatchObject([{ name: 'redis' }, { name: 'copy', replicaOf: 'redis' }]);
  expect(variants[0].nodes[0]).not.toHaveProperty('replicaOf');
});

test.each([
  ['nobody', `  redis: { kind: redis }\n  copy: { kind: redis, of: nobody }`],
  ['a database', `  redis: { kind: redis }\n  db: { kind: database }\n  copy: { kind: redis, of: db }`],
  [
    'a replica',
    `  redis: { kind: redis }\n  copy: { kind: redis, of: redis }\n  third: { kind: redis, of: copy }`,
  ],
])('%s is no master', (_, nodes) => {
  expect(problemsOf(nodes)).toContain('is no redis node that could be its master');
});

test('a replica begins with the data of its master', () => {
  const nodes = `  redis: { kind: redis }\n  copy: { kind: redis, of: redis, given: [SET k 1] }`;
  expect(problemsOf(nodes)).toContain('A replica gets its data from its master');
});

test('an LSM store takes options and what was done to it before', () => {
  const given = `given: [PUT "two words" 1, DELETE k, SYNC, FLUSH, COMPACT 0]`;
  const { variants } = compiled(
    `  redis: { kind: redis }\n  store: { kind: lsm, syncEvery: 0, tombstones: dropped early, compaction: by hand, ${given} }`,
  );
  expect(variants[0].nodes[1]).toEqual({
    name: 'store',
    kind: 'lsm',
    options: { syncEvery: 0, isAutomatic: false, dropsTombstonesEarly: true },
    given: [['PUT', 'two words', '1'], ['DELETE', 'k'], ['SYNC'], ['FLUSH'], ['COMPACT', '0']],
  });
});

test.each([
  ['an operation that it does not know', 'given: [PUT k 1, EXPIRE k 10]', '3:40'],
  ['a value that is missing', 'given: [PUT k]', '3:31'],
  ['a level that is none', 'given: [COMPACT deep]', '3:31'],
  ['an option that it does not have', 'cache: 10', '3:23'],
  ['a rule for tombstones that it does not have', 'tombstones: forgotten', '3:35'],
])('%s is an error with its place', (_, options, place) => {
  expect(problemsOf(`  store: { kind: lsm, ${options} }`)).toContain(
    `content/scenarios/small/scenario.yaml:${place}`,
  );
});
