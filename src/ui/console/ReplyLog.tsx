import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { presentFrame } from '../../protocol/position.ts';
import { type Messages, useText } from '../i18n/index.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { nodeName } from '../session/frames.ts';
import { useActions, useSession, useSessionShallow } from '../session/hooks.ts';
import { lastMoment } from '../session/store.ts';
import { toneOf } from './client-tone.ts';
import { consoleEntries, cutText, type Entry, entryFrame, firstLook, sharedEntries } from './entries.ts';
import { consoleMemory, type LogScope } from './local-entries.ts';
import { Output, ReplyOutput } from './ReplyOutput.tsx';
import { useStickToEnd } from './stick-to-end.ts';

/** Entries drawn at first; each "show earlier" adds as many. */
const drawnEntries = 120;
/** Characters shown of a typed line; frames cut theirs likewise. */
const shownOfLine = { chars: 200, lines: 1 };

interface ReplyLogProps {
  /** The client whose prompt it is. */
  readonly client: number | null;
  readonly scope: LogScope;
  /** Entries say whose they are. */
  readonly isNamed: boolean;
  readonly children: ReactNode;
}

/** A client's commands and replies, with the input line (its children) at the end. */
export function ReplyLog({ client, scope, isNamed, children }: ReplyLogProps) {
  const text = useText();
  const { seek } = useActions();
  const { frames, branch } = useSessionShallow(({ frames, branch }) => ({ frames, branch }));
  const { locals, clearedAt } = useStore(consoleMemory);
  const [drawn, setDrawn] = useState(drawnEntries);
  const isWorld = useSession((state) => state.start?.world !== undefined);
  // Without it the log shows the errors themselves.
  const redirections = useLoaded(isWorld, () => import('./nodes/redirections.ts'));
  const entries = useMemo(() => {
    const ours = locals.filter((local) => local.branch === branch);
    if (redirections !== null) {
      const { sinceConnected, withRedirections } = redirections;
      const all = withRedirections(sharedEntries(frames, client, ours, clearedAt));
      return scope === 'all' || client === null ? all : sinceConnected(all, frames, client);
    }
    if (scope === 'all' || client === null) return sharedEntries(frames, client, ours, clearedAt);
    return consoleEntries(frames, client, ours, clearedAt[client]);
  }, [frames, client, scope, locals, branch, clearedAt, redirections]);
  const position = useSession((state) => (state.following ? presentFrame : state.position.frame));
  const scroller = useRef<HTMLDivElement>(null);
  const { stick, letGo, onScroll } = useStickToEnd(scroller, position === presentFrame);
  const hidden = Math.max(0, entries.length - drawn);
  const current = useMemo(() => {
    for (let index = entries.length - 1; index >= 0; index--) {
      if (entryFrame(entries[index]) <= position) return entries[index].key;
    }
    return null;
  }, [entries, position]);

  // Somebody has sent something: its reply is what they want to see. Streams of pipelines do not count.
  const last = entries.at(-1);
  const asked = last?.kind === 'local' || (last?.kind === 'frame' && last.own) ? last.key : null;
  useLayoutEffect(() => {
    if (asked !== null) stick();
  }, [asked, stick]);

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
      onScroll={onScroll}
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
      <div className="console-paper">
        {hidden > 0 && (
          <button
            type="button"
            className="button is-quiet console-earlier"
            onClick={() => {
              letGo();
              setDrawn(drawn + drawnEntries);
            }}
          >
            {text.console.showEarlier(hidden)}
          </button>
        )}
        <div
          className={isNamed ? 'console-log is-named' : 'console-log'}
          role="log"
          aria-label={text.console.replies}
          aria-live="polite"
        >
          {entries.slice(hidden).map((entry) => (
            <EntryView
              key={entry.key}
              entry={entry}
              isNamed={isNamed}
              isLater={entryFrame(entry) > position}
              isCurrent={entry.key === current && position !== presentFrame}
            />
          ))}
        </div>
        {children}
      </div>
    </div>
  );
}

interface EntryViewProps {
  readonly entry: Entry;
  readonly isNamed: boolean;
  readonly isLater: boolean;
  readonly isCurrent: boolean;
}

const EntryView = memo(
  function EntryView({ entry, isNamed, isLater, isCurrent }: EntryViewProps) {
    const text = useText();
    const state = `${isLater ? ' is-later' : ''}${isCurrent ? ' is-current' : ''}`;
    return (
      <div
        className={`console-entry${state}`}
        data-key={entry.key}
        data-client={entry.client}
        data-tone={isNamed ? toneOf(entry.client) : undefined}
      >
        <EntryBody
          entry={entry}
          who={isNamed ? <Who client={entry.client} node={nodeIn(entry)} /> : null}
          text={text}
        />
      </div>
    );
  },
  (before, after) =>
    // One frame may be in the logs of several clients and differ in each.
    before.entry.client === after.entry.client &&
    before.entry.key === after.entry.key &&
    entryIdentity(before.entry) === entryIdentity(after.entry) &&
    redirectedIn(before.entry) === redirectedIn(after.entry) &&
    before.isNamed === after.isNamed &&
    before.isLater === after.isLater &&
    before.isCurrent === after.isCurrent,
);

/** Whose line it is, where the log or the prompt could be another client's; of several servers with the one it is at. */
export function Who({ client, node }: { readonly client: number; readonly node?: number }) {
  const text = useText();
  const name = useSession((state) => nodeName(state, node));
  return (
    <span className="console-who">
      {`${text.console.client(client)} `}
      {name !== null && <span className="console-node">{`${name} `}</span>}
    </span>
  );
}

function EntryBody({ entry, who, text }: { entry: Entry; who: ReactNode; text: Messages }) {
  if (entry.kind === 'closed') {
    return (
      <div className="console-note">
        {who}
        {text.console.closed}
      </div>
    );
  }
  const prompt = <span className="console-prompt">{`db${entry.db}> `}</span>;
  if (entry.kind === 'stream') {
    return (
      <div className="console-line" data-frame={entry.frame.index} title={text.console.goToMoment}>
        {who}
        {prompt}
        {entry.first.text}
        <span className="console-note"> {text.console.pipelined(entry.commands)}</span>
      </div>
    );
  }
  if (entry.kind === 'local') {
    return (
      <>
        <div className="console-line">
          {who}
          {prompt}
          {shortLine(entry.local.line)}
        </div>
        <LocalOutput output={entry.local.output} tone={entry.local.tone} />
      </>
    );
  }
  const { frame, client, own, redirected, isAgain } = entry;
  return (
    <>
      {own && isAgain !== true && (
        <div className="console-line" data-frame={frame.index} title={text.console.goToMoment}>
          {who}
          {prompt}
          {frame.text}
          {frame.commands > 1 && (
            <span className="console-note"> {text.console.pipelined(frame.commands)}</span>
          )}
        </div>
      )}
      {!own && who !== null && (
        <div className="console-note">
          {who}
          {text.console.received}
        </div>
      )}
      {redirected === undefined ? (
        <ReplyOutput frame={frame} client={client} />
      ) : (
        <Output text={redirected} isError={false} />
      )}
    </>
  );
}

function entryIdentity(entry: Entry): unknown {
  return entry.kind === 'local' ? entry.local : entry.frame;
}

function nodeIn(entry: Entry): number | undefined {
  return entry.kind === 'local' ? undefined : entry.frame.node;
}

function redirectedIn(entry: Entry): unknown {
  return entry.kind === 'frame' ? (entry.redirected ?? entry.isAgain) : undefined;
}

function shortLine(line: string): string {
  const { text, isCut } = cutText(line, shownOfLine);
  return isCut ? `${text}…` : text;
}

/** The page's own answers. */
function LocalOutput({ output, tone }: { output: string; tone: 'plain' | 'bad' }) {
  const [whole, setWhole] = useState(false);
  if (output === '') return null;
  const first = cutText(output, firstLook);
  if (whole || !first.isCut) return <Output text={output} isError={tone === 'bad'} />;
  return <Output text={first.text} isError={tone === 'bad'} hidden={output} onMore={() => setWhole(true)} />;
}
