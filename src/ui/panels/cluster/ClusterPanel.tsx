import { useCallback, useMemo, useState } from 'react';
import { splitArguments } from '../../../protocol/split-arguments.ts';
import type { ClusterTarget } from '../../../protocol/views-cluster.ts';
import { Segmented } from '../../controls/Segmented.tsx';
import { Select } from '../../controls/Select.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { Stage } from '../stage/Stage.tsx';
import { WindowRow } from '../WindowRow.tsx';
import { accessibleCluster, summariseCluster } from './describe.ts';
import { partSlots, slotCount } from './grid.ts';
import { KeyField } from './KeyField.tsx';
import { layoutCluster, partOf } from './layout.ts';
import { MoveSlot } from './MoveSlot.tsx';
import { narrateCluster } from './narrate.ts';
import { clusterWords } from './words.ts';
import './cluster.css';

type Zoom = 'all' | 'part';

/** The slots of a cluster, its nodes as one of them sees them, and the way of a key. */
export function ClusterPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = clusterWords[language];
  /** Null for the first node that runs. */
  const [node, setNode] = useState<number | null>(null);
  /** What the reader has typed; null to follow the commands. */
  const [typed, setTyped] = useState<string | null>(null);
  const [slot, setSlot] = useState<number | null>(null);
  const [zoom, setZoom] = useState<Zoom>('all');
  const [from, setFrom] = useState(0);
  const keys = typed === null ? null : splitArguments(typed);
  const target = useMemo<ClusterTarget>(() => {
    const bytes = typed === null ? null : (splitArguments(typed) ?? []);
    return { kind: 'cluster', db: 0, node, keys: bytes, slot };
  }, [node, typed, slot]);
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'cluster' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const shownFrom = zoom === 'all' ? null : from;
  const layout = useMemo(() => layoutCluster({ from: shownFrom }), [shownFrom]);
  const pick = useCallback((what: string) => {
    const [kind, number] = what.split(':');
    if (kind === 'node') setNode(Number(number));
    if (kind !== 'slot') return;
    setSlot(Number(number));
    setFrom(partOf(Number(number)));
  }, []);
  const empty = view === null || view.servers.length === 0;
  const running = view?.servers.filter(({ id }) => id !== null) ?? [];

  return (
    <PanelFrame
      title={words.title}
      summary={view === null || empty ? undefined : summariseCluster(view, language).join(' · ')}
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={picture === undefined ? undefined : words.empty}
      narration={step === null || view === null ? null : narrateCluster(step, view, language)}
      tools={
        empty ? undefined : (
          <div className="panel-tools">
            <Select
              label={words.seenBy}
              value={String(view.at ?? '')}
              choices={running.map((server) => ({ value: String(server.node), label: server.name }))}
              onChange={(value) => setNode(Number(value))}
            />
            <Segmented<Zoom>
              label={words.show}
              value={zoom}
              choices={(['all', 'part'] as const).map((value) => ({ value, label: words.zooms[value] }))}
              onChange={(next) => {
                setZoom(next);
                if (next === 'part') setFrom(partOf(slot ?? view.way?.keys[0]?.slot ?? from));
              }}
            />
          </div>
        )
      }
    >
      {view !== null && (
        <>
          <KeyField words={words} typed={typed} isBad={typed !== null && keys === null} onTyped={setTyped} />
          <MoveSlot view={view} slot={slot ?? view.way?.keys[0]?.slot ?? null} />
          <Stage
            watchId={watchId}
            kind="cluster"
            label={words.stage}
            layout={layout}
            accessible={accessibleCluster}
            onPick={pick}
          />
          {zoom === 'part' && (
            <WindowRow
              words={words.window}
              from={from}
              shown={partSlots}
              all={slotCount}
              page={partSlots}
              onFrom={(next) => setFrom(Math.min(next, slotCount - partSlots))}
            />
          )}
        </>
      )}
    </PanelFrame>
  );
}
