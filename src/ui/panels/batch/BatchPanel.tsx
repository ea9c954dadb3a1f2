import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { recall, remember } from '../../browser/preferences.ts';
import { CodeBox } from '../../code/CodeBox.tsx';
import type { Code } from '../../code/code.ts';
import type { CodeMarks } from '../../code/code-marks.ts';
import { commandLanguage } from '../../code/languages.ts';
import { repeatedBytes } from '../../console/submit.ts';
import { Select } from '../../controls/Select.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useSession } from '../../session/hooks.ts';
import { clientsHere } from '../../session/store.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import { answerIn, type BatchLine, batchLines, type LineAnswer } from './run.ts';
import { batchWords } from './words.ts';
import '../panel-tools.css';
import './batch.css';

const draftKey = 'batch.draft';
/** A line repeated more often is sent as one message. */
const repeatedSingly = 20;

type Answers = ReadonlyMap<number, LineAnswer & { readonly isNow: boolean }>;
const noAnswers: Answers = new Map();

/** Commands to keep and run again: all of them, or one line after another. */
export function BatchPanel() {
  const language = useLanguage();
  const words = batchWords[language];
  const { sendBytes } = useActions();
  const clients = useSession(clientsHere);
  const [chosen, setChosen] = useState(1);
  const client = clients.find(({ id }) => id === chosen)?.id ?? clients[0]?.id ?? null;
  const [draft, setDraft] = useState<string | null>(() => recall(draftKey));
  const text = draft ?? words.first;
  const [answers, setAnswers] = useState<Answers>(noAnswers);
  const [status, setStatus] = useState('');
  const [running, setRunning] = useState(false);
  const code = useRef<Code | null>(null);

  async function send(each: BatchLine, isLast: boolean): Promise<LineAnswer | null> {
    if ('problem' in each) {
      const text = each.problem === 'invalid-arguments' ? words.invalidArguments : words.invalidRepeat;
      return { text, failed: true };
    }
    let answer: LineAnswer | null = null;
    if (each.times > repeatedSingly) {
      const many = repeatedBytes(each.bytes, each.times);
      const result = await sendBytes(client as number, many, 'quiet');
      return result.outcome === 'done' ? answerIn(result.frame, client as number) : null;
    }
    for (let nth = 0; nth < each.times; nth++) {
      // Only the last one is played: it would cut off the others.
      const quiet = !isLast || nth < each.times - 1;
      const result = await sendBytes(client as number, each.bytes, quiet ? 'quiet' : 'played');
      answer = result.outcome === 'done' ? answerIn(result.frame, client as number) : null;
    }
    return answer;
  }

  async function run(lines: readonly BatchLine[], from: Answers): Promise<void> {
    if (client === null || running) {
      setStatus(client === null ? words.nobody : '');
      return;
    }
    setRunning(true);
    setStatus('');
    const given = new Map(from);
    let failed = 0;
    for (const [nth, each] of lines.entries()) {
      const answer = await send(each, nth === lines.length - 1);
      for (const [line, old] of given) given.set(line, { ...old, isNow: false });
      given.set(each.line, { ...(answer ?? { text: '…', failed: false }), isNow: true });
      if (answer?.failed === true) failed++;
      setAnswers(new Map(given));
    }
    setRunning(false);
    setStatus(words.done(lines.length, failed));
  }

  const runAll = () => void run(batchLines(text), noAnswers);
  const runLine = () => {
    const line = code.current?.cursorLine() ?? 0;
    const lines = batchLines(text).filter((each) => each.line === line);
    if (lines.length === 0) setStatus(words.nothing);
    else void run(lines, answers);
    code.current?.goTo(line + 1);
  };
  const pressed = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
    if (event.shiftKey) runAll();
    else runLine();
    return true;
  };
  const ready = useCallback((made: Code | null) => {
    code.current = made;
  }, []);
  const marks = useMemo<CodeMarks>(
    () => ({
      line: 0,
      waiting: [],
      errors: [...answers].filter(([, { failed }]) => failed).map(([line]) => line),
      answers,
    }),
    [answers],
  );

  return (
    <PanelFrame title={words.title} summary={words.lines(batchLines(text).length)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its run keys work wherever in it the focus is. */}
      <div
        className="batch"
        onKeyDown={(event) => {
          if (!event.defaultPrevented && pressed(event)) event.preventDefault();
        }}
      >
        <div className="batch-bar" data-not-in-picture="">
          <button
            type="button"
            className="button is-primary"
            title={words.runAllHint}
            disabled={client === null || running}
            onClick={runAll}
          >
            {words.runAll}
          </button>
          <button
            type="button"
            className="button"
            title={words.runLineHint}
            disabled={client === null || running}
            onClick={runLine}
          >
            {words.runLine}
          </button>
          {clients.length > 1 && client !== null && (
            <Select
              label={words.client}
              value={String(client)}
              choices={clients.map(({ id }) => ({ value: String(id), label: words.clientName(id) }))}
              onChange={(id) => setChosen(Number(id))}
            />
          )}
          <output className="batch-status">{status}</output>
        </div>
        <CodeBox
          label={words.code}
          text={text}
          language={commandLanguage}
          editable
          marks={marks}
          onChange={(next) => {
            setDraft(next);
            setAnswers(noAnswers);
            remember(draftKey, next);
          }}
          onKey={pressed}
          onReady={ready}
        />
      </div>
    </PanelFrame>
  );
}
