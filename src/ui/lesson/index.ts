/** What other pages may know of lessons: their table of contents, which is no part of the first load. */

import { course } from 'virtual:lessons';

export { ProgressMark } from './ProgressMark.tsx';

export const lessonIndex = course;
