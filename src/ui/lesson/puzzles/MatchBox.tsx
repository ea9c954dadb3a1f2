import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Matching } from '../../../protocol/match.ts';
import { shuffled } from '../../../protocol/order.ts';
import { plainText } from '../../../protocol/prose.ts';
import { Icon } from '../../controls/Icon.tsx';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { Kept } from '../PredictionBox.tsx';
import { Blocks, Inlines } from '../Prose.tsx';
import { choose, freshMatch, isMatched, type Side, solvedMatch } from './match-state.ts';
import { ProofLine } from './ProofLine.tsx';
import type { PuzzleProps } from './puzzle.ts';
import { puzzleWords } from './words.ts';
import './puzzles.css';

/** A pointer that has gone further than this drags. */
const DRAG_PX = 6;

/** Two columns; one of each is pressed, or dragged onto the other, and found pairs are joined above. */
export function MatchBox({ item, name, isKept, onSolved }: PuzzleProps<Matching>) {
  const words = usePair(puzzleWords);
  const language = useLanguage();
  const { pairs } = item;
  const [state, setState] = useState(() => (isKept ? solvedMatch : freshMatch)(pairs.length));
  const [said, setSaid] = useState('');
  const columns = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement>(null);
  const drag = useRef<{ side: Side; pair: number; x: number; y: number; isMoving: boolean } | null>(null);
  /** The pair that was just found by a button that had the focus, which goes with it. */
  const lostFocus = useRef(false);
  const isSolved = isMatched(state);
  const textOf = (side: Side, pair: number) => plainText(pairs[pair][side][language]);
  const open = (order: readonly number[]) => order.filter((pair) => !state.found.includes(pair));
  const sides: Readonly<Record<Side, readonly number[]>> = {
    left: open(pairs.map((_, nth) => nth)),
    right: open(shuffled(name, pairs.length)),
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a found pair is what takes the focus away.
  useLayoutEffect(() => {
    if (!lostFocus.current) return;
    lostFocus.current = false;
    const next = columns.current?.querySelector<HTMLElement>('[data-side="left"] button');
    (next ?? box.current)?.focus();
  }, [state.found.length]);

  const press = (side: Side, pair: number, from = state) => {
    const next = choose(from, side, pair);
    setState(next);
    if (next.found.length > from.found.length) {
      lostFocus.current = columns.current?.contains(document.activeElement) === true;
      const joined = words.isPair(textOf('left', pair), textOf('right', pair));
      setSaid(isMatched(next) ? joined : `${joined} ${words.pairsFound(next.found.length, pairs.length)}`);
      if (isMatched(next)) onSolved();
    } else if (next.wrong !== null) {
      setSaid(words.noPair(textOf('left', next.wrong.left), textOf('right', next.wrong.right)));
    } else if (next.chosen !== null) setSaid(words.chosen(textOf(side, pair)));
  };

  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const { current } = drag;
    if (current === null) return;
    const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
    if (!current.isMoving && Math.hypot(dx, dy) < DRAG_PX) return;
    current.isMoving = true;
    event.currentTarget.dataset.dragged = 'true';
    event.currentTarget.style.translate = `${dx}px ${dy}px`;
  };
  const letGo = (
    { currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>,
    isDropped: boolean,
  ) => {
    const { current } = drag;
    if (current?.isMoving !== true) {
      drag.current = null;
      return;
    }
    const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-pair]');
    delete currentTarget.dataset.dragged;
    currentTarget.style.translate = '';
    // The click that follows is the end of the dragging.
    requestAnimationFrame(() => {
      drag.current = null;
    });
    const to = target?.closest<HTMLElement>('[data-side]')?.dataset.side;
    if (!isDropped || target == null || !columns.current?.contains(target)) return;
    if (to === undefined || to === current.side) return;
    const chosen = { ...state, chosen: { side: current.side, pair: current.pair } };
    press(to as Side, Number(target.dataset.pair), chosen);
  };

  const onArrow = (
    event: { key: string; currentTarget: HTMLElement; preventDefault(): void },
    side: Side,
  ) => {
    const others = [
      ...(columns.current?.querySelectorAll<HTMLElement>(`[data-side="${side}"] button`) ?? []),
    ];
    const at = others.indexOf(event.currentTarget);
    const across = side === 'left' ? 'right' : 'left';
    const next =
      event.key === 'ArrowDown'
        ? others[at + 1]
        : event.key === 'ArrowUp'
          ? others[at - 1]
          : event.key === (side === 'left' ? 'ArrowRight' : 'ArrowLeft')
            ? columns.current?.querySelectorAll<HTMLElement>(`[data-side="${across}"] button`)[at]
            : undefined;
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <section
      className="lesson-puzzle"
      aria-label={words.match}
      data-solved={isSolved}
      ref={box}
      tabIndex={-1}
    >
      <p className="lesson-kind">
        {words.match}
        {isKept && <Kept text={words.solvedBefore} />}
      </p>
      <Blocks blocks={item.question[language]} />
      {state.found.length > 0 && (
        <ul className="match-found" aria-label={words.found}>
          {state.found.map((pair) => (
            <li key={pairs[pair].id}>
              <Icon name="check" size={14} />
              <span className="match-half">
                <Inlines inlines={pairs[pair].left[language]} />
              </span>
              <span className="match-half">
                <Inlines inlines={pairs[pair].right[language]} />
                {pairs[pair].proof !== null && <ProofLine proof={pairs[pair].proof} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isSolved && (
        <div className="match-columns" ref={columns}>
          {(['left', 'right'] as const).map((side) => (
            <ul key={side} data-side={side} aria-label={side === 'left' ? words.names : words.partners}>
              {sides[side].map((pair) => {
                const isWrong = state.wrong?.[side] === pair;
                return (
                  <li key={pairs[pair].id}>
                    <button
                      type="button"
                      className="match-choice"
                      data-pair={pair}
                      data-verdict={isWrong ? 'wrong' : undefined}
                      aria-pressed={state.chosen?.side === side && state.chosen.pair === pair}
                      onClick={() => {
                        if (drag.current === null) press(side, pair);
                      }}
                      onKeyDown={(event) => onArrow(event, side)}
                      onPointerDown={(event) => {
                        if (event.button !== 0) return;
                        drag.current = { side, pair, x: event.clientX, y: event.clientY, isMoving: false };
                        event.currentTarget.setPointerCapture(event.pointerId);
                      }}
                      onPointerMove={onPointerMove}
                      onPointerUp={(event) => letGo(event, true)}
                      onPointerCancel={(event) => letGo(event, false)}
                    >
                      {isWrong && (
                        <span className="puzzle-mark" data-verdict="wrong">
                          <Icon name="close" size={14} />
                          <span className="visually-hidden">{words.notThisOne}: </span>
                        </span>
                      )}
                      <span>
                        <Inlines inlines={pairs[pair][side][language]} />
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          ))}
        </div>
      )}
      <p className="lesson-note puzzle-state">
        {isSolved
          ? ''
          : state.wrong !== null
            ? words.noPair(textOf('left', state.wrong.left), textOf('right', state.wrong.right))
            : state.found.length === 0
              ? words.matchHow
              : words.pairsFound(state.found.length, pairs.length)}
      </p>
      <div className="puzzle-explained" role="status">
        <span className="visually-hidden">{said}</span>
        {isSolved && (
          <>
            <p className="puzzle-solved">
              <Icon name="check" size={14} /> {words.allFound}
            </p>
            <Blocks blocks={item.explanation[language]} />
          </>
        )}
      </div>
      {isSolved && (
        <button
          type="button"
          className="button is-quiet puzzle-again"
          onClick={() => {
            setState(freshMatch(pairs.length));
            setSaid('');
          }}
        >
          {words.again}
        </button>
      )}
    </section>
  );
}
