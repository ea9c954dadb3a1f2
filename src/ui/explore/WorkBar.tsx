import { useStore } from 'zustand';
import { hashOf } from '../browser/routes.ts';
import { usePair } from '../i18n/index.ts';
import { type Exploration, workOf } from './exploration.ts';
import { isAnything } from './kept-work.ts';
import { exploreWords } from './words.ts';

interface WorkBarProps {
  readonly exploration: Exploration;
  /** The page shows a link, and work of the reader's own is kept beside it. */
  readonly hasOwn: boolean;
  readonly isRestored: boolean;
}

/** Says that work is kept, and puts it away. */
export function WorkBar({ exploration, hasOwn, isRestored }: WorkBarProps) {
  const words = usePair(exploreWords);
  const cleared = useStore(exploration, (state) => state.cleared);
  const hasWork = useStore(exploration, (state) => isAnything(workOf(exploration.scenario, state)));
  const said = cleared !== null ? words.cleared : hasWork && isRestored ? words.restored : '';
  return (
    <div className="work-bar">
      <span role="status">{said}</span>
      {cleared !== null ? (
        <button type="button" className="button is-quiet" onClick={() => exploration.undoClear()}>
          {words.undoClear}
        </button>
      ) : (
        hasWork && (
          <button type="button" className="button is-quiet" onClick={() => exploration.clear()}>
            {words.clear}
          </button>
        )
      )}
      {hasOwn && (
        <span>
          {words.ownKept}{' '}
          <a href={hashOf({ page: 'explore', scenario: exploration.scenario.id })}>{words.toOwn}</a>
        </span>
      )}
    </div>
  );
}
