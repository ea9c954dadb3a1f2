import { type ReactNode, useId, useRef } from 'react';
import { useStore } from 'zustand';
import {
  confirmedAnswer,
  confirmedOption,
  judgeAnswer,
  numberIn,
  type Prediction,
} from '../../protocol/exercise.ts';
import type { Inline } from '../../protocol/prose.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { ActionLine } from './ActionLine.tsx';
import type { ExerciseRun } from './exercise-run.ts';
import { NumberAnswer, numberText } from './NumberAnswer.tsx';
import { Blocks, Inlines } from './Prose.tsx';
import { useQuestionSubject } from './question-subject.ts';
import { lessonWords, unitWords } from './words.ts';

/** A prediction with a place in a step: other things come before it. */
export interface PredictionInStep {
  /** It was answered in an earlier visit. */
  readonly isKept: boolean;
  /** What will be run before it, or what it waits for; null when the server is ready for it. */
  readonly before: ReactNode | null;
  readonly waits: boolean;
  run(): void;
  /** Runs it again on a server on which nothing else was done. */
  runAsInText(): void;
}

interface PredictionBoxProps {
  readonly prediction: Prediction;
  readonly run: ExerciseRun;
  readonly inStep?: PredictionInStep;
}

/** A question that is answered before the command runs, and judged by what the engine then observes. */
export function PredictionBox({ prediction, run, inStep }: PredictionBoxProps) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const name = useId();
  const state = useStore(run, ({ predictions }) => predictions[prediction.id]);
  const blocked = useStore(run, ({ busy, phase }) => busy || phase !== 'ready');
  const { scale } = prediction;
  const given = state?.chosen ?? '';
  const chosen = prediction.options.find(({ id }) => id === given);
  const isAnswered = scale === null ? chosen !== undefined : numberIn(given) !== null;
  const isDone = state?.status === 'done';
  const place = useRef<HTMLDivElement>(null);
  useQuestionSubject(place, prediction, !isDone && state?.status !== 'running');
  const observed = isDone ? state.observed : null;
  const confirmed = isDone ? confirmedOption(prediction, observed) : undefined;
  const isAsInText = isDone && confirmedAnswer(prediction, observed) === prediction.answer;
  /** In a step the server can be brought to where the text is: until then no option is right or wrong. */
  const isJudged = isDone && (isAsInText || inStep === undefined);
  const right = isJudged ? confirmed : undefined;
  const askFirst = scale === null ? words.chooseFirst : words.sayFirst;
  const branch = useSession((session) => session.branch);
  const stretch = state?.stretch?.branch === branch ? state.stretch : null;
  const isRight = isJudged && judgeAnswer(prediction, given, observed) === 'right';
  const canRun = isAnswered && !blocked && state?.status === 'chosen' && inStep?.waits !== true;

  const inUnits = (number: number | null) =>
    numberText(number ?? 0, scale?.unit == null ? '' : unitWords[language][scale.unit], language);
  const gap = words.gap(inUnits(numberIn(given)), inUnits(numberIn(observed)));

  return (
    <div className="lesson-ask" data-done={isDone} ref={place}>
      <fieldset disabled={isDone || state?.status === 'running'}>
        <legend>
          <span className="lesson-kind">
            {words.predictFirst}
            {inStep?.isKept === true && !isDone && <Kept text={words.answeredBefore} />}
          </span>
          <Blocks blocks={prediction.question[language]} />
        </legend>
        {scale !== null && (
          <NumberAnswer
            scale={scale}
            given={given}
            observed={isJudged ? numberIn(observed) : null}
            say={(number) => run.choose(prediction.id, number)}
          />
        )}
        <div className="lesson-options">
          {prediction.options.map((option) => (
            <label
              key={option.id}
              className="lesson-option"
              data-settled={isDone}
              data-verdict={verdictOf(option.id, chosen?.id, right?.id, isJudged)}
            >
              <input
                type="radio"
                name={name}
                checked={option.id === chosen?.id}
                onChange={() => run.choose(prediction.id, option.id)}
              />
              <span className="lesson-option-text">
                {isJudged && option.id === right?.id && <Icon name="check" size={15} />}
                {isJudged && option.id === chosen?.id && option.id !== right?.id && (
                  <Icon name="close" size={15} />
                )}
                <span>
                  <Inlines inlines={option.text[language]} />
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="lesson-ask-run">
        <ActionLine action={prediction.action} />
        <button
          type="button"
          className="button is-primary lesson-run"
          aria-disabled={isDone ? stretch === null : !canRun}
          title={isAnswered ? undefined : askFirst}
          onClick={() => {
            if (canRun && inStep !== undefined) inStep.run();
            else if (canRun) void run.runPrediction(prediction.id);
            else if (isDone && stretch !== null) run.replay(stretch);
          }}
        >
          {isDone ? words.replay : state?.status === 'running' ? words.running : words.run}
        </button>
      </div>
      {!isAnswered && !isDone && inStep?.waits !== true && <p className="lesson-note">{askFirst}</p>}
      {(state?.status === 'chosen' || inStep?.waits === true) && !isDone && inStep?.before != null && (
        <p className="lesson-note">{inStep.before}</p>
      )}
      <div className="lesson-verdict" role="status">
        {isDone && (
          <>
            <p className="lesson-verdict-line" data-right={isRight}>
              {isAnswered && isJudged && (
                <b>
                  {isRight
                    ? words.right
                    : chosen === undefined
                      ? gap
                      : words.wrong(textOf(chosen.text[language]))}{' '}
                </b>
              )}
              <span>
                {words.engineSays}
                {language === 'zh' ? '：' : ': '}
                {prediction.observeName[language]} = <code>{observed ?? '(nil)'}</code>
              </span>
            </p>
            {isAsInText ? (
              <Blocks blocks={prediction.explanation[language]} />
            ) : inStep === undefined ? (
              <p>{words.unexpected}</p>
            ) : (
              <>
                <p>{words.notAsInText}</p>
                <button
                  type="button"
                  className="button"
                  aria-disabled={blocked}
                  onClick={({ currentTarget }) => {
                    // This button goes with the verdict.
                    currentTarget.closest('.lesson-ask')?.querySelector<HTMLElement>('.lesson-run')?.focus();
                    inStep.runAsInText();
                  }}
                >
                  {words.runAsInText}
                </button>
              </>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Says that an item was done in an earlier visit. */
export function Kept({ text }: { readonly text: string }) {
  return (
    <span className="lesson-kept">
      <Icon name="check" size={12} />
      {text}
    </span>
  );
}

function verdictOf(id: string, chosen: string | undefined, right: string | undefined, isJudged: boolean) {
  if (!isJudged) return undefined;
  if (id === right) return 'right';
  return id === chosen ? 'wrong' : undefined;
}

export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if ('children' in inline) return textOf(inline.children);
      return inline.type === 'break' ? ' ' : inline.text;
    })
    .join('');
}
