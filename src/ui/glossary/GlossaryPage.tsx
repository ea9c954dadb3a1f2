import glossary from 'virtual:glossary';
import { useEffect, useMemo, useState } from 'react';
import type { GlossaryTerm } from '../../protocol/glossary.ts';
import { hashOf } from '../browser/routes.ts';
import { type Language, useLanguage, usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';
import { lessonIndex } from '../lesson/index.ts';
import './glossary.css';

interface GlossaryWords {
  readonly title: string;
  readonly lead: (terms: number) => string;
  readonly find: string;
  readonly none: string;
  readonly inLesson: string;
}

const words: Pair<GlossaryWords> = {
  zh: {
    title: '术语表',
    lead: (terms) =>
      `${terms} 个词，每个几句话；Redis 自己的说法保留英文。课文里带点线的词，鼠标停上去也能看到。`,
    find: '查找术语',
    none: '没有找到。换个说法，中文英文都可以试试。',
    inLesson: '详见',
  },
  en: {
    title: 'Glossary',
    lead: (terms) =>
      `${terms} terms in a sentence or two, in Redis’s own words. In a lesson, rest the pointer on a dotted word.`,
    find: 'Find a term',
    none: 'Nothing found. Try another word, in English or Chinese.',
    inLesson: 'More in',
  },
};

/** All terms by name, in the reader's language first; `opened` is brought into sight. */
export function GlossaryPage({ opened }: { opened?: string }) {
  const text = usePair(words);
  const language = useLanguage();
  const [wanted, setWanted] = useState('');
  const shown = useMemo(() => sorted(language).filter((term) => mentions(term, wanted)), [language, wanted]);
  useEffect(() => {
    if (opened === undefined) return;
    const term = document.getElementById(`term-${opened}`);
    term?.scrollIntoView({ block: 'center' });
    term?.focus({ preventScroll: true });
  }, [opened]);
  return (
    <div className="glossary-page">
      <h1>{text.title}</h1>
      <p className="glossary-lead">{text.lead(glossary.length)}</p>
      <input
        type="search"
        className="glossary-find"
        aria-label={text.find}
        placeholder={text.find}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {shown.length === 0 && <p role="status">{text.none}</p>}
      <dl>
        {shown.map((term) => (
          <TermRow key={term.id} term={term} isOpened={term.id === opened} />
        ))}
      </dl>
    </div>
  );
}

function TermRow({ term, isOpened }: { term: GlossaryTerm; isOpened: boolean }) {
  const text = usePair(words);
  const language = useLanguage();
  const other = language === 'zh' ? 'en' : 'zh';
  const here = term.words[language];
  const there = term.words[other].term;
  const isThere = (word: string) => word.toLowerCase() === there.toLowerCase();
  const also = here.also.filter((word) => !isThere(word));
  const lesson = lessonIndex.parts.flatMap(({ lessons }) => lessons).find(({ id }) => id === term.lesson?.id);
  return (
    <div className="glossary-term" data-opened={isOpened}>
      <dt id={`term-${term.id}`} tabIndex={-1}>
        {here.term}
        {there !== here.term && <small lang={other}>{there}</small>}
        {also.length > 0 && <small>{also.join(language === 'zh' ? '、' : ', ')}</small>}
      </dt>
      <dd>
        {here.text}
        {lesson !== undefined && (
          <>
            {' '}
            <span className="glossary-more">
              {text.inLesson}{' '}
              <a
                href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: term.lesson?.step ?? undefined })}
              >
                {lesson.title[language]}
              </a>
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

function sorted(language: Language): GlossaryTerm[] {
  const { compare } = new Intl.Collator(language);
  return [...glossary].sort((a, b) => compare(a.words[language].term, b.words[language].term));
}

/** In either language, so that a reader finds 跳表 by skiplist. */
function mentions({ words }: GlossaryTerm, wanted: string): boolean {
  const all = [words.zh, words.en].flatMap(({ term, also, text }) => [term, ...also, text]).join(' ');
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.toLowerCase().includes(word));
}
