import type { LessonEntry, PartEntry } from '../../protocol/lesson.ts';
import { usePair, useText } from '../i18n/index.ts';
import { hashOf } from '../routes.ts';
import { lessonDoor } from '../shell/lesson-door.ts';

/** The lessons in their recommended order; every one can be entered at once. */
export function CourseMap() {
  const text = useText();
  const parts = lessonDoor?.lessonIndex.parts ?? [];
  if (parts.length === 0) return null;
  return (
    <section className="course-map" aria-labelledby="course-map-title">
      <h2 id="course-map-title">{text.home.lessons}</h2>
      {parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </section>
  );
}

function Part({ part }: { part: PartEntry }) {
  const title = usePair(part.title);
  return (
    <div className="course-part">
      <h3>{title}</h3>
      <ol>
        {part.lessons.map((lesson, index) => (
          <LessonRow key={lesson.id} lesson={lesson} number={index + 1} />
        ))}
      </ol>
    </div>
  );
}

function LessonRow({ lesson, number }: { lesson: LessonEntry; number: number }) {
  const title = usePair(lesson.title);
  const lead = usePair(lesson.lead);
  return (
    <li>
      <a className="lesson-row" href={hashOf({ page: 'lesson', lessonId: lesson.id })}>
        <span className="lesson-number" aria-hidden="true">
          {number}
        </span>
        <span>
          <b>{title}</b>
          <span>{lead}</span>
          {lessonDoor !== null && <lessonDoor.ProgressMark lesson={lesson} />}
        </span>
      </a>
    </li>
  );
}
