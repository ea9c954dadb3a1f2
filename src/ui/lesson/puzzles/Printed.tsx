/** Puzzles on paper: mixed up where they are asked, right where they are answered. */

import type { Puzzle } from '../../../protocol/lesson.ts';
import type { Matching } from '../../../protocol/match.ts';
import { shuffled } from '../../../protocol/order.ts';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { Blocks, Inlines } from '../Prose.tsx';
import { ProofLine } from './ProofLine.tsx';
import { puzzleWords } from './words.ts';

/** `name` decides how it is shuffled, as on the screen. */
export function PrintedPuzzle({ item, name }: { readonly item: Puzzle; readonly name: string }) {
  const language = useLanguage();
  const words = usePair(puzzleWords);
  if (item.type === 'repair') {
    return (
      <>
        <p>
          <Inlines inlines={item.title[language]} />
        </p>
        <Blocks blocks={item.detail[language]} />
        <p className="lesson-kind">{words.broken}</p>
        <pre>{item.broken}</pre>
        <p className="lesson-kind">{words.cases}</p>
        <ul className="printed-options">
          {item.cases.map((one) => (
            <li key={one.id}>
              <Inlines inlines={one.name[language]} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (item.type === 'scenario') return <Blocks blocks={item.question[language]} />;
  return (
    <>
      <Blocks blocks={item.question[language]} />
      {item.type === 'match' ? (
        <Columns pairs={item.pairs} order={shuffled(name, item.pairs.length)} />
      ) : (
        <ul className="printed-options">
          {shuffled(name, item.stages.length).map((stage) => (
            <li key={stage}>
              <Inlines inlines={item.stages[stage].text[language]} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Columns({ pairs, order }: Pick<Matching, 'pairs'> & { readonly order: readonly number[] }) {
  const language = useLanguage();
  return (
    <table className="lesson-table">
      <tbody>
        {pairs.map((pair, row) => (
          <tr key={pair.id}>
            <td>
              {row + 1}. <Inlines inlines={pair.left[language]} />
            </td>
            <td>
              {String.fromCharCode(65 + row)}. <Inlines inlines={pairs[order[row]].right[language]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PuzzleAnswer({ item }: { readonly item: Puzzle }) {
  const language = useLanguage();
  const words = usePair(puzzleWords);
  if (item.type === 'repair') {
    return (
      <>
        <p className="lesson-kind">{words.solution}</p>
        <pre>{item.solution}</pre>
        <Blocks blocks={item.explanation[language]} />
      </>
    );
  }
  if (item.type === 'scenario') {
    const { goal } = item;
    return (
      <>
        <p className="lesson-kind">{words.solution}</p>
        <p>
          <code>
            {goal.type === 'break' ? goal.choices.join(' → ') : Object.values(goal.files).join(', ')}
          </code>
        </p>
        <Blocks blocks={item.explanation[language]} />
      </>
    );
  }
  return (
    <>
      {item.type === 'match' ? (
        <table className="lesson-table">
          <tbody>
            {item.pairs.map((pair) => (
              <tr key={pair.id}>
                <td>
                  <Inlines inlines={pair.left[language]} />
                </td>
                <td>
                  <Inlines inlines={pair.right[language]} />
                  {pair.proof !== null && <ProofLine proof={pair.proof} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ol className="lesson-list">
          {item.stages.map((stage) => (
            <li key={stage.id}>
              <Inlines inlines={stage.text[language]} />
            </li>
          ))}
        </ol>
      )}
      <Blocks blocks={item.explanation[language]} />
    </>
  );
}
