import { useCallback } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { nodesHere } from '../../session/nodes.ts';
import { currentFrame, currentMoment, lastMoment, momentIndex } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { TryCommand } from '../TryCommand.tsx';
import { accessibleCost, summariseCost } from './describe.ts';
import { layoutCost } from './layout.ts';
import { narrateCost } from './narrate.ts';
import { type CostWords, costWords } from './words.ts';

const target: WatchTarget = { kind: 'cost', db: 0 };

/** The counted work of the last command, beside its complexity. */
export function CostPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = costWords[language];
  const { seek } = useActions();
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'cost' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isAtStart = useSession((state) => momentIndex(state) === 0);
  const isOfOne = useSession((state) => nodesHere(state).length === 0);
  const frame = useSession((state) => currentFrame(state)?.index);
  // Of several servers, another one may have had this frame.
  const isHere = isOfOne || view?.rows[0]?.frame === frame;
  const empty = view === null || view.rows.length === 0;
  const pick = useCallback((to: string) => seek({ frame: Number(to), moment: lastMoment }), [seek]);

  return (
    <PanelFrame
      title={words.title}
      summary={view === null || empty ? undefined : summariseCost(view, language).join(' · ')}
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : <Nothing tooLong={view?.tooLong === true} words={words} />}
      narration={view === null || isAtStart || !isHere ? null : narrateCost(step, view, language)}
    >
      {!empty && (
        <Stage
          watchId={watchId}
          kind="cost"
          label={words.stage}
          layout={layoutCost}
          accessible={accessibleCost}
          onPick={pick}
        />
      )}
    </PanelFrame>
  );
}

function Nothing({ tooLong, words }: { readonly tooLong: boolean; readonly words: CostWords }) {
  if (tooLong) return words.tooLong;
  return (
    <>
      <p>{words.empty.nothing}</p>
      <p>
        <TryCommand hint={words.empty.hint} />
      </p>
    </>
  );
}
