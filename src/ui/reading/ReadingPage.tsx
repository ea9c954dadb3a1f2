import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { LoadedLesson } from '../lesson/LoadedLesson.tsx';
import { LessonSheet } from '../lesson/PrintedLesson.tsx';
import { lessonWords } from '../lesson/words.ts';
import './reading.css';

/** A lesson to be read again: one text from beginning to end, with every answer in its place. */
export function ReadingPage({ lessonId }: { readonly lessonId: string }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  return (
    <LoadedLesson lessonId={lessonId}>
      {(lesson) => (
        <article className="reading">
          <nav className="reading-tools" aria-label={words.readAsText}>
            <a className="button is-quiet" href={hashOf({ page: 'lesson', lessonId })}>
              {words.backToLesson}
            </a>
            <button type="button" className="button is-quiet" onClick={() => window.print()}>
              {words.print}
            </button>
          </nav>
          <nav className="reading-steps" aria-label={words.steps}>
            <ol>
              {lesson.content.map(({ id, heading }) => (
                <li key={id}>
                  <button type="button" onClick={({ currentTarget }) => goToStep(currentTarget, id)}>
                    {heading[language]}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
          <LessonSheet lesson={lesson} answers="in-place" />
          <a className="button" href={hashOf({ page: 'lesson', lessonId })}>
            {words.backToLesson}
          </a>
        </article>
      )}
    </LoadedLesson>
  );
}

/** Not a link: the part of the address after '#' names the page. */
function goToStep(from: Element, id: string): void {
  const heading = from.closest('.reading')?.querySelector<HTMLElement>(`[data-step="${id}"] > h2`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
