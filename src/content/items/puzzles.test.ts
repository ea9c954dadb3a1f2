/** Stages to order and pairs to match in the three files of a lesson. */
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
      - order: stages
        stages:
          - first
          - { stage: second, run: SET a 1, observe: db0.keys, is: 1 }
          - third
      - match: encodings
        pairs:
          - { pair: number, run: SET n 1, observe: db0.encoding(n), is: int }
          - text
          - list
`;

const prose = (said: string) => `---
title: ${said}
lead: ${said}
---

## ${said} {#only}

:::order{#stages}
${said}

- first: one
- second: two
- third: three

---

${said}
:::

:::match{#encodings}
${said}

- number: a number | \`int\`
- text: a text | \`em|bstr\`
- list: a *list* | a \`quicklist\`
:::
`;

const zh = prose('小');
const en = prose('Small');

const lesson = new SmallLesson({ data, zh, en });

const [order, match] = lesson.compile().content[0].items;

it('stages have their words, and what the engine shows of them', () => {
  expect(order).toMatchObject({
    type: 'order',
    stages: [
      { id: 'first', text: { en: [{ text: 'one' }] }, proof: null },
      { id: 'second', proof: { run: [{ line: 'SET a 1' }], observe: 'db0.keys', is: 1 } },
      { id: 'third' },
    ],
    explanation: { zh: [{ type: 'paragraph' }] },
  });
});

it('pairs have two sides, divided by a bar that is not in code', () => {
  if (match.type !== 'match') throw new Error('no pairs');
  expect(match.pairs.map(({ left, right }) => [left.en, right.en])).toEqual([
    [[{ type: 'text', text: 'a number' }], [{ type: 'code', text: 'int' }]],
    [[{ type: 'text', text: 'a text' }], [{ type: 'code', text: 'em|bstr' }]],
    [
      [
        { type: 'text', text: 'a ' },
        { type: 'emphasis', children: [{ type: 'text', text: 'list' }] },
      ],
      [
        { type: 'text', text: 'a ' },
        { type: 'code', text: 'quicklist' },
      ],
    ],
  ]);
  expect(match.pairs[0].proof).toMatchObject({ observe: 'db0.encoding(n)', is: 'int' });
});

describe('complains, with file, line and column', () => {
  it.each([
    ['          - third\n', '', '12:11: Give "stages" at least 3 entries.'],
    ['- third', '- first', '14:13: There is a stage "first" already.'],
    ['- third', '- Third', '14:13: Write the id in small letters'],
    ['db0.keys', 'db0.kyes', '13:53: The engine observes no "db0.kyes". Did you mean'],
    [', is: 1 }', ' }', '13:13: Add "is": it is missing here.'],
    ['SET a 1', 'SET a "1', '13:35: Close the quotation mark'],
    ['- list', '- number', '19:13: There is a pair "number" already.'],
  ])('lesson.yaml: %s as %s', (from, to, problem) => {
    expect(lesson.problemsOf({ data: altered(data, from, to) })).toContainEqual(
      expect.stringContaining(`lessons/small/lesson.yaml:${problem}`),
    );
  });

  it.each([
    ['- second: two\n', '', '8:1: Add the name of the stage, "- second: …", of lesson.yaml.'],
    ['- first: one\n- second: two', '- second: two\n- first: one', '11:1: Keep the order of lesson.yaml'],
    ['Small\n\n- first', '- first', '8:1: Say what to put in order'],
    ['\n---\n\nSmall\n:::', '\n:::', '8:1: The order "stages" has words after "---" in one language only'],
    ['a number | ', 'a number ', '23:1: Divide the pair by one " | ": left | right.'],
    ['a text |', 'a number |', '24:1: "a number" stands at the left twice'],
    ['`em|bstr`', '`int`', '24:1: "int" stands at the right twice'],
    [':::match{#encodings}\nSmall\n', ':::match{#encodings}\n', '20:1: Say what to match'],
  ])('en.md: %s as %s', (from, to, problem) => {
    expect(lesson.problemsOf({ en: altered(en, from, to) })).toContainEqual(
      expect.stringContaining(`lessons/small/en.md:${problem}`),
    );
  });
});
