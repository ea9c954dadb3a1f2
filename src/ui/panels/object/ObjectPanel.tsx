import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { decodeUtf8 } from '../../../protocol/utf8.ts';
import type { WatchTarget } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { explainedKeyStore } from '../explained-key.ts';
import { KeySummary, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { SentenceAround, TryCommand } from '../TryCommand.tsx';
import { accessibleObject, summariseObject } from './describe.ts';
import { explainEncoding } from './explain.ts';
import { layoutObject } from './layout.ts';
import { narrateObject } from './narrate.ts';
import { objectWords } from './words.ts';
import './object.css';

/** A value in memory, and the reasons for its encoding. */
export function ObjectPanel(props: PanelProps) {
  const { watchId } = props;
  const language = useLanguage();
  const words = objectWords[language];
  const keyed = useKeyOfPanel(props);
  const { db, setDb, named, setNamed } = keyed;
  const asked = useStore(explainedKeyStore, (state) => state.asked);
  useEffect(() => {
    if (asked === null) return;
    setDb(asked.db);
    setNamed({ key: decodeUtf8(asked.keyBytes), keyBytes: asked.keyBytes });
    // Answered: a panel opened later follows the commands again.
    explainedKeyStore.setState({ asked: null });
  }, [asked, setDb, setNamed]);
  const target = useMemo<WatchTarget>(
    () => ({ kind: 'object', db, key: named?.keyBytes ?? null }),
    [db, named],
  );
  useWatch(watchId, target);
  const picture = usePictureOf(watchId, 'object');
  const view = picture ?? null;
  const value = view?.value ?? null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  // On a phone the reasons would take half of the drawing's place.
  const [isOpenAtFirst] = useState(() => !window.matchMedia('(max-width: 600px)').matches);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <KeySummary
          words={words}
          keyed={keyed}
          seen={view === null ? null : { key: view.key, names: view.keys }}
          figures={view === null || value === null ? [] : summariseObject(view, language)}
        />
      }
      state={picture === undefined ? 'loading' : value === null ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : <Nothing lookedFor={view?.key ?? null} />}
      narration={step === null || view === null ? null : narrateObject(step, view, language)}
    >
      {value !== null && (
        <div className="object-sheet">
          <Stage
            watchId={watchId}
            kind="object"
            label={words.stage}
            layout={layoutObject}
            accessible={accessibleObject}
          />
          <details className="object-why" open={isOpenAtFirst}>
            <summary>{words.why}</summary>
            <ul>
              {explainEncoding(value, language).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        </div>
      )}
    </PanelFrame>
  );
}

function Nothing({ lookedFor }: { readonly lookedFor: string | null }) {
  const { gone, empty } = objectWords[useLanguage()];
  if (lookedFor === null) return <TryCommand hint={empty} />;
  return <SentenceAround hint={{ ...gone, command: lookedFor }} />;
}
