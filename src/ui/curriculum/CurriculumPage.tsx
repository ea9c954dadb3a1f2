import curriculum from 'virtual:curriculum';
import type { CommonClaim, CurriculumLesson } from '../../protocol/curriculum.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';
import './curriculum.css';

interface CurriculumWords {
  readonly title: string;
  readonly lead: (written: number, all: number, steps: number) => string;
  readonly claims: string;
  readonly claimsLead: (run: number, all: number) => string;
  readonly columns: {
    readonly lesson: string;
    readonly steps: string;
    readonly said: string;
    readonly where: string;
  };
  readonly toCome: string;
  readonly verdicts: Readonly<Record<NonNullable<CommonClaim['verdict']> | 'shown', string>>;
}

const words: Pair<CurriculumWords> = {
  zh: {
    title: '课程全览',
    lead: (written, all, steps) => `全部 ${all} 课，写好 ${written} 课，共 ${steps} 步。下表由课程文件生成。`,
    claims: '常见说法，跑一遍再信',
    claimsLead: (run, all) => `笔记和博客里常见的 ${all} 个说法，其中 ${run} 个已经在课里用引擎跑过。`,
    columns: { lesson: '课', steps: '步骤', said: '常见说法', where: '在哪一步验证' },
    toCome: '还没写好',
    verdicts: { true: '对', false: '错', half: '对一半', shown: '现场演示' },
  },
  en: {
    title: 'What the course covers',
    lead: (written, all, steps) =>
      `${all} lessons in all, ${written} of them written, with ${steps} steps. Made from the lessons themselves.`,
    claims: 'Common claims, run instead of believed',
    claimsLead: (run, all) =>
      `${all} things that notes and blogs often say. ${run} of them are run on the engine in a lesson.`,
    columns: { lesson: 'Lesson', steps: 'Steps', said: 'You’ll often read', where: 'Where it is run' },
    toCome: 'still to come',
    verdicts: { true: 'true', false: 'false', half: 'half true', shown: 'shown' },
  },
};

const lessons = curriculum.parts.flatMap((part) => part.lessons);

/** Every lesson with its steps, every common claim with the step that runs it, and what is still to come. */
export function CurriculumPage() {
  const text = usePair(words);
  const language = useLanguage();
  const written = lessons.filter(({ steps }) => steps.length > 0);
  const { claims } = curriculum;
  return (
    <div className="curriculum-page">
      <h1>{text.title}</h1>
      <p className="curriculum-lead">
        {text.lead(
          written.length,
          lessons.length,
          written.reduce((sum, { steps }) => sum + steps.length, 0),
        )}
      </p>
      {curriculum.parts.map((part) => (
        <section key={part.title.en} aria-label={part.title[language]}>
          <h2>{part.title[language]}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.columns.lesson}</th>
                <th scope="col">{text.columns.steps}</th>
              </tr>
            </thead>
            <tbody>
              {part.lessons.map((lesson) => (
                <LessonRow key={lesson.id} lesson={lesson} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
      {claims.length > 0 && (
        <section aria-label={text.claims}>
          <h2>{text.claims}</h2>
          <p className="curriculum-lead">
            {text.claimsLead(claims.filter(({ step }) => step !== null).length, claims.length)}
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.columns.said}</th>
                <th scope="col">{text.columns.where}</th>
              </tr>
            </thead>
            <tbody>
              {claims.map((claim) => (
                <ClaimRow key={claim.said.en} claim={claim} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function LessonRow({ lesson: { id, title, steps } }: { lesson: CurriculumLesson }) {
  const text = usePair(words);
  const language = useLanguage();
  if (steps.length === 0) {
    return (
      <tr data-state="planned">
        <th scope="row">{title[language]}</th>
        <td>{text.toCome}</td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ page: 'lesson', lessonId: id })}>{title[language]}</a>
      </th>
      <td>
        <ol>
          {steps.map((step) => (
            <li key={step.id}>
              <a href={hashOf({ page: 'lesson', lessonId: id, stepId: step.id })}>{step.heading[language]}</a>
            </li>
          ))}
        </ol>
      </td>
    </tr>
  );
}

function ClaimRow({ claim: { said, lesson: id, step: stepId, verdict } }: { claim: CommonClaim }) {
  const text = usePair(words);
  const language = useLanguage();
  const lesson = lessons.find((one) => one.id === id);
  const step = lesson?.steps.find((one) => one.id === stepId);
  return (
    <tr data-state={step === undefined ? 'planned' : undefined}>
      <td>{said[language]}</td>
      <td>
        {step === undefined || stepId === null ? (
          <>
            {lesson?.title[language]} · {text.toCome}
          </>
        ) : (
          <>
            <a href={hashOf({ page: 'lesson', lessonId: id, stepId })}>
              {lesson?.title[language]} › {step.heading[language]}
            </a>{' '}
            <span className="curriculum-verdict" data-verdict={verdict ?? 'shown'}>
              {text.verdicts[verdict ?? 'shown']}
            </span>
          </>
        )}
      </td>
    </tr>
  );
}
