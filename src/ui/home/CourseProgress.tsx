import { useStore } from 'zustand';
import type { LessonEntry } from '../../protocol/lesson.ts';
import { recall } from '../browser/preferences.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { chosenScope, deckOf, heldBack, newToday, waitingIn } from '../drills/deck.ts';
import { recordsStore } from '../drills/records.ts';
import { drillSources } from '../drills/sources.ts';
import { whenIs } from '../drills/when.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { lessonIndex } from '../lesson/index.ts';
import { progressOf, progressStore, stepsDone, unfinishedLesson } from '../lesson/progress.ts';
import { paths } from './paths.ts';
import { homeWords } from './words.ts';

/** The reader's way through the course: where they left off, and what is due. */
export function CourseProgress() {
  return (
    <>
      <GoOn />
      <DrillsDue />
    </>
  );
}

/** The lesson left in the middle; without one, the first unfinished lesson. */
function GoOn() {
  const words = usePair(homeWords);
  const language = useLanguage();
  const progress = useStore(progressStore);
  const lessons = lessonIndex.parts.flatMap((part) => part.lessons);
  const left = unfinishedLesson(progress, lessons);
  const isOpen = (one: LessonEntry) => stepsDone(progress, one) < one.steps.length;
  const lesson = left ?? chosenPath(lessons).find(isOpen) ?? lessons.find(isOpen);
  if (lesson === undefined) return null;
  const step = Math.max(0, lesson.steps.indexOf(progressOf(progress, lesson.id).lastStep ?? ''));
  return (
    <a className="home-card home-go-on" href={hashOf({ page: 'lesson', lessonId: lesson.id })}>
      <span>
        <small>{left === null ? words.begin : words.goOn}</small>
        <b>{lesson.title[language]}</b>
        {left !== null && <small>{words.stepOf(step + 1, lesson.steps.length)}</small>}
      </span>
      <Icon name="arrow" size={16} />
    </a>
  );
}

/** The lessons of the path that the reader looked at last. */
function chosenPath(lessons: readonly LessonEntry[]): LessonEntry[] {
  const path = paths.find(({ id }) => id === recall('path'));
  const ids = path?.sittings.flatMap((sitting) => sitting.lessons) ?? [];
  return ids.flatMap((id) => lessons.find((lesson) => lesson.id === id) ?? []);
}

function DrillsDue() {
  const words = usePair(homeWords);
  const language = useLanguage();
  const progress = useStore(progressStore);
  const records = useStore(recordsStore);
  const nowMs = Date.now();
  const deck = deckOf(drillSources, progress, chosenScope());
  const limit = newToday(nowMs);
  const { due, fresh, nextDueMs } = waitingIn(deck, records, nowMs, limit);
  const held = heldBack(deck, records, nowMs, limit);
  const isWaiting = due.length + fresh.length > 0;
  return (
    <section className="home-card home-drills" aria-label={words.drills}>
      <span>
        <small>{words.drills}</small>
        {isWaiting ? (
          <b>{words.waiting(due.length, fresh.length)}</b>
        ) : (
          <span>
            {held > 0
              ? words.drillsHeld(limit, held)
              : nextDueMs === null
                ? words.noDrills
                : words.nextDrill(whenIs(nextDueMs, nowMs, language))}
          </span>
        )}
      </span>
      {(isWaiting || held > 0) && (
        <a className="button" href={hashOf({ page: 'drills' })}>
          {words.toDrills}
        </a>
      )}
    </section>
  );
}
