/** Tasks on scenarios in the three files of a lesson. */
import { describe, expect, it } from 'vitest';
import { scenarioTaskFailures } from '../../testing/scenario-task.ts';
import { compileLesson } from '../compile-lesson.ts';
import { BrokenContentError, formatProblem } from '../problem.ts';

const data = (asks: string) => `id: small
generation: '7.0'
seed: 1
clock: { start: 2024-05-01T08:00:00Z, running: false }
panels:
  - panel: dict
steps:
  - id: only
    items:
      - scenario: steal
        of: lock-single
        variant: set-ex
        ${asks}
`;

const prose = (said: string) => `---
title: ${said}
lead: ${said}
---

## ${said} {#only}

:::scenario{#steal}
${said}

---

${said}
:::
`;

function compile(asks: string) {
  const files = { folder: 'content/lessons/small', data: data(asks), zh: prose('词'), en: prose('word') };
  return compileLesson({ ...files, part: 'only', partTitle: { zh: '', en: '' } } as never);
}

function itemOf(asks: string) {
  return compile(asks).content[0].items[0];
}

describe('a task on a scenario', () => {
  it('has a schedule that breaks it, or programs that are proved', async () => {
    const broken = itemOf('break: { invariant: robbed, choices: [a, a, pass, b, a] }');
    expect(broken).toMatchObject({ type: 'scenario', goal: { type: 'break', invariant: 'robbed' } });
    expect(await scenarioTaskFailures(broken)).toEqual([]);
    expect(await scenarioTaskFailures(itemOf('prove: { set-ex.lua: token-script.lua }'))).toEqual([]);
  });

  it.each([
    ['break: { invariant: robbed, choices: [a, a, b, b] }', 'that is not possible'],
    ['break: { invariant: robbed, choices: [a, a, a, b] }', 'do not break robbed'],
    ['prove: { set-ex.lua: token.lua }', 'programs that are broken'],
    ['prove: { set-ex.lua: nowhere.lua }', 'no actor runs'],
  ])('%s is caught', async (asks, message) => {
    expect((await scenarioTaskFailures(itemOf(asks))).join()).toContain(message);
  });

  it('asks for one of the two', () => {
    try {
      compile('prove: {}\n        break: { invariant: robbed, choices: [a] }');
      expect.unreachable();
    } catch (problem) {
      if (!(problem instanceof BrokenContentError)) throw problem;
      expect(problem.problems.map(formatProblem).join()).toContain('either "break" or "prove"');
    }
  });
});
