/** Dials, comparisons and programs on paper, where nothing runs: the values are those that the tests hold. */
import { type ClientCode, codeLanguages, programOf } from '../../../protocol/client-code.ts';
import type { Comparison } from '../../../protocol/comparison.ts';
import type { Bounds, Dial } from '../../../protocol/dial.ts';
import { type Language, useLanguage, usePair } from '../../i18n/index.ts';
import { numberText } from '../NumberAnswer.tsx';
import { Blocks, Inlines } from '../Prose.tsx';
import { unitWords } from '../words.ts';
import { codeNames } from './CodeBox.tsx';
import { SettingRows } from './CompareBox.tsx';
import { trialWords } from './words.ts';

export function PrintedDial({ dial }: { readonly dial: Dial }) {
  const words = usePair(trialWords);
  const language = useLanguage();
  const unit = unitWords[language][dial.unit];
  const held = (curve: string, at: number) =>
    dial.expect.find((expected) => expected.curve === curve && expected.at === at);
  return (
    <div className="printed-box">
      <p className="lesson-kind">
        <Inlines inlines={dial.plotted[language]} />
      </p>
      <table className="lesson-table">
        <thead>
          <tr>
            <th>
              <Inlines inlines={dial.label[language]} />
            </th>
            {dial.curves.map((curve) => (
              <th key={curve.id}>
                <Inlines inlines={curve.name[language]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dial.stops.map((stop) => (
            <tr key={stop}>
              <td>{numberText(stop, '', language)}</td>
              {dial.curves.map(({ id }) => (
                <td key={id}>{boundText(held(id, stop), unit, words.none, language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Blocks blocks={dial.explanation[language]} />
    </div>
  );
}

export function PrintedComparison({ comparison }: { readonly comparison: Comparison }) {
  const words = usePair(trialWords);
  const language = useLanguage();
  const { runs, observe, expect } = comparison;
  return (
    <div className="printed-box">
      <Blocks blocks={comparison.question[language]} />
      <table className="lesson-table compare-table">
        <thead>
          <tr>
            <th>{words.observed}</th>
            {runs.map((run) => (
              <th key={run.id}>
                <Inlines inlines={run.name[language]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SettingRows runs={runs} />
          {observe.map(({ path, name }) => (
            <tr key={path}>
              <th scope="row">{name[language]}</th>
              {runs.map(({ id }) => {
                const held = expect.find(({ run, observe }) => run === id && observe === path);
                return <td key={id}>{boundText(held, '', words.none, language)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Blocks blocks={comparison.explanation[language]} />
    </div>
  );
}

/** Paper has no tabs: all programs, one below the other. */
export function PrintedCode({ code }: { readonly code: ClientCode }) {
  const words = usePair(trialWords);
  return (
    <div className="printed-box">
      {codeLanguages.map((language) => (
        <div key={language}>
          <p className="lesson-kind">{codeNames[language]}</p>
          <pre>{programOf(code, language)}</pre>
        </div>
      ))}
      <p className="lesson-kind">{words.prints}</p>
      <pre>{code.prints}</pre>
    </div>
  );
}

/** What the tests hold of a value, as short as it can be said. */
function boundText(held: Bounds | undefined, unit: string, none: string, language: Language): string {
  const text = (value: string | number) =>
    typeof value === 'number' ? numberText(value, unit, language) : value;
  if (held?.is !== undefined) return text(held.is);
  const parts = [
    held?.atLeast === undefined ? '' : `≥ ${text(held.atLeast)}`,
    held?.atMost === undefined ? '' : `≤ ${text(held.atMost)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? none : parts.join(', ');
}
