import { type CSSProperties, useEffect } from 'react';
import { useStore } from 'zustand';
import { Icon } from '../controls/Icon.tsx';
import { useText } from '../i18n/index.ts';
import { useSession, useSessionStore } from '../session/hooks.ts';
import { lastChangeStore, leaveLastChange, returnFromLastChange } from './last-change.ts';
import { useTimelineWords } from './words.ts';
import './last-change.css';

/** The result of "when did this last change?", and the way back. */
export function LastChangeNotice() {
  const words = useTimelineWords();
  const text = useText();
  const session = useSessionStore();
  const { phase, progress, frame, appeared } = useStore(lastChangeStore);
  const start = useSession((state) => state.start);
  const branch = useSession((state) => state.branch);
  // Another history invalidates the result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it listens to.
  useEffect(() => leaveLastChange, [start, branch]);
  return (
    <div className="last-change-place" role="status">
      {phase !== 'idle' && (
        <div className="last-change" data-phase={phase}>
          {phase === 'searching' && (
            <>
              <p>{words.searching}</p>
              <span
                className="progress"
                style={{ '--fraction': progress } as CSSProperties}
                aria-hidden="true"
              >
                <i />
              </span>
              <button type="button" className="button" onClick={leaveLastChange}>
                {text.cancel}
              </button>
            </>
          )}
          {phase === 'changed' && (
            <p>
              {appeared ? words.appearedBy : words.changedBy}{' '}
              {frame?.kind === 'command' ? <code>{frame.text}</code> : words.byItself}
            </p>
          )}
          {(phase === 'always' || phase === 'absent') && <p>{words[phase]}</p>}
          {phase === 'changed' && (
            <button type="button" className="button" onClick={() => returnFromLastChange(session)}>
              <Icon name="undo" size={14} />
              {words.goBack}
            </button>
          )}
          {phase !== 'searching' && (
            <button
              type="button"
              className="icon-button is-quiet"
              aria-label={text.dismiss}
              onClick={leaveLastChange}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
