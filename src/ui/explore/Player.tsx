import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Choice } from '../../protocol/explore.ts';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, usePair } from '../i18n/index.ts';
import { type Exploration, variantOf } from './exploration.ts';
import { percent } from './numbers.ts';
import { laneWidth, ScheduleRows } from './ScheduleRows.tsx';
import { shortNames } from './short-names.ts';
import { exploreWords, isFault } from './words.ts';

/** Who goes next, and what has happened so far. */
export function Player({ exploration }: { readonly exploration: Exploration }) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { scenario } = exploration;
  const id = useStore(exploration, (state) => state.variant);
  const position = useStore(exploration, (state) => state.position);
  const whole = useStore(exploration, (state) => state.whole);
  const at = useStore(exploration, (state) => state.at);
  const planned = useStore(exploration, (state) => state.planned);
  const variant = variantOf(scenario, id);
  const root = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);

  // A button that was pressed may be gone after its event: the focus stays among the choices.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at after every event.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) root.current?.focus();
  }, [position]);

  const next = position?.next ?? [];
  const keys = new Map(next.map(({ choice }, nth) => [choice, nth + 1]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (digit > 0 && digit <= next.length) exploration.choose(next[digit - 1].choice);
    else if (event.key === 'Backspace') exploration.jump(at - 1);
    else if (event.key === 'r' || event.key === 'R') exploration.chooseAny(Math.random());
    else return;
    event.preventDefault();
  };
  const props = { exploration, keys };
  const ofWorld = next.filter(({ actor }) => actor === null);
  const chips = shortNames(variant.actors.map(({ name }) => name));
  return (
    <section
      className="player"
      aria-labelledby="explore-next"
      ref={root}
      tabIndex={-1}
      data-own-keys=""
      onKeyDown={onKeyDown}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        // Focus that went to a real place elsewhere is not taken back.
        if (event.relatedTarget !== null)
          hadFocus.current = root.current?.contains(event.relatedTarget) ?? false;
      }}
    >
      <div className="explore-head">
        <h2 id="explore-next">{words.next}</h2>
        <span className="explore-note player-keys">{words.nextKeys}</span>
      </div>
      <div className="choices">
        {variant.actors.map(({ name }, actor) => {
          const own = next.filter((choice) => choice.actor === name);
          const act = own.find(({ kind }) => kind === 'act');
          const state = position?.actors[actor].state;
          const title = scenario.words[language].actors[name]?.title ?? name;
          return (
            <fieldset key={name} className="choice-group" aria-label={title} data-can={act !== undefined}>
              <p className="choice-who">
                <span className="actor-chip" data-tone={(actor % 6) + 1} aria-hidden="true">
                  {chips[actor]}
                </span>
                <b>{title}</b>
                {state !== undefined && (
                  <span className="actor-state" data-state={state}>
                    {words.states[state]}
                  </span>
                )}
              </p>
              {act !== undefined && <ChoiceButton choice={act} {...props} />}
              <Faults choices={own.filter(({ kind }) => kind !== 'act')} {...props} />
            </fieldset>
          );
        })}
        {ofWorld.length > 0 && (
          <fieldset className="choice-group" aria-label={words.world} data-can="true">
            <p className="choice-who">
              <b>{words.world}</b>
            </p>
            {ofWorld
              .filter(({ kind }) => !isFault(kind))
              .map((choice) => (
                <ChoiceButton key={choice.choice} choice={choice} {...props} />
              ))}
            <Faults choices={ofWorld.filter(({ kind }) => isFault(kind))} {...props} />
          </fieldset>
        )}
      </div>
      {position !== null && next.length === 0 && <p className="choices-over">{words.over}</p>}
      <div className="player-tools">
        <button
          type="button"
          className="icon-button"
          aria-label={words.undo}
          title={words.undo}
          disabled={at === 0}
          onClick={() => exploration.jump(at - 1)}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={words.forward}
          title={words.forward}
          disabled={at >= planned.length}
          onClick={() => exploration.jump(at + 1)}
        >
          <Icon name="forward" />
        </button>
        <button
          type="button"
          className="button"
          disabled={next.length === 0}
          onClick={() => exploration.chooseAny(Math.random())}
        >
          {words.random}
        </button>
        <button
          type="button"
          className="button is-quiet"
          disabled={planned.length === 0}
          onClick={() => exploration.restart()}
        >
          {words.restart}
        </button>
        <span className="explore-note" role="status">
          {words.eventsSoFar(at, planned.length)}
        </span>
      </div>
      {whole !== null && (
        <div className="player-schedule">
          <div className="lane-names" aria-hidden="true">
            {chips.map((name, actor) => (
              <span key={name} style={{ inlineSize: `${laneWidth(chips.length)}px` }}>
                <span className="actor-chip" data-tone={(actor % 6) + 1}>
                  {name}
                </span>
              </span>
            ))}
          </div>
          <ScheduleRows
            label={words.schedule}
            schedule={whole.schedule}
            variant={variant}
            scenario={scenario.words[language]}
            at={at}
            onJump={(to) => exploration.jump(to)}
          />
        </div>
      )}
    </section>
  );
}

interface ChoicesProps {
  readonly exploration: Exploration;
  /** The digit that chooses. */
  readonly keys: ReadonlyMap<string, number>;
}

function Faults({ choices, ...props }: ChoicesProps & { readonly choices: readonly Choice[] }) {
  if (choices.length === 0) return null;
  return (
    <div className="choice-faults">
      {choices.map((choice) => (
        <ChoiceButton key={choice.choice} choice={choice} {...props} />
      ))}
    </div>
  );
}

function ChoiceButton({ choice, exploration, keys }: ChoicesProps & { readonly choice: Choice }) {
  const words = usePair(exploreWords);
  const language = useLanguage();
  const { kind, node, operation, share } = choice;
  const key = keys.get(choice.choice) ?? 0;
  const nodes = useStore(exploration, ({ position }) => position?.nodes);
  const isPower = kind === 'restart' && nodes?.find(({ name }) => name === node)?.kind === 'lsm';
  const text =
    kind === 'pass' || kind === 'arrive' || kind === 'write-back'
      ? choice.text[language]
      : isFault(kind)
        ? `${node === null || choice.actor !== null ? '' : `${node}: `}${isPower ? words.powerFailure : words.faults[kind]}`
        : (operation ?? words.begins);
  return (
    <button
      type="button"
      className="choice"
      data-kind={kind}
      data-choice={choice.choice}
      data-fault={isFault(kind)}
      aria-keyshortcuts={key > 0 && key < 10 ? String(key) : undefined}
      onClick={() => exploration.choose(choice.choice)}
    >
      {key > 0 && key < 10 && (
        <span className="choice-key" aria-hidden="true">
          {key}
        </span>
      )}
      <span>{text}</span>
      {share !== null && (
        <small className="choice-share" data-all={share === 1} title={words.shareAfter(share)}>
          {percent(share)}
          <span className="visually-hidden"> {words.shareAfter(share)}</span>
        </small>
      )}
    </button>
  );
}
