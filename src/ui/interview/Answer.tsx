import type { ReactNode } from 'react';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { Blocks, Inlines } from '../lesson/Prose.tsx';
import type { AskedQuestion } from './questions.ts';
import { interviewWords } from './words.ts';

/** The model answer with what follows it; `points` replaces the plain list of points. */
export function Answer({ asked, points }: { asked: AskedQuestion; points?: ReactNode }) {
  const words = usePair(interviewWords);
  const language = useLanguage();
  const { lesson, question } = asked;
  const { answer, points: lines, next, trap } = question.words[language];
  return (
    <div className="interview-answer">
      <Blocks blocks={answer} />
      {points ?? (
        <>
          <h3>{words.points}</h3>
          <ul className="interview-points">
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
              <li key={index}>
                <Inlines inlines={line} />
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className="interview-more">
        <div data-tone="next">
          <dt>{words.next}</dt>
          <dd>
            <Inlines inlines={next} />
          </dd>
        </div>
        <div data-tone="trap">
          <dt>{words.trap}</dt>
          <dd>
            <Inlines inlines={trap} />
          </dd>
        </div>
      </dl>
      <a className="button" href={hashOf({ page: 'lesson', lessonId: lesson.id, stepId: question.step })}>
        {words.showMe}
        <Icon name="arrow" size={15} />
      </a>
    </div>
  );
}
