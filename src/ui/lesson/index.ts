/** What the rest of the page may know of lessons: their table of contents, and the page that shows one. */

import { course } from 'virtual:lessons';
import { lazy } from 'react';

export { ProgressMark } from './ProgressMark.tsx';

export const lessonIndex = course;

export const LessonPage = lazy(async () => ({ default: (await import('./LessonPage.tsx')).LessonPage }));
