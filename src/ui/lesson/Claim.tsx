import { type ReactNode, useContext, useState } from 'react';
import type { Block, ClaimVerdict } from '../../protocol/prose.ts';
import { usePair } from '../i18n/index.ts';
import { ProseSettingContext } from './prose-setting.ts';
import { lessonWords } from './words.ts';
import './claim.css';

const verdicts: readonly ClaimVerdict[] = ['true', 'half', 'false'];

interface ClaimProps {
  readonly claim: Block & { type: 'claim' };
  readonly blocks: (blocks: readonly Block[]) => ReactNode;
}

/** Something that is often said. The reader judges it first; then it is told whether it holds. */
export function Claim({ claim, blocks }: ClaimProps) {
  const words = usePair(lessonWords);
  const { revealed } = useContext(ProseSettingContext);
  const [guess, setGuess] = useState<ClaimVerdict | null>(null);
  const isShown = revealed || guess !== null;
  return (
    <div className="lesson-claim">
      <div className="lesson-claim-said">
        <h3>{words.claimed}</h3>
        {blocks(claim.said)}
        {!revealed && (
          <fieldset className="lesson-claim-guess">
            <legend className="visually-hidden">{words.claimHolds}</legend>
            {verdicts.map((verdict) => (
              <button
                key={verdict}
                type="button"
                className="button"
                aria-pressed={guess === verdict}
                // The first guess stands: what follows tells the answer.
                aria-disabled={guess !== null}
                onClick={() => setGuess((before) => before ?? verdict)}
              >
                {words.claimGuess[verdict]}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <div className="lesson-claim-shown" role="status" hidden={!isShown}>
        {isShown && (
          <>
            <h3 data-verdict={claim.verdict}>
              {words.claimVerdict[claim.verdict]}
              {guess !== null && ` · ${guess === claim.verdict ? words.claimAgreed : words.claimDiffered}`}
            </h3>
            {blocks(claim.shown)}
          </>
        )}
      </div>
    </div>
  );
}
