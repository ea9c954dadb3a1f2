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

/** The sentence below the title of every written lesson, by its id. */
declare module 'virtual:lesson-leads' {
  const leads: Readonly<Record<string, import('../../protocol/prose.ts').InBothLanguages<string>>>;
  export default leads;
}

/** The words that the course explains. */
declare module 'virtual:glossary' {
  const glossary: readonly import('../../protocol/glossary.ts').GlossaryTerm[];
  export default glossary;
}

/** What can be searched. */
declare module 'virtual:search-entries' {
  const entries: readonly import('../../protocol/search-entry.ts').SearchEntry[];
  export default entries;
}

/** What the course covers. */
declare module 'virtual:curriculum' {
  const curriculum: import('../../protocol/curriculum.ts').Curriculum;
  export default curriculum;
}
