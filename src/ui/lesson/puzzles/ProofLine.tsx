import type { Proof } from '../../../protocol/proof.ts';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { puzzleWords } from './words.ts';

/** What the engine shows, as short as it can be said. */
export function ProofLine({ proof }: { readonly proof: Proof }) {
  const words = usePair(puzzleWords);
  const language = useLanguage();
  const colon = language === 'zh' ? '：' : ': ';
  return (
    <small className="puzzle-proof">
      {words.engineShows}
      {colon}
      {proof.name[language]} = <code>{proof.is}</code>
    </small>
  );
}
