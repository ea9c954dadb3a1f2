import { useEffect } from 'react';
import type { PageRoute } from '../active-session/scenes.ts';
import { type Language, useLanguage, useText } from '../i18n/index.ts';
import { lessonIndex } from '../lesson/index.ts';

/** The name of the page in the browser's tab and history. */
export function useDocumentTitle(route: PageRoute): void {
  const text = useText();
  const language = useLanguage();
  const page =
    route.page === 'home'
      ? text.home.title
      : route.page === 'lesson' || route.page === 'reading'
        ? (lessonTitle(route.lessonId, language) ?? text.shell.learn)
        : text.shell.pages[route.page];
  useEffect(() => {
    document.title = `${page} · ${text.name}`;
  }, [page, text]);
}

function lessonTitle(id: string, language: Language): string | undefined {
  const lessons = lessonIndex.parts.flatMap((part) => part.lessons);
  return lessons.find((lesson) => lesson.id === id)?.title[language];
}
