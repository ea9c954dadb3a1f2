import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCourse } from './course.ts';
import { BrokenContentError } from './problem.ts';
import { lessons } from './vite-plugin.ts';

let root: string;
const part = () => join(root, 'content/lessons/2-tried');

function lessonFiles(id: string, prerequisites = '') {
  return {
    'lesson.yaml': `id: ${id}
prerequisites: [${prerequisites}]
generation: '7.0'
seed: 1
clock: { start: 2024-05-01T08:00:00Z, running: false }
panels: [{ panel: dict }]
steps: [{ id: only }]
`,
    'zh.md': `---\ntitle: 课 ${id}\nlead: 一课。\n---\n\n## 一步 {#only}\n\n话。\n`,
    'en.md': `---\ntitle: Lesson ${id}\nlead: A lesson.\n---\n\n## One step {#only}\n\nWords.\n`,
  };
}

function writeLesson(folder: string, id: string, prerequisites?: string): void {
  mkdirSync(join(part(), folder), { recursive: true });
  for (const [name, text] of Object.entries(lessonFiles(id, prerequisites))) {
    writeFileSync(join(part(), folder, name), text);
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rediscope-course-'));
  mkdirSync(part(), { recursive: true });
  writeFileSync(join(part(), 'part.yaml'), 'id: tried\ntitle: { zh: 试, en: Tried }\n');
  writeLesson('10-later', 'later', 'sooner');
  writeLesson('02-sooner', 'sooner');
});
afterEach(() => rmSync(root, { recursive: true }));

function problems(): string[] {
  try {
    readCourse(root);
  } catch (error) {
    if (!(error instanceof BrokenContentError)) throw error;
    return error.message.split('\n');
  }
  return [];
}

describe('a course', () => {
  it('is its folders, in the order of their numbers', () => {
    const { index } = readCourse(root);
    expect(index.parts.map(({ id, title }) => [id, title.en])).toEqual([['tried', 'Tried']]);
    expect(index.parts[0].lessons.map(({ id, steps }) => [id, steps])).toEqual([
      ['sooner', ['only']],
      ['later', ['only']],
    ]);
  });

  it('says which lessons are planned, and where they will stand', () => {
    writeFileSync(
      join(part(), 'part.yaml'),
      `id: tried
title: { zh: 试, en: Tried }
planned:
  - { number: 1, id: first, title: { zh: 一, en: First } }
  - { number: 2, id: sooner, title: { zh: 二, en: Sooner } }
  - { number: 11, id: last, title: { zh: 末, en: Last } }
`,
    );
    expect(readCourse(root).index.parts[0].planned).toEqual([
      { id: 'first', title: { zh: '一', en: 'First' }, after: 0 },
      { id: 'last', title: { zh: '末', en: 'Last' }, after: 2 },
    ]);
  });

  it('may be empty', () => {
    rmSync(join(root, 'content'), { recursive: true });
    expect(readCourse(root)).toEqual({ index: { parts: [] }, lessons: [], glossary: [], commonClaims: [] });
  });

  it('names a file that is missing', () => {
    rmSync(join(part(), '02-sooner/en.md'));
    expect(problems()).toEqual([
      'content/lessons/2-tried/02-sooner/en.md:1:1: This file is missing: write it.',
    ]);
  });

  it('names a folder with a wrong name', () => {
    renameSync(join(part(), '02-sooner'), join(part(), '02-soon'));
    expect(problems()).toEqual([
      'content/lessons/2-tried/02-soon/lesson.yaml:1:1: The folder is called "02-soon": call it by a number and the id, such as "01-sooner".',
      'content/lessons/2-tried/10-later/lesson.yaml:2:17: There is no lesson "sooner": remove it or mend its id.',
    ]);
  });

  it('has every id once', () => {
    cpSync(join(part(), '02-sooner'), join(part(), '03-sooner'), { recursive: true });
    expect(problems()).toEqual([
      'content/lessons/2-tried/03-sooner/lesson.yaml:1:1: There is a lesson "sooner" already: give this one another id.',
    ]);
  });

  it('reports all problems at once', () => {
    writeFileSync(join(part(), 'part.yaml'), 'id: tried\ntitle: { zh: 试 }\n');
    expect(problems()).toEqual(['content/lessons/2-tried/part.yaml:2:8: Add "en": it is missing here.']);
    writeFileSync(join(part(), 'part.yaml'), 'id: tried\ntitle: { zh: 试, en: Tried }\n');
    writeFileSync(join(part(), '02-sooner/en.md'), 'Words.\n');
    writeFileSync(join(part(), '10-later/zh.md'), '---\ntitle: 课\nlead: 一课。\n---\n\n<b>话</b>\n');
    expect(problems().map((line) => line.split(': ')[0])).toEqual([
      'content/lessons/2-tried/02-sooner/en.md:1:1',
      'content/lessons/2-tried/02-sooner/en.md:1:1',
      'content/lessons/2-tried/10-later/zh.md:6:1',
    ]);
  });
});

describe('the build', () => {
  type Loader = (this: { error(problem: unknown): never }, id: string) => string | null;
  function load(id: string): string | null {
    const plugin = lessons();
    (plugin.configResolved as (config: { root: string }) => void)({ root });
    const error = (problem: unknown): never => {
      throw problem;
    };
    return (plugin.load as Loader).call({ error }, id);
  }

  it('gets a table of contents and a module for each lesson, which import nothing but each other', async () => {
    const index = load('\0virtual:lessons') as string;
    expect(index.match(/import\(.*?\)/g)).toEqual([
      'import("virtual:lessons/sooner")',
      'import("virtual:lessons/later")',
    ]);
    const lesson = load('\0virtual:lessons/later') as string;
    const module = await import(`data:text/javascript,${encodeURIComponent(lesson)}`);
    expect(module.default).toMatchObject({ id: 'later', content: [{ id: 'only', heading: { zh: '一步' } }] });
  });

  it('leaves other modules alone', () => {
    expect(load('/src/ui/main.tsx')).toBeNull();
  });

  it('fails at the line of the first mistake', () => {
    writeFileSync(join(part(), '02-sooner/zh.md'), `${lessonFiles('sooner')['zh.md']}\n<hr>\n`);
    expect(() => load('\0virtual:lessons')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^content\/lessons\/2-tried\/02-sooner\/zh\.md:10:1: Raw HTML/),
        loc: { file: 'content/lessons/2-tried/02-sooner/zh.md', line: 10, column: 1 },
      }),
    );
  });
});

it('the titles of lessons have the words that people search for', () => {
  const titles = new Map(readCourse(process.cwd()).lessons.map(({ id, title }) => [id, title]));
  expect(titles.get('global-dict-and-rehash')).toMatchObject({
    zh: expect.stringContaining('rehash'),
    en: expect.stringContaining('Rehash'),
  });
  expect(titles.get('skiplist')).toMatchObject({
    zh: expect.stringContaining('跳表'),
    en: expect.stringContaining('Skiplist'),
  });
  expect(titles.get('ziplist-and-listpack')).toMatchObject({
    zh: expect.stringMatching(/压缩列表.*listpack/),
    en: expect.stringMatching(/Ziplist.*listpack/),
  });
  expect(titles.get('lock-evolution')?.zh).toContain('分布式锁');
});
