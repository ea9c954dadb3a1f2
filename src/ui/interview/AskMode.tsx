import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { recall, remember } from '../browser/preferences.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { Blocks, Inlines } from '../lesson/Prose.tsx';
import { Answer } from './Answer.tsx';
import { answersStore, keepAnswer } from './answers.ts';
import { type AskedQuestion, nextQuestion, noAnswer, ratings } from './questions.ts';
import { interviewWords } from './words.ts';

/** The clock stops there: it informs, and does not hurry. */
const LIMIT_S = 60;

/** Asks one question at a time: first only the question, then the answer, the points to tick and a rating. */
export function AskMode({ all }: { all: readonly AskedQuestion[] }) {
  const words = usePair(interviewWords);
  const answers = useStore(answersStore);
  const [asked, setAsked] = useState(() => nextQuestion(all, answersStore.getState(), null));
  if (asked === null) return null;
  const well = all.filter(({ key }) => answers[key]?.rating === 'well').length;
  return (
    <>
      <p className="interview-known">{words.known(well, all.length)}</p>
      <Asked
        key={asked.key}
        asked={asked}
        onNext={() => setAsked(nextQuestion(all, answersStore.getState(), asked))}
      />
    </>
  );
}

function Asked({ asked, onNext }: { asked: AskedQuestion; onNext(): void }) {
  const words = usePair(interviewWords);
  const language = useLanguage();
  const { text } = useStore(answersStore, (answers) => answers[asked.key] ?? noAnswer);
  const [isRevealed, setRevealed] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  const answer = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // A reader with a keyboard or a screen reader is taken to what has just appeared.
  useEffect(() => (isRevealed ? answer : question).current?.focus(), [isRevealed]);
  const reveal = () => {
    keepAnswer(asked.key, { askedAtMs: Date.now() });
    setRevealed(true);
  };
  return (
    <article className="interview-sheet" aria-labelledby={`${id}-question`}>
      <p className="interview-from">
        {words.fromLesson}{' '}
        <a href={hashOf({ page: 'lesson', lessonId: asked.lesson.id })}>{asked.lesson.title[language]}</a>
      </p>
      <h2 ref={question} id={`${id}-question`} tabIndex={-1} className="interview-asked">
        <Blocks blocks={asked.question.words[language].question} />
      </h2>
      <label className="interview-write" htmlFor={`${id}-text`}>
        {words.yourAnswer}
      </label>
      <textarea
        id={`${id}-text`}
        rows={5}
        value={text}
        placeholder={words.placeholder}
        onChange={({ target }) => keepAnswer(asked.key, { text: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          reveal();
        }}
      />
      {isRevealed ? (
        <>
          <h3 ref={answer} tabIndex={-1} className="interview-answer-title">
            {words.answer}
          </h3>
          <Answer asked={asked} points={<Points asked={asked} />} />
          <Rate asked={asked} />
          <button type="button" className="button is-primary" onClick={onNext}>
            {words.nextQuestion}
          </button>
        </>
      ) : (
        <div className="interview-bar">
          <button type="button" className="button is-primary" onClick={reveal}>
            {words.reveal}
          </button>
          <kbd>{words.revealKeys}</kbd>
          <Timer />
        </div>
      )}
    </article>
  );
}

/** Counts up to a minute and stays there. Hidden once, it stays hidden. */
function Timer() {
  const words = usePair(interviewWords);
  const [isHidden, setHidden] = useState(() => recall('interview-time') === 'hidden');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((past) => Math.min(LIMIT_S, past + 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="interview-timer">
      {!isHidden && (
        <span role="timer" aria-label={words.time}>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      )}
      <button
        type="button"
        className="button is-quiet"
        onClick={() => {
          remember('interview-time', isHidden ? 'shown' : 'hidden');
          setHidden(!isHidden);
        }}
      >
        {isHidden ? words.showTime : words.hideTime}
      </button>
    </span>
  );
}

function Points({ asked }: { asked: AskedQuestion }) {
  const words = usePair(interviewWords);
  const language = useLanguage();
  const { ticks } = useStore(answersStore, (answers) => answers[asked.key] ?? noAnswer);
  return (
    <fieldset className="interview-ticks">
      <legend>{words.tick}</legend>
      {asked.question.words[language].points.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed at build time.
        <label key={index}>
          <input
            type="checkbox"
            checked={ticks.includes(index)}
            onChange={({ target }) =>
              keepAnswer(asked.key, {
                ticks: target.checked ? [...ticks, index] : ticks.filter((tick) => tick !== index),
              })
            }
          />
          <span>
            <Inlines inlines={line} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Rate({ asked }: { asked: AskedQuestion }) {
  const words = usePair(interviewWords);
  const { rating } = useStore(answersStore, (answers) => answers[asked.key] ?? noAnswer);
  const name = useId();
  return (
    <fieldset className="interview-rate">
      <legend>{words.rate}</legend>
      {ratings.map((one) => (
        <label key={one} data-rating={one}>
          <input
            type="radio"
            name={name}
            checked={rating === one}
            onChange={() => keepAnswer(asked.key, { rating: one })}
          />
          {words.ratings[one]}
        </label>
      ))}
    </fieldset>
  );
}
