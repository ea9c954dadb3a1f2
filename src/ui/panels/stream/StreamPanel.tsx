import { useCallback, useMemo, useState } from 'react';
import type { StreamTarget, StreamView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useWatch } from '../../session/hooks.ts';
import { KeyedPanel, useKeyOfPanel, usePictureOf } from '../KeyedPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { accessibleStream, summariseStream } from './describe.ts';
import { layoutStream } from './layout.ts';
import { narrateStream } from './narrate.ts';
import { streamWords } from './words.ts';

/** Drawn at once; the target's own bounds lie beyond. */
const entriesPage = 24;
const pendingPage = 40;

/** What the reader has opened; null and -1 while the panel follows the steps. */
interface Looking {
  readonly from: number | null;
  readonly node: string | null;
  readonly entriesFrom: number;
  readonly group: Uint8Array | null;
  readonly pendingFrom: number;
}

const following: Looking = { from: null, node: null, entriesFrom: -1, group: null, pendingFrom: 0 };

export function StreamPanel(props: PanelProps) {
  const { watchId } = props;
  const language = useLanguage();
  const words = streamWords[language];
  const keyed = useKeyOfPanel(props);
  const { db, named } = keyed;
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
  const view = usePictureOf(watchId, 'stream');
  const pick = useCallback(
    (what: string) => {
      if (view != null) setLooking((old) => picked(old, what, view));
    },
    [view],
  );
  const isFollowing = looking === following;

  return (
    <KeyedPanel
      words={words}
      keyed={keyed}
      view={view}
      summarise={(shown) => summariseStream(shown, language)}
      narrate={(step, shown) => narrateStream(step, shown, language)}
      onOther={() => setLooking(following)}
      tools={(shown) => (
        <button
          type="button"
          className="panel-button panel-toggle"
          aria-pressed={isFollowing}
          title={words.followHint}
          onClick={() => setLooking(isFollowing ? pinned(shown) : following)}
        >
          {words.follow}
        </button>
      )}
    >
      {({ shown, groups }) => (
        <>
          <Stage
            watchId={watchId}
            kind="stream"
            label={words.stage}
            layout={layoutStream}
            accessible={accessibleStream}
            onPick={pick}
          />
          <WindowRow
            words={words.pendingWindow}
            from={shown?.from ?? 0}
            shown={shown?.pending.length ?? 0}
            all={groups.find(({ address }) => address === shown?.address)?.pending ?? 0}
            page={pendingPage}
            onFrom={(pendingFrom) => setLooking((old) => ({ ...old, pendingFrom }))}
          />
        </>
      )}
    </KeyedPanel>
  );
}

/** What is shown after a box was picked. */
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

/** Keeps everything as it is shown now. */
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
