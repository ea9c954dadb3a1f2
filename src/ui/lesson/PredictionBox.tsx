import { useId } from 'react';
import { useStore } from 'zustand';
import { confirmedOption, type Prediction } from '../../protocol/exercise.ts';
import type { Inline } from '../../protocol/prose.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { ActionLine } from './ActionLine.tsx';
import type { ExerciseRun } from './exercise-run.ts';
import { Blocks, Inlines } from './Prose.tsx';
import { lessonWords } from './words.ts';

/** A question that is answered before the command runs, and judged by what the engine then observes. */
export function PredictionBox({ prediction, run }: { prediction: Prediction; run: ExerciseRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const name = useId();
  const state = useStore(run, ({ predictions }) => predictions[prediction.id]);
  const blocked = useStore(run, ({ busy, phase }) => busy || phase !== 'ready');
  const chosen = prediction.options.find(({ id }) => id === state?.chosen);
  const isDone = state?.status === 'done';
  const observed = isDone ? state.observed : null;
  const right = isDone ? confirmedOption(prediction, observed) : undefined;
  const branch = useSession((session) => session.branch);
  const stretch = state?.stretch?.branch === branch ? state.stretch : null;
  const canRun = chosen !== undefined && !blocked && state?.status === 'chosen';

  return (
    <div className="lesson-ask" data-done={isDone}>
      <fieldset disabled={isDone || state?.status === 'running'}>
        <legend>
          <span className="lesson-kind">{words.predictFirst}</span>
          <Blocks blocks={prediction.question[language]} />
        </legend>
        <div className="lesson-options">
          {prediction.options.map((option) => (
            <label
              key={option.id}
              className="lesson-option"
              data-settled={isDone}
              data-verdict={verdictOf(option.id, chosen?.id, right?.id, isDone)}
            >
              <input
                type="radio"
                name={name}
                checked={option.id === chosen?.id}
                onChange={() => run.choose(prediction.id, option.id)}
              />
              <span className="lesson-option-text">
                {isDone && option.id === right?.id && <Icon name="check" size={15} />}
                {isDone && option.id === chosen?.id && option.id !== right?.id && (
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
          title={chosen === undefined ? words.chooseFirst : undefined}
          onClick={() => {
            if (canRun) void run.runPrediction(prediction.id);
            else if (isDone && stretch !== null) run.replay(stretch);
          }}
        >
          {isDone ? words.replay : state?.status === 'running' ? words.running : words.run}
        </button>
      </div>
      {chosen === undefined && !isDone && <p className="lesson-note">{words.chooseFirst}</p>}
      <div className="lesson-verdict" role="status">
        {isDone && (
          <>
            <p className="lesson-verdict-line" data-right={chosen?.id === right?.id}>
              {chosen !== undefined && (
                <b>{chosen.id === right?.id ? words.right : words.wrong(textOf(chosen.text[language]))} </b>
              )}
              <span>
                {words.engineSays}
                {language === 'zh' ? '：' : ': '}
                {prediction.observeName[language]} = <code>{observed ?? '(nil)'}</code>
              </span>
            </p>
            {right?.id === prediction.answer ? (
              <Blocks blocks={prediction.explanation[language]} />
            ) : (
              <p>{words.unexpected}</p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function verdictOf(id: string, chosen: string | undefined, right: string | undefined, isDone: boolean) {
  if (!isDone) return undefined;
  if (id === right) return 'right';
  return id === chosen ? 'wrong' : undefined;
}

function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if ('children' in inline) return textOf(inline.children);
      return inline.type === 'break' ? ' ' : inline.text;
    })
    .join('');
}
