/** Dials, comparisons and programs in the three files of a lesson. */
import { describe, expect, it } from 'vitest';
import { altered, SmallLesson } from '../../testing/small-lesson.ts';

const data = `id: small
generation: '7.0'
seed: 1
clock: { start: 2024-05-01T08:00:00Z, running: false }
panels:
  - panel: dict
steps:
  - id: only
    items:
      - dial: grow
        over: [10, 100, 1000]
        axis: log
        unit: keys
        curves:
          - curve: used
            config: { hz: "1" }
            run: |
              SET k:{1..$n} x
              SET k:$n+1 x
            observe: db0.keys
        expect:
          - { curve: used, at: 10, is: 11 }
      - compare: policies
        runs:
          - { run: lru, config: { maxmemory-policy: allkeys-lru } }
          - { run: lfu, config: { maxmemory-policy: allkeys-lfu } }
        script: SET a 1
        observe: [db0.keys, server.evictedKeys]
        expect:
          - { run: lru, observe: db0.keys, is: 1 }
      - code: counter
        node: console.log(await redis.incr('visits'))
        python: print(r.incr('visits'))
        prints: |
          1
`;

const prose = (words: { title: string; turned: string; said: string }) => `---
title: ${words.title}
lead: ${words.title}
---

## ${words.title} {#only}

:::dial{#grow}
${words.turned}

${words.said}

- used: ${words.said}

---

${words.said}
:::

:::compare{#policies}
${words.said}

- lru: LRU
- lfu: LFU
:::

::code{#counter}
`;

const zh = prose({ title: '小', turned: '键的个数', said: '看看' });
const en = prose({ title: 'Small', turned: 'Number of keys', said: 'Look' });

const lesson = new SmallLesson({ data, zh, en });

const [dial, comparison, code] = lesson.compile().content[0].items;

it('a dial has its lines at every stop, with the number in them', () => {
  if (dial.type !== 'dial') throw new Error('no dial');
  expect(dial.curves[0].runs[1]).toEqual([
    { type: 'command', client: 1, line: 'SET k:{1..100} x' },
    { type: 'command', client: 1, line: 'SET k:101 x' },
  ]);
  expect(dial).toMatchObject({
    stops: [10, 100, 1000],
    axis: 'log',
    values: 'linear',
    unit: 'keys',
    curves: [{ id: 'used', config: { hz: '1' }, observe: 'db0.keys', name: { en: [{ text: 'Look' }] } }],
    label: { zh: [{ text: '键的个数' }], en: [{ text: 'Number of keys' }] },
    explanation: { en: [{ type: 'paragraph' }] },
  });
});

it('a comparison has two runs, and names for what is observed', () => {
  expect(comparison).toMatchObject({
    type: 'compare',
    runs: [
      { id: 'lru', config: { 'maxmemory-policy': 'allkeys-lru' }, name: { zh: [{ text: 'LRU' }] } },
      { id: 'lfu', config: { 'maxmemory-policy': 'allkeys-lfu' } },
    ],
    script: [{ line: 'SET a 1' }],
    observe: [{ path: 'db0.keys', name: { en: 'keys' } }, { path: 'server.evictedKeys' }],
    explanation: { zh: [], en: [] },
  });
});

it('a program has its lines in both languages', () => {
  expect(code).toEqual({
    type: 'code',
    id: 'counter',
    programs: { node: "console.log(await redis.incr('visits'))", python: "print(r.incr('visits'))" },
    prints: '1',
  });
});

describe('complains, with file, line and column', () => {
  it.each([
    ['over: [10, 100, 1000]', 'over: [10, 1000, 100]', '11:26: Let the stops go upwards.'],
    ['over: [10, 100, 1000]', 'over: [0, 100, 1000]', '11:16: A logarithmic axis begins above 0.'],
    ['over: [10, 100, 1000]', 'over: [10, 100]', '11:15: Give "over" at least 3 entries.'],
    ['at: 10,', 'at: 11,', '22:32: 11 is no stop: name one of 10, 100, 1000.'],
    ['{ curve: used, at', '{ curve: free, at', '22:22: There is no curve "free": name one of used.'],
    [
      'at: 10, is: 11 }',
      'at: 10 }',
      '22:13: Say what the engine must find: add "is", "atLeast" or "atMost".',
    ],
    [
      'observe: db0.keys\n        expect',
      'observe: db0.kyes\n        expect',
      '20:22: The engine observes no "db0.kyes". Did you mean',
    ],
    ['SET k:$n+1 x', 'SET k:$n+1 "x', '19:15: Close the quotation mark'],
    ['{1..$n} x\n              SET k:$n+1 x', '{1..9} x\n              SET k:10 x', '17:18: Write $n where'],
    [
      'config: { maxmemory-policy: allkeys-lfu }',
      'config: { maxmemory-policy: allkeys-lru }',
      '25:11: Let the two runs differ in exactly one setting',
    ],
    ['run: lfu,', 'run: lru,', '26:20: Give the second run an id of its own.'],
    [
      '{ run: lru, observe: db0.keys',
      '{ run: lru, observe: db0.volatileKeys',
      '30:34: Add "db0.volatileKeys" to "observe"',
    ],
    [
      '{ run: lru, observe: db0.keys',
      '{ run: fifo, observe: db0.keys',
      '30:20: There is no run "fifo": name lru or lfu.',
    ],
    ["python: print(r.incr('visits'))", "python: r.incr('visits')", '33:17: Print something with print(…)'],
    ["        python: print(r.incr('visits'))\n", '', '31:9: Add "python": it is missing here.'],
  ])('lesson.yaml: %s as %s', (from, to, problem) => {
    expect(lesson.problemsOf({ data: altered(data, from, to) })).toContainEqual(
      expect.stringContaining(`lessons/small/lesson.yaml:${problem}`),
    );
  });

  it.each([
    ['- used: Look\n', '- unused: Look\n', '8:1: Add the name of the curve, "- used: …", of lesson.yaml.'],
    ['- used: Look\n', '- unused: Look\n', '13:1: lesson.yaml has no curve "unused" here'],
    ['Number of keys\n\nLook\n', 'Number of keys\n', '8:1: A dial is a paragraph that says what is turned'],
    ['- lfu: LFU\n', '', '20:1: Add the name of the run, "- lfu: …", of lesson.yaml.'],
    [':::compare{#policies}\nLook\n', ':::compare{#policies}\n', '20:1: A comparison says what to look for'],
    ['\n---\n\nLook\n:::', '\n:::', '8:1: The dial "grow" has words after "---" in one language only'],
    ['::code{#counter}\n', '', '6:1: Place the code "counter" of lesson.yaml in this step.'],
    ['::code{#counter}\n', ':::code{#counter}\nWords\n:::\n', '27:1: Programs have no words of their own'],
    [':::dial{#grow}', ':::dial', '8:1: Say which one is meant: write dial{#its-id}.'],
  ])('en.md: %s as %s', (from, to, problem) => {
    expect(lesson.problemsOf({ en: altered(en, from, to) })).toContainEqual(
      expect.stringContaining(`lessons/small/en.md:${problem}`),
    );
  });
});
