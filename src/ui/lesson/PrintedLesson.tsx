import { course } from 'virtual:lessons';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Action, isOutside } from '../../protocol/actions.ts';
import { isQuestion, type Question } from '../../protocol/exercise.ts';
import {
  type Demonstration,
  isPuzzle,
  type Lesson,
  type LessonItem,
  type LessonStep,
  type Puzzle,
} from '../../protocol/lesson.ts';
import type { Players } from '../../protocol/players.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { ActionLine, amountOf, happeningText } from './ActionLine.tsx';
import { wishOf } from './check-words.ts';
import { numberText } from './NumberAnswer.tsx';
import { Blocks, Inlines } from './Prose.tsx';
import { ProseSettingContext } from './prose-setting.ts';
import { PrintedPuzzle, PuzzleAnswer } from './puzzles/Printed.tsx';
import { puzzleWords } from './puzzles/words.ts';
import { PrintedCode, PrintedComparison, PrintedDial } from './trials/Printed.tsx';
import { lessonWords } from './words.ts';
import './printed.css';

/**
 * The whole lesson for paper: every step with the transcripts of its demonstrations, the answers on a page of their
 * own. It is only there while the browser prints, so that the page does not carry everything twice.
 */
export function PrintedLesson({ lesson }: { lesson: Lesson }) {
  const isPrinting = useIsPrinting();
  return isPrinting ? (
    <div className="printed">
      <LessonSheet lesson={lesson} answers="at-the-end" />
    </div>
  ) : null;
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes its picture when the event is over.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}

interface LessonSheetProps {
  readonly lesson: Lesson;
  /** On paper the answers can be left in the printer; who reads a lesson again wants them where they belong. */
  readonly answers: 'at-the-end' | 'in-place';
}

/** The whole lesson as a text to be read: nothing on it runs. */
export function LessonSheet({ lesson, answers }: LessonSheetProps) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const part = course.parts.find(({ id }) => id === lesson.part);
  /** What has an answer has a number, so that the last page can speak of it. */
  const asked = lesson.content.flatMap(({ items }) => items.filter(hasAnswer));
  const numberOf = (question: Answered) => asked.indexOf(question) + 1;
  return (
    <ProseSettingContext value={{ lessonId: null, revealed: true }}>
      <p className="lesson-eyebrow">
        Rediscope · {part?.title[language]} · Redis {lesson.generation}
      </p>
      <h1>{lesson.title[language]}</h1>
      <p className="lesson-lead">{lesson.lead[language]}</p>
      {lesson.content.map((step, index) => (
        <section key={step.id} data-step={step.id}>
          <h2 tabIndex={-1}>
            {index + 1}. {step.heading[language]}
          </h2>
          <Blocks
            blocks={step.prose[language]}
            item={(id) => {
              const question = asked.find((other) => other.id === id && step.items.includes(other));
              return (
                <Fragment key={id}>
                  <Item step={step} id={id} lessonId={lesson.id} numberOf={numberOf} />
                  {answers === 'in-place' && question !== undefined && (
                    <Answer question={question} number={numberOf(question)} />
                  )}
                </Fragment>
              );
            }}
          />
        </section>
      ))}
      {answers === 'at-the-end' && (
        <section className="printed-answers">
          <h2>{words.answers}</h2>
          {asked.map((item) => (
            <Answer key={item.id} question={item} number={numberOf(item)} />
          ))}
        </section>
      )}
    </ProseSettingContext>
  );
}

type Answered = Question | Puzzle;

function hasAnswer(item: LessonItem): item is Answered {
  return isQuestion(item) || isPuzzle(item);
}

interface ItemProps {
  readonly step: LessonStep;
  readonly id: string;
  readonly lessonId: string;
  readonly numberOf: (question: Answered) => number;
}

function Item({ step, id, lessonId, numberOf }: ItemProps) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const item = step.items.find((other) => other.id === id);
  switch (item?.type) {
    case 'demo':
      return <Transcript demo={item} />;
    case 'players':
      return <Programs players={item} />;
    case 'dial':
      return <PrintedDial dial={item} />;
    case 'compare':
      return <PrintedComparison comparison={item} />;
    case 'code':
      return <PrintedCode code={item} />;
    case 'order':
    case 'match':
    case 'repair':
    case 'scenario':
      return (
        <Box kind={`${puzzleWords[language][item.type]} ${numberOf(item)}`}>
          <PrintedPuzzle item={item} name={`${lessonId}/${item.id}`} />
        </Box>
      );
    case 'predict':
      return (
        <Box kind={`${words.prediction} ${numberOf(item)}`}>
          <Blocks blocks={item.question[language]} />
          {item.scale !== null && (
            <p>
              {numberText(item.scale.from, '', language)} … {numberText(item.scale.to, '', language)}: ______
            </p>
          )}
          <ul className="printed-options">
            {item.options.map((option) => (
              <li key={option.id}>
                <Inlines inlines={option.text[language]} />
              </li>
            ))}
          </ul>
          <Lines actions={[item.action]} />
        </Box>
      );
    case 'task':
      return (
        <Box kind={`${words.task} ${numberOf(item)}`}>
          <p>
            <Inlines inlines={item.title[language]} />
          </p>
          <Blocks blocks={item.detail[language]} />
          <ul className="printed-options">
            {item.checks.map((check, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the checks are fixed at build time.
              <li key={index}>{wishOf(check, language)}</li>
            ))}
          </ul>
        </Box>
      );
    default:
      return null;
  }
}

function Box({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <div className="printed-box">
      <p className="lesson-kind">{kind}</p>
      {children}
    </div>
  );
}

/** Everything that was typed and printed, as it would stand in a terminal. */
function Transcript({ demo }: { demo: Demonstration }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const caption = demo.caption[language];
  const lines = demo.actions.flatMap((action) => [typed(action, words), ...action.printed]);
  return (
    <figure className="printed-demo">
      <pre>{lines.join('\n')}</pre>
      {caption.length > 0 && (
        <figcaption>
          <Inlines inlines={caption} />
        </figcaption>
      )}
    </figure>
  );
}

function typed(action: Action, words: (typeof lessonWords)['en']): string {
  if (action.type === 'advance') return `(${words.passes(amountOf(action.ms))})`;
  if (action.type === 'close') return `(${words.cutOff(action.client)})`;
  if (isOutside(action)) return `(${happeningText(action, words)})`;
  return `${action.client > 1 ? `${words.asClient(action.client)} ` : ''}> ${action.line}`;
}

function Programs({ players: { players } }: { players: Players }) {
  return (
    <div className="printed-players">
      {players.map(({ client, name, program }) => (
        <div key={client}>
          <b>{name}</b>
          <pre>{program.map(({ line, shown }) => shown ?? line).join('\n')}</pre>
        </div>
      ))}
    </div>
  );
}

function Lines({ actions }: { actions: readonly Action[] }) {
  return (
    <div className="printed-lines">
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
        <ActionLine key={index} action={action} />
      ))}
    </div>
  );
}

function Answer({ question, number }: { question: Answered; number: number }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  if (question.type === 'predict') {
    const right = question.options.find(({ id }) => id === question.answer);
    return (
      <Box kind={`${words.prediction} ${number}`}>
        <p>
          <b>{right === undefined ? question.answer : <Inlines inlines={right.text[language]} />}</b>
        </p>
        <Blocks blocks={question.explanation[language]} />
      </Box>
    );
  }
  if (isPuzzle(question)) {
    return (
      <Box kind={`${puzzleWords[language][question.type]} ${number}`}>
        <PuzzleAnswer item={question} />
      </Box>
    );
  }
  return (
    <Box kind={`${words.task} ${number} · ${words.solution}`}>
      <Lines actions={question.solution} />
    </Box>
  );
}
