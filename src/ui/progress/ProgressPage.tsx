import { course } from 'virtual:lessons';
import { useStore } from 'zustand';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { recordsStore } from '../drills/records.ts';
import { useLanguage, usePair, useText } from '../i18n/index.ts';
import { progressStore } from '../lesson/progress.ts';
import { useSessionStore } from '../session/hooks.ts';
import { askForBackup, offerBackup } from './backups.ts';
import { type Done, type LessonSummary, type PartSummary, summaryOf } from './summary.ts';
import { progressWords } from './words.ts';
import './progress.css';

export function ProgressPage() {
  const words = usePair(progressWords);
  const text = useText();
  const session = useSessionStore();
  const parts = summaryOf(course, useStore(progressStore), useStore(recordsStore), Date.now());
  return (
    <div className="progress-page">
      <header className="progress-head">
        <div>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
        <a className="button is-primary" href={hashOf({ page: 'drills' })}>
          {words.toDrills}
          <Icon name="arrow" size={15} />
        </a>
      </header>
      <Totals parts={parts} />
      {parts.map((summary) => (
        <Part key={summary.part.id} summary={summary} />
      ))}
      <section className="progress-keep" aria-labelledby="progress-keep">
        <h2 id="progress-keep">{words.keepTitle}</h2>
        <p>{words.keep}</p>
        <div>
          <button type="button" className="button" onClick={() => void offerBackup(session)}>
            {text.files.backup}
          </button>
          <button type="button" className="button" onClick={() => void askForBackup(session)}>
            {text.files.takeBackup}
          </button>
        </div>
      </section>
    </div>
  );
}

/** A few large figures; a part not begun is a quiet zero. */
function Totals({ parts }: { parts: readonly PartSummary[] }) {
  const words = usePair(progressWords);
  const sum = (of: (part: PartSummary) => number) => parts.reduce((total, part) => total + of(part), 0);
  const met = sum((part) => part.drillsMet);
  const remembered = sum((part) => (part.retention ?? 0) * part.drillsMet) / met;
  const figures: [string, string, number][] = [
    [
      words.lessons,
      words.of(
        sum((part) => part.lessonsFinished),
        sum((part) => part.lessons.length),
      ),
      sum((part) => part.lessonsFinished),
    ],
    [
      words.steps,
      words.of(
        sum((part) => part.stepsDone),
        sum((part) => part.steps),
      ),
      sum((part) => part.stepsDone),
    ],
    [words.tasks, String(sum((part) => part.tasksSolved)), sum((part) => part.tasksSolved)],
    [
      words.drills,
      words.of(
        met,
        sum((part) => part.drills),
      ),
      met,
    ],
    [words.retention, met === 0 ? '–' : percent(remembered), met],
  ];
  return (
    <dl className="progress-totals">
      {figures.map(([name, figure, done]) => (
        <div key={name} data-none={done === 0}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ summary }: { summary: PartSummary }) {
  const words = usePair(progressWords);
  const language = useLanguage();
  const { part, lessons } = summary;
  const titleId = `progress-${part.id}`;
  return (
    <section className="progress-part" aria-labelledby={titleId}>
      <h2 id={titleId}>{part.title[language]}</h2>
      {lessons.length === 0 ? (
        <p className="progress-none">{words.notYet}</p>
      ) : (
        <table aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">{words.lesson}</th>
              <th scope="col">{words.steps}</th>
              <th scope="col">{words.drills}</th>
              <th scope="col">{words.retention}</th>
            </tr>
          </thead>
          <tbody>
            {lessons.map((lesson) => (
              <Lesson key={lesson.lesson.id} summary={lesson} />
            ))}
          </tbody>
          {lessons.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{words.whole}</th>
                <Figures done={summary} />
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </section>
  );
}

function Lesson({ summary }: { summary: LessonSummary }) {
  const language = useLanguage();
  const { lesson } = summary;
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ page: 'lesson', lessonId: lesson.id })}>{lesson.title[language]}</a>
      </th>
      <Figures done={summary} />
    </tr>
  );
}

function Figures({ done }: { done: Done }) {
  const words = usePair(progressWords);
  const isFinished = done.stepsDone === done.steps;
  return (
    <>
      <td data-finished={isFinished}>
        {isFinished && <Icon name="check" size={13} />}
        {words.of(done.stepsDone, done.steps)}
      </td>
      <td>{words.of(done.drillsMet, done.drills)}</td>
      <td className="progress-retention">
        {done.retention === null ? (
          <span className="progress-none">{words.never}</span>
        ) : (
          <>
            <meter min={0} max={1} value={done.retention} aria-label={words.retention} />
            {percent(done.retention)}
          </>
        )}
      </td>
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
