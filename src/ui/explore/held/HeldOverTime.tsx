import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Schedule } from '../../../protocol/explore.ts';
import type { ScenarioWords } from '../../../protocol/scenario.ts';
import { recall, remember } from '../../browser/preferences.ts';
import { useLanguage, usePair } from '../../i18n/index.ts';
import type { Exploration } from '../exploration.ts';
import { HeldTable } from './HeldTable.tsx';
import './held.css';
import { type HeldFact, type HeldMarks, layoutHeld } from './layout.ts';
import { heldWords } from './words.ts';

const openKey = 'explore-held';
/** So many columns stand beside each other before they are worth asking for. */
const MAX_COLUMNS = 8;
/** The rest is in the drawing. */
const MAX_FACTS = 6;

interface HeldOverTimeProps {
  readonly exploration: Exploration;
  /** Inside another page it begins folded. */
  readonly isFolded?: boolean;
}

/** The reader's own schedule: what the servers held after each of its events. Absent while nothing has changed. */
export function HeldOverTime({ exploration, isFolded = false }: HeldOverTimeProps) {
  const words = usePair(heldWords);
  const language = useLanguage();
  const whole = useStore(exploration, (state) => state.whole);
  const at = useStore(exploration, (state) => state.at);
  const [isOpen, setOpen] = useState(() => !isFolded && recall(openKey) !== 'closed');
  const schedule = whole?.schedule ?? null;
  const marks = useMemo(() => (schedule === null ? null : layoutHeld(schedule)), [schedule]);
  if (whole === null || marks === null || marks.columns.length === 0) return null;
  return (
    <section className="held" aria-labelledby="explore-held">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
          if (!isFolded) remember(openKey, currentTarget.open ? 'open' : 'closed');
        }}
      >
        <summary>
          <h2 id="explore-held">{words.title}</h2>
        </summary>
        <p className="explore-note">{words.about}</p>
        <HeldBody
          label={words.title}
          marks={marks}
          scenario={exploration.scenario.words[language]}
          isOver={whole.next.length === 0}
          at={at}
          onJump={(to) => exploration.jump(to)}
        />
      </details>
    </section>
  );
}

interface HeldOfScheduleProps {
  readonly label: string;
  readonly schedule: Schedule;
  readonly scenario: ScenarioWords;
}

/** A schedule that was found, beside its events. */
export function HeldOfSchedule({ label, schedule, scenario }: HeldOfScheduleProps) {
  const marks = useMemo(() => layoutHeld(schedule), [schedule]);
  if (marks.columns.length === 0) return null;
  return (
    <div className="held is-narrow">
      <h4>{label}</h4>
      <HeldBody label={label} marks={marks} scenario={scenario} isOver isNarrow />
    </div>
  );
}

interface HeldBodyProps {
  readonly label: string;
  readonly marks: HeldMarks;
  readonly scenario: ScenarioWords;
  readonly isOver: boolean;
  readonly isNarrow?: boolean;
  readonly at?: number;
  onJump?(at: number): void;
}

function HeldBody({ label, marks, scenario, isOver, isNarrow, at, onJump }: HeldBodyProps) {
  const words = usePair(heldWords);
  const [isAll, setAll] = useState(false);
  const { columns, facts, still, leftOut } = marks;
  const naming = {
    part: words.part,
    actor: (name: string) => scenario.actors[name]?.title ?? name,
    isOver,
  };
  const isCut = columns.length > MAX_COLUMNS && !isAll;
  return (
    <>
      {facts.length > 0 && (
        <ul className="held-facts">
          {facts.slice(0, MAX_FACTS).map((fact) => (
            <li key={JSON.stringify(fact)} data-fact={fact.type === 'behind' ? fact.how : fact.type}>
              <span className="held-sign" aria-hidden="true" data-sign={signOf(fact)} />
              <span>{words.fact(fact, naming)}</span>
            </li>
          ))}
        </ul>
      )}
      {facts.length > MAX_FACTS && (
        <p className="explore-note">{words.moreFacts(facts.length - MAX_FACTS)}</p>
      )}
      {columns.length > 2 && <p className="explore-note held-sideways">{words.sideways(columns.length)}</p>}
      <HeldTable
        label={label}
        marks={marks}
        columns={isCut ? MAX_COLUMNS : columns.length}
        at={at}
        isNarrow={isNarrow}
        onJump={onJump}
      />
      {isCut && (
        <button type="button" className="button is-quiet" onClick={() => setAll(true)}>
          {words.showAll(columns.length)}
        </button>
      )}
      {(still.length > 0 || leftOut > 0) && (
        <p className="explore-note held-still">
          {still.length > 0 &&
            words.still(still.map(({ part, text }) => `${words.part(part)} = ${text}`).join(' · '))}{' '}
          {leftOut > 0 && words.leftOut(leftOut)}
        </p>
      )}
    </>
  );
}

function signOf(fact: HeldFact): 'hatch' | 'lost' | 'held' {
  if (fact.type === 'behind') return 'hatch';
  return fact.type === 'nowhere' && fact.end === null ? 'held' : 'lost';
}
