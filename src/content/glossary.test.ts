import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Inline } from '../protocol/prose.ts';
import { readCourse } from './course.ts';
import { markTerms, readGlossary } from './glossary.ts';
import type { Outline, Problem } from './problem.ts';

const course = readCourse('.');
const outline: Outline = {
  written: new Map([['skiplist', ['search']]]),
  planned: new Set(['cluster-slots']),
};

function read(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'glossary-'));
  mkdirSync(join(root, 'content'));
  writeFileSync(join(root, 'content/glossary.yaml'), text);
  const problems: Problem[] = [];
  return { terms: readGlossary(root, outline, problems), problems };
}

const row = (id: string, term: string, lesson: string) =>
  `- id: ${id}\n  zh: { term: ${term}, text: 解释。 }\n  en: { term: ${term}, text: Text. }\n  lesson: ${lesson}\n`;

describe('the glossary', () => {
  it('names file and line of a link that leads nowhere', () => {
    const { problems } = read(row('a', 'one', 'skiplist#search') + row('b', 'two', 'nowhere'));
    expect(problems).toEqual([
      expect.objectContaining({
        path: 'content/glossary.yaml',
        line: 8,
        message: expect.stringContaining('nowhere'),
      }),
    ]);
  });

  it('refuses an id and a word that are there already', () => {
    const { problems } = read(row('a', 'one', 'skiplist') + row('a', 'one', 'skiplist'));
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('a term "a" already'),
      expect.stringContaining('"one" is a word of "a" already'),
      expect.stringContaining('"one" is a word of "a" already'),
    ]);
  });

  it('has no link while a lesson is only planned', () => {
    expect(read(row('slot', 'slot', 'cluster-slots')).terms[0].lesson).toBeNull();
  });
});

describe('marked words', () => {
  const skiplist = course.lessons.find(({ id }) => id === 'skiplist')!;
  const marksIn = (lesson: typeof skiplist, language: 'zh' | 'en') => {
    const marks: { id: string; text: string }[] = [];
    JSON.stringify(
      lesson.content.map(({ prose }) => prose[language]),
      (_key, value: Inline) => {
        if (value?.type === 'term') marks.push(value);
        return value;
      },
    );
    return marks;
  };

  it('are marked once, and not in their own lesson', () => {
    for (const lesson of course.lessons) {
      for (const language of ['zh', 'en'] as const) {
        const ids = marksIn(lesson, language).map(({ id }) => id);
        expect(new Set(ids).size, lesson.id).toBe(ids.length);
        for (const id of ids) {
          expect(course.glossary.find((term) => term.id === id)?.lesson?.id, lesson.id).not.toBe(lesson.id);
        }
      }
    }
  });

  it('are whole words, also in the plural, and the longest that fits', () => {
    const terms = [
      { id: 'page', words: word('page'), lesson: null },
      { id: 'cache', words: word('page cache'), lesson: null },
    ];
    const text = 'The homepage is no word. Page caches hold pages.';
    const [step] = skiplist.content;
    const prose = [{ type: 'paragraph' as const, children: [{ type: 'text' as const, text }] }];
    const lesson = { ...skiplist, content: [{ ...step, prose: { zh: prose, en: prose } }] };
    const marked = markTerms(lesson, terms);
    expect(marksIn(marked, 'en').map(({ text }) => text)).toEqual(['Page caches', 'pages']);
  });
});

function word(term: string) {
  return { zh: { term, also: [], text: '' }, en: { term, also: [], text: '' } };
}
