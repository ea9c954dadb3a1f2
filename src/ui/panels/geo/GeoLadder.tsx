import type { GeohashPosition } from '../../../protocol/steps-order.ts';
import type { GeoSearchView } from '../../../protocol/views.ts';
import { type Language, useLanguage } from '../../i18n/index.ts';
import { describeCell, describeShape } from './describe.ts';
import { powerOf, type Rung, rungsOf } from './ladder.ts';
import { arrows, type GeoWords, geoWords } from './words.ts';

interface GeoLadderProps {
  readonly search: GeoSearchView;
  /** The cell of the step. */
  readonly hot: GeohashPosition | null;
}

/** The nine cells on the line of scores: neighbours on the map are often far apart here. */
export function GeoLadder({ search, hot }: GeoLadderProps) {
  const language = useLanguage();
  const words = geoWords[language];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nine rungs scroll where they do not fit.
    <section className="geo-ladder" tabIndex={0} aria-label={words.ladder}>
      <h4>{words.ladder}</h4>
      <p>{`${describeShape(search, language)} · ${words.ladderNote(search.step)}`}</p>
      <p>
        {words.ladderFrom[0]}2<sup>{powerOf(search)}</sup>
        {words.ladderFrom[1]}
      </p>
      <ol>
        {rungsOf(search).map((rung) => (
          <GeoRung key={rung.key} rung={rung} hot={hot} words={words} language={language} />
        ))}
      </ol>
    </section>
  );
}

function GeoRung(props: {
  readonly rung: Rung;
  readonly hot: GeohashPosition | null;
  readonly words: GeoWords;
  readonly language: Language;
}) {
  const { rung, hot, words, language } = props;
  const { cell } = rung;
  const names = ['geo-rung', cell.state];
  if (cell.position === hot) names.push('hot');
  if (cell.found > 0) names.push('some');
  if (rung.gapBefore) names.push('apart');
  const outcome =
    cell.state === 'searched' ? words.outcome(cell.found, cell.candidates) : words.state[cell.state];
  return (
    <li
      className={names.join(' ')}
      data-cell={cell.position}
      data-min={cell.minScore}
      data-max={cell.maxScore}
      data-found={cell.members.join(',')}
      title={`${cell.minScore} … ${cell.maxScore}${rung.gapBefore ? `, ${words.ladderGap}` : ''}`}
    >
      <span className="visually-hidden">{`${words.position[cell.position]}, ${describeCell(cell, language)}`}</span>
      <span aria-hidden="true" className="geo-rung-arrow">
        {arrows[cell.position]}
      </span>
      <code aria-hidden="true">{cell.minScore}</code>
      <span aria-hidden="true" className="geo-rung-outcome">
        {outcome}
      </span>
    </li>
  );
}
