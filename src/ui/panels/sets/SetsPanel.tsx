import { useMemo, useState } from 'react';
import type { SetsTarget, SetsView } from '../../../protocol/views.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { useLanguage, useText } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment, isServerDown } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { accessibleSets, summariseSets } from './describe.ts';
import { layoutSets } from './layout.ts';
import { narrateSets } from './narrate.ts';
import { type SetsWords, setsWords } from './words.ts';
import './sets.css';

type Named = SetsView['keys'][number];
type Shape = 'regions' | 'matrix';

const mostSets = 6;
/** Regions have a place for three sets. */
const mostRegions = 3;
const layouts = { regions: layoutSets('regions'), matrix: layoutSets('matrix') };

/** Sets side by side: the members they share, and how a command finds them. */
export function SetsPanel({ watchId, db: givenDb = 0 }: PanelProps) {
  const language = useLanguage();
  const words = setsWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** Null for the sets of the latest command. */
  const [chosen, setChosen] = useState<readonly Named[] | null>(null);
  const [shape, setShape] = useState<Shape>('regions');
  const target = useMemo<SetsTarget>(
    () => ({ kind: 'sets', db, keys: chosen === null ? null : chosen.map(({ keyBytes }) => keyBytes) }),
    [db, chosen],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'sets' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isEmpty = view === null || (view.sets.length === 0 && chosen === null);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <DatabaseSummary
          label={words.database}
          db={db}
          onChange={(next) => {
            setChosen(null);
            setDb(next);
          }}
          figures={view === null ? [] : summariseSets(view, language)}
        />
      }
      tools={
        // Too many members to place each: there is only one picture.
        view !== null && view.regions.length > 0 && view.sets.length <= mostRegions ? (
          <Segmented<Shape>
            label={words.shape}
            value={shape}
            choices={[
              { value: 'regions', label: words.regions },
              { value: 'matrix', label: words.matrix },
            ]}
            onChange={setShape}
          />
        ) : undefined
      }
      state={picture === undefined ? 'loading' : isEmpty ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : <Nothing words={words} />}
      narration={step === null || view === null ? null : narrateSets(step, view, language)}
    >
      {view !== null && !isEmpty && (
        <div className="sets-panel">
          <Stage
            watchId={watchId}
            kind="sets"
            label={words.stage}
            layout={layouts[shape]}
            accessible={accessibleSets}
          />
          <Choice words={words} view={view} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
    </PanelFrame>
  );
}

/** Which sets are shown: those of the latest command, or the pressed ones, in that order. */
function Choice(props: {
  readonly words: SetsWords;
  readonly view: SetsView;
  readonly chosen: readonly Named[] | null;
  readonly onChoose: (chosen: readonly Named[] | null) => void;
}) {
  const { words, view, chosen, onChoose } = props;
  const isChosen = (key: string) => chosen?.some((one) => one.key === key) ?? false;
  const toggle = (name: Named) => {
    const others = (chosen ?? []).filter(({ key }) => key !== name.key);
    const next = isChosen(name.key) ? others : [...others, name].slice(-mostSets);
    onChoose(next.length === 0 ? null : next);
  };
  return (
    <fieldset className="sets-choice" data-not-in-picture="">
      <legend>{words.choose}</legend>
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        {words.latest}
      </button>
      {view.keys.map((name) => (
        <button
          key={name.keyBytes.join()}
          type="button"
          className="panel-button panel-toggle sets-name"
          aria-pressed={isChosen(name.key)}
          onClick={() => toggle(name)}
        >
          {name.key}
        </button>
      ))}
      {view.moreKeys > 0 && <span>{words.more(view.moreKeys)}</span>}
    </fieldset>
  );
}

function Nothing({ words: { empty } }: { readonly words: SetsWords }) {
  const text = useText();
  const isDown = useSession(isServerDown);
  if (isDown) return <>{text.panel.serverDown}</>;
  return (
    <>
      {empty.before}
      <code>{empty.command}</code>
      {empty.middle}
      <code>{empty.second}</code>
      {empty.last}
      <code>{empty.third}</code>
      {empty.after}
    </>
  );
}
