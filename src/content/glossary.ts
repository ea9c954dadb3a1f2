/** Reads content/glossary.yaml and marks its words in the prose of the lessons. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { GlossaryTerm } from '../protocol/glossary.ts';
import type { Lesson } from '../protocol/lesson.ts';
import type { Block, Inline } from '../protocol/prose.ts';
import { DataFile } from './data-file.ts';
import { missingSpace } from './inline.ts';
import { id } from './lesson-schema.ts';
import { type Outline, type Problem, Source } from './problem.ts';

export const glossaryPath = 'content/glossary.yaml';

const words = z.strictObject({
  term: z.string().min(1),
  also: z.array(z.string().min(1)).default([]),
  text: z.string().min(1),
});

const schema = z.array(
  z.strictObject({
    id,
    zh: words,
    en: words,
    /** `lesson-id` or `lesson-id#step`. */
    lesson: z.string().optional(),
  }),
);

/** In the order of the file; empty if there is none. */
export function readGlossary(root: string, outline: Outline, problems: Problem[]): GlossaryTerm[] {
  if (!existsSync(join(root, glossaryPath))) return [];
  const file = new DataFile(
    new Source(glossaryPath, readFileSync(join(root, glossaryPath), 'utf8'), outline),
  );
  const rows = file.source.problems.length > 0 ? null : file.check(schema, file.read());
  const terms = rows?.map((row, at) => termOf(row, at, rows, file)) ?? [];
  problems.push(...file.source.problems);
  return terms;
}

type Row = z.output<typeof schema>[number];

function termOf(row: Row, at: number, rows: readonly Row[], file: DataFile): GlossaryTerm {
  if (rows.findIndex((other) => other.id === row.id) !== at) {
    file.problem([at, 'id'], `There is a term "${row.id}" already: give this one another id.`);
  }
  const touching = missingSpace(row.zh.text);
  if (touching !== null) file.problem([at, 'zh', 'text'], `Put a space into "${touching}".`);
  for (const language of ['zh', 'en'] as const) {
    for (const spelling of spellings(row[language])) {
      const other = rows.slice(0, at).find((before) => spellings(before[language]).includes(spelling));
      if (other !== undefined)
        file.problem([at, language], `"${spelling}" is a word of "${other.id}" already.`);
    }
  }
  return { id: row.id, words: { zh: row.zh, en: row.en }, lesson: lessonOf(row.lesson, at, file) };
}

function lessonOf(address: string | undefined, at: number, file: DataFile): GlossaryTerm['lesson'] {
  if (address === undefined) return null;
  const { written, planned } = file.source.outline;
  const [lessonId, step = null] = address.split('#');
  const steps = written.get(lessonId);
  if (steps === undefined) {
    if (!planned.has(lessonId))
      file.problem([at, 'lesson'], `There is no lesson "${lessonId}": mend the link.`);
    return null;
  }
  if (step !== null && !steps.includes(step)) {
    file.problem([at, 'lesson'], `The lesson "${lessonId}" has no step "${step}": mend the link.`);
  }
  return { id: lessonId, step };
}

function spellings({ term, also }: Row['zh']): string[] {
  return [term, ...also].map((spelling) => spelling.toLowerCase());
}

/** The lesson with the first mention of every term marked. A lesson's own subjects need no explanation in it. */
export function markTerms(lesson: Lesson, glossary: readonly GlossaryTerm[]): Lesson {
  const terms = glossary.filter(({ lesson: own }) => own?.id !== lesson.id);
  if (terms.length === 0) return lesson;
  const zh = new Marker(terms, 'zh');
  const en = new Marker(terms, 'en');
  const content = lesson.content.map((step) => ({
    ...step,
    prose: { zh: zh.blocks(step.prose.zh), en: en.blocks(step.prose.en) },
  }));
  return { ...lesson, content };
}

/** Marks each term once, in the order in which it reads. */
class Marker {
  readonly #bySpelling = new Map<string, string>();
  readonly #pattern: RegExp;
  readonly #marked = new Set<string>();

  constructor(terms: readonly GlossaryTerm[], language: 'zh' | 'en') {
    for (const { id, words } of terms) {
      for (const spelling of spellings({ ...words[language], also: [...words[language].also] })) {
        this.#bySpelling.set(spelling, id);
      }
    }
    // The longest first, so that "replication backlog" is not read as "replication".
    const longestFirst = [...this.#bySpelling.keys()].sort((a, b) => b.length - a.length);
    this.#pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'giu');
  }

  blocks(blocks: readonly Block[]): Block[] {
    return blocks.map((block): Block => {
      switch (block.type) {
        case 'paragraph':
          return { ...block, children: this.inlines(block.children) };
        case 'list':
          return { ...block, items: block.items.map((item) => this.blocks(item)) };
        case 'quote':
        case 'simplified':
          return { ...block, children: this.blocks(block.children) };
        case 'claim':
          return { ...block, said: this.blocks(block.said), shown: this.blocks(block.shown) };
        default:
          return block;
      }
    });
  }

  inlines(inlines: readonly Inline[]): Inline[] {
    return inlines.flatMap((inline): Inline[] => {
      if (inline.type === 'text') return this.#text(inline.text);
      // A link leads somewhere already.
      const isPlain = inline.type === 'strong' || inline.type === 'emphasis' || inline.type === 'tone';
      return [isPlain ? { ...inline, children: this.inlines(inline.children) } : inline];
    });
  }

  #text(text: string): Inline[] {
    const found: Inline[] = [];
    let from = 0;
    for (const match of text.matchAll(this.#pattern)) {
      const id = this.#idOf(match[0]);
      if (id === null || this.#marked.has(id)) continue;
      this.#marked.add(id);
      if (match.index > from) found.push({ type: 'text', text: text.slice(from, match.index) });
      found.push({ type: 'term', id, text: match[0] });
      from = match.index + match[0].length;
    }
    if (from < text.length) found.push({ type: 'text', text: text.slice(from) });
    return found;
  }

  #idOf(spelling: string): string | null {
    const lower = spelling.toLowerCase();
    return this.#bySpelling.get(lower) ?? this.#bySpelling.get(lower.replace(/s$/, '')) ?? null;
  }
}

/** A whole word, also in the plural; Chinese has neither. */
function patternOf(spelling: string): string {
  const escaped = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = /^[a-z0-9]/.test(spelling) ? '(?<![\\p{Script=Latin}\\d_-])' : '';
  const after = /[a-z0-9]$/.test(spelling) ? 's?(?![\\p{Script=Latin}\\d_-])' : '';
  return `${before}${escaped}${after}`;
}
