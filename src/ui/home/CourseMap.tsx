import { useStore } from 'zustand';
import type { LessonEntry, PartEntry } from '../../protocol/lesson.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { type Place, placesOf } from '../lesson/course-order.ts';
import { lessonIndex } from '../lesson/index.ts';
import { progressOf, progressStore, stepsDone } from '../lesson/progress.ts';
import { labHrefOf } from './lesson-scenes.ts';
import { homeWords, type TileState } from './words.ts';

/** The whole course at a glance: every lesson by name, in its recommended order; all of them can be entered. */
export function CourseMap() {
  const words = usePair(homeWords);
  const { parts } = lessonIndex;
  if (parts.length === 0) return null;
  return (
    <section className="course-map" aria-labelledby="course-map-title">
      <div className="home-way-head">
        <h2 id="course-map-title">{words.map}</h2>
        <a href={hashOf({ page: 'progress' })}>{words.toProgress}</a>
      </div>
      <p className="course-about">{words.inLabAbout}</p>
      {parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </section>
  );
}

function Part({ part }: { part: PartEntry }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  const places = placesOf(part);
  return (
    <div className="course-part">
      <div className="course-part-head">
        <h3>
          {part.title[language]}
          <small>{words.written(part.lessons.length, places.length)}</small>
        </h3>
        <NextInPart part={part} />
      </div>
      <ol aria-label={part.title[language]}>
        {places.map((place) => (
          <li key={place.number}>
            <Tile place={place} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Tile({ place }: { place: Place }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  const state = useStore(progressStore, (progress): TileState => {
    if ('planned' in place) return 'planned';
    const done = stepsDone(progress, place.lesson);
    if (done === place.lesson.steps.length) return 'finished';
    return progressOf(progress, place.lesson.id).lastStep === null ? 'open' : 'begun';
  });
  const title = 'planned' in place ? place.planned.title[language] : place.lesson.title[language];
  const minutes = 'planned' in place ? null : words.minutes(place.lesson.minutes);
  const hint = [`${place.number}. ${title}`, words.states[state], minutes]
    .filter((part) => part !== null)
    .join(' · ');
  const inside = (
    <>
      <span className="course-number" aria-hidden="true">
        {state === 'finished' ? <Icon name="check" size={12} /> : place.number}
      </span>
      <span className="course-name" aria-hidden="true">
        {title}
      </span>
      {minutes !== null && (
        <span className="course-minutes" aria-hidden="true">
          {minutes}
        </span>
      )}
      <span className="visually-hidden">{hint}</span>
    </>
  );
  if (!('planned' in place)) {
    return (
      <a
        className="course-tile"
        data-state={state}
        href={hashOf({ page: 'lesson', lessonId: place.lesson.id })}
      >
        {inside}
      </a>
    );
  }
  const href = labHrefOf(place.planned.id);
  return href === null ? (
    <span className="course-tile" data-state={state} title={words.states.planned}>
      {inside}
    </span>
  ) : (
    <a
      className="course-tile"
      data-state={state}
      href={href}
      title={`${words.states.planned} · ${words.inLab}`}
    >
      {inside}
      <span className="visually-hidden">{words.inLab}</span>
    </a>
  );
}

/** The first unfinished lesson of a part, by name. */
function NextInPart({ part }: { part: PartEntry }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  const next = useStore(progressStore, (progress): LessonEntry | undefined =>
    part.lessons.find((lesson) => stepsDone(progress, lesson) < lesson.steps.length),
  );
  if (next === undefined)
    return (
      <p className="course-next">
        {part.lessons.length === 0 ? (
          words.partEmpty
        ) : part.planned.length > 0 ? (
          words.writtenDone(part.planned.length)
        ) : (
          <span className="course-done">
            <Icon name="check" size={13} />
            {words.partDone}
          </span>
        )}
      </p>
    );
  return (
    <p className="course-next">
      <span>{words.nextInPart}</span>
      <a className="course-next-link" href={hashOf({ page: 'lesson', lessonId: next.id })}>
        {next.title[language]}
      </a>
    </p>
  );
}
