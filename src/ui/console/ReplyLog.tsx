import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { presentFrame } from '../../protocol/position.ts';
import { useText } from '../i18n/index.ts';
import { useActions, useSession, useSessionShallow } from '../session/hooks.ts';
import { lastMoment } from '../session/store.ts';
import { consoleEntries, cutText, type Entry, entryFrame, firstLook } from './entries.ts';
import { consoleMemory } from './local-entries.ts';
import { Output, ReplyOutput } from './ReplyOutput.tsx';

/** Entries drawn at first; each "show earlier" adds as many. */
const drawnEntries = 120;
/** Of a line that was typed: frames cut theirs likewise. */
const shownOfLine = { chars: 200, lines: 1 };

/** What a client has sent and been answered, with the line being typed (its children) at the end. */
export function ReplyLog({ client, children }: { client: number; children: ReactNode }) {
  const text = useText();
  const { seek } = useActions();
  const { frames, branch } = useSessionShallow(({ frames, branch }) => ({ frames, branch }));
  const { locals, clearedAt } = useStore(consoleMemory);
  const [drawn, setDrawn] = useState(drawnEntries);
  const entries = useMemo(
    () =>
      consoleEntries(
        frames,
        client,
        locals.filter((local) => local.branch === branch),
        clearedAt[client],
      ),
    [frames, client, locals, branch, clearedAt],
  );
  const position = useSession((state) => (state.following ? presentFrame : state.position.frame));
  const scroller = useRef<HTMLDivElement>(null);
  const atBottom = useRef(true);
  const hidden = Math.max(0, entries.length - drawn);
  const current = useMemo(() => {
    for (let index = entries.length - 1; index >= 0; index--) {
      if (entryFrame(entries[index]) <= position) return entries[index].key;
    }
    return null;
  }, [entries, position]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new entries are what makes it scroll.
  useEffect(() => {
    // Once for all entries of a frame of the screen: reading the height lays out the whole log.
    const request = requestAnimationFrame(() => {
      const element = scroller.current;
      if (element !== null && atBottom.current) element.scrollTop = element.scrollHeight;
    });
    return () => cancelAnimationFrame(request);
  }, [entries]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || position === presentFrame) return;
    const entry = element.querySelector<HTMLElement>(`[data-key="${current}"]`);
    if (entry === null) return;
    const [top, bottom] = [entry.offsetTop, entry.offsetTop + entry.offsetHeight];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight;
  }, [current, position]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click on the paper goes to the line, as in a terminal.
    <div
      className="console-scroller"
      ref={scroller}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        atBottom.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      onClick={(event) => {
        if (window.getSelection()?.isCollapsed === false) return;
        if ((event.target as HTMLElement).closest('button, input') !== null) return;
        const line = (event.target as HTMLElement).closest<HTMLElement>('.console-line[data-frame]');
        if (line !== null) {
          // The focus leaves the prompt, so that the arrow keys step on from there.
          seek({ frame: Number(line.dataset.frame), moment: lastMoment });
          return;
        }
        event.currentTarget.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true });
      }}
    >
      {hidden > 0 && (
        <button
          type="button"
          className="button is-quiet console-earlier"
          onClick={() => {
            atBottom.current = false;
            setDrawn(drawn + drawnEntries);
          }}
        >
          {text.console.showEarlier(hidden)}
        </button>
      )}
      <div className="console-log" role="log" aria-label={text.console.replies} aria-live="polite">
        {entries.slice(hidden).map((entry) => (
          <EntryView
            key={entry.key}
            entry={entry}
            client={client}
            isLater={entryFrame(entry) > position}
            isCurrent={entry.key === current && position !== presentFrame}
          />
        ))}
      </div>
      {children}
    </div>
  );
}

interface EntryViewProps {
  readonly entry: Entry;
  readonly client: number;
  readonly isLater: boolean;
  readonly isCurrent: boolean;
}

const EntryView = memo(
  function EntryView({ entry, client, isLater, isCurrent }: EntryViewProps) {
    const text = useText();
    const state = `${isLater ? ' is-later' : ''}${isCurrent ? ' is-current' : ''}`;
    if (entry.kind === 'closed') {
      return (
        <div className={`console-entry${state}`} data-key={entry.key}>
          <div className="console-note">{text.console.closed}</div>
        </div>
      );
    }
    const line = entry.kind === 'local' ? shortLine(entry.local.line) : entry.own ? entry.frame.text : null;
    return (
      <div className={`console-entry${state}`} data-key={entry.key}>
        {line !== null && (
          <div
            className="console-line"
            data-frame={entry.kind === 'frame' ? entry.frame.index : undefined}
            title={entry.kind === 'frame' ? text.console.goToMoment : undefined}
          >
            <span className="console-prompt">{`db${entry.db}> `}</span>
            {line}
            {entry.kind === 'frame' && entry.frame.commands > 1 && (
              <span className="console-note"> {text.console.pipelined(entry.frame.commands)}</span>
            )}
          </div>
        )}
        {entry.kind === 'local' ? (
          <LocalOutput output={entry.local.output} tone={entry.local.tone} />
        ) : (
          <ReplyOutput frame={entry.frame} client={client} />
        )}
      </div>
    );
  },
  (before, after) =>
    // One frame may be in the logs of several clients, and is not the same in each.
    before.client === after.client &&
    before.entry.key === after.entry.key &&
    entryIdentity(before.entry) === entryIdentity(after.entry) &&
    before.isLater === after.isLater &&
    before.isCurrent === after.isCurrent,
);

function entryIdentity(entry: Entry): unknown {
  return entry.kind === 'local' ? entry.local : entry.frame;
}

function shortLine(line: string): string {
  const { text, isCut } = cutText(line, shownOfLine);
  return isCut ? `${text}…` : text;
}

/** What the page itself answered. */
function LocalOutput({ output, tone }: { output: string; tone: 'plain' | 'bad' }) {
  const [whole, setWhole] = useState(false);
  if (output === '') return null;
  const first = cutText(output, firstLook);
  if (whole || !first.isCut) return <Output text={output} isError={tone === 'bad'} />;
  return <Output text={first.text} isError={tone === 'bad'} hidden={output} onMore={() => setWhole(true)} />;
}
