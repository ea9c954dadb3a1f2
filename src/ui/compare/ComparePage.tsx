import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { branchOfChange, parseRunChange } from '../../protocol/run-change.ts';
import type { KeyspaceView, WatchTarget } from '../../protocol/views.ts';
import { hashOf, navigate } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { Select } from '../controls/Select.tsx';
import { panelTitle, usePair, useText } from '../i18n/index.ts';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { PanelFrame } from '../panels/PanelFrame.tsx';
import { panelComponent, panelIds } from '../panels/registry.ts';
import { SessionContext, useSessionStore } from '../session/hooks.ts';
import { lastMoment, pictureOf, type SessionStore } from '../session/store.ts';
import { branchName } from '../timeline/branch-names.ts';
import { useTimelineWords } from '../timeline/words.ts';
import { alignRuns } from './align.ts';
import { CompareForm } from './CompareForm.tsx';
import { DifferencesTable, RepliesTable } from './CompareTables.tsx';
import { CompareTimeline } from './CompareTimeline.tsx';
import './compare.css';
import { type Runs, sendToBoth, useRuns } from './runs.ts';
import { compareWords } from './words.ts';

interface ComparePageProps {
  readonly panel?: string;
  readonly change?: string;
  readonly saved?: string;
}

const usualPanel = 'keyspace';
const tableWatch = 'compare.table';
const tableTarget: WatchTarget = { kind: 'keyspace', db: 0, window: { from: 0, count: 500 } };

/** Two runs of one session, beside each other: they differ in one setting from one moment on, or are two branches. */
export function ComparePage({ panel: wanted, change, saved }: ComparePageProps) {
  const words = usePair(compareWords);
  const text = useText();
  const own = useSessionStore();
  const runs = useRuns(own, change, saved);
  const panel = wanted !== undefined && panelIds.includes(wanted) ? wanted : usualPanel;
  const wantedChange = change === undefined ? null : parseRunChange(change);
  const branch = wantedChange === null ? null : branchOfChange(wantedChange);
  const go = (to: Partial<ComparePageProps>) => navigate({ page: 'compare', panel, change, saved, ...to });
  return (
    <div className="compare">
      <header className="compare-header">
        <h1>{words.title}</h1>
        <div className="compare-controls">
          <CompareForm
            key={change}
            change={branch === null ? change : undefined}
            onChange={(next) => go({ change: next })}
          />
          {saved === undefined && (
            <BranchChoice
              branch={branch}
              onChoose={(next) => go({ change: next === null ? undefined : `branch=${next}` })}
            />
          )}
          <span className="compare-field">
            <span>{words.panel}</span>
            <Select
              label={words.panel}
              value={panel}
              choices={panelIds.map((id) => ({ value: id, label: panelTitle(text, id) }))}
              onChange={(next) => go({ panel: next })}
            />
          </span>
          {/* A link holds one branch: two of them cannot be shared by it. */}
          {runs.state === 'ready' && branch === null && (
            <CopyLink one={runs.one} panel={panel} change={change as string} />
          )}
          <a className="button is-quiet" href="#/lab">
            {words.back}
          </a>
        </div>
        {runs.state !== 'ready' && <p className="compare-lead">{words.lead}</p>}
      </header>
      {runs.state === 'preparing' && <p role="status">{words.preparing}</p>}
      {runs.state === 'refused' && (
        <p className="compare-wrong" role="alert">
          {words.refused} {runs.detail}
        </p>
      )}
      {runs.state === 'ready' && (
        <Comparison one={runs.one} other={runs.other} panel={panel} change={change as string} />
      )}
    </div>
  );
}

function Comparison({
  one,
  other,
  panel,
  change,
}: Runs & { readonly panel: string; readonly change: string }) {
  const words = usePair(compareWords);
  const runs = useMemo(() => ({ one, other }), [one, other]);
  const framesOne = useStore(one, (state) => state.frames);
  const framesOther = useStore(other, (state) => state.frames);
  const pairs = useMemo(() => alignRuns(framesOne, framesOther), [framesOne, framesOther]);
  /** Null follows the end. */
  const [chosen, setChosen] = useState<number | null>(() => placeOf(one, pairs));
  const at = chosen === null ? pairs.length - 1 : Math.min(chosen, pairs.length - 1);
  const [shown, setShown] = useState<'one' | 'other'>('one');
  const here = pairs[at];
  useEffect(() => {
    for (const store of [one, other]) store.actions.watch(tableWatch, tableTarget);
  }, [one, other]);
  useEffect(() => {
    if (here === undefined) return;
    one.actions.seek({ frame: here.one, moment: lastMoment });
    other.actions.seek({ frame: here.other, moment: lastMoment });
  }, [one, other, here]);
  const seek = useCallback((to: number) => setChosen(to), []);
  const tableOne = useTable(one);
  const tableOther = useTable(other);
  const changed = parseRunChange(change);
  const branches = changed === null || branchOfChange(changed) === null ? null : runs;
  return (
    <>
      <CompareTimeline pairs={pairs} at={at} onSeek={seek} />
      <div className="compare-which">
        <Segmented<'one' | 'other'>
          label={words.which}
          value={shown}
          choices={[
            { value: 'one', label: words.one },
            { value: 'other', label: words.other },
          ]}
          onChange={setShown}
        />
      </div>
      <div className="compare-sides" data-shown={shown}>
        <Side
          store={one}
          panel={panel}
          name={words.one}
          run="one"
          note={branches === null ? words.asItIs : <BranchName store={one} />}
        />
        <Side
          store={other}
          panel={panel}
          name={words.other}
          run="other"
          note={
            branches === null ? (
              <code>{changed === null ? change : `${changed.name} ${changed.value}`}</code>
            ) : (
              <BranchName store={other} />
            )
          }
        />
      </div>
      <Prompt
        onSend={async (line) => {
          const isSent = await sendToBoth(runs, line);
          setChosen(null);
          return isSent;
        }}
      />
      <div className="compare-tables">
        {tableOne !== null && tableOther !== null && <DifferencesTable one={tableOne} other={tableOther} />}
        <RepliesTable pairs={pairs.slice(0, at + 1)} one={framesOne} other={framesOther} />
      </div>
    </>
  );
}

/** The branch that a run shows. */
function BranchName({ store }: { readonly store: SessionStore }) {
  const words = useTimelineWords();
  const name = useStore(store, ({ branch, branches, frames }) => {
    const shown = branches.find(({ id }) => id === branch);
    return shown === undefined ? '' : branchName(shown, { branch, frames }, words);
  });
  return <code>{name}</code>;
}

/** The other branches of the reader's session, one of which can be the second run. */
function BranchChoice(props: { readonly branch: number | null; onChoose(branch: number | null): void }) {
  const words = usePair(compareWords);
  const named = useTimelineWords();
  const own = useSessionStore();
  const branches = useStore(own, (state) => state.branches);
  const { branch: current, frames } = own.getState();
  const others = branches.filter(({ id }) => id !== current);
  if (others.length === 0) return null;
  return (
    <span className="compare-field">
      <span>{words.branch}</span>
      <Select
        label={words.branch}
        value={props.branch === null ? '' : String(props.branch)}
        choices={[
          { value: '', label: words.noBranch },
          ...others.map((branch) => ({
            value: String(branch.id),
            label: branchName(branch, { branch: current, frames }, named),
          })),
        ]}
        onChange={(value) => props.onChoose(value === '' ? null : Number(value))}
      />
    </span>
  );
}

/** The moment a shared comparison shows; null for its end. */
function placeOf(one: SessionStore, pairs: readonly { readonly one: number }[]): number | null {
  const { position, following } = one.getState();
  const at = pairs.findIndex((pair) => pair.one === position.frame);
  return following || at < 0 || at === pairs.length - 1 ? null : at;
}

/** What a run's table of keys shows now; the previous one until the next arrives. */
function useTable(store: SessionStore): KeyspaceView | null {
  const picture = useStore(store, (state) => pictureOf(state, tableWatch));
  const kept = useRef<KeyspaceView | null>(null);
  if (picture?.kind === 'keyspace') kept.current = picture;
  return kept.current;
}

interface SideProps {
  readonly store: SessionStore;
  readonly panel: string;
  readonly name: string;
  readonly run: 'one' | 'other';
  readonly note: ReactNode;
}

function Side({ store, panel, name, run, note }: SideProps) {
  const text = useText();
  const Panel = panelComponent(panel);
  const title = panelTitle(text, panel);
  return (
    <section className={`compare-side is-${run}`} aria-label={name}>
      <h2>
        {name} <small>{note}</small>
      </h2>
      <div className="compare-panel" data-panel={panel}>
        <SessionContext value={store}>
          <PanelBoundary title={title}>
            <Suspense fallback={<PanelFrame title={title} state="loading" />}>
              <Panel watchId={panel} />
            </Suspense>
          </PanelBoundary>
        </SessionContext>
      </div>
    </section>
  );
}

/** Each typed line goes to both runs. */
function Prompt({ onSend }: { onSend(line: string): Promise<boolean> }) {
  const words = usePair(compareWords);
  const [line, setLine] = useState('');
  return (
    <form
      className="compare-prompt"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await onSend(line)) setLine('');
      }}
    >
      <input
        aria-label={words.command}
        placeholder={words.command}
        value={line}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => setLine(target.value)}
      />
      <button type="submit" className="button">
        {words.send}
      </button>
    </form>
  );
}

/** Save the first run only: its log and the change reproduce both. */
function CopyLink({ one, panel, change }: { one: SessionStore; panel: string; change: string }) {
  const words = usePair(compareWords);
  const [state, setState] = useState<'idle' | 'copied' | 'shown' | 'failed'>('idle');
  const copy = async () => {
    const saved = await one.actions.save('link', {});
    if (typeof saved !== 'string') {
      setState('failed');
      return;
    }
    const hash = hashOf({ page: 'compare', panel, change, saved });
    history.replaceState(null, '', hash);
    try {
      await navigator.clipboard.writeText(location.href);
      setState('copied');
    } catch {
      // Where the clipboard is forbidden, the page's address becomes the link.
      setState('shown');
    }
  };
  return (
    <button type="button" className="button" onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : 'share'} size={15} />
      {words.link[state]}
    </button>
  );
}
