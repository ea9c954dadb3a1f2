/** What the rest of the page may know of lessons: their table of contents, and the page that shows one. */

import { course } from 'virtual:lessons';
import { lazily } from '../loading/lazily.tsx';

export { ProgressMark } from './ProgressMark.tsx';

export const lessonIndex = course;

export const LessonPage = lazily(async () => (await import('./LessonPage.tsx')).LessonPage);
