/** A panel over one key that shows a window of it: the common part of lists, sets of integers and bitmaps. */
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Step } from '../../protocol/steps.ts';
import type { WatchTarget } from '../../protocol/views.ts';
import { useLanguage } from '../i18n/index.ts';
import type { Language } from '../i18n/language.ts';
import { useSession, useWatch } from '../session/hooks.ts';
import { currentMoment } from '../session/store.ts';
import { KeySummary, useKeyOfPanel, usePictureOf } from './KeyedPanel.tsx';
import { keyInSentence } from './label.ts';
import { PanelFrame } from './PanelFrame.tsx';
import type { PanelProps } from './panel.ts';
import { Stage } from './stage/Stage.tsx';
import type { ViewOf } from './stage/scene.ts';
import type { AccessibleTable, Layout } from './stage/sheet.ts';
import { type CommandHint, TryCommand } from './TryCommand.tsx';
import { type Shown, WindowRow, type WindowWords } from './WindowRow.tsx';
import './panel-tools.css';

export type WindowedKind = 'list' | 'intset' | 'bitmap';

export interface WindowedWords {
  readonly title: string;
  readonly stage: string;
  readonly database: string;
  readonly key: string;
  readonly latestKey: string;
  readonly follow: string;
  readonly followHint: string;
  readonly empty: CommandHint;
  readonly gone: (key: string) => string;
  readonly otherType: (key: string, type: string) => string;
  readonly window: WindowWords;
}

interface WindowedPanelProps<Kind extends WindowedKind> {
  readonly panel: PanelProps;
  readonly kind: Kind;
  readonly words: WindowedWords;
  /** How many one window holds. */
  readonly page: number;
  readonly layout: Layout<ViewOf<Kind>>;
  readonly accessible: (view: ViewOf<Kind>, language: Language) => AccessibleTable;
  readonly summarise: (view: ViewOf<Kind>, language: Language) => readonly string[];
  readonly narrate: (step: Step, view: ViewOf<Kind>, language: Language) => string | null;
  /** Null when there is nothing to draw. */
  readonly shownOf: (view: ViewOf<Kind>) => Shown | null;
  readonly children?: ReactNode;
}

export function WindowedPanel<Kind extends WindowedKind>(props: WindowedPanelProps<Kind>) {
  const { panel, kind, words, page, layout, accessible, summarise, narrate, shownOf, children } = props;
  const { watchId } = panel;
  const language = useLanguage();
  const { db, setDb, named, setNamed } = useKeyOfPanel(panel);
  /** Where the reader has put the window; null while it follows the steps. */
  const [from, setFrom] = useState<number | null>(null);
  const seen = useRef(0);
  const key = named?.keyBytes ?? null;
  const picture = usePictureOf(watchId, kind);
  const view = picture ?? null;
  const target = useMemo<WatchTarget>(
    // A following window is not where the reader last put it: start from the shown one.
    () => ({ kind, db, key, window: { from: from ?? seen.current, count: page }, follow: from === null }),
    [kind, db, key, from, page],
  );
  useWatch(watchId, target);
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const shown = view === null ? null : shownOf(view);
  seen.current = shown?.from ?? 0;
  const pick = useCallback((what: string) => {
    const [, place] = /^from:(\d+)$/.exec(what) ?? [];
    if (place !== undefined) setFrom(Number(place));
  }, []);
  const choose = (next: typeof named) => {
    setNamed(next);
    setFrom(null);
  };

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
            named,
            setNamed: choose,
          }}
          seen={view === null ? null : { key: view.key, names: view.keys }}
          figures={view === null || shown === null ? [] : summarise(view, language)}
        />
      }
      tools={
        shown !== null && shown.shown < shown.all ? (
          <button
            type="button"
            className="panel-button panel-toggle"
            aria-pressed={from === null}
            title={words.followHint}
            onClick={() => setFrom(from === null ? seen.current : null)}
          >
            {words.follow}
          </button>
        ) : undefined
      }
      state={picture === undefined ? 'loading' : shown === null ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : <Nothing view={view} words={words} />}
      narration={step === null || view === null ? null : narrate(step, view, language)}
    >
      {shown !== null && (
        <>
          <Stage
            watchId={watchId}
            kind={kind}
            label={words.stage}
            layout={layout}
            accessible={accessible}
            onPick={pick}
          />
          {children}
          <WindowRow {...shown} words={words.window} page={Math.min(page, shown.shown)} onFrom={setFrom} />
        </>
      )}
    </PanelFrame>
  );
}

function Nothing(props: {
  readonly view: { readonly key: string | null; readonly type: string | null } | null;
  readonly words: WindowedWords;
}) {
  const { view, words } = props;
  const { empty, gone, otherType } = words;
  return (
    <>
      {view !== null && view.key !== null && (
        <p>
          {view.type === null ? gone(keyInSentence(view.key)) : otherType(keyInSentence(view.key), view.type)}
        </p>
      )}
      <p>
        <TryCommand hint={empty} />
      </p>
    </>
  );
}
