import { useCallback, useMemo, useState } from 'react';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { BloomTarget, BloomView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useWatch } from '../../session/hooks.ts';
import { KeyedPanel, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { accessibleBloom, summariseBloom } from './describe.ts';
import { layoutBloom } from './layout.ts';
import { narrateBloom } from './narrate.ts';
import { bloomWords } from './words.ts';
import './bloom.css';

const pageBytes = 256;
const strangers = 2000;

/** Which layer and bytes are shown; -1 is the newest layer. */
interface Looking {
  readonly layer: number;
  readonly from: number;
}

const newest: Looking = { layer: -1, from: 0 };

/** The item whose bits are highlighted: a typed one, or the first false positive. */
interface Asked {
  readonly item: string;
  readonly seeks: boolean;
}

const nobody: Asked = { item: '', seeks: false };

export function BloomPanel(props: PanelProps) {
  const { watchId } = props;
  const language = useLanguage();
  const words = bloomWords[language];
  const keyed = useKeyOfPanel(props);
  const { db, named } = keyed;
  const [looking, setLooking] = useState(newest);
  const [asked, setAsked] = useState(nobody);
  const target = useMemo<BloomTarget>(
    () => ({
      kind: 'bloom',
      db,
      key: named?.keyBytes ?? null,
      layer: looking.layer,
      window: { from: looking.from, count: pageBytes },
      item: asked.item === '' ? null : encodeUtf8(asked.item),
      ...(asked.seeks ? { strangers } : {}),
    }),
    [db, named, looking, asked],
  );
  useWatch(watchId, target);
  const view = usePictureOf(watchId, 'bloom');
  const shownLayer = view?.shown ?? -1;
  const pick = useCallback(
    (what: string) => {
      const [kind, place] = what.split(':');
      if (kind === 'layer') setLooking({ layer: Number(place), from: 0 });
      else setLooking({ layer: shownLayer, from: byteBefore(Number(place)) });
    },
    [shownLayer],
  );

  return (
    <KeyedPanel
      words={words}
      keyed={keyed}
      view={view}
      summarise={(shown) => summariseBloom(shown, language)}
      narrate={(step, shown) => narrateBloom(step, shown, language)}
      onOther={() => setLooking(newest)}
    >
      {(shown) => (
        <>
          <Asking view={shown} asked={asked} onAsk={setAsked} />
          <Stage
            watchId={watchId}
            kind="bloom"
            label={words.stage}
            layout={layoutBloom}
            accessible={accessibleBloom}
            onPick={pick}
          />
          <WindowRow
            words={words.window}
            from={shown.from}
            shown={shown.bytes.length}
            all={shown.layers[shown.shown].bits / 8}
            page={pageBytes}
            onFrom={(from) => setLooking((old) => ({ ...old, from }))}
          />
        </>
      )}
    </KeyedPanel>
  );
}

/** The beginning of a window with this bit near its middle. */
function byteBefore(bit: number): number {
  return Math.max(0, Math.floor(bit / 8) - pageBytes / 2);
}

/** A field to test any item, and a search for a false positive. */
function Asking(props: {
  readonly view: BloomView;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked) => void;
}) {
  const { view, asked, onAsk } = props;
  const words = bloomWords[useLanguage()];
  const { item, seeks } = asked;
  return (
    <div className="bloom-ask" data-not-in-picture="">
      <label>
        {words.ask}
        <input
          value={item}
          placeholder={words.askHint}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onAsk({ item: event.target.value, seeks: false })}
        />
      </label>
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={seeks}
        title={words.strangerHint}
        onClick={() => onAsk({ item: '', seeks: !seeks })}
      >
        {words.stranger}
      </button>
      {(item !== '' || seeks) && (
        <button type="button" className="panel-button" onClick={() => onAsk(nobody)}>
          {words.clear}
        </button>
      )}
      {view.strangers !== null && (
        <span role="status">
          {view.strangers.found === null
            ? words.noStranger(view.strangers.tried)
            : words.foundStranger(view.strangers.found.item, view.strangers.tried)}
        </span>
      )}
    </div>
  );
}
