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
