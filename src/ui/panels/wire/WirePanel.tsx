import { useMemo, useState } from 'react';
import type { RespRole } from '../../../protocol/resp-spans.ts';
import type { WatchTarget, WireView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { momentIndex } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleWire, narrateWire, summariseWire } from './describe.ts';
import { isWrong, replyElements, requestElements } from './elements.ts';
import { wireLayout } from './layout.ts';
import { RawBytes } from './RawBytes.tsx';
import { type WireWords, wireWords } from './words.ts';
import './wire.css';

const target: WatchTarget = { kind: 'wire', db: 0 };
const shownRoles: readonly RespRole[] = ['type', 'length', 'end', 'payload'];

/** The bytes of the frame looked at, in both directions. */
export function WirePanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = wireWords[language];
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'wire' ? picture : null;
  const isAtStart = useSession((state) => momentIndex(state) === 0);
  const [showsAll, setShowsAll] = useState(false);
  const layout = useMemo(() => wireLayout(showsAll), [showsAll]);
  const hasBytes = view !== null && (view.request !== null || view.replies.length > 0);

  return (
    <PanelFrame
      title={words.title}
      summary={view === null || !hasBytes ? undefined : summariseWire(view, language).join(' · ')}
      tools={
        hasBytes && (
          <button
            type="button"
            className="panel-button panel-toggle"
            aria-pressed={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {words.showAll}
          </button>
        )
      }
      state={picture === undefined ? 'loading' : 'ready'}
      narration={view === null || isAtStart ? null : narrateWire(view, language)}
    >
      {hasBytes ? (
        <Stage
          watchId={watchId}
          kind="wire"
          label={words.stage}
          layout={layout}
          accessible={accessibleWire}
          onPick={() => setShowsAll(true)}
        />
      ) : (
        <p className="wire-empty">{nothingText(view, words)}</p>
      )}
      <div className="wire-foot">
        {hasBytes && <Legend words={words} hasError={hasErrors(view)} />}
        <RawBytes words={words} />
      </div>
    </PanelFrame>
  );
}

function nothingText(view: WireView | null, words: WireWords): string {
  if (view?.tooLong === true) return words.tooLong;
  return view?.elsewhere === true ? words.elsewhere : words.empty;
}

/** Whether any byte has the colour of an error. */
function hasErrors(view: WireView): boolean {
  return [...requestElements(view), ...view.replies.flatMap(replyElements)].some(isWrong);
}

function Legend({ words, hasError }: { readonly words: WireWords; readonly hasError: boolean }) {
  return (
    <ul className="wire-legend" aria-label={words.legend}>
      {shownRoles.map((role) => (
        <li key={role} data-role={role} title={words.roleAbout[role]}>
          {words.role[role]}
        </li>
      ))}
      {hasError && (
        <li data-role="error" title={words.error.about}>
          {words.error.name}
        </li>
      )}
    </ul>
  );
}
