/** A panel over one key: header, empty state and narration around the panel's own drawing. */
import { type ReactNode, useState } from 'react';
import type { Step } from '../../protocol/steps.ts';
import { encodeUtf8 } from '../../protocol/utf8.ts';
import type { View } from '../../protocol/views.ts';
import { usePicture, useSession } from '../session/hooks.ts';
import { currentMoment } from '../session/store.ts';
import { DatabaseChoice, Figures, useDatabase } from './DatabaseChoice.tsx';
import { KeyChoice, type NamedKey } from './KeyChoice.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import type { PanelProps } from './panel.ts';
import type { ViewOf } from './stage/scene.ts';
import { type CommandHint, SentenceAround, TryCommand } from './TryCommand.tsx';
import './panel-tools.css';

interface KeyedWords {
  readonly title: string;
  readonly database: string;
  readonly key: string;
  readonly latestKey: string;
  readonly empty: CommandHint;
  readonly gone: { readonly before: string; readonly after: string };
}

export interface KeyOfPanel {
  readonly db: number;
  readonly setDb: (db: number) => void;
  /** Null for the key of the latest command. */
  readonly named: NamedKey | null;
  readonly setNamed: (named: NamedKey | null) => void;
}

/** The database and the key a panel shows: the given ones, until the reader chooses others. */
export function useKeyOfPanel({ db: givenDb = 0, watchedKey }: PanelProps): KeyOfPanel {
  const [db, setDb] = useDatabase(givenDb);
  const [named, setNamed] = useState<NamedKey | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: encodeUtf8(watchedKey) },
  );
  return { db, setDb, named, setNamed };
}

/** `db 0 · user:7 · …`: the database and the key a panel shows, both with a menu. */
export function KeySummary(props: {
  readonly words: Pick<KeyedWords, 'database' | 'key' | 'latestKey'>;
  readonly keyed: KeyOfPanel;
  /** The shown key, and the keys to choose from; null before the first picture. */
  readonly seen: { readonly key: string | null; readonly names: readonly NamedKey[] } | null;
  readonly figures: readonly string[];
  readonly children?: ReactNode;
}) {
  const { words, keyed, seen, figures, children } = props;
  return (
    <>
      <DatabaseChoice label={words.database} db={keyed.db} onChange={keyed.setDb} />
      {' · '}
      {seen !== null && (
        <KeyChoice
          label={words.key}
          latest={(keyed.named === null ? seen.key : null) ?? words.latestKey}
          chosen={keyed.named}
          names={seen.names}
          onChange={keyed.setNamed}
        />
      )}
      <Figures figures={figures} />
      {children}
    </>
  );
}

/** What a watch of this kind sees; undefined before the first picture, null where there is nothing. */
export function usePictureOf<Kind extends View['kind']>(
  watchId: string,
  kind: Kind,
): ViewOf<Kind> | null | undefined {
  const picture = usePicture(watchId);
  if (picture === undefined) return undefined;
  return picture?.kind === kind ? (picture as ViewOf<Kind>) : null;
}

interface KeyedView {
  readonly key: string | null;
  /** 0 if there is nothing under the key. */
  readonly address: number;
  readonly names: readonly NamedKey[];
}

interface KeyedPanelProps<V extends KeyedView> {
  readonly words: KeyedWords;
  readonly keyed: KeyOfPanel;
  /** Undefined until it arrives. */
  readonly view: V | null | undefined;
  readonly summarise: (view: V) => readonly string[];
  readonly narrate: (step: Step, view: V) => string | null;
  /** The reader has chosen another key: close what was opened of the old one. */
  readonly onOther: () => void;
  readonly tools?: (view: V) => ReactNode;
  readonly children: (view: V) => ReactNode;
}

export function KeyedPanel<V extends KeyedView>(props: KeyedPanelProps<V>) {
  const { words, keyed, view, summarise, narrate, onOther, tools, children } = props;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const shown = view != null && view.address !== 0 ? view : null;
  return (
    <PanelFrame
      title={words.title}
      summary={
        <KeySummary
          words={words}
          keyed={{
            ...keyed,
            setNamed(named) {
              keyed.setNamed(named);
              onOther();
            },
          }}
          seen={view ?? null}
          figures={shown === null ? [] : summarise(shown)}
        />
      }
      tools={shown === null ? undefined : tools?.(shown)}
      state={view === undefined ? 'loading' : shown === null ? 'empty' : 'ready'}
      message={view === undefined ? undefined : <Nothing lookedFor={view?.key ?? null} words={words} />}
      narration={step === null || view == null ? null : narrate(step, view)}
    >
      {shown !== null && children(shown)}
    </PanelFrame>
  );
}

function Nothing(props: { readonly lookedFor: string | null; readonly words: KeyedWords }) {
  const { lookedFor, words } = props;
  const { gone, empty } = words;
  return (
    <>
      {lookedFor !== null && (
        <p>
          <SentenceAround hint={{ ...gone, command: lookedFor }} />
        </p>
      )}
      <p>
        <TryCommand hint={empty} />
      </p>
    </>
  );
}
