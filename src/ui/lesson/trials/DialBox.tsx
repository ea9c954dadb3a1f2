import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { Dial } from '../../../protocol/dial.ts';
import { type Inline, plainText } from '../../../protocol/prose.ts';
import type { SessionStart } from '../../../protocol/session.ts';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { useActions } from '../../session/hooks.ts';
import { ActionLine } from '../ActionLine.tsx';
import { numberText } from '../NumberAnswer.tsx';
import { Blocks, Inlines } from '../Prose.tsx';
import { unitWords } from '../words.ts';
import { CurveMark, DialPlot } from './DialPlot.tsx';
import { createDialRun, type DialState } from './dial-run.ts';

import { trialWords } from './words.ts';
import './dial.css';

/** Fewer points show no curve, and the words would come before what they are about. */
const TELLING_STOPS = 3;

/** A slider over numbers at which the engine is run, and the curves that come of it. */
export function DialBox({ dial, start }: { readonly dial: Dial; readonly start: SessionStart }) {
  const words = usePair(trialWords);
  const language = useLanguage();
  const actions = useActions();
  const id = useId();
  const [run] = useState(() => createDialRun(dial, start, actions));
  const state = useStore(run);
  useEffect(() => () => run.stop(), [run]);

  const { stops, curves, label, plotted, explanation } = dial;
  const { at, running } = state;
  const unit = unitWords[language][dial.unit];
  const count = (value: number) => numberText(value, '', language);
  const stopsRun = stops.filter((_, stop) => state.values.every((row) => row[stop] !== undefined)).length;
  const isWhole = stopsRun === stops.length;
  const says = (curve: number): string => {
    const value = state.values[curve][at];
    if (value === undefined) return running === at ? words.running : words.notRunYet;
    return value === null ? words.nothing : numberText(value, unit, language);
  };
  const named = (inlines: { zh: readonly Inline[]; en: readonly Inline[] }) => plainText(inlines[language]);
  const results = curves.map((curve, nth) => words.point(named(curve.name), says(nth)));
  const isSettled = state.values.every((row) => row[at] !== undefined);

  return (
    <section className="lesson-dial" aria-label={words.dial} aria-busy={running !== null}>
      <p className="lesson-kind">{words.dial}</p>
      <div className="dial-turn">
        <label htmlFor={id}>
          <Inlines inlines={label[language]} />
        </label>
        <output htmlFor={id}>{count(stops[at])}</output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={at}
        list={`${id}-stops`}
        aria-valuetext={[count(stops[at]), ...results].join('; ')}
        onChange={({ target }) => void run.turnTo(Number(target.value))}
      />
      <datalist id={`${id}-stops`}>
        {stops.map((stop, nth) => (
          <option key={stop} value={nth} />
        ))}
      </datalist>
      <p className="dial-plotted">
        <Inlines inlines={plotted[language]} />
      </p>
      <DialPlot
        dial={dial}
        state={state}
        name={words.plot(heardPlot(dial, state, named, count))}
        label={count}
      />
      <ul className="dial-legend">
        {curves.map((curve, nth) => (
          <li key={curve.id}>
            <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
              <CurveMark curve={nth} />
            </svg>
            <span className="dial-curve">
              <Inlines inlines={curve.name[language]} />
            </span>
            <b>{says(nth)}</b>
          </li>
        ))}
      </ul>
      <div className="dial-buttons">
        <button
          type="button"
          className="button"
          aria-disabled={isWhole || running !== null}
          onClick={() => {
            if (!isWhole && running === null) void run.runAll();
          }}
        >
          {running === null ? words.runAll : words.runningAt(count(stops[running]))}
        </button>
        {!state.isTurned && <span className="lesson-note">{words.turnIt}</span>}
        {state.hasFailed && <span className="lesson-note dial-failed">{words.failed}</span>}
      </div>
      <details className="dial-lines">
        <summary>{words.ranHere}</summary>
        {curves.map((curve) => (
          <div key={curve.id}>
            <p className="lesson-kind">
              <Inlines inlines={curve.name[language]} />
              {settingsOf(curve.config)}
            </p>
            <div className="lesson-demo-lines">
              {curve.runs[at].map((action, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
                <ActionLine key={nth} action={action} />
              ))}
            </div>
          </div>
        ))}
      </details>
      <div className="dial-explained" aria-live="polite">
        <span className="visually-hidden">{isSettled && state.isTurned ? results.join('; ') : ''}</span>
        {stopsRun >= TELLING_STOPS && <Blocks blocks={explanation[language]} />}
      </div>
    </section>
  );
}

/** Settings as they are written in redis.conf. */
export function settingsOf(config: Readonly<Record<string, string>>): string {
  const settings = Object.entries(config).map(([name, value]) => `${name} ${value}`);
  return settings.length === 0 ? '' : ` · ${settings.join(', ')}`;
}

/** All points so far, curve by curve. */
function heardPlot(
  { stops, curves, plotted }: Dial,
  { values }: DialState,
  named: (words: Dial['plotted']) => string,
  count: (value: number) => string,
): string {
  const rows = curves.map((curve, nth) => {
    const points = values[nth].flatMap((value, stop) =>
      value === undefined || value === null ? [] : [`${count(stops[stop])} → ${count(value)}`],
    );
    return points.length === 0 ? [] : [`${named(curve.name)} (${points.join(', ')})`];
  });
  return [named(plotted), ...rows.flat()].join('; ');
}
