import { useCallback, useState } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentFrame, currentMoment, lastMoment, momentIndex } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleLoop, summariseLoop } from './describe.ts';
import { accessibleEpoll, layoutEpoll, narrateEpoll } from './epoll.ts';
import { epollWords } from './epoll-words.ts';
import { layoutLoop } from './layout.ts';
import { narrateLoop } from './narrate.ts';
import { loopWords } from './words.ts';
import './loop.css';

const target: WatchTarget = { kind: 'loop', db: 0, turns: 32 };

type Show = 'turns' | 'epoll';

/** Who had the one thread and when, and the jobs beside it. */
export function LoopPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = loopWords[language];
  const epoll = epollWords[language];
  const [show, setShow] = useState<Show>('turns');
  const { seek } = useActions();
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'loop' ? picture : null;
  // A turn is narrated when it is over.
  const isOver = useSession((state) => momentIndex(state) > 0 && currentMoment(state)?.step === null);
  const frame = useSession((state) => currentFrame(state)?.index);
  // Of several servers, another one may have had this frame.
  const isHere = view !== null && view.turns.at(-1)?.frame === frame;
  const empty = view === null || view.turns.length === 0;
  const pick = useCallback((to: string) => seek({ frame: Number(to), moment: lastMoment }), [seek]);

  return (
    <PanelFrame
      title={words.title}
      summary={view === null || empty ? undefined : summariseLoop(view, language).join(' · ')}
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : view?.tooLong === true ? words.tooLong : words.empty}
      narration={
        view === null || !isOver || !isHere
          ? null
          : show === 'epoll'
            ? narrateEpoll(view, language)
            : narrateLoop(view, language)
      }
      tools={
        <Segmented<Show>
          label={epoll.view}
          value={show}
          choices={(['turns', 'epoll'] as const).map((value) => ({ value, label: epoll.views[value] }))}
          onChange={setShow}
        />
      }
    >
      {view !== null && (
        <>
          <Stage
            watchId={watchId}
            kind="loop"
            label={show === 'epoll' ? epoll.stage : words.stage}
            layout={show === 'epoll' ? layoutEpoll : layoutLoop}
            accessible={show === 'epoll' ? accessibleEpoll : accessibleLoop}
            onPick={pick}
          />
          <details className="loop-note">
            <summary>{view.earlierTurns > 0 ? words.earlier(view.earlierTurns) : words.about}</summary>
            <p>{words.model}</p>
          </details>
        </>
      )}
    </PanelFrame>
  );
}
