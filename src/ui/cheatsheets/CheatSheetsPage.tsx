import closings from 'virtual:lesson-closings';
import type { LessonClosing } from '../../protocol/closing.ts';
import type { LessonEntry, PartEntry } from '../../protocol/lesson.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';
import { lessonIndex } from '../lesson/index.ts';
import '../lesson/lesson.css';
import { Inlines } from '../lesson/Prose.tsx';
import './cheatsheets.css';

const cheatWords: Pair<{ title: string; lead: string; print: string; none: string }> = {
  zh: {
    title: '速查表',
    lead: '每一课最后的几行总结，按部分收在一起。打印时每部分另起一页。',
    print: '打印',
    none: '写好的课里还没有总结。',
  },
  en: {
    title: 'Cheat sheets',
    lead: 'The closing lines of every lesson, part by part. On paper each part begins a new page.',
    print: 'Print',
    none: 'The lessons written so far have no summary yet.',
  },
};

/** The summaries of all lessons, to be printed and pinned up. */
export function CheatSheetsPage() {
  const words = usePair(cheatWords);
  const language = useLanguage();
  const parts = lessonIndex.parts
    .map((part) => ({ part, lines: linesOf(part) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <div className="cheatsheets">
      <header>
        <div>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
        {parts.length > 0 && (
          <button type="button" className="button" onClick={() => window.print()}>
            {words.print}
          </button>
        )}
      </header>
      {parts.length === 0 && <p>{words.none}</p>}
      {parts.map(({ part, lines }) => (
        <section key={part.id} aria-labelledby={`cheatsheet-${part.id}`}>
          <h2 id={`cheatsheet-${part.id}`}>{part.title[language]}</h2>
          <div className="cheatsheet-cards">
            {lines.map(({ lesson, closing }) => (
              <article key={lesson.id}>
                <h3>
                  <a href={hashOf({ page: 'lesson', lessonId: lesson.id })}>{lesson.title[language]}</a>
                </h3>
                <ul>
                  {closing.summary[language].map((line, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
                    <li key={index}>
                      <Inlines inlines={line} />
                    </li>
                  ))}
                </ul>
              </article>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function linesOf(part: PartEntry): { lesson: LessonEntry; closing: LessonClosing }[] {
  return part.lessons.flatMap((lesson) => {
    const closing = closings.find(({ id, summary }) => id === lesson.id && summary.zh.length > 0);
    return closing === undefined ? [] : [{ lesson, closing }];
  });
}
