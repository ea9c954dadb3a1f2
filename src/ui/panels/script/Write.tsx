import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { encodeCommand } from '../../../protocol/resp.ts';
import { hashOf } from '../../browser/routes.ts';
import { CodeBox } from '../../code/CodeBox.tsx';
import type { Code } from '../../code/code.ts';
import type { CodeMarks } from '../../code/code-marks.ts';
import { luaLanguage } from '../../code/languages.ts';
import { Select } from '../../controls/Select.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useSession, useSessionStore } from '../../session/hooks.ts';
import { clientsHere, currentDetail } from '../../session/store.ts';
import { breakpointStore, breakpointsOf, setBreakpointsOf } from './breakpoints.ts';
import { draftOf, draftStore, setDraft } from './draft.ts';
import { evalArguments } from './run.ts';
import { samples } from './samples.ts';
import { answerOf } from './story.ts';
import { stopsOf, strideFrom } from './walk.ts';
import type { ScriptWords } from './words.ts';

interface Answer {
  readonly text: string;
  readonly line: number | null;
}

/** An editor for a script. Running it is an EVAL like any other: in the console, on the timeline. */
export function Write(props: { readonly words: ScriptWords; readonly watchId: string; onRun(): void }) {
  const { words, watchId, onRun } = props;
  const language = useLanguage();
  const store = useSessionStore();
  const { sendBytes, run: runLine, pause, seek } = useActions();
  const draft = useStore(draftStore);
  const breakpoints = useStore(breakpointStore, (state) => breakpointsOf(state, draft.source));
  const client = useSession((state) => clientsHere(state)[0]?.id ?? null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const code = useRef<Code | null>(null);
  const sample = samples.find(({ source }) => source === draft.source) ?? null;

  async function run(): Promise<void> {
    const args = evalArguments(draftStore.getState());
    setAnswer(null);
    setProblem(args === null ? words.unbalanced : client === null ? words.nobody : null);
    if (args === null || client === null) return;
    const outcome = await sendBytes(client, encodeCommand(args));
    if (outcome.outcome !== 'done') return;
    const reply = answerOf(outcome.frame);
    // A script that does not compile has not run: there is nothing to follow.
    if (reply !== null && /Error compiling script/.test(reply.text)) {
      setAnswer(reply);
      return;
    }
    onRun();
    const lines = breakpointsOf(breakpointStore.getState(), draftStore.getState().source);
    const detail = currentDetail(store.getState());
    if (lines.length === 0 || detail?.index !== outcome.frame.index) return;
    pause();
    const last = detail.moments.length - 1;
    const moment = strideFrom(stopsOf(detail.moments, watchId), 0, last, 'run', new Set(lines));
    if (moment !== null) seek({ frame: detail.index, moment });
  }

  const pressed = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      void run();
      return true;
    }
    if (event.key === 'F9') {
      code.current?.toggleHere();
      return true;
    }
    return false;
  };
  const ready = useCallback((made: Code | null) => {
    code.current = made;
  }, []);
  const marks = useMemo<CodeMarks>(
    () => ({
      line: 0,
      waiting: [],
      errors: answer?.line == null ? [] : [answer.line],
      answers: new Map(),
    }),
    [answer],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter runs it from wherever in it the focus is.
    <div
      className="script"
      onKeyDown={(event) => {
        if (!event.defaultPrevented && pressed(event)) event.preventDefault();
      }}
    >
      <div className="script-bar">
        <Select
          label={words.sample}
          value={sample?.id ?? ''}
          choices={[
            ...(sample === null ? [{ value: '', label: words.samplePrompt }] : []),
            ...samples.map(({ id, title }) => ({ value: id, label: title[language] })),
          ]}
          onChange={(id) => {
            const chosen = samples.find((each) => each.id === id);
            if (chosen === undefined) return;
            setDraft(draftOf(chosen));
            setAnswer(null);
          }}
        />
        <label className="script-field">
          <span>{words.keys}</span>
          <input
            type="text"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={draft.keys}
            onChange={(event) => setDraft({ keys: event.target.value })}
          />
        </label>
        <label className="script-field">
          <span>{words.values}</span>
          <input
            type="text"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={draft.values}
            onChange={(event) => setDraft({ values: event.target.value })}
          />
        </label>
        <button
          type="button"
          className="button is-primary"
          title={words.runHint}
          disabled={client === null}
          onClick={() => void run()}
        >
          {words.run}
        </button>
      </div>
      {sample !== null && (
        <div className="script-about">
          <p>{sample.about[language]}</p>
          <p className="script-given">
            {sample.given.map((line) => (
              <code key={line}>{line}</code>
            ))}
            <button
              type="button"
              className="panel-button"
              disabled={client === null}
              onClick={async () => {
                for (const line of sample.given) if (client !== null) await runLine(client, line);
              }}
            >
              {words.prepare}
            </button>
            {sample.taughtIn !== undefined && (
              <a href={hashOf({ page: 'lesson', ...sample.taughtIn })}>{words.taughtIn}</a>
            )}
          </p>
        </div>
      )}
      <div className="script-sheet is-writing">
        <CodeBox
          label={words.code}
          text={draft.source}
          language={luaLanguage}
          editable
          breakpoints={breakpoints}
          marks={marks}
          onChange={(source) => {
            setDraft({ source });
            setAnswer(null);
          }}
          onBreakpoints={(lines) => setBreakpointsOf(draftStore.getState().source, lines)}
          onKey={pressed}
          onReady={ready}
        />
      </div>
      <div className="script-outcome" role="status" aria-label={words.answer}>
        {problem !== null && <p data-bad="true">{problem}</p>}
        {answer !== null && (
          <p data-bad={answer.text.startsWith('(error)')}>
            <code>{answer.text}</code>
            {answer.line !== null && (
              <button
                type="button"
                className="panel-button"
                onClick={() => code.current?.goTo(answer.line as number)}
              >
                {words.goToLine(answer.line)}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
