/** What the shell expects behind src/ui/lesson/index.ts. Without such a folder there are no lessons to show. */
import type { ComponentType } from 'react';
import type { CourseIndex, LessonEntry } from '../../protocol/lesson.ts';
import type { PageState } from '../../protocol/messages.ts';

export interface LessonPageProps {
  readonly lessonId: string;
  /** The step the address names; null to go on where the reader left off. */
  readonly stepId: string | null;
  /**
   * Null for a reader who comes to the lesson: it then starts its own server. From a link or file: the page state
   * saved with it (see page-state.ts). The session is then already running and must not be started again.
   */
  readonly restored: PageState | null;
}

export interface LessonDoor {
  /** Small: it is part of the first load. */
  readonly lessonIndex: CourseIndex;
  /** How far the reader has come in a lesson; nothing before its first step is done. */
  readonly ProgressMark: ComponentType<{ readonly lesson: LessonEntry }>;
  /** Loaded when first shown. */
  readonly LessonPage: ComponentType<LessonPageProps>;
}

const found = Object.values(import.meta.glob<LessonDoor>('../lesson/index.ts', { eager: true }));

export const lessonDoor: LessonDoor | null = found[0] ?? null;
