import { useMemo, useState } from 'react';
import type { Generation } from '../../protocol/session.ts';
import { useActiveSession } from '../active-session/active-session.ts';
import { navigate } from '../browser/routes.ts';
import { Question } from '../controls/Dialog.tsx';
import { Popover } from '../controls/Popover.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { Select } from '../controls/Select.tsx';
import { panelTitle, usePair, useText } from '../i18n/index.ts';
import { groupWords } from '../panels/group-words.ts';
import { groupPanels } from '../panels/groups.ts';
import { panelIds } from '../panels/registry.ts';
import { useSession } from '../session/hooks.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { FillControl } from './FillControl.tsx';
import { PowerControl } from './PowerControl.tsx';
import { ScenarioNote, ScenarioPicker } from './ScenarioPicker.tsx';
import { TrafficControl } from './TrafficControl.tsx';
import './lab.css';

const usual = ['dict', 'keyspace'];

/** Free play: panels, consoles, and dials. The first panel has the stage, the others stand beside it. */
export function Lab({
  panels: wanted,
  scene,
}: {
  readonly panels?: readonly string[];
  readonly scene?: string;
}) {
  const text = useText();
  const shown = useMemo(() => shownPanels(wanted), [wanted]);
  const panels = useMemo(
    () => shown.map((panel) => ({ panel, watchId: panel, title: panelTitle(text, panel) })),
    [text, shown],
  );
  return (
    <Workbench
      panels={panels}
      toolbar={
        <>
          <div className="lab-toolbar">
            <PanelChoice shown={shown} />
            <GenerationSwitch />
            <ScenarioPicker arriving={scene} />
            <FillControl />
            <TrafficControl />
            <PowerControl />
          </div>
          <ScenarioNote />
        </>
      }
    />
  );
}

/** What an address asks for, as far as it exists; a lone panel gets the keyspace beside it. */
function shownPanels(wanted: readonly string[] | undefined): readonly string[] {
  const known = [...new Set(wanted)].filter((panel) => panelIds.includes(panel));
  if (known.length === 0) return usual;
  return known.length === 1 && known[0] !== 'keyspace' ? [known[0], 'keyspace'] : known;
}

function show(panels: readonly string[]): void {
  const isUsual = panels.length === usual.length && panels.every((panel, nth) => panel === usual[nth]);
  navigate({ page: 'lab', panels: isUsual ? undefined : panels });
}

/** Which panel has the stage, and which others are to be seen. */
function PanelChoice({ shown }: { readonly shown: readonly string[] }) {
  const text = useText();
  const groupNames = usePair(groupWords);
  const groups = groupPanels(panelIds);
  const [stage, ...beside] = shown;
  return (
    <>
      <span className="lab-field">
        <span>{text.lab.stage}</span>
        <Select
          label={text.lab.stage}
          value={stage}
          groups={groups.map(({ group, panels }) => ({
            label: groupNames[group],
            choices: panels.map((panel) => ({ value: panel, label: panelTitle(text, panel) })),
          }))}
          onChange={(panel) => show([panel, ...beside.filter((other) => other !== panel)])}
        />
      </span>
      <Popover
        label={text.lab.beside}
        button={text.lab.besideCount(beside.length)}
        buttonClass="button lab-beside"
        start
      >
        {() => (
          <fieldset className="lab-choices">
            <legend>{text.lab.beside}</legend>
            {groups
              .flatMap(({ panels }) => panels)
              .filter((panel) => panel !== stage)
              .map((panel) => (
                <label key={panel}>
                  <input
                    type="checkbox"
                    checked={beside.includes(panel)}
                    onChange={({ target }) =>
                      show([
                        stage,
                        ...(target.checked ? [...beside, panel] : beside.filter((other) => other !== panel)),
                      ])
                    }
                  />
                  {panelTitle(text, panel)}
                </label>
              ))}
          </fieldset>
        )}
      </Popover>
    </>
  );
}

/** Another generation is another server: the present one ends, after asking. */
function GenerationSwitch() {
  const text = useText();
  const active = useActiveSession();
  const generation = useSession((state) => state.start?.generation ?? '7.0');
  const hasWork = useSession((state) => state.frames.some((frame) => frame.kind === 'command'));
  const [wanted, setWanted] = useState<Generation | null>(null);
  const choose = (value: Generation) => {
    if (value === generation) return;
    if (hasWork) setWanted(value);
    else void active.startFresh(value);
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
            void active.startFresh(wanted);
          }}
          onNo={() => setWanted(null)}
        />
      )}
    </span>
  );
}
