import { type CSSProperties, useId, useState } from 'react';
import { type NumberScale, numberIn } from '../../protocol/exercise.ts';
import { formatCount } from '../i18n/amounts.ts';
import { type Language, useLanguage, usePair } from '../i18n/index.ts';
import { atPlace, placeOf, SLIDER_STEPS } from './number-scale.ts';
import { lessonWords, unitWords } from './words.ts';
import './number-answer.css';

interface NumberAnswerProps {
  readonly scale: NumberScale;
  /** As typed; empty before anything was said. */
  readonly given: string;
  /** What the engine has observed, once it may be shown. */
  readonly observed: number | null;
  say(number: string): void;
}

/** A number typed or dragged on a scale. Once it is judged, the scale shows how far it was from the engine's. */
export function NumberAnswer({ scale, given, observed, say }: NumberAnswerProps) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const id = useId();
  /** What stands in the field, which may be no number yet. */
  const [typed, setTyped] = useState(given);
  const said = numberIn(given);
  const unit = scale.unit === null ? '' : unitWords[language][scale.unit];

  const change = (text: string) => {
    setTyped(text);
    say(numberIn(text.trim()) === null ? '' : text.trim());
  };

  return (
    <div className="lesson-guess">
      <div className="lesson-guess-entry">
        <label htmlFor={id}>{words.yourNumber}</label>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => change(target.value)}
        />
        {unit !== '' && <span>{unit}</span>}
      </div>
      <div className="lesson-guess-scale">
        <input
          type="range"
          aria-label={words.numberScale}
          aria-valuetext={said === null ? words.noNumberYet : numberText(said, unit, language)}
          min={0}
          max={SLIDER_STEPS}
          data-empty={said === null}
          value={said === null ? SLIDER_STEPS / 2 : placeOf(scale, said) * SLIDER_STEPS}
          onChange={({ target }) => change(String(atPlace(scale, Number(target.value) / SLIDER_STEPS)))}
        />
        {observed !== null && (
          <span
            className="lesson-guess-mark"
            style={{ '--place': placeOf(scale, observed) } as CSSProperties}
            aria-hidden="true"
          >
            {numberText(observed, '', language)}
          </span>
        )}
        <span className="lesson-guess-ends" aria-hidden="true">
          <span>{numberText(scale.from, '', language)}</span>
          <span>{numberText(scale.to, unit, language)}</span>
        </span>
      </div>
    </div>
  );
}

export function numberText(number: number, unit: string, language: Language): string {
  const text = Number.isInteger(number) ? formatCount(number, language) : String(number);
  if (unit === '') return text;
  return unit === '%' ? `${text}%` : `${text} ${unit}`;
}
