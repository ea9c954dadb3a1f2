import { expect, test } from 'vitest';
import { BrokenContentError } from '../problem.ts';
import { compileScenario } from './compile-scenario.ts';

const prose = (...ids: string[]) =>
  ['---\ntitle: x\nlead: x\n---', ...ids.map((id) => `## x {#${id}}\n\nx`)].join('\n\n');

function compiled(nodes: string, faults = '{}') {
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
    faults: ${faults}
`,
    zh: words,
    en: words,
    programs: { 'a.lua': `redis('PING')` },
    checkSyntax: () => null,
  });
}

function problemsOf(nodes: string, faults?: string): string {
  try {
    compiled(nodes, faults);
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

const CLUSTER = `  left: { kind: redis, cluster: [0-8191] }\n  right: { kind: redis, cluster: [8192-16382, 16383] }`;
const SENTINEL = '{ kind: sentinel, watches: redis, quorum: 1 }';
const WATCHED = `  redis: { kind: redis }\n  copy: { kind: redis, of: redis }\n  s1: ${SENTINEL}`;

test('nodes can be those of a cluster', () => {
  const { variants } = compiled(CLUSTER);
  expect(variants[0].nodes).toMatchObject([
    { name: 'left', slots: [{ first: 0, last: 8191 }] },
    {
      name: 'right',
      slots: [
        { first: 8192, last: 16382 },
        { first: 16383, last: 16383 },
      ],
    },
  ]);
});

test('sentinels watch a master, and what they watch can be cut off', () => {
  const { variants } = compiled(WATCHED, '{ cut: { most: 1, to: [redis], ms: 500 } }');
  expect(variants[0].nodes[2]).toEqual({
    name: 's1',
    kind: 'sentinel',
    watches: 'redis',
    quorum: 1,
    config: {},
  });
  expect(variants[0].faults.cut).toEqual({ most: 1, to: ['redis'], ms: 500 });
});

test.each([
  [
    'a slot of nobody',
    `  left: { kind: redis, cluster: [0-100] }\n  right: { kind: redis, cluster: [102-16383] }`,
    3,
    'each of the 16384 slots stands at one of them',
  ],
  [
    'a slot of two',
    `  left: { kind: redis, cluster: [0-9000] }\n  right: { kind: redis, cluster: [9000-16383] }`,
    3,
    'each of the 16384 slots stands at one of them',
  ],
  ['one node alone', `  left: { kind: redis, cluster: [0-16383] }`, 3, 'at least two nodes'],
  [
    'slots the wrong way round',
    `${CLUSTER}\n  third: { kind: redis, cluster: [9-3] }`,
    5,
    'the smaller first',
  ],
  [
    'a replica in a cluster',
    `${CLUSTER}\n  copy: { kind: redis, of: left }`,
    3,
    'has no replicas here and is none',
  ],
  [
    'a sentinel of nobody',
    `  redis: { kind: redis }\n  s1: { kind: sentinel, watches: other }`,
    4,
    'is no redis node that could be a master',
  ],
  [
    'a sentinel of a cluster node',
    `${CLUSTER}\n  s1: { kind: sentinel, watches: left, quorum: 1 }`,
    5,
    'is no redis node that could be a master',
  ],
  [
    'a sentinel beside a cluster',
    `${CLUSTER}\n  redis: { kind: redis }\n  s1: { kind: sentinel, watches: redis, quorum: 1 }`,
    6,
    'Sentinels and a cluster do not stand in one variant',
  ],
  [
    'a quorum of too many',
    `  redis: { kind: redis }\n  s1: { kind: sentinel, watches: redis }`,
    4,
    'There are fewer sentinels than that',
  ],
  [
    'a directive that no master has',
    `  redis: { kind: redis }\n  s1: { kind: sentinel, watches: redis, quorum: 1, config: { port: "1" } }`,
    4,
    'Write one of down-after-milliseconds',
  ],
])('%s is a mistake with its line', (_, nodes, line, message) => {
  const problems = problemsOf(nodes);
  expect(problems).toContain(message);
  expect(problems).toContain(`content/scenarios/small/scenario.yaml:${line}:`);
});

test.each([
  [CLUSTER, '{ down: 1 }', 'No time passes in a cluster here'],
  [WATCHED, '{ restart: 1 }', 'Servers under sentinels cannot come back'],
  ['  redis: { kind: redis }', '{ cut: 1 }', 'Only servers under sentinels can be cut off'],
])('a fault that these nodes cannot have is a mistake', (nodes, faults, message) => {
  expect(problemsOf(nodes, faults)).toContain(message);
});

test('a node can hold copies of another', () => {
  const nodes = '  redis: { kind: redis }\n  db: { kind: database }';
  expect(compiled(nodes).copies).toEqual({});
  expect(compiled(`${nodes}\ncopies: { redis: db }`).copies).toEqual({ redis: 'db' });
  expect(problemsOf(`${nodes}\ncopies: { redis: nobody }`)).toContain(
    'Nothing under "nodes" is called "nobody".',
  );
  expect(problemsOf(`${nodes}\ncopies: { redis: redis }`)).toContain('A node is no copy of itself.');
});
