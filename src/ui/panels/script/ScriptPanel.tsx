import { useState } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentFrame, currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { TryCommand } from '../TryCommand.tsx';
import { type Phase, summariseScript } from './describe.ts';
import { Follow } from './Follow.tsx';
import { useFollowed } from './followed.ts';
import { narrateScript } from './narrate.ts';
import { answerOf } from './story.ts';
import { Write } from './Write.tsx';
import { scriptWords } from './words.ts';
import '../panel-tools.css';
import './script.css';

const target: WatchTarget = { kind: 'script', db: 0 };

type Mode = 'follow' | 'write';

/** The script that runs or ran last, line by line in both directions, and a place to write one. */
export function ScriptPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = scriptWords[language];
  const [mode, setMode] = useState<Mode>('follow');
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'script' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const followed = useFollowed(watchId);
  const frame = useSession(currentFrame);
  const answer = answerOf(frame)?.text ?? '';
  const error = answer.startsWith('(error) ') ? answer.slice('(error) '.length) : null;
  const isEmpty = view === null || view.script === null;
  // The step for the end comes just before the engine is idle again.
  const isOver = view === null || view.state === 'idle' || step?.type === 'script.end';
  const phase: Phase = isOver ? 'ended' : view.state;
  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : summariseScript(view, phase, language).join(' · ')}
      tools={
        <Segmented<Mode>
          label={words.mode}
          value={mode}
          choices={[
            { value: 'follow', label: words.follow },
            { value: 'write', label: words.write },
          ]}
          onChange={setMode}
        />
      }
      state={picture === undefined ? 'loading' : isEmpty && mode === 'follow' ? 'empty' : 'ready'}
      message={
        picture === undefined ? undefined : (
          <>
            <p>
              <TryCommand hint={{ ...words.empty, command: 'EVAL "return KEYS[1]" 1 a' }} />
            </p>
            <p className="script-offer">
              <button type="button" className="button" onClick={() => setMode('write')}>
                {words.writeOne}
              </button>
            </p>
          </>
        )
      }
      narration={view === null ? null : narrateScript(step, view, followed.before, language, error)}
    >
      {mode === 'write' ? (
        <Write words={words} watchId={watchId} onRun={() => setMode('follow')} />
      ) : (
        view !== null && <Follow view={view} followed={followed} words={words} />
      )}
    </PanelFrame>
  );
}
