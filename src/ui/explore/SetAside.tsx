import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hashOf } from '../browser/routes.ts';
import { usePair } from '../i18n/index.ts';
import { type Exploration, workOf } from './exploration.ts';
import { keepAside, swapAside, type Work } from './kept-work.ts';
import { exploreWords } from './words.ts';

interface SetAsideProps {
  readonly exploration: Exploration;
  /** Null where the reader's own work is shown. */
  readonly link: string | null;
  readonly first: readonly Work[];
}

/** Offers work that came late, when other work had taken its place. Each takes the place of the other. */
export function SetAside({ exploration, link, first }: SetAsideProps) {
  const words = usePair(exploreWords);
  const [aside, setAside] = useState(first);
  const [deleted, setDeleted] = useState<Work | null>(null);
  const [isTaken, setTaken] = useState(false);
  const whole = useRef<HTMLParagraphElement>(null);
  const { scenario } = exploration;
  const [latest, ...rest] = aside;
  if (latest === undefined && deleted === null && !isTaken) return null;
  const swap = async () => {
    const others = await swapAside(scenario.id, link, workOf(scenario, exploration.getState()));
    exploration.takeUp(latest);
    // The address names the version that is shown, unless it names a link.
    if (link === null) {
      location.hash = hashOf({ page: 'explore', scenario: scenario.id, variant: latest.variant });
    }
    setAside(others);
    // Nothing was put aside in exchange, and the button goes.
    setTaken(others.length === 0);
    if (others.length === 0) whole.current?.focus();
  };
  const keep = (works: readonly Work[], gone: Work | null) => {
    void keepAside(scenario.id, works);
    flushSync(() => {
      setAside(works);
      setDeleted(gone);
    });
    whole.current?.querySelector('button')?.focus();
  };
  return (
    <p className="work-bar" ref={whole} tabIndex={-1}>
      <span role="status">
        {deleted !== null ? words.asideDeleted : isTaken ? words.restored : words.aside}
      </span>
      {isTaken ? null : deleted === null ? (
        <>
          <button type="button" className="button is-quiet" onClick={() => void swap()}>
            {words.asideOpen}
          </button>
          <button type="button" className="button is-quiet" onClick={() => keep(rest, latest)}>
            {words.asideDelete}
          </button>
        </>
      ) : (
        <button type="button" className="button is-quiet" onClick={() => keep([deleted, ...aside], null)}>
          {words.asideUndo}
        </button>
      )}
    </p>
  );
}
