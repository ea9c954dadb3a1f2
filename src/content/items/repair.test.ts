/** Repairs and goals in the three files of a lesson. */
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
      - repair: release
        language: lua
        broken: |
          return 1
        cases:
          - case: own
            given: SET lock A
            run: EVAL $script 1 lock A
            prints: (integer) 0
          - case: others
            run: EVAL $script 1 lock A
            checks: [{ key: lock, exists: false }]
        solution: return 0
        otherWays: [return 0 + 0]
        nearMisses:
          - { way: return 2, fails: own, say: two }
      - task: reach
        checks: [{ observe: db0.keys, is: 1 }]
        goal: SET a 1
        solution: SET b 1
        otherWays: [SET c 1]
        nearMisses: [PING]
`;

const prose = (said: string) => `---
title: ${said}
lead: ${said}
---

## ${said} {#only}

:::repair{#release}
${said}

1. ${said}

- own: ${said}
- others: ${said}
- two: ${said}

---

${said}
:::

:::task{#reach}
${said}

1. ${said}
:::
`;

const zh = prose('小');
const en = prose('Small');

const lesson = new SmallLesson({ data, zh, en });

it('a repair has its cases and near misses with their words, and a task its goal', () => {
  const [repair, task] = lesson.compile().content[0].items;
  expect(repair).toMatchObject({
    type: 'repair',
    language: 'lua',
    broken: 'return 1',
    cases: [
      {
        id: 'own',
        given: [{ line: 'SET lock A' }],
        prints: '(integer) 0',
        name: { en: [{ text: 'Small' }] },
      },
      { id: 'others', given: [], prints: null, checks: [{ type: 'key', exists: false }] },
    ],
    nearMisses: [{ way: 'return 2', fails: 'own', say: { zh: [{ text: '小' }] } }],
    hints: { en: [[{ text: 'Small' }]] },
  });
  expect(task).toMatchObject({ type: 'task', goal: [{ type: 'command', client: 1, line: 'SET a 1' }] });
});

describe('complains, with file, line and column', () => {
  it.each([
    ['language: lua', 'language: python', '11:19: Make "language" one of "lua", "commands".'],
    [
      'EVAL $script 1 lock A\n            prints',
      'EVAL x 1 lock A\n            prints',
      '17:18: Say where the',
    ],
    ['            prints: (integer) 0\n', '', '15:13: Say what the case expects'],
    ['- case: others', '- case: own', '19:19: There is a case "own" already.'],
    ['fails: own', 'fails: none', '25:37: There is no case "none": name one of own, others.'],
    ['{ key: lock, exists: false }', '{ key: lock }', '21:22: Say what the key must be'],
    ['goal: SET a 1', 'goal: SET a "1', '28:15: Close the quotation mark'],
    ['goal: SET a 1', 'goal: []', '28:15: Write the commands that lead to the goal'],
  ])('lesson.yaml: %s as %s', (from, to, problem) => {
    expect(lesson.problemsOf({ data: altered(data, from, to) })).toContainEqual(
      expect.stringContaining(`lessons/small/lesson.yaml:${problem}`),
    );
  });

  it.each([
    ['- others: Small\n', '', '8:1: Add the name of the case or near miss, "- others: …"'],
    ['- two: Small', '- three: Small', '15:1: lesson.yaml has no case or near miss "three" here'],
    ['1. Small\n\n- own', '- own', '8:1: The repair "release" has 0 hints here and 1 in zh.md'],
    [
      '- own: Small\n- others: Small\n- two: Small\n',
      '',
      '8:1: A repair is a paragraph that says what to mend',
    ],
  ])('en.md: %s as %s', (from, to, problem) => {
    expect(lesson.problemsOf({ en: altered(en, from, to) })).toContainEqual(
      expect.stringContaining(`lessons/small/en.md:${problem}`),
    );
  });
});
