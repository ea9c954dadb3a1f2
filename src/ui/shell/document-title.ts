import { useEffect, useState } from 'react';
import type { PageRoute } from '../active-session/scenes.ts';
import { type Language, useLanguage, useText } from '../i18n/index.ts';

type LessonIndex = typeof import('../lesson/index.ts')['lessonIndex'];

/** The name of the page in the browser's tab and history. */
export function useDocumentTitle(route: PageRoute): void {
  const text = useText();
  const language = useLanguage();
  const isLesson = route.page === 'lesson' || route.page === 'reading';
  const lessons = useLessons(isLesson);
  const page =
    route.page === 'home'
      ? text.home.title
      : isLesson
        ? (lessonTitle(lessons, route.lessonId, language) ?? text.shell.learn)
        : text.shell.pages[route.page];
  useEffect(() => {
    document.title = `${page} · ${text.name}`;
  }, [page, text]);
}

/** The table of contents, fetched when a lesson is opened; null until then, and if it does not arrive. */
function useLessons(isWanted: boolean): LessonIndex | null {
  const [lessons, setLessons] = useState<LessonIndex | null>(null);
  useEffect(() => {
    if (!isWanted || lessons !== null) return;
    import('../lesson/index.ts').then(
      ({ lessonIndex }) => setLessons(lessonIndex),
      () => undefined,
    );
  }, [isWanted, lessons]);
  return lessons;
}

function lessonTitle(lessons: LessonIndex | null, id: string, language: Language): string | undefined {
  const all = lessons?.parts.flatMap((part) => part.lessons);
  return all?.find((lesson) => lesson.id === id)?.title[language];
}
