/** Made by src/content/vite-plugin.ts. */
declare module 'virtual:lessons' {
  export const course: import('../../protocol/lesson.ts').CourseIndex;
  /** Null when there is no such lesson. */
  export function loadLesson(id: string): Promise<import('../../protocol/lesson.ts').Lesson | null>;
}

/** How each lesson ends; the same file makes it. */
declare module 'virtual:lesson-closings' {
  const closings: readonly import('../../protocol/closing.ts').LessonClosing[];
  export default closings;
}
