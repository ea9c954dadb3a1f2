import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Generation } from '../../protocol/session.ts';
import { useActiveSession } from '../active-session/active-session.ts';
import { navigate } from '../browser/routes.ts';
import { Question } from '../controls/Dialog.tsx';
import { Icon } from '../controls/Icon.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { panelTitle, usePair, useText } from '../i18n/index.ts';
import { DialogBoundary } from '../loading/DialogBoundary.tsx';
import { lazily } from '../loading/lazily.tsx';
import { QuietBoundary } from '../loading/QuietBoundary.tsx';
import { panelIds } from '../panels/registry.ts';
import { useSession } from '../session/hooks.ts';
import { openKeysHelp } from '../timeline/keys-help.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import { FillControl } from './FillControl.tsx';
import { ServersPicker } from './nodes/ServersPicker.tsx';
import { PowerControl } from './PowerControl.tsx';
import { pickerWords } from './picker-words.ts';
import { ScenarioNote, ScenarioPicker } from './ScenarioPicker.tsx';
import { TrafficControl } from './TrafficControl.tsx';
import { endTour, startTour, tourStore } from './tour-state.ts';
import { tourWords } from './tour-words.ts';
import './lab.css';

const NodesControl = lazily(async () => (await import('./nodes/NodesControl.tsx')).NodesControl);
const PanelPicker = lazily(async () => (await import('./PanelPicker.tsx')).PanelPicker);
const Tour = lazily(async () => (await import('./Tour.tsx')).Tour);

const usual = ['dict', 'keyspace'];

/** Free play: panels, consoles and dials. The first panel is the main one, the others stand beside it. */
export function Lab({
  panels: wanted,
  scene,
  servers,
}: {
  readonly panels?: readonly string[];
  readonly scene?: string;
  readonly servers?: string;
}) {
  const text = useText();
  const shown = useMemo(() => shownPanels(wanted), [wanted]);
  usePromptFocus();
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
            <ServersPicker arriving={servers} />
            <FillControl />
            <TrafficControl />
            <PowerOrNodes />
            <TourOffer />
            <button
              type="button"
              className="icon-button is-quiet lab-keys"
              aria-label={text.shell.keys}
              title={`${text.shell.keys} (?)`}
              onClick={openKeysHelp}
            >
              ?
            </button>
          </div>
          <ScenarioNote />
        </>
      }
    />
  );
}

/** The one server is killed and restarted; of several, each one of them, and the network between them. */
function PowerOrNodes() {
  const isWorld = useSession((state) => state.start?.world !== undefined);
  if (!isWorld) return <PowerControl />;
  return (
    <QuietBoundary>
      <NodesControl />
    </QuietBoundary>
  );
}

/** Offers the tour to those who have not seen it, and shows it. */
function TourOffer() {
  const words = usePair(tourWords);
  const { isOffered, step } = useStore(tourStore);
  // Another page has none of what the tour points at.
  useEffect(
    () => () => {
      if (tourStore.getState().step !== null) endTour();
    },
    [],
  );
  if (step !== null)
    return (
      <QuietBoundary>
        <Tour step={step} />
      </QuietBoundary>
    );
  if (!isOffered) return null;
  return (
    <span className="lab-tour">
      <button type="button" className="button is-quiet" onClick={startTour}>
        {words.offer}
      </button>
      <button
        type="button"
        className="icon-button is-quiet"
        aria-label={words.refuse}
        title={words.refuse}
        onClick={endTour}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

/**
 * Puts the focus on the prompt when the lab opens, unless the reader has put it elsewhere meanwhile. Not on a screen to
 * touch: there the keyboard would cover the half of it.
 */
function usePromptFocus(): void {
  const isMoving = useStore(useActiveSession(), (state) => state.isMoving);
  const hasClient = useSession((state) => state.clients.length > 0);
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || isMoving || !hasClient) return;
    isDone.current = true;
    if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && focused.closest('.header-nav') === null) return;
    document.querySelector<HTMLElement>('.console-input-field input')?.focus({ preventScroll: true });
  }, [isMoving, hasClient]);
}

/** The panels that an address names, as far as they exist; a lone panel gets the keyspace beside it. */
function shownPanels(wanted: readonly string[] | undefined): readonly string[] {
  const known = [...new Set(wanted)].filter((panel) => panelIds.includes(panel));
  if (known.length === 0) return usual;
  return known.length === 1 && known[0] !== 'keyspace' ? [known[0], 'keyspace'] : known;
}

function show(panels: readonly string[]): void {
  const isUsual = panels.length === usual.length && panels.every((panel, nth) => panel === usual[nth]);
  navigate({ page: 'lab', panels: isUsual ? undefined : panels });
}

/** Which panel has the stage, and which others are to be seen: a button that says so and opens the picker. */
function PanelChoice({ shown }: { readonly shown: readonly string[] }) {
  const text = useText();
  const words = usePair(pickerWords);
  const [isOpen, setOpen] = useState(false);
  const [stage, ...beside] = shown.map((panel) => panelTitle(text, panel));
  const label = words.open(stage, beside);
  return (
    <>
      <button
        type="button"
        className="button lab-panels"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="panels" size={16} />
        {stage}
        {beside.length > 0 && (
          <small>{`+ ${beside.length < 3 ? beside.join(words.and) : words.more(beside.length)}`}</small>
        )}
        <Icon name="down" size={14} />
      </button>
      {isOpen && (
        <DialogBoundary title={words.title} onClose={() => setOpen(false)}>
          <PanelPicker shown={shown} onShow={show} onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </>
  );
}

/** Another generation is another server: ask, then end the present one. */
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
