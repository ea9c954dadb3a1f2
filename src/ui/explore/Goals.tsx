import { useStore } from 'zustand';
import { useLanguage, usePair } from '../i18n/index.ts';
import { type Exploration, resultOf, variantOf } from './exploration.ts';
import { exploreWords } from './words.ts';

/** What must never happen and what must be possible, as sentences: each is a goal to reach by hand as well. */
export function Conditions({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { scenario } = exploration;
  const id = useStore(exploration, (state) => state.variant);
  const position = useStore(exploration, (state) => state.position);
  const done = useStore(exploration, (state) => state.done);
  const result = useStore(exploration, (state) => resultOf(scenario, state, state.variant));
  const variant = variantOf(scenario, id);
  const named = scenario.words[language].invariants;
  const verdictOf = (invariant: string) =>
    result?.verdict.invariants.find((each) => each.id === invariant)?.holds ?? null;
  const row = (kind: 'never' | 'possible', invariant: string) => {
    const holds = verdictOf(invariant);
    const isHere = (kind === 'never' ? position?.schedule.broken : position?.schedule.met)?.some(
      (each) => each.id === invariant,
    );
    const isGoal = kind === 'possible' || variant.breaks.includes(invariant);
    const isDone = done.has(`${id}/${invariant}`);
    const title = named[invariant]?.title ?? invariant;
    return (
      <li key={invariant} data-here={isHere} data-kind={kind} data-holds={holds ?? undefined}>
        <span className="condition-sign" aria-hidden="true">
          {kind === 'never' ? (isHere ? '✕' : '—') : isHere ? '✓' : '—'}
        </span>
        <span>
          <b>{title}</b>
          <small>
            {isHere
              ? words.inThis[kind === 'never' ? 'broken' : 'met']
              : words.invariant[kind][holds === null ? 'unknown' : holds ? 'yes' : 'no']}
          </small>
          {isGoal && (
            <span className="goal" data-done={isDone}>
              <span aria-hidden="true">{isDone ? '☑' : '☐'} </span>
              {kind === 'never' ? words.breakIt(title) : words.makeIt(title)}
              {isDone && <span className="visually-hidden"> ({words.goalDone})</span>}
            </span>
          )}
        </span>
      </li>
    );
  };
  return (
    <section className="conditions" aria-labelledby="explore-conditions">
      <h2 id="explore-conditions">{words.mustHold}</h2>
      <div className="condition-columns">
        <div>
          <h3>{words.never}</h3>
          <ul>{variant.never.map((each) => row('never', each.id))}</ul>
        </div>
        <div>
          <h3>{words.possible}</h3>
          <ul>{variant.possible.map((each) => row('possible', each.id))}</ul>
        </div>
      </div>
    </section>
  );
}
