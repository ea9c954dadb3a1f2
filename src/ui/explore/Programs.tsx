import { type ReactNode, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type CodeLanguage, codeLanguages } from '../../protocol/client-code.ts';
import type { ActorPosition, Position, ProgramFailure } from '../../protocol/explore.ts';
import type { ActorSpec, ClientTexts } from '../../protocol/scenario.ts';
import { CodeBox } from '../code/CodeBox.tsx';
import type { CodeMarks } from '../code/code-marks.ts';
import { luaLanguage } from '../code/languages.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { type Exploration, isChanged, isSame, variantOf } from './exploration.ts';
import { shortNames } from './short-names.ts';
import { exploreWords } from './words.ts';

/** The programs of all actors side by side, each with the line at which it stands. */
export function Programs({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const id = useStore(exploration, (state) => state.variant);
  const sources = useStore(exploration, (state) => state.sources);
  const position = useStore(exploration, (state) => state.position);
  const problem = useStore(exploration, (state) => state.problem);
  const variant = variantOf(exploration.scenario, id);
  const chips = shortNames(variant.actors.map(({ name }) => name));
  return (
    <section className="programs" aria-labelledby="explore-programs">
      <div className="explore-head">
        <h2 id="explore-programs">{words.programs}</h2>
        {isChanged(variant, sources) && (
          <button type="button" className="button" onClick={() => exploration.resetPrograms()}>
            {words.reset}
          </button>
        )}
      </div>
      <div className="program-boxes">
        {variant.actors.map((actor, at) => (
          <Program
            key={`${id} ${actor.name}`}
            actor={actor}
            tone={(at % 6) + 1}
            chip={chips[at]}
            text={sources[actor.file] ?? actor.source.trimEnd()}
            stands={position?.actors[at] ?? null}
            position={position}
            problem={problem}
            exploration={exploration}
          />
        ))}
      </div>
      <p className="explore-note">{words.sandbox}</p>
    </section>
  );
}

interface ProgramProps {
  readonly actor: ActorSpec;
  readonly tone: number;
  readonly chip: string;
  readonly text: string;
  readonly stands: ActorPosition | null;
  readonly position: Position | null;
  readonly problem: ProgramFailure | null;
  readonly exploration: Exploration;
}

function Program({ actor, tone, chip, text, stands, position, problem, exploration }: ProgramProps) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { scenario } = exploration;
  const title = scenario.words[language].actors[actor.name]?.title ?? actor.name;
  const isWrong = problem?.file === actor.file;
  const clients = Object.hasOwn(scenario.clients, actor.file) ? scenario.clients[actor.file] : null;
  const marks = useMemo(
    () => (isWrong ? errorMarks(problem) : marksOf(actor.name, stands, position)),
    [isWrong, problem, actor.name, stands, position],
  );
  return (
    <article className="program" data-state={stands?.state} aria-label={title}>
      <header className="program-head">
        <span className="actor-chip" data-tone={tone} aria-hidden="true">
          {chip}
        </span>
        <b>{title}</b>
        {stands !== null && (
          <span className="actor-state" data-state={stands.state}>
            {words.states[stands.state]}
            {stands.result !== null && ` · ${words.returned(stands.result)}`}
          </span>
        )}
        {stands?.holds.map((name) => (
          <span key={name} className="actor-holds">
            {name}
          </span>
        ))}
        <code className="program-file">
          {actor.file}
          {!isSame(text, actor.source) && ` · ${words.changed}`}
        </code>
      </header>
      <InLanguages title={title} clients={clients}>
        <CodeBox
          label={words.program(title, actor.file)}
          text={text}
          language={luaLanguage}
          editable
          wraps
          staysInPlace
          marks={marks}
          onChange={(next) => exploration.edit(actor.file, next)}
          onKey={(event) => {
            const isSearch = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
            if (isSearch) exploration.search();
            return isSearch;
          }}
        />
      </InLanguages>
      {isWrong && <ProblemText problem={problem} />}
    </article>
  );
}

const languages = ['lua', ...codeLanguages] as const;
type Shown = (typeof languages)[number];

/** Names of languages are the same in every language. */
const languageNames: Readonly<Record<Shown, string>> = { lua: 'Lua', node: 'Node.js', python: 'Python' };

interface InLanguagesProps {
  readonly title: string;
  /** Null if the program is there in Lua only, which then stands without tabs. */
  readonly clients: ClientTexts | null;
  readonly children: ReactNode;
}

/** The editor, and in tabs the same program for client libraries, to read and to copy. */
function InLanguages({ title, clients, children }: InLanguagesProps) {
  const words = usePair(exploreWords);
  const id = useId();
  const [shown, setShown] = useState<Shown>('lua');
  if (clients === null) return children;
  const language: CodeLanguage | null = shown === 'lua' ? null : shown;
  const panel = `${id}-text`;
  return (
    <div className="program-languages">
      <div className="program-tabs">
        <Tabs
          label={words.languages(title)}
          id={id}
          panel={panel}
          names={languages}
          titles={languageNames}
          shown={shown}
          onShow={setShown}
        />
        {language !== null && <CopyButton text={`${clients[language]}\n`} />}
      </div>
      {language === null ? (
        <div role="tabpanel" id={panel} aria-labelledby={`${id}-lua`}>
          {children}
        </div>
      ) : (
        <>
          <div
            className="program-text"
            role="tabpanel"
            id={panel}
            aria-labelledby={`${id}-${shown}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that may scroll is reached by the keyboard.
            tabIndex={0}
          >
            <pre>
              <code>{clients[language]}</code>
            </pre>
          </div>
          <p className="explore-note">{words.client[language]}</p>
        </>
      )}
    </div>
  );
}

export function ProblemText({ problem }: { readonly problem: ProgramFailure }) {
  const words = usePair(exploreWords);
  const { message } = problem;
  const kind = /more than \d+ operations/.test(message)
    ? 'operations'
    : message.includes('without an operation')
      ? 'runaway'
      : null;
  return (
    <p className="program-problem" role="alert">
      <b>{words.problem(problem.file, problem.line)}</b> {kind !== null && `${words.problemKinds[kind]} `}
      <code>{message}</code>
    </p>
  );
}

function errorMarks({ line }: ProgramFailure): CodeMarks {
  return { line: 0, waiting: [], errors: [line], answers: new Map() };
}

/** The line it stands at, and what its operations were answered. */
function marksOf(name: string, stands: ActorPosition | null, position: Position | null): CodeMarks {
  const answers = new Map<number, { text: string; isNow: boolean }>();
  const events = position?.schedule.events ?? [];
  for (const [at, { actor, line, answer }] of events.entries()) {
    if (actor !== name || line === null || answer === null) continue;
    answers.set(line, { text: answer, isNow: at === events.length - 1 });
  }
  const isAtLine = stands !== null && stands.state !== 'waiting' && stands.state !== 'crashed';
  return {
    line: isAtLine ? (stands.line ?? 0) : 0,
    waiting: stands?.state === 'waiting' && stands.line !== null ? [stands.line] : [],
    errors: [],
    answers,
  };
}
