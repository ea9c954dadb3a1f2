import leads from 'virtual:lesson-leads';
import type { LessonEntry, PartEntry } from '../../protocol/lesson.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair, useText } from '../i18n/index.ts';
import { stretchesOf } from '../lesson/course-order.ts';
import { lessonIndex, ProgressMark } from '../lesson/index.ts';
import { labHrefOf } from './lesson-scenes.ts';
import { paths } from './paths.ts';
import { homeWords } from './words.ts';
import './home.css';

/** Every lesson with its sentence, and between them, quietly, the planned ones. */
export function LearnIndex() {
  const text = useText();
  return (
    <div className="learn-index">
      <section className="home-hero">
        <h1>{text.shell.learn}</h1>
        <p className="home-lead">{text.home.learnLead}</p>
        <nav className="learn-around" aria-label={text.shell.learn}>
          {(['interview', 'cheatsheets', 'glossary', 'curriculum'] as const).map((page) => (
            <a key={page} className="chip" href={hashOf({ page })}>
              {text.shell.pages[page]}
            </a>
          ))}
        </nav>
        <Paths />
      </section>
      {lessonIndex.parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </div>
  );
}

function Paths() {
  const words = usePair(homeWords);
  const language = useLanguage();
  return (
    <nav className="learn-around" aria-label={words.doors}>
      <span>{words.doors}</span>
      {paths.map(({ id, title }) => (
        <a key={id} className="chip" href={hashOf({ page: 'path', path: id })}>
          {title[language]}
        </a>
      ))}
    </nav>
  );
}

function Part({ part }: { part: PartEntry }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  return (
    <section className="learn-part" aria-label={part.title[language]}>
      <h2>
        {part.title[language]}
        <small>{words.written(part.lessons.length, part.lessons.length + part.planned.length)}</small>
      </h2>
      <ol>
        {stretchesOf(part).map((stretch) =>
          'lesson' in stretch ? (
            <LessonRow key={stretch.number} {...stretch} />
          ) : (
            <li key={stretch.planned[0].number} className="learn-planned">
              <span>{words.notWritten}</span>
              {stretch.planned.map(({ id, number, title }) => (
                <PlannedLesson key={id} href={labHrefOf(id)} title={`${number}. ${title[language]}`} />
              ))}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/** What the lab already has of its subject, if anything. */
function PlannedLesson({ href, title }: { href: string | null; title: string }) {
  const words = usePair(homeWords);
  return href === null ? (
    <span>{title}</span>
  ) : (
    <a href={href} title={words.inLab}>
      {title}
    </a>
  );
}

function LessonRow({ lesson, number }: { lesson: LessonEntry; number: number }) {
  const words = usePair(homeWords);
  const title = usePair(lesson.title);
  const lead = usePair(leads[lesson.id]);
  return (
    <li>
      <a className="lesson-row" href={hashOf({ page: 'lesson', lessonId: lesson.id })}>
        <span className="lesson-number" aria-hidden="true">
          {number}
        </span>
        <span>
          <b>{title}</b>
          <span>{lead}</span>
          <span className="lesson-extent">
            {words.minutes(lesson.minutes)} · {words.steps(lesson.steps.length)}
          </span>
          <ProgressMark lesson={lesson} />
        </span>
      </a>
      <Prerequisites lesson={lesson} />
    </li>
  );
}

/** Advice, not a lock: every lesson can be entered. */
function Prerequisites({ lesson }: { lesson: LessonEntry }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  const before = lessonIndex.parts
    .flatMap(({ lessons }) => lessons)
    .filter(({ id }) => lesson.prerequisites.includes(id));
  if (before.length === 0) return null;
  return (
    <p className="lesson-needs">
      <span className="lesson-needs-label">{words.buildsOn}</span>
      {before.map(({ id, title }) => (
        <a key={id} href={hashOf({ page: 'lesson', lessonId: id })}>
          {title[language]}
        </a>
      ))}
    </p>
  );
}
