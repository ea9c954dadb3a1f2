import { useStore } from 'zustand';
import type { Crossing, Position, Rung, Verdict } from '../../protocol/explore.ts';
import type { Variant } from '../../protocol/scenario.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { type Exploration, isChanged, nameOf, type Result, resultOf, variantOf } from './exploration.ts';
import { HeldOfSchedule } from './held/HeldOverTime.tsx';
import { heldWords } from './held/words.ts';
import { groupDigits, percent, shortTime } from './numbers.ts';
import { ScheduleRows } from './ScheduleRows.tsx';
import { exploreWords } from './words.ts';

interface SearchBarProps {
  readonly exploration: Exploration;
  /** `Found` stands further down the page. */
  readonly hasDetails?: boolean;
}

/** The button that searches, and how far the search is. */
export function SearchBar({ exploration, hasDetails = false }: SearchBarProps) {
  const words = usePair(exploreWords);
  const running = useStore(exploration, (state) => state.running);
  const result = useStore(exploration, (state) => resultOf(exploration.scenario, state, state.variant));
  return (
    <div className="search-bar">
      {running?.what === 'search' ? (
        <>
          <button type="button" className="button" onClick={() => exploration.stop()}>
            {words.stop}
          </button>
          <span aria-hidden="true">{words.searching(running.done)}</span>
          <span className="visually-hidden" role="status">
            {words.searchingNow}
          </span>
          <FirstFound exploration={exploration} />
        </>
      ) : (
        <>
          <button type="button" className="button is-primary" onClick={() => exploration.search()}>
            {result === null ? words.search : words.again}
          </button>
          {result === null ? (
            <>
              <span className="explore-note">{words.searchAbout}</span>
              <FirstFound exploration={exploration} />
            </>
          ) : (
            <>
              <span className="search-said" data-finding={result.verdict.finding} role="status">
                <FindingSign verdict={result.verdict} /> {words.verdictText(result.verdict)}
              </span>
              {hasDetails && (
                <button type="button" className="button is-quiet" onClick={showFound}>
                  {words.toFound}
                </button>
              )}
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Something breaks, said as soon as the search knows, with the schedule that it met. */
function FirstFound({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const found = useStore(exploration, ({ found, variant, sources }) =>
    found?.name === nameOf(variantOf(exploration.scenario, variant), sources) ? found : null,
  );
  const isRunning = useStore(exploration, (state) => state.running?.what === 'search');
  return (
    <span className="search-first" role="status">
      {found !== null && (
        <>
          <FindingSign verdict={{ finding: 'broken' }} />{' '}
          {words.firstFound(found.schedule.events.length, shortTime(Math.ceil(found.ms)), isRunning)}{' '}
          <button
            type="button"
            className="button"
            onClick={() => {
              exploration.loadFound();
              showPlayer();
            }}
          >
            {words.load}
          </button>
        </>
      )}
    </span>
  );
}

/** All that the searches found about this variant, and about the programs as the reader has changed them. */
export function Found({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const { scenario } = exploration;
  const id = useStore(exploration, (state) => state.variant);
  const sources = useStore(exploration, (state) => state.sources);
  const results = useStore(exploration, (state) => state.results);
  const position = useStore(exploration, (state) => state.whole);
  const variant = variantOf(scenario, id);
  const changed = isChanged(variant, sources);
  const now = results[nameOf(variant, sources)] ?? null;
  const before = changed ? (results[nameOf(variant, {})] ?? null) : null;
  if (now === null) return null;
  return (
    <section className="found" aria-labelledby={foundId}>
      <h2 id={foundId} tabIndex={-1}>
        {words.verdict}
      </h2>
      <div className="verdicts" data-two={before !== null}>
        {before !== null && <VerdictCard title={words.before} result={before} exploration={exploration} />}
        <VerdictCard title={before === null ? null : words.after} result={now} exploration={exploration} />
      </div>
      {now.verdict.counterexample !== null && (
        <Counterexample verdict={now.verdict} variant={variant} exploration={exploration} />
      )}
      <div className="found-columns">
        <Ladder result={now} />
        {/* An election takes seconds and its clients milliseconds: chance would hardly ever meet it, and each run takes long. */}
        {!variant.nodes.some(({ kind }) => kind === 'sentinel') && (
          <LikelihoodBox exploration={exploration} />
        )}
      </div>
      <Crossings position={position} exploration={exploration} />
    </section>
  );
}

/** A sign beside every verdict, so that colour is not all. */
export function FindingSign({ verdict }: { readonly verdict: Pick<Verdict, 'finding'> }) {
  const words = usePair(exploreWords);
  const signs = { broken: '✕', proved: '✓', 'not-found': '…', vacuous: '○', failed: '!' } as const;
  return (
    <span className="finding" data-finding={verdict.finding}>
      <span aria-hidden="true">{signs[verdict.finding]} </span>
      {words.found[verdict.finding]}
    </span>
  );
}

interface CardProps {
  readonly title: string | null;
  readonly result: Result;
  readonly exploration: Exploration;
}

function VerdictCard({ title, result, exploration }: CardProps) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { scenario } = exploration;
  const { verdict, ms, firstBrokenMs } = result;
  const actors = variantOf(scenario, verdict.variant).actors.length;
  const named = scenario.words[language].invariants;
  return (
    <article className="verdict" data-finding={verdict.finding}>
      {title !== null && <h3>{title}</h3>}
      <p className="verdict-said">
        <FindingSign verdict={verdict} /> {words.verdictText(verdict)}
      </p>
      {verdict.finding !== 'failed' && (
        <p className="explore-note">
          {words.boundText(verdict, actors)}
          <br />
          {words.statesText(verdict)}
          <br />
          {words.timeText(
            shortTime(Math.ceil(ms)),
            firstBrokenMs === null ? null : shortTime(Math.ceil(firstBrokenMs)),
          )}
        </p>
      )}
      <ul className="invariants">
        {verdict.invariants.map(({ id, kind, holds }) => (
          <li key={id} data-good={holds}>
            <span aria-hidden="true">{holds ? '✓' : '✕'}</span>
            <span>
              {named[id]?.title ?? id} <small>{words.invariant[kind][holds ? 'yes' : 'no']}</small>
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

interface CounterexampleProps {
  readonly verdict: Verdict;
  readonly variant: Variant;
  readonly exploration: Exploration;
}

/** The shortest schedule that breaks, and beside it the nearest one that does not. */
function Counterexample({ verdict, variant, exploration }: CounterexampleProps) {
  const words = usePair(exploreWords);
  const { title: held } = usePair(heldWords);
  const language = useLanguage();
  const scenario = exploration.scenario.words[language];
  const { counterexample, nearest } = verdict;
  if (counterexample === null) return null;
  return (
    <div className="pair">
      <article className="pair-side" aria-labelledby="explore-bad">
        <h3 id="explore-bad">{words.counterexample}</h3>
        <p className="explore-note">
          {words.counterexampleAbout(counterexample.events.length, counterexample.switches)}
        </p>
        <ScheduleRows
          label={words.counterexample}
          schedule={counterexample}
          variant={variant}
          scenario={scenario}
          moved={nearest?.from}
        />
        <button
          type="button"
          className="button"
          onClick={() => {
            exploration.load(counterexample.choices, 0);
            showPlayer();
          }}
        >
          {words.load}
        </button>
        <HeldOfSchedule label={held} schedule={counterexample} scenario={scenario} />
      </article>
      {nearest !== null && (
        <article className="pair-side" aria-labelledby="explore-good">
          <h3 id="explore-good">{words.nearest}</h3>
          <p className="explore-note">{words.nearestAbout}</p>
          <ScheduleRows
            label={words.nearest}
            schedule={nearest.schedule}
            variant={variant}
            scenario={scenario}
            moved={nearest.to}
          />
          <button
            type="button"
            className="button"
            onClick={() => {
              exploration.load(nearest.schedule.choices, 0);
              showPlayer();
            }}
          >
            {words.load}
          </button>
          <HeldOfSchedule label={held} schedule={nearest.schedule} scenario={scenario} />
        </article>
      )}
    </div>
  );
}

const foundId = 'explore-verdict';

/** The results stand below the programs: the keyboard need not go through all of them. */
function showFound(): void {
  const heading = document.getElementById(foundId);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

function showPlayer(): void {
  const player = document.querySelector<HTMLElement>('.player');
  player?.scrollIntoView({ block: 'nearest' });
  player?.focus({ preventScroll: true });
}

/** With how many faults and switches it begins to break. */
function Ladder({ result: { verdict, ladder } }: { readonly result: Result }) {
  const words = usePair(exploreWords);
  if (verdict.finding === 'failed' || ladder === null) return null;
  const faults = [...new Set(ladder.map((rung) => rung.faults))];
  const switches = [...new Set(ladder.map((rung) => rung.switches))];
  return (
    <section className="ladder" aria-labelledby="explore-ladder">
      <h3 id="explore-ladder">{words.ladder}</h3>
      <p className="explore-note">{words.ladderAbout}</p>
      {ladder.length === 0 ? (
        <p className="explore-note">{words.ladderComing}</p>
      ) : (
        <div className="ladder-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.ladderFaults}</th>
                {switches.map((most) => (
                  <th key={most} scope="col">
                    {words.ladderSwitches(most)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {faults.map((most) => (
                <tr key={most}>
                  <th scope="row">≤ {most}</th>
                  {switches.map((each) => (
                    <LadderCell
                      key={each}
                      rung={ladder.find((rung) => rung.faults === most && rung.switches === each)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function LadderCell({ rung }: { readonly rung: Rung | undefined }) {
  const words = usePair(exploreWords);
  if (rung === undefined) return <td>—</td>;
  const isBroken = rung.broken !== '0';
  return (
    <td data-broken={isBroken}>
      {isBroken && <span aria-hidden="true">✕ </span>}
      {words.rung(groupDigits(rung.broken), groupDigits(rung.schedules))}
    </td>
  );
}

const RUNS = 10_000;

function LikelihoodBox({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const running = useStore(exploration, (state) => state.running);
  const likelihood = useStore(
    exploration,
    (state) => state.likelihoods[nameOf(variantOf(exploration.scenario, state.variant), state.sources)],
  );
  const isRunning = running?.what === 'likelihood';
  return (
    <section className="likelihood" aria-labelledby="explore-likelihood">
      <h3 id="explore-likelihood">{words.likelihood}</h3>
      <p className="explore-note">{words.likelihoodAbout}</p>
      <p className="likelihood-act">
        {isRunning ? (
          <button type="button" className="button" onClick={() => exploration.stop()}>
            {words.stop}
          </button>
        ) : (
          <button
            type="button"
            className="button"
            disabled={running !== null}
            onClick={() => exploration.runMany(RUNS)}
          >
            {words.run}
          </button>
        )}
        <span role="status">{isRunning ? words.runningRuns(running.done) : ''}</span>
      </p>
      {likelihood !== undefined && (
        <p className="likelihood-said">
          {words.likelihoodText(likelihood.broken, likelihood.runs, likelihood.firstBrokenSeed)}
        </p>
      )}
    </section>
  );
}

interface CrossingsProps {
  readonly position: Position | null;
  readonly exploration: Exploration;
}

/** The schedule as a path through the tree of all schedules: at each event its siblings, and how much of them breaks. */
function Crossings({ position, exploration }: CrossingsProps) {
  const words = usePair(exploreWords);
  const crossings = position?.crossings ?? null;
  return (
    <section className="crossings" aria-labelledby="explore-crossings">
      <h3 id="explore-crossings">{words.crossings}</h3>
      <p className="explore-note">{words.crossingsAbout}</p>
      {crossings === null || crossings.length === 0 ? (
        <p className="explore-note">{words.crossingsNone}</p>
      ) : (
        <ol className="tree">
          {crossings.map((crossing, at) => (
            <CrossingRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a place on the path is its number.
              key={at}
              at={at}
              crossing={crossing}
              exploration={exploration}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface CrossingRowProps {
  readonly at: number;
  readonly crossing: Crossing;
  readonly exploration: Exploration;
}

function CrossingRow({ at, crossing: { choices, taken }, exploration }: CrossingRowProps) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  // The one that was taken comes first: it goes on below.
  const all = [choices[taken], ...choices.filter((_, nth) => nth !== taken)];
  return (
    <li className="tree-step">
      <span className="tree-number" aria-hidden="true">
        {at + 1}
      </span>
      <ul>
        {all.map((choice, nth) => (
          <li key={choice.choice} data-taken={nth === 0} data-all={choice.share === 1}>
            <button
              type="button"
              className="tree-choice"
              onClick={() => {
                exploration.jump(at);
                exploration.choose(choice.choice);
              }}
            >
              <span>
                {choice.text[language]}
                {nth === 0 && <span className="visually-hidden"> ({words.taken})</span>}
              </span>
              {choice.share !== null && (
                <small>
                  <i aria-hidden="true">
                    <i style={{ inlineSize: `${choice.share * 100}%` }} />
                  </i>
                  <span aria-hidden="true">{percent(choice.share)}</span>
                  <span className="visually-hidden">{words.shareAfter(choice.share)}</span>
                </small>
              )}
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}
