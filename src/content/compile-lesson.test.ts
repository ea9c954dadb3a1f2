import { describe, expect, it } from 'vitest';
import { type Action, commandLines, isOutside, writtenOutside } from '../protocol/actions.ts';
import { readActions } from './actions.ts';
import { compileLesson } from './compile-lesson.ts';
import { BrokenContentError, formatProblem } from './problem.ts';

const data = `id: small
generation: '7.0'
seed: 1
clock: { start: 2024-05-01T08:00:00Z, running: false }
panels:
  - panel: dict
setup: |
  SET user:0 root
steps:
  - id: first
    given: |
      # two more
      SET user:{1..2} u{1..2}
    items:
      - demo: reading
        portable: true
        transcript: |
          > GET user:1
          "u1"
          2> MGET user:1 user:9
          1) "u1"
          2) (nil)
          @ 100 ms
      - predict: tables
        run: GET user:2
        observe: last.tables
        options: { zero: '0', both: '0,1' }
        answer: zero
    facts:
      - { after: reading, observe: db0.keys, is: 3 }
  - id: second
    after: first
    items:
      - task: remove
        checks:
          - { key: user:1, exists: false }
          - trace: { never: [flushall] }
          - { observe: db0.keys, is: 2 }
        solution: DEL user:1
        otherWays:
          - UNLINK user:1
        nearMisses:
          - FLUSHALL
`;

const en = `---
title: Small
lead: A lesson to try the compiler on.
---

## First {#first}

Look at :old[ht[0]] and \`user:1\`.
It stays.

::demo{#reading}

:::predict{#tables}
Which tables?

- zero: ht[0] only
- both: both

---

Only one.
:::

## Second {#second}

:::task{#remove}
Remove \`user:1\`.

1. Look for a command that deletes.
:::
`;

const zh = `---
title: 小
lead: 用来试编译器的一课。
---

## 第一步 {#first}

看 :old[ht[0]] 和 \`user:1\`，
它没有动。

::demo{#reading}

:::predict{#tables}
会查哪几张表？

- zero: 只查 ht[0]
- both: 两张都查

---

只有一张。
:::

## 第二步 {#second}

:::task{#remove}
删掉 \`user:1\`。

1. 找一条删除命令。
:::
`;

function compile(change: { data?: string; zh?: string; en?: string } = {}) {
  return compileLesson({
    folder: 'content/lessons/0-try/01-small',
    part: 'try',
    outline: {
      written: new Map([
        ['small', ['first', 'second']],
        ['other', ['begin']],
      ]),
      planned: new Set(['later']),
    },
    data,
    zh,
    en,
    ...change,
  });
}

function shortly(action: Action): string[] {
  if (action.type === 'close') return [`${action.client} is cut off`];
  if (isOutside(action)) return [writtenOutside(action)];
  return action.type === 'command' ? commandLines(action) : [`${action.ms} ms`];
}

/** The compiler's problems with a changed lesson, without the folder. */
function problemsOf(change: { data?: string; zh?: string; en?: string }): string[] {
  try {
    compile(change);
  } catch (error) {
    if (!(error instanceof BrokenContentError)) throw error;
    return error.problems.map((problem) =>
      formatProblem(problem).replace('content/lessons/0-try/01-small/', ''),
    );
  }
  return [];
}

describe('what happens to a server', () => {
  it.each([
    ['@ crash nothing', { type: 'crash', loss: 'nothing' }],
    ['@ crash unsynced', { type: 'crash', loss: 'unsynced' }],
    ['@ restart', { type: 'restart' }],
    ['@ fsync 3 s', { type: 'disk', fsyncMs: 3000 }],
  ])('%s is read', (line, action) => {
    expect(readActions(line, (_, message) => expect.fail(message))).toEqual([action]);
  });

  it.each(['@ crash', '@ crash everything', '@ fsync slowly', '@ restart now', '@ explode'])(
    '%s is refused',
    (line) => {
      const complaints: string[] = [];
      expect(readActions(line, (_, message) => complaints.push(message))).toEqual([]);
      expect(complaints).toHaveLength(1);
    },
  );
});

describe('a lesson', () => {
  it('is compiled to a plain tree', () => {
    const lesson = compile();
    expect(lesson).toMatchObject({
      id: 'small',
      part: 'try',
      title: { zh: '小', en: 'Small' },
      steps: ['first', 'second'],
      clock: { startMs: Date.UTC(2024, 4, 1, 8), running: false },
    });
    const [first, second] = lesson.content;
    expect(first.panels).toEqual([{ panel: 'dict', db: 0 }]);
    expect(first.given.flatMap(shortly)).toEqual(['SET user:0 root', 'SET user:1 u1', 'SET user:2 u2']);
    expect(first.items[0]).toMatchObject({
      type: 'demo',
      actions: [
        { type: 'command', client: 1, line: 'GET user:1', printed: ['"u1"'] },
        { type: 'command', client: 2, line: 'MGET user:1 user:9', printed: ['1) "u1"', '2) (nil)'] },
        { type: 'advance', ms: 100, printed: [] },
      ],
    });
    expect(first.items[1]).toMatchObject({
      observeName: { zh: '查过的表', en: 'tables visited' },
      options: [
        { id: 'zero', value: '0', text: { en: [{ type: 'text', text: 'ht[0] only' }] } },
        { id: 'both', value: '0,1' },
      ],
      explanation: { zh: [{ type: 'paragraph', children: [{ type: 'text', text: '只有一张。' }] }] },
    });
    expect(second.items[0]).toMatchObject({
      checks: [
        { type: 'key', db: 0, key: 'user:1', exists: false },
        { type: 'trace', never: ['flushall'] },
        {
          type: 'observe',
          path: 'db0.keys',
          words: { sentence: { zh: '键的个数是 {n}', en: 'The number of keys is {n}' } },
          is: 2,
        },
      ],
      hints: { en: [[{ type: 'text', text: 'Look for a command that deletes.' }]] },
    });
  });

  it('starts a step after another one with everything that the other one does', () => {
    const [, second] = compile().content;
    expect(second.given.flatMap(shortly)).toEqual([
      'SET user:0 root',
      'SET user:1 u1',
      'SET user:2 u2',
      'GET user:1',
      'MGET user:1 user:9',
      '100 ms',
      'GET user:2',
    ]);
  });

  it('lets a step be about the other generation', () => {
    const generations = (lesson: ReturnType<typeof compile>) =>
      lesson.content.map(({ generation }) => generation);
    expect(generations(compile())).toEqual(['7.0', '7.0']);
    const mixed = data.replace('  - id: second\n', "  - id: second\n    generation: '6.2'\n");
    expect(generations(compile({ data: mixed }))).toEqual(['7.0', '6.2']);
  });

  it('lets a step have panels of its own', () => {
    const own = data.replace('  - id: second\n', '  - id: second\n    panels: [{ panel: packed, key: l }]\n');
    expect(compile({ data: own }).content.map(({ panels }) => panels)).toEqual([
      [{ panel: 'dict', db: 0 }],
      [{ panel: 'packed', db: 0, key: 'l' }],
    ]);
  });

  it('colours words and joins wrapped lines as each language does', () => {
    const [first] = compile().content;
    expect(first.prose.en[0]).toEqual({
      type: 'paragraph',
      children: [
        { type: 'text', text: 'Look at ' },
        { type: 'tone', tone: 'old', children: [{ type: 'text', text: 'ht[0]' }] },
        { type: 'text', text: ' and ' },
        { type: 'code', text: 'user:1' },
        { type: 'text', text: '. It stays.' },
      ],
    });
    expect(first.prose.zh[0]).toMatchObject({ children: { 4: { type: 'text', text: '，它没有动。' } } });
    expect(first.prose.en.slice(1)).toEqual([
      { type: 'item', id: 'reading' },
      { type: 'item', id: 'tables' },
    ]);
  });

  it('knows lists, tables, callouts and links', () => {
    const more = `
1. one
2. two

| a | b |
|---|--:|
| 1 | 2 |

:::claim{#often-said verdict=false}
They say *twice*.

---

It is **not**.
:::

:::simplified
No threads.
:::

[other](lesson:other), [GET](command:GET), [there](https://example.org/)
`;
    const text = en.replace('It stays.\n', `It stays.\n${more}`);
    expect(compile({ en: text }).content[0].prose.en.slice(1, -2)).toMatchObject([
      { type: 'list', ordered: true, items: [[{ type: 'paragraph' }], [{ type: 'paragraph' }]] },
      { type: 'table', align: [null, 'right'], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
      { type: 'claim', said: [{ type: 'paragraph' }], shown: [{ type: 'paragraph' }] },
      { type: 'simplified', children: [{ type: 'paragraph' }] },
      {
        children: [
          { type: 'lesson', id: 'other' },
          { text: ', ' },
          { type: 'command', name: 'get' },
          { text: ', ' },
          { type: 'address', href: 'https://example.org/' },
        ],
      },
    ]);
  });
});

describe('a broken lesson.yaml is reported by line', () => {
  const cases: [string, string, string, string[]][] = [
    [
      'not YAML',
      'seed: 1',
      'seed: [1',
      [
        'lesson.yaml:4:1: This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
      ],
    ],
    ['a missing value', 'seed: 1\n', '', ['lesson.yaml:1:1: Add "seed": it is missing here.']],
    ['a wrong type', 'seed: 1', 'seed: many', ['lesson.yaml:3:7: Make "seed" a number.']],
    [
      'an unquoted version',
      "generation: '7.0'",
      'generation: 7.0',
      ['lesson.yaml:2:13: Make "generation" one of "7.0", "6.2".'],
    ],
    [
      'a name nobody knows',
      'running: false',
      'runing: false',
      [
        'lesson.yaml:4:8: Add "running": it is missing here.',
        'lesson.yaml:4:39: Nothing here is called "runing": remove it or mend its spelling.',
      ],
    ],
    [
      'a doubled name',
      'seed: 1',
      'seed: 1\nseed: 2',
      ['lesson.yaml:4:1: This is not YAML: Map keys must be unique.'],
    ],
    [
      'a bad id',
      'id: second',
      'id: Second One',
      ['lesson.yaml:31:9: Write the id in small letters, digits and single hyphens, such as "one-table".'],
    ],
    [
      'a doubled id',
      'id: second',
      'id: first',
      ['lesson.yaml:31:9: There is a step "first" already: give this one another id.'],
    ],
    [
      'a step after none',
      'after: first',
      'after: third',
      ['lesson.yaml:32:12: "third" is no earlier step: name one of those above.'],
    ],
    [
      'an item without kind',
      'predict: tables',
      'guess: tables',
      [
        'lesson.yaml:24:9: Begin the item with its kind and its id, as in "demo: its-id": demo, predict, players, task, dial, compare, code, order, match, repair, scenario.',
      ],
    ],
    [
      'a path nobody observes',
      'observe: last.tables',
      'observe: last.table',
      [
        'lesson.yaml:26:18: The engine observes no "last.table". Did you mean last.tables? content/OBSERVATIONS.md lists every path.',
      ],
    ],
    [
      'an answer that is no option',
      'answer: zero',
      'answer: none',
      ['lesson.yaml:28:17: Make "answer" the id of an option: zero, both.'],
    ],
    [
      'options of one value',
      "both: '0,1'",
      "both: '0'",
      ['lesson.yaml:27:37: Give every option a value of its own.'],
    ],
    [
      'a fact after nothing',
      'after: reading',
      'after: writing',
      ['lesson.yaml:30:18: "writing" is no item of this step: name one, or leave "after" out.'],
    ],
    [
      'a check of no kind',
      'observe: db0.keys, is: 2',
      'obsrve: db0.keys, is: 2',
      ['lesson.yaml:38:13: Begin the check with "observe:", "reached:", "unreached:", "key:" or "trace:".'],
    ],
    [
      'a check of nothing',
      'observe: db0.keys, is: 2',
      'observe: db0.keys',
      ['lesson.yaml:38:13: Say what the observation must be: add "is", "not", "atLeast" or "atMost".'],
    ],
    [
      'no near miss',
      '        nearMisses:\n          - FLUSHALL\n',
      '        nearMisses: []\n',
      ['lesson.yaml:42:21: Give "nearMisses" at least 1 entries.'],
    ],
    [
      'an open quote in a transcript',
      '2> MGET user:1 user:9',
      '2> MGET "user:1 user:9',
      [
        'lesson.yaml:20:11: Close the quotation mark: redis-cli would refuse this line with "Invalid argument(s)".',
      ],
    ],
    [
      'time written wrongly',
      '@ 100 ms',
      '@ 100 moments',
      ['lesson.yaml:23:11: Write the time that passes as "@ 100 ms", "@ 5 s", "@ 2 min" or "@ 1 h".'],
    ],
    [
      'two ranges in a line',
      'SET user:{1..2} u{1..2}',
      'SET user:{1..2} u{1..3}',
      ['lesson.yaml:13:7: One line counts one range: every {…} in it must be {1..2}.'],
    ],
    [
      'two commands in a prediction',
      'run: GET user:2',
      'run: |\n          GET user:2\n          GET user:1',
      ['lesson.yaml:27:11: A prediction runs one command: put the others into an earlier demonstration.'],
    ],
    [
      'a prerequisite nobody knows',
      'seed: 1',
      'seed: 1\nprerequisites: [other, nothing]',
      ['lesson.yaml:4:24: There is no lesson "nothing": remove it or mend its id.'],
    ],
  ];
  it.each(cases)('%s', (_name, from, to, expected) => {
    expect(data).toContain(from);
    expect(problemsOf({ data: data.replace(from, to) })).toEqual(expected);
  });
});

describe('broken prose is reported by line', () => {
  const cases: [string, string, string, string[]][] = [
    [
      'no front matter',
      '---\ntitle: Small\nlead: A lesson to try the compiler on.\n---\n',
      '',
      ['en.md:1:1: Start the file with "---", the lines "title: …" and "lead: …", and "---".'],
    ],
    [
      'no lead',
      'lead: A lesson to try the compiler on.\n',
      '',
      ['en.md:2:1: Add "lead": it is missing here.'],
    ],
    [
      'a missing step',
      '## Second {#second}',
      '',
      [
        'en.md:1:1: Add a section "## … {#second}" for the step "second" of lesson.yaml.',
        'en.md:26:1: lesson.yaml has no "remove" in the step "first": remove it here or mend its id.',
      ],
    ],
    [
      'a step too many',
      '## Second',
      '## Third {#third}\n\n## Second',
      ['en.md:24:1: lesson.yaml has no step "third": remove this section or mend its id.'],
    ],
    [
      'a heading without id',
      '## Second {#second}',
      '## Second',
      ['en.md:24:1: End the heading with the id of its step, as in "## One table {#one-table}".'],
    ],
    [
      'a missing item',
      '::demo{#reading}\n',
      '',
      ['en.md:6:1: Place the demo "reading" of lesson.yaml in this step.'],
    ],
    [
      'an item too many',
      '::demo{#reading}\n',
      '::demo{#reading}\n\n::demo{#writing}\n',
      ['en.md:13:1: lesson.yaml has no "writing" in the step "first": remove it here or mend its id.'],
    ],
    [
      'an item twice',
      '::demo{#reading}\n',
      '::demo{#reading}\n\n::demo{#reading}\n',
      ['en.md:13:1: "reading" stands here a second time: remove one of the two.'],
    ],
    [
      'another kind of item',
      '::demo{#reading}',
      ':::task{#reading}\nDo.\n\n1. so\n:::',
      ['en.md:11:1: "reading" is a demo in lesson.yaml: write it as one.'],
    ],
    ['a missing option', '- both: both\n', '', ['en.md:13:1: Add the option "- both: …" of lesson.yaml.']],
    [
      'an option too many',
      '- both: both\n',
      '- both: both\n- none: none\n',
      ['en.md:18:1: lesson.yaml has no option "none" here: remove it or mend its id.'],
    ],
    [
      'an option without id',
      '- both: both',
      '- both',
      ['en.md:17:1: Start this line with its id, a colon and a space, as in "- eight: 8 buckets".'],
    ],
    [
      'no hints',
      '\n1. Look for a command that deletes.\n',
      '',
      [
        'en.md:26:1: A task is a paragraph that says what to do, a numbered list of hints and, at its end, a list of what is said about near misses.',
      ],
    ],
    [
      'other hints than in the other language',
      'deletes.\n',
      'deletes.\n2. More.\n',
      ['en.md:26:1: The task "remove" has 2 hints here and 1 in zh.md: make them as many.'],
    ],
    [
      'a hint that gives the solution away',
      'Look for a command that deletes.',
      'Try `del user:1`.',
      ['en.md:26:1: A hint of "remove" says "DEL user:1", which is the solution: let it only point there.'],
    ],
    [
      'raw HTML',
      'It stays.',
      'It <b>stays</b>.',
      [
        'en.md:9:4: Raw HTML is not allowed in a lesson: use Markdown, or write it as `code`.',
        'en.md:9:12: Raw HTML is not allowed in a lesson: use Markdown, or write it as `code`.',
      ],
    ],
    [
      'emphasis that Markdown does not close, before a letter',
      'It stays.',
      '这里：**大家都在等。**所以要短。',
      [
        'en.md:8:33: "**" is printed as it is here: Markdown closes no emphasis between a sign and a letter. Put the sign behind it.',
      ],
    ],
    [
      'a block of raw HTML',
      'It stays.',
      '\n<script>alert(1)</script>',
      ['en.md:10:1: Raw HTML is not allowed in a lesson: use Markdown, or write it as `code`.'],
    ],
    [
      'an image',
      'It stays.',
      '![x](y.png)',
      ['en.md:9:1: A lesson shows live panels instead of pictures: remove the image.'],
    ],
    [
      'a link that leads away',
      'It stays.',
      '[x](javascript:alert(1))',
      [
        'en.md:9:1: A link leads to "lesson:its-id", "lesson:its-id#step", to "command:its-name" or is an https address: mend this one.',
      ],
    ],
    [
      'a link to no lesson',
      'It stays.',
      '[x](lesson:nothing)',
      ['en.md:9:1: There is no lesson "nothing": mend the link.'],
    ],
    [
      'a directive nobody knows',
      ':old[',
      ':odl[',
      [
        'en.md:8:9: ":odl" is read as a directive nobody knows: use one of :old[…] :new[…] :hot[…] :meta[…] :good[…] :bad[…], or put the words into `code`.',
      ],
    ],
    [
      'a sentence that begins with a number',
      'It stays.\n',
      'It stays.\n\n8. That many.\n',
      [
        'en.md:11:1: A line that begins with "8." is read as a numbered list: begin the sentence with a word, or with **8**.',
      ],
    ],
    [
      'a callout nobody knows',
      'It stays.',
      '\n:::warning\nNo.\n:::',
      [
        'en.md:10:1: ":::warning" is not known here: a step holds :::demo, :::predict, :::task, :::dial, :::compare, :::order, :::match, :::repair, :::claim and :::simplified, the last one also :::summary and :::interview.',
      ],
    ],
    [
      'prose before the first step',
      '## First',
      'Hello.\n\n## First',
      ['en.md:6:1: Prose belongs to a step: start with a heading such as "## Heading {#step-id}".'],
    ],
  ];
  it.each(cases)('%s', (_name, from, to, expected) => {
    expect(en).toContain(from);
    expect(problemsOf({ en: en.replace(from, to) })).toEqual(expected);
  });

  it('another order', () => {
    const demo = '::demo{#reading}\n\n';
    const swapped = en.replace(demo, '').replace('## Second', `${demo}## Second`);
    expect(problemsOf({ en: swapped })).toEqual([
      'en.md:11:1: Keep the order of lesson.yaml: "reading" comes first.',
    ]);
  });

  it('Chinese that touches Latin', () => {
    expect(problemsOf({ zh: zh.replace('和 `', '和`') })).toEqual([
      'zh.md:8:1: Put a space between "和" and "`".',
    ]);
    expect(problemsOf({ zh: zh.replace('只查 ht', '只查ht') })).toEqual([
      'zh.md:16:3: Put a space between "查" and "h".',
    ]);
  });
});

describe('scripted clients', () => {
  const players = `    items:
      - players: race
        clock: [1 s, 10 s]
        clients:
          - client: 1
            name: A
            program:
              - { run: SET lock a NX, until: OK }
              - GET lock
              - { run: DEL lock, when: '"a"', shown: DEL … }
          - client: 2
            name: B
            program: [SETNX lock b]
`;
  const withPlayers = (block = players) => ({
    data: data.replace(/ {4}items:\n/, block),
    zh: zh.replace('::demo{#reading}', '::players{#race}\n\n::demo{#reading}'),
    en: en.replace('::demo{#reading}', '::players{#race}\n\n::demo{#reading}'),
  });

  it('have programs with conditions, and stand where the prose puts them', () => {
    const [step] = compile(withPlayers()).content;
    expect(step.items[0]).toEqual({
      type: 'players',
      id: 'race',
      clockMs: [1000, 10_000],
      players: [
        {
          client: 1,
          name: 'A',
          program: [
            { line: 'SET lock a NX', until: 'OK' },
            { line: 'GET lock' },
            { line: 'DEL lock', when: '"a"', shown: 'DEL …' },
          ],
        },
        { client: 2, name: 'B', program: [{ line: 'SETNX lock b' }] },
      ],
    });
    expect(step.prose.en.findIndex((block) => block.type === 'item' && block.id === 'race')).toBe(1);
  });

  const broken: [string, string, string, string[]][] = [
    [
      'one client twice',
      'client: 2',
      'client: 1',
      ['lesson.yaml:24:21: Client 1 has a program already: give this one another number.'],
    ],
    [
      'an open quotation mark',
      '[SETNX lock b]',
      "['SETNX lock \"b']",
      ['lesson.yaml:26:23: Write one command here, with its quotation marks closed.'],
    ],
    [
      'a condition on nothing',
      'until: OK',
      'when: OK',
      ['lesson.yaml:21:17: The first command has none before it: remove its "when".'],
    ],
    [
      'a time without unit',
      '10 s]',
      '10 days]',
      ['lesson.yaml:16:22: Write the time that passes as "@ 100 ms", "@ 5 s", "@ 2 min" or "@ 1 h".'],
    ],
  ];
  it.each(broken)('%s is reported by line', (_name, from, to, expected) => {
    expect(players).toContain(from);
    expect(problemsOf(withPlayers(players.replace(from, to)))).toEqual(expected);
  });

  it('have no words of their own', () => {
    const change = withPlayers();
    const spoken = change.en.replace('::players{#race}', ':::players{#race}\nPlay.\n:::');
    expect(problemsOf({ ...change, en: spoken }).join()).toContain(
      'Scripted clients have no words of their own',
    );
  });

  it('a client can be disconnected', () => {
    const [step] = compile({ data: data.replace('# two more', '2> PING\n      2!') }).content;
    expect(step.given.flatMap(shortly)).toEqual(
      expect.arrayContaining(['PING', '2 is cut off', 'SET user:1 u1']),
    );
  });
});
