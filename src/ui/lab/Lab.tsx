import { useMemo, useState } from 'react';
import type { Generation } from '../../protocol/session.ts';
import { Question } from '../controls/Dialog.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { Select } from '../controls/Select.tsx';
import { panelTitle, useText } from '../i18n/index.ts';
import { panelIds } from '../panels/registry.ts';
import { navigate } from '../routes.ts';
import { useSession } from '../session/hooks.ts';
import { useWorld } from '../shell/world.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { FillControl } from './FillControl.tsx';
import './lab.css';

/** The keyspace stands beside whichever of these has the stage. */
const stages = panelIds.filter((panel) => panel !== 'keyspace');

/** Free play: panels, consoles, and dials. */
export function Lab({ stage }: { readonly stage?: string }) {
  const text = useText();
  const shown = stage !== undefined && stages.includes(stage) ? stage : 'dict';
  const panels = useMemo(
    () => [shown, 'keyspace'].map((panel) => ({ panel, watchId: panel, title: panelTitle(text, panel) })),
    [text, shown],
  );
  return (
    <Workbench
      panels={panels}
      toolbar={
        <div className="lab-toolbar">
          <span className="lab-field">
            <span>{text.lab.stage}</span>
            <Select
              label={text.lab.stage}
              value={shown}
              choices={stages.map((panel) => ({ value: panel, label: panelTitle(text, panel) }))}
              onChange={(panel) => navigate({ page: 'lab', panel: panel === 'dict' ? undefined : panel })}
            />
          </span>
          <GenerationSwitch />
          <FillControl />
        </div>
      }
    />
  );
}

/** Another generation is another server: the present one ends, after asking. */
function GenerationSwitch() {
  const text = useText();
  const world = useWorld();
  const generation = useSession((state) => state.start?.generation ?? '7.0');
  const hasWork = useSession((state) => state.frames.some((frame) => frame.kind === 'command'));
  const [wanted, setWanted] = useState<Generation | null>(null);
  const choose = (value: Generation) => {
    if (value === generation) return;
    if (hasWork) setWanted(value);
    else void world.startFresh(value);
  };
  return (
    <span className="lab-field">
      <span>{text.lab.generation}</span>
      <Segmented
        label={text.lab.generation}
        value={generation}
        choices={[
          { value: '7.0', label: '7.0' },
          { value: '6.2', label: '6.2' },
        ]}
        onChange={choose}
      />
      {wanted !== null && (
        <Question
          title={text.lab.generationTitle(wanted)}
          text={text.files.startNewQuestion}
          yes={text.files.startNewYes}
          no={text.cancel}
          onYes={() => {
            setWanted(null);
            void world.startFresh(wanted);
          }}
          onNo={() => setWanted(null)}
        />
      )}
    </span>
  );
}
