import leads from 'virtual:lesson-leads';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { remember } from '../browser/preferences.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { lessonIndex, ProgressMark } from '../lesson/index.ts';
import { progressStore, stepsDone } from '../lesson/progress.ts';
import { paths } from './paths.ts';
import './home.css';
import './path.css';
import { homeWords } from './words.ts';

const lessons = lessonIndex.parts.flatMap((part) => part.lessons);
const lessonOf = (id: string) => lessons.find((lesson) => lesson.id === id);

/** One way through the course, with what is done of it. Home goes on with it from now on. */
export function PathPage({ path: id }: { path: string }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  const progress = useStore(progressStore);
  const path = paths.find((one) => one.id === id);
  useEffect(() => {
    if (path !== undefined) remember('path', path.id);
  }, [path]);
  if (path === undefined) {
    return (
      <div className="learn-index">
        <p role="status">{words.noPath}</p>
        <a href={hashOf({ page: 'learn' })}>{words.map}</a>
      </div>
    );
  }
  const all = path.sittings.flatMap((sitting) => sitting.lessons).flatMap((one) => lessonOf(one) ?? []);
  const isDone = (lesson: (typeof all)[number]) => stepsDone(progress, lesson) === lesson.steps.length;
  const minutes = all.filter((lesson) => !isDone(lesson)).reduce((sum, lesson) => sum + lesson.minutes, 0);
  const next = all.find((lesson) => !isDone(lesson));
  return (
    <div className="learn-index path-page">
      <section className="home-hero">
        <h1>{path.title[language]}</h1>
        <p className="home-lead">{path.lead[language]}</p>
        <nav className="learn-around" aria-label={words.otherPaths}>
          {paths
            .filter((other) => other !== path)
            .map((other) => (
              <a key={other.id} className="chip" href={hashOf({ page: 'path', path: other.id })}>
                {other.title[language]}
              </a>
            ))}
        </nav>
        <p className="path-sum">
          {words.pathDone(all.filter(isDone).length, all.length)}
          {minutes > 0 && ` · ${words.minutesLeft(minutes)}`}
        </p>
        {next !== undefined && (
          <a className="button is-primary" href={hashOf({ page: 'lesson', lessonId: next.id })}>
            {next.title[language]}
            <Icon name="arrow" size={15} />
          </a>
        )}
      </section>
      {path.sittings.map((sitting) => (
        <section key={sitting.title.en} className="learn-part" aria-label={sitting.title[language]}>
          <h2>{sitting.title[language]}</h2>
          <ol>
            {sitting.lessons.flatMap((one) => {
              const lesson = lessonOf(one);
              return lesson === undefined ? [] : [<Row key={one} lesson={lesson} isDone={isDone(lesson)} />];
            })}
          </ol>
        </section>
      ))}
      {path.id === 'interview' && (
        <p className="path-end">
          <a className="button" href={hashOf({ page: 'interview', asks: true })}>
            {words.mock}
          </a>{' '}
          <a className="button" href={hashOf({ page: 'drills' })}>
            {words.toDrills}
          </a>
        </p>
      )}
    </div>
  );
}

function Row({ lesson, isDone }: { lesson: (typeof lessons)[number]; isDone: boolean }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  return (
    <li>
      <a className="lesson-row" href={hashOf({ page: 'lesson', lessonId: lesson.id })}>
        <span className="lesson-number" aria-hidden="true">
          {isDone ? <Icon name="check" size={14} /> : '·'}
        </span>
        <span>
          <b>{lesson.title[language]}</b>
          <span>{leads[lesson.id][language]}</span>
          <span className="lesson-extent">{words.minutes(lesson.minutes)}</span>
          <ProgressMark lesson={lesson} />
        </span>
      </a>
    </li>
  );
}
