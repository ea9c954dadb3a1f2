import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type CaseVerdict, filledRun, type Repair, type RepairCase } from '../../../protocol/repair.ts';
import type { SessionStart } from '../../../protocol/session.ts';
import { recall, remember } from '../../browser/preferences.ts';
import { CodeBox } from '../../code/CodeBox.tsx';
import type { CodeMarks } from '../../code/code-marks.ts';
import { commandLanguage, luaLanguage } from '../../code/languages.ts';
import { CopyButton } from '../../controls/CopyButton.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { useActions } from '../../session/hooks.ts';
import { ActionLine } from '../ActionLine.tsx';
import { foundInstead, wishOf } from '../check-words.ts';
import type { LessonRun } from '../lesson-run.ts';
import { Kept } from '../PredictionBox.tsx';
import { Blocks, Inlines } from '../Prose.tsx';
import type { PuzzleProps } from './puzzle.ts';
import { isMended, type RepairOutcome, runRepair } from './repair-run.ts';
import { puzzleWords } from './words.ts';
import './puzzles.css';
import './repair.css';

const noMarks: CodeMarks = { line: 0, waiting: [], errors: [], answers: new Map() };

interface RepairBoxProps extends PuzzleProps<Repair> {
  readonly start: SessionStart;
  readonly run: LessonRun;
}

/** An editor, the cases that its text must pass, and the first that it does not. */
export default function RepairBox({ item, name, isKept, onSolved, start, run }: RepairBoxProps) {
  const words = usePair(puzzleWords);
  const language = useLanguage();
  const { trial, stopTrial } = useActions();
  const [text, setText] = useState(() => recall(`repair.${name}`) ?? item.broken);
  /** What is in the editor. A key pressed right after the last letter comes before the next rendering. */
  const newest = useRef(text);
  const [progress, setProgress] = useState<'idle' | 'running' | 'failed'>('idle');
  const [outcome, setOutcome] = useState<RepairOutcome | null>(null);
  const [hints, setHints] = useState(0);
  const [isSolutionShown, setSolutionShown] = useState(false);
  const isRunning = useRef(false);
  const opened = useStore(run, ({ openedCase }) =>
    openedCase?.itemId === item.id ? openedCase.caseId : null,
  );
  useEffect(
    () => () => {
      if (isRunning.current) stopTrial();
    },
    [stopTrial],
  );

  const change = (next: string) => {
    newest.current = next;
    setText(next);
    remember(`repair.${name}`, next);
    if (!isRunning.current) setOutcome(null);
  };
  const runAll = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProgress('running');
    setOutcome(null);
    try {
      const judged = await runRepair(item, start, newest.current, trial);
      if (judged.type !== 'stopped') setOutcome(judged);
      if (isMended(item, judged)) onSolved();
      setProgress('idle');
    } catch {
      setProgress('failed');
    } finally {
      isRunning.current = false;
    }
  };

  const verdicts = outcome?.type === 'judged' ? outcome.verdicts : [];
  const failed = verdicts.findIndex(({ passed }) => !passed);
  const isSolved = isMended(item, outcome);
  const stepThrough = (one: RepairCase) => {
    const filled = filledRun(one, item.language, text);
    void run.openCase(
      { itemId: item.id, caseId: one.id, isScript: item.language === 'lua' },
      one.given,
      filled,
    );
  };
  return (
    <section
      className="lesson-puzzle lesson-repair"
      aria-label={words.repair}
      aria-busy={progress === 'running'}
      data-solved={isSolved}
    >
      <p className="lesson-kind">
        {words.repair}
        {isKept && <Kept text={words.solvedBefore} />}
      </p>
      <p className="repair-title">
        <Inlines inlines={item.title[language]} />
      </p>
      <Blocks blocks={item.detail[language]} />
      <CodeBox
        label={item.language === 'lua' ? words.yourScript : words.yourCommands}
        text={text}
        language={item.language === 'lua' ? luaLanguage : commandLanguage}
        editable
        wraps
        marks={outcome?.type === 'unreadable' ? { ...noMarks, errors: [outcome.line] } : noMarks}
        onChange={change}
        onKey={(event) => {
          const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (isRun) void runAll();
          return isRun;
        }}
      />
      <div className="repair-buttons">
        <button
          type="button"
          className="button is-primary"
          aria-disabled={progress === 'running'}
          title="Ctrl+Enter"
          onClick={() => void runAll()}
        >
          {progress === 'running' ? words.runningCases : words.runCases}
        </button>
        <button
          type="button"
          className="button is-quiet"
          aria-disabled={text === item.broken}
          onClick={() => change(item.broken)}
        >
          {words.asItWas}
        </button>
        {hints < item.hints[language].length && (
          <button type="button" className="button is-quiet" onClick={() => setHints(hints + 1)}>
            {hints === 0 ? words.hint : words.nextHint}
          </button>
        )}
        <button
          type="button"
          className="button is-quiet"
          aria-expanded={isSolutionShown}
          onClick={() => setSolutionShown(!isSolutionShown)}
        >
          {isSolutionShown ? words.hideSolution : words.showSolution}
        </button>
      </div>
      {hints > 0 && (
        <ol className="lesson-hints" aria-live="polite">
          {item.hints[language].slice(0, hints).map((hint, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the hints are fixed at build time.
            <li key={nth}>
              <Inlines inlines={hint} />
            </li>
          ))}
        </ol>
      )}
      {isSolutionShown && (
        <div className="lesson-code">
          <pre>
            <code>{item.solution}</code>
          </pre>
          <CopyButton text={item.solution} />
        </div>
      )}
      <ul className="repair-cases" aria-label={words.cases}>
        {item.cases.map((one, nth) => {
          const verdict = verdicts[nth];
          const state = verdict === undefined ? 'open' : verdict.passed ? 'right' : 'wrong';
          return (
            <li key={one.id} data-verdict={state}>
              <span className="puzzle-mark" data-verdict={state}>
                {state !== 'open' && <Icon name={state === 'right' ? 'check' : 'close'} size={14} />}
                <span className="visually-hidden">{words.caseState[state]}: </span>
              </span>
              <span>
                <Inlines inlines={one.name[language]} />
              </span>
            </li>
          );
        })}
      </ul>
      <div className="puzzle-explained" role="status">
        {progress === 'failed' && <p className="dial-failed">{words.notRun}</p>}
        {outcome?.type === 'unreadable' && <p className="dial-failed">{words.unreadable(outcome.line)}</p>}
        {failed >= 0 && (
          <FailedCase
            one={item.cases[failed]}
            verdict={verdicts[failed]}
            say={outcome?.type === 'judged' ? (outcome.miss?.say ?? null) : null}
          />
        )}
        {isSolved && (
          <>
            <p className="puzzle-solved">
              <Icon name="check" size={14} /> {words.mended}
            </p>
            <Blocks blocks={item.explanation[language]} />
          </>
        )}
      </div>
      {failed >= 0 && !verdicts[failed].isEndless && (
        <button type="button" className="button" onClick={() => stepThrough(item.cases[failed])}>
          {words.stepThrough}
        </button>
      )}
      {opened !== null && (
        <p className="repair-opened">
          <span>{item.language === 'lua' ? words.caseOpenedScript : words.caseOpened}</span>{' '}
          <button type="button" className="button is-quiet" onClick={() => void run.startOver()}>
            {words.backToStep}
          </button>
        </p>
      )}
    </section>
  );
}

/** What was set up, what was expected, and what came. */
function FailedCase({
  one,
  verdict,
  say,
}: {
  readonly one: RepairCase;
  readonly verdict: CaseVerdict;
  readonly say: Repair['title'] | null;
}) {
  const words = usePair(puzzleWords);
  const language = useLanguage();
  return (
    <div className="repair-failed">
      <p className="repair-name">
        <Icon name="close" size={14} /> <Inlines inlines={one.name[language]} />
      </p>
      <p className="lesson-kind">{words.wasRun}</p>
      <div className="lesson-demo-lines">
        {[...one.given, ...one.run].map((action, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
          <ActionLine key={nth} action={action} />
        ))}
      </div>
      {verdict.isEndless ? (
        <p className="repair-wrong">{words.endless}</p>
      ) : (
        <dl className="repair-compared">
          {one.prints !== null && !verdict.isPrintedRight && (
            <>
              <dt>{words.expectedReply}</dt>
              <dd>
                <pre>{one.prints}</pre>
              </dd>
              <dt>{words.cameReply}</dt>
              <dd className="repair-wrong">
                <pre>{verdict.printed ?? words.noReply}</pre>
              </dd>
            </>
          )}
          {one.checks.map((check, nth) => {
            const result = verdict.checks[nth];
            if (result === undefined || result.passed) return null;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the checks are fixed at build time.
              <div key={nth} className="repair-check">
                <dt>{words.expectedState}</dt>
                <dd>{wishOf(check, language)}</dd>
                <dt>{words.cameState}</dt>
                <dd className="repair-wrong">
                  {foundInstead(check, result, language, false) ?? result.found}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {say !== null && (
        <p className="lesson-near-miss">
          <Inlines inlines={say[language]} />
        </p>
      )}
    </div>
  );
}
