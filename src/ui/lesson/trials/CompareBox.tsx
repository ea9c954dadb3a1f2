import { useEffect, useRef, useState } from 'react';
import { type Comparison, comparedTrial } from '../../../protocol/comparison.ts';
import type { SessionStart } from '../../../protocol/session.ts';
import { formatCount } from '../../i18n/amounts.ts';
import { type Language, useLanguage, usePair } from '../../i18n/index.ts';
import { useActions } from '../../session/hooks.ts';
import { ActionLine } from '../ActionLine.tsx';
import { Blocks, Inlines } from '../Prose.tsx';
import { trialWords } from './words.ts';
import './dial.css';
import './compare.css';

type Found = readonly (string | number | null)[];
type Progress = 'idle' | 'running' | 'failed';

/** The same lines on two servers, and what is observed of both. */
export function CompareBox({
  comparison,
  start,
}: {
  readonly comparison: Comparison;
  readonly start: SessionStart;
}) {
  const words = usePair(trialWords);
  const language = useLanguage();
  const { trial, stopTrial } = useActions();
  const [progress, setProgress] = useState<Progress>('idle');
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const isRunning = useRef(false);
  useEffect(
    () => () => {
      if (isRunning.current) stopTrial();
    },
    [stopTrial],
  );

  const runBoth = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProgress('running');
    setFound(null);
    try {
      const outcomes: Found[] = [];
      for (const run of comparison.runs) {
        const outcome = await trial(comparedTrial(start, comparison, run));
        // Another box has asked the engine meanwhile.
        if (outcome === null) break;
        outcomes.push(outcome.values);
      }
      if (outcomes.length === comparison.runs.length) setFound(outcomes);
      setProgress('idle');
    } catch {
      setProgress('failed');
    } finally {
      isRunning.current = false;
    }
  };

  const { runs, observe, script, question, explanation } = comparison;
  return (
    <section className="lesson-compare" aria-label={words.compare} aria-busy={progress === 'running'}>
      <p className="lesson-kind">{words.compare}</p>
      <Blocks blocks={question[language]} />
      <div className="compare-scroll">
        <table className="lesson-table compare-table">
          <thead>
            <tr>
              <th scope="col">{words.observed}</th>
              {runs.map((run) => (
                <th key={run.id} scope="col">
                  <Inlines inlines={run.name[language]} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <SettingRows runs={runs} />
            {observe.map(({ path, name }, nth) => {
              const values = runs.map((_, run) => found?.[run]?.[nth]);
              const differs = found !== null && String(values[0]) !== String(values[1]);
              return (
                <tr key={path} data-differs={differs}>
                  <th scope="row">
                    {name[language]}
                    {found !== null && (
                      <span className="compare-mark">
                        {differs ? `≠ ${words.differs}` : `= ${words.same}`}
                      </span>
                    )}
                  </th>
                  {runs.map((run, at) => (
                    <td key={run.id}>{valueText(values[at], words.nothing, language)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="dial-buttons">
        <button
          type="button"
          className="button is-primary"
          aria-disabled={progress === 'running'}
          onClick={() => void runBoth()}
        >
          {progress === 'running' ? words.running : found === null ? words.runBoth : words.runAgain}
        </button>
        {progress === 'failed' && <span className="lesson-note dial-failed">{words.failed}</span>}
      </div>
      <details className="dial-lines">
        <summary>{words.script}</summary>
        <div className="lesson-demo-lines">
          {script.map((action, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
            <ActionLine key={nth} action={action} />
          ))}
        </div>
      </details>
      <div className="dial-explained" aria-live="polite">
        {found !== null && <Blocks blocks={explanation[language]} />}
      </div>
    </section>
  );
}

/** A row for each setting that one of the runs gives its server. */
export function SettingRows({ runs }: Pick<Comparison, 'runs'>) {
  const names = [...new Set(runs.flatMap(({ config }) => Object.keys(config)))];
  return names.map((name) => (
    <tr key={name} className="compare-setting">
      <th scope="row">
        <code>{name}</code>
      </th>
      {runs.map(({ id, config }) => (
        <td key={id}>
          <code>{config[name] ?? '–'}</code>
        </td>
      ))}
    </tr>
  ));
}

function valueText(value: string | number | null | undefined, nothing: string, language: Language): string {
  if (value === undefined) return '…';
  if (value === null) return nothing;
  return typeof value === 'number' ? formatCount(value, language) : value;
}
