import { useCallback, useMemo, useState } from 'react';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import type { StreamTarget, StreamView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { KeyChoice } from '../KeyChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { hearStream, summariseStream } from './describe.ts';
import { layoutStream } from './layout.ts';
import { narrateStream } from './narrate.ts';
import { streamWords } from './words.ts';

/** Drawn at once; the target's own bounds lie beyond. */
const entriesPage = 24;
const pendingPage = 40;

/** What the reader has opened; null and -1 where the panel goes with the steps. */
interface Looking {
  readonly from: number | null;
  readonly node: string | null;
  readonly entriesFrom: number;
  readonly group: Uint8Array | null;
  readonly pendingFrom: number;
}

const following: Looking = { from: null, node: null, entriesFrom: -1, group: null, pendingFrom: 0 };

export function StreamPanel({ watchId, db: givenDb = 0, watchedKey }: PanelProps) {
  const language = useLanguage();
  const words = streamWords[language];
  const [db, setDb] = useDatabase(givenDb);
  /** Null for the stream that the latest command worked on. */
  const [named, setNamed] = useState<StreamView['names'][number] | null>(() =>
    watchedKey === undefined ? null : { key: watchedKey, keyBytes: encodeUtf8(watchedKey) },
  );
  const [looking, setLooking] = useState(following);
  const target = useMemo<StreamTarget>(
    () => ({
      kind: 'stream',
      db,
      key: named?.keyBytes ?? null,
      from: looking.from,
      node: looking.node,
      entries: { from: looking.entriesFrom, count: entriesPage },
      group: looking.group,
      pending: { from: looking.pendingFrom, count: pendingPage },
      follow: true,
    }),
    [db, named, looking],
  );
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'stream' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const isThere = view !== null && view.address !== 0;

  const pick = useCallback(
    (what: string) => {
      if (view !== null) setLooking((old) => picked(old, what, view));
    },
    [view],
  );
  const isFollowing = looking === following;
  const chosen = view?.groups.find(({ address }) => address === view.shown?.address);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <>
          <DatabaseSummary label={words.database} db={db} onChange={setDb} figures={[]} />
          {' · '}
          {view !== null && (
            <KeyChoice
              label={words.key}
              latest={(named === null ? view.key : null) ?? words.latestKey}
              chosen={named}
              names={view.names}
              onChange={(next) => {
                setNamed(next);
                setLooking(following);
              }}
            />
          )}
          {isThere && ` · ${summariseStream(view, language).join(' · ')}`}
        </>
      }
      tools={
        isThere ? (
          <button
            type="button"
            className="panel-button panel-toggle"
            aria-pressed={isFollowing}
            title={words.followHint}
            onClick={() => setLooking(isFollowing ? pinned(view) : following)}
          >
            {words.follow}
          </button>
        ) : undefined
      }
      state={picture === undefined ? 'loading' : isThere ? 'ready' : 'empty'}
      message={picture === undefined ? undefined : <Nothing lookedFor={view?.key ?? null} />}
      narration={step === null || view === null ? null : narrateStream(step, view, language)}
    >
      {isThere && (
        <>
          <Stage
            watchId={watchId}
            kind="stream"
            label={words.stage}
            layout={layoutStream}
            heard={hearStream}
            onPick={pick}
          />
          <WindowRow
            words={words.pendingWindow}
            from={view.shown?.from ?? 0}
            shown={view.shown?.pending.length ?? 0}
            all={chosen?.pending ?? 0}
            page={pendingPage}
            onFrom={(pendingFrom) => setLooking((old) => ({ ...old, pendingFrom }))}
          />
        </>
      )}
    </PanelFrame>
  );
}

/** What is to be seen after a box was picked. */
function picked(old: Looking, what: string, view: StreamView): Looking {
  const at = what.indexOf(':');
  const [kind, name] = [what.slice(0, at), what.slice(at + 1)];
  const opened = view.open?.from ?? 0;
  switch (kind) {
    case 'node':
      return { ...old, from: view.from, node: name, entriesFrom: 0 };
    case 'group': {
      const group = view.groups.find(({ address }) => String(address) === name);
      return { ...old, group: group?.nameBytes ?? null, pendingFrom: 0 };
    }
    case 'nodes': {
      const page = view.nodes.length;
      return { ...old, from: Math.max(0, view.from + (name === 'later' ? page : -page)) };
    }
    case 'entries':
      return {
        ...old,
        node: view.open?.id ?? null,
        entriesFrom: Math.max(0, opened + (name === 'later' ? entriesPage : -entriesPage)),
      };
    default:
      return old;
  }
}

/** Everything stays as it is seen now. */
function pinned(view: StreamView): Looking {
  const group = view.groups.find(({ address }) => address === view.shown?.address);
  return {
    from: view.from,
    node: view.open?.id ?? null,
    entriesFrom: view.open?.from ?? 0,
    group: group?.nameBytes ?? null,
    pendingFrom: view.shown?.from ?? 0,
  };
}

function Nothing({ lookedFor }: { readonly lookedFor: string | null }) {
  const { gone, empty } = streamWords[useLanguage()];
  return (
    <>
      {lookedFor !== null && (
        <p>
          {gone.before}
          <code>{lookedFor}</code>
          {gone.after}
        </p>
      )}
      <p>
        {empty.before}
        <code>{empty.command}</code>
        {empty.after}
      </p>
    </>
  );
}
