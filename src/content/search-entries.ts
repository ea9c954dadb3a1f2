/** The search index: every lesson, step, claim, interview question, term and command of the course. */
import type { Action } from '../protocol/actions.ts';
import type { GlossaryTerm } from '../protocol/glossary.ts';
import { actionsOf, type Lesson, type LessonStep } from '../protocol/lesson.ts';
import { type Block, type InBothLanguages, plainText } from '../protocol/prose.ts';
import type { SearchEntry } from '../protocol/search-entry.ts';

interface Found {
  readonly lessons: readonly Lesson[];
  readonly glossary: readonly GlossaryTerm[];
}

export function searchEntries({ lessons, glossary }: Found): SearchEntry[] {
  return [
    ...lessons.map(({ id, title, lead }): SearchEntry => {
      return { kind: 'lesson', title, text: lead, to: { lesson: id, step: null } };
    }),
    ...glossary.map(({ id, words }): SearchEntry => {
      const text = (language: 'zh' | 'en') => {
        const { also, text } = words[language];
        return also.length === 0 ? text : `${text} (${also.join(', ')})`;
      };
      return {
        kind: 'term',
        title: both((language) => words[language].term),
        text: both(text),
        to: { term: id },
      };
    }),
    ...commandEntries(lessons),
    ...lessons.flatMap((lesson) => lesson.content.flatMap((step) => stepEntries(lesson, step))),
    ...lessons.flatMap(({ id, title, interviews }) =>
      interviews.map(({ step, words }): SearchEntry => {
        const question = both((language) => blocksText(words[language].question));
        return { kind: 'question', title: question, text: title, to: { lesson: id, step } };
      }),
    ),
  ];
}

function stepEntries(lesson: Lesson, step: LessonStep): SearchEntry[] {
  const to = { lesson: lesson.id, step: step.id };
  const ofStep: SearchEntry = {
    kind: 'step',
    title: step.heading,
    text: both((language) => `${lesson.title[language]}: ${blocksText(step.prose[language])}`),
    to,
  };
  const claims = step.prose.zh.flatMap((block): SearchEntry[] => {
    if (block.type !== 'claim') return [];
    const english = step.prose.en.find((other) => other.type === 'claim' && other.id === block.id);
    const said = english?.type === 'claim' ? blocksText(english.said) : '';
    return [
      {
        kind: 'claim',
        title: { zh: blocksText(block.said), en: said },
        // What holds is for the reader to find out.
        text: lesson.title,
        to,
      },
    ];
  });
  return [ofStep, ...claims];
}

/** A command leads to the first step that runs it; its text names the others. */
function commandEntries(lessons: readonly Lesson[]): SearchEntry[] {
  const uses = new Map<string, { lesson: Lesson; step: LessonStep }[]>();
  for (const lesson of lessons) {
    for (const step of lesson.content) {
      for (const name of commandsOf(step)) {
        const places = uses.get(name) ?? [];
        uses.set(name, places);
        if (places.every((place) => place.lesson !== lesson)) places.push({ lesson, step });
      }
    }
  }
  return [...uses]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, places]): SearchEntry => {
      const [{ lesson, step }] = places;
      return {
        kind: 'command',
        title: both(() => name),
        text: both((language) => places.map((place) => place.lesson.title[language]).join(' · ')),
        to: { lesson: lesson.id, step: step.id },
      };
    });
}

function commandsOf(step: LessonStep): Set<string> {
  const actions: readonly Action[] = step.items.flatMap((item) => [...actionsOf(item)]);
  const names = actions.flatMap((action) =>
    action.type === 'command' ? [action.line.trim().split(/\s+/)[0].toUpperCase()] : [],
  );
  return new Set(names.filter((name) => /^[A-Z][A-Z.]+$/.test(name)));
}

function both(text: (language: 'zh' | 'en') => string): InBothLanguages<string> {
  return { zh: text('zh'), en: text('en') };
}

/** The words of plain prose; callouts have entries of their own. */
function blocksText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block): string[] => {
      switch (block.type) {
        case 'paragraph':
          return [plainText(block.children)];
        case 'list':
          return block.items.map(blocksText);
        case 'quote':
        case 'simplified':
          return [blocksText(block.children)];
        case 'table':
          return [...block.head, ...block.rows.flat()].map(plainText);
        default:
          return [];
      }
    })
    .join(' ');
}
