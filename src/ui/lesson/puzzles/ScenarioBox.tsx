import { useState } from 'react';
import type { ScenarioTask } from '../../../protocol/scenario-task.ts';
import { EmbeddedScenario } from '../../explore/EmbeddedScenario.tsx';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { Kept } from '../PredictionBox.tsx';
import { Blocks } from '../Prose.tsx';
import type { PuzzleProps } from './puzzle.ts';
import { puzzleWords } from './words.ts';
import './puzzles.css';

/** A scenario in which something is to be broken by hand, or mended until a search finds nothing. */
export function ScenarioBox({ item, isKept, onSolved }: PuzzleProps<ScenarioTask>) {
  const words = usePair(puzzleWords);
  const language = useLanguage();
  const [isSolved, setSolved] = useState(false);
  const reached = () => {
    setSolved(true);
    onSolved();
  };
  return (
    <section className="lesson-puzzle lesson-scenario" aria-label={words.scenario} data-solved={isSolved}>
      <p className="lesson-kind">
        {words.scenario}
        {isKept && <Kept text={words.solvedBefore} />}
      </p>
      <Blocks blocks={item.question[language]} />
      <EmbeddedScenario
        scenario={item.scenario}
        variant={item.variant}
        goal={item.goal.type === 'break' ? item.goal.invariant : null}
        onReached={reached}
      />
      <div role="status">
        {isSolved && (
          <>
            <p className="scenario-reached">
              {item.goal.type === 'break' ? words.scenarioBroken : words.scenarioProved}
            </p>
            <Blocks blocks={item.explanation[language]} />
          </>
        )}
      </div>
    </section>
  );
}
