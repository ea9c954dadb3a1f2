import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { WatchTarget, Window } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useSession, useSessionShallow, useSessionStore, useWatch } from '../../session/hooks.ts';
import { currentMoment } from '../../session/store.ts';
import { DatabaseSummary, useDatabase } from '../DatabaseChoice.tsx';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { TryCommand } from '../TryCommand.tsx';
import { comparedWith } from './comparison.ts';
import { orderNote, summariseKeyspace } from './describe.ts';
import { createList, type ListListeners } from './list.ts';
import { narrateKeyspace } from './narrate.ts';
import { type KeyspaceWords, keyspaceWords } from './words.ts';
import './keyspace.css';

/** Rows held beyond those in sight, above and below. */
const margin = 16;
const firstWindow: Window = { from: 0, count: 64 };

export function KeyspacePanel({ watchId, db: givenDb = 0 }: PanelProps) {
  const language = useLanguage();
  const words = keyspaceWords[language];
  const [db, setDb] = useDatabase(givenDb);
  const [window, setWindow] = useState(firstWindow);
  const target = useMemo<WatchTarget>(() => ({ kind: 'keyspace', db, window }), [db, window]);
  useWatch(watchId, target);

  const picture = usePicture(watchId);
  const view = picture?.kind === 'keyspace' ? picture : null;
  const step = useSession((state) => currentMoment(state)?.step ?? null);
  const { before, settled } = useSessionShallow((state) => comparedWith(state, watchId));
  const listeners = useMemo<ListListeners>(
    () => ({
      looked: (firstRow, rows) =>
        setWindow((old) => {
          const inside = firstRow >= old.from && firstRow + rows <= old.from + old.count;
          if (inside) return old;
          return {
            from: Math.max(0, firstRow - margin),
            count: Math.max(firstWindow.count, rows + 2 * margin),
          };
        }),
    }),
    [],
  );
  // Show the last key's ghost before the list gives way to the empty state.
  const empty = view === null || (view.keys === 0 && (settled || before === null || before.keys === 0));
  const note = view === null ? null : orderNote(view, language);

  return (
    <PanelFrame
      title={words.title}
      summary={
        <DatabaseSummary
          label={words.database}
          db={db}
          onChange={setDb}
          figures={view === null ? [] : summariseKeyspace(view, language)}
        />
      }
      state={picture === undefined ? 'loading' : empty ? 'empty' : 'ready'}
      message={empty && picture !== undefined ? <TryCommand hint={words.empty} /> : undefined}
      narration={view === null ? null : narrateKeyspace(step, view, before, language)}
    >
      {note !== null && <p className="keyspace-note">{note}</p>}
      <KeyspaceList watchId={watchId} db={db} words={words} listeners={listeners} />
    </PanelFrame>
  );
}

/** The elements of the list. React makes them once and then leaves their insides to the list. */
const KeyspaceList = memo(function KeyspaceList(props: {
  readonly watchId: string;
  readonly db: number;
  readonly words: KeyspaceWords;
  readonly listeners: ListListeners;
}) {
  const { watchId, db, words, listeners } = props;
  const store = useSessionStore();
  const scroll = useRef<HTMLElement>(null);
  const height = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const caption = useRef<HTMLTableCaptionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const spoken = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      createList(
        {
          scroll: scroll.current!,
          height: height.current!,
          table: table.current!,
          caption: caption.current!,
          body: body.current!,
          spoken: spoken.current!,
        },
        store,
        watchId,
        listeners,
      ),
    [store, watchId, listeners],
  );
  const { columns } = words;
  return (
    <section
      ref={scroll}
      className="keyspace-scroll"
      aria-label={words.list}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      data-own-keys
      data-db={db}
    >
      <div ref={height} className="keyspace-height">
        <table ref={table} className="keyspace-table">
          <caption ref={caption} className="visually-hidden" />
          <thead>
            <tr>
              <th scope="col">{columns.key}</th>
              <th scope="col">{columns.type}</th>
              <th scope="col">{columns.encoding}</th>
              <th scope="col">{columns.value}</th>
              <th scope="col">{columns.ttl}</th>
              <th scope="col" className="keyspace-memory">
                {columns.memory}
              </th>
            </tr>
          </thead>
          <tbody ref={body} />
        </table>
      </div>
      <div ref={spoken} className="visually-hidden" aria-live="polite" />
    </section>
  );
});
