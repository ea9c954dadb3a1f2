import { useCallback, useMemo, useState } from 'react';
import type { PackedKeyView, PackedTarget, PackedView } from '../../../protocol/views-packed.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { useDatabase } from '../DatabaseChoice.tsx';
import { KeySummary } from '../KeyedPanel.tsx';
import { keyInSentence } from '../label.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { TryCommand } from '../TryCommand.tsx';
import { packedBefore, shownBlock } from './comparison.ts';
import { summarisePacked } from './describe.ts';
import { narratePacked } from './narrate.ts';
import { PackedConverted } from './PackedConverted.tsx';
import { PackedStage } from './PackedStage.tsx';
import { PackedNodes, PackedStrip } from './PackedStrip.tsx';
import type { StageListeners } from './stage.ts';
import { type PackedWords, packedWords } from './words.ts';
import '../panel-tools.css';
import './packed.css';
import './cells.css';

interface Drawn {
  readonly from: number;
  readonly until: number;
  readonly total: number;
}

const encoder = new TextEncoder();

export function PackedPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = packedWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** The key the reader has chosen; null while the panel follows the commands, or the lesson. */
  const [chosen, setChosen] = useState<Pick<PackedKeyView, 'key' | 'keyBytes'> | null>(null);
  /** The node and the byte the reader has chosen; null while they follow the steps. */
  const [node, setNode] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(null);
  const [folded, setFolded] = useState(true);
  const [drawn, setDrawn] = useState<Drawn>({ from: 0, until: 0, total: 0 });

  const picture = usePicture(watchId);
  const view = picture?.kind === 'packed' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const before = useSession((state) => packedBefore(state, watchId));
  const isGhost = useSession((state) => shownBlock(state, watchId).ghost);

  const key = useMemo(
    () => chosen?.keyBytes ?? (watchedKey === undefined ? null : encoder.encode(watchedKey)),
    [chosen, watchedKey],
  );
  const target = useMemo<PackedTarget>(
    () => ({
      kind: 'packed',
      db,
      key,
      follow: node === null && start === null,
      ...(node === null ? {} : { node }),
      ...(start === null ? {} : { from: start }),
    }),
    [db, key, node, start],
  );
  useWatch(watchId, target);

  const choose = useCallback((next: Pick<PackedKeyView, 'key' | 'keyBytes'> | null) => {
    setChosen(next);
    setNode(null);
    setStart(null);
  }, []);
  const listeners = useMemo<StageListeners>(
    () => ({
      drawn: (from, until, total) =>
        setDrawn((old) =>
          old.from === from && old.until === until && old.total === total ? old : { from, until, total },
        ),
    }),
    [],
  );
  const options = useMemo(() => ({ folded, start }), [folded, start]);

  const value = view?.value ?? null;
  const block = value?.block ?? null;
  const isConverted = value !== null && block === null && value.packedEncoding !== null;
  const isEmpty = view === null || (block === null && !isConverted && !isGhost);
  const isPaged = drawn.from > 0 || drawn.until < drawn.total;

  return (
    <PanelFrame
      title={words.title}
      summary={
        <KeySummary
          words={words}
          keyed={{
            db,
            setDb(next) {
              choose(null);
              setDb(next);
            },
            named:
              chosen ??
              (watchedKey === undefined || key === null ? null : { key: watchedKey, keyBytes: key }),
            setNamed: choose,
          }}
          seen={view === null ? null : { key: view.key, names: view.keys }}
          figures={view === null ? [] : summarisePacked(view, language)}
        />
      }
      tools={
        isEmpty || isConverted ? undefined : (
          <div className="panel-tools">
            {isPaged && <PackedPages words={words} drawn={drawn} start={start} onStart={setStart} />}
            <button
              type="button"
              className="panel-button panel-toggle"
              aria-pressed={folded}
              title={words.foldHint}
              onClick={() => setFolded(!folded)}
            >
              {words.fold}
            </button>
          </div>
        )
      }
      state={picture === undefined ? 'loading' : isEmpty ? 'empty' : 'ready'}
      message={picture === undefined || !isEmpty ? undefined : <EmptyMessage view={view} words={words} />}
      narration={step === null || view === null ? null : narratePacked(step, view, language)}
    >
      <div className="packed" data-ghost={isGhost}>
        {value?.nodes != null && <PackedNodes nodes={value.nodes} words={words} onChoose={setNode} />}
        {block !== null && (
          <PackedStrip block={block} limits={value?.limits ?? []} step={step} words={words} />
        )}
        {isConverted && (
          <PackedConverted
            keyName={view?.key ?? ''}
            value={value}
            before={before}
            words={words}
            language={language}
          />
        )}
        {value === null && isGhost && (
          <p className="packed-became">{words.gone(keyInSentence(view?.key ?? ''))}</p>
        )}
        {(block !== null || isGhost) && (
          <PackedStage watchId={watchId} words={words} options={options} listeners={listeners} />
        )}
      </div>
    </PanelFrame>
  );
}

interface PackedPagesProps {
  readonly words: PackedWords;
  readonly drawn: Drawn;
  readonly start: number | null;
  readonly onStart: (start: number | null) => void;
}

/** More bytes than one page draws: a page further, a page back. */
function PackedPages({ words, drawn, onStart }: PackedPagesProps) {
  const { from, until, total } = drawn;
  return (
    <span className="panel-zoom">
      <button
        type="button"
        className="panel-button"
        aria-label={words.earlier}
        disabled={from === 0}
        onClick={() => onStart(Math.max(0, from - (until - from)))}
      >
        ‹
      </button>
      <output>{words.page(from, until - 1, total)}</output>
      <button
        type="button"
        className="panel-button"
        aria-label={words.later}
        disabled={until >= total}
        onClick={() => onStart(until)}
      >
        ›
      </button>
    </span>
  );
}

function EmptyMessage(props: { readonly view: PackedView | null; readonly words: PackedWords }) {
  const { view, words } = props;
  const key = view?.key == null ? null : keyInSentence(view.key);
  return (
    <>
      {key !== null && view?.value === null && <p>{words.gone(key)}</p>}
      {key !== null && view?.value != null && <p>{words.notPacked(key, view.value.type)}</p>}
      <p>
        <TryCommand hint={words.empty} />
      </p>
    </>
  );
}
