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
  readonly isAwaited: boolean;
}

/** Says what is kept of the reader's work. */
export function WorkBar({ exploration, hasOwn, isRestored, isAwaited }: WorkBarProps) {
  const words = usePair(exploreWords);
  const isCleared = useStore(exploration, (state) => state.cleared !== null);
  const hasWork = useStore(exploration, (state) => isAnything(workOf(exploration.scenario, state)));
  const kept = isAwaited ? words.awaited : hasWork && isRestored ? words.restored : '';
  const said = isCleared ? words.cleared : kept;
  return (
    <p className="work-bar">
      <span role="status">{said}</span>
      {hasOwn && (
        <span>
          {words.ownKept}{' '}
          <a href={hashOf({ page: 'explore', scenario: exploration.scenario.id })}>{words.toOwn}</a>
        </span>
      )}
    </p>
  );
}

/** The same button puts all work away and takes it back, so that the keyboard keeps its place. */
export function ClearButton({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const isCleared = useStore(exploration, (state) => state.cleared !== null);
  const hasWork = useStore(exploration, (state) => isAnything(workOf(exploration.scenario, state)));
  if (!isCleared && !hasWork) return null;
  return (
    <button
      type="button"
      className="button is-quiet"
      onClick={() => (isCleared ? exploration.undoClear() : exploration.clear())}
    >
      {isCleared ? words.undoClear : words.clear}
    </button>
  );
}
