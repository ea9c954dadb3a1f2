import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { moved, type Ordering, shuffled } from '../../../protocol/order.ts';
import { plainText } from '../../../protocol/prose.ts';
import { Icon } from '../../controls/Icon.tsx';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { Kept } from '../PredictionBox.tsx';
import { Blocks, Inlines } from '../Prose.tsx';
import type { PuzzleProps } from './puzzle.ts';
import { puzzleWords } from './words.ts';
import './puzzles.css';

/** Stages that the reader moves until each is in its place; every move is judged at once. */
export function OrderBox({ item, name, isKept, onSolved }: PuzzleProps<Ordering>) {
  const words = usePair(puzzleWords);
  const language = useLanguage();
  const { stages } = item;
  const right = stages.map((_, nth) => nth);
  const [order, setOrder] = useState(() => (isKept ? right : shuffled(name, stages.length)));
  const [isTried, setTried] = useState(isKept);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** The stage whose handle has the focus: its element is taken out and put in again when it moves. */
  const focused = useRef<number | null>(null);
  const dragged = useRef<number | null>(null);
  const textOf = (stage: number) => plainText(stages[stage].text[language]);
  const rightPlaces = order.filter((stage, place) => stage === place).length;
  const isSolved = rightPlaces === stages.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is what takes the focus away.
  useLayoutEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus();
  }, [order]);

  const move = (stage: number, to: number) => {
    const from = order.indexOf(stage);
    const place = Math.max(0, Math.min(stages.length - 1, to));
    if (isSolved || place === from) return;
    const next = moved(order, from, place);
    setOrder(next);
    setTried(true);
    setSaid(words.movedTo(textOf(stage), place + 1, stages.length, stage === place));
    if (next.every((other, at) => other === at)) onSolved();
  };

  /** The place of a stage at this height: the others whose middles lie above it come first. */
  const placeAt = (stage: number, y: number): number =>
    [...(list.current?.children ?? [])].filter((row, place) => {
      const { top, bottom } = row.getBoundingClientRect();
      return order[place] !== stage && (top + bottom) / 2 < y;
    }).length;

  const grab = (event: PointerEvent, stage: number) => {
    if (isSolved || event.button !== 0) return;
    dragged.current = stage;
    // The list has the pointer: a row that is moved would lose it.
    list.current?.setPointerCapture(event.pointerId);
  };

  return (
    <section className="lesson-puzzle" aria-label={words.order} data-solved={isSolved}>
      <p className="lesson-kind">
        {words.order}
        {isKept && <Kept text={words.solvedBefore} />}
      </p>
      <Blocks blocks={item.question[language]} />
      <ol
        className="order-stages"
        ref={list}
        onPointerMove={({ clientY }) => {
          if (dragged.current !== null) move(dragged.current, placeAt(dragged.current, clientY));
        }}
        onLostPointerCapture={() => {
          dragged.current = null;
        }}
      >
        {order.map((stage, place) => {
          const verdict = !isTried ? undefined : stage === place ? 'right' : 'wrong';
          return (
            <li key={stages[stage].id} className="order-stage" data-verdict={verdict}>
              <button
                type="button"
                className="order-handle"
                data-handle={stage}
                aria-label={words.handle(textOf(stage), place + 1, stages.length)}
                aria-disabled={isSolved}
                onFocus={() => {
                  focused.current = stage;
                }}
                onBlur={({ relatedTarget }) => {
                  // A row that is moved loses the focus to nothing, and gets it back.
                  if (relatedTarget !== null) focused.current = null;
                }}
                onPointerDown={(event) => grab(event, stage)}
                onKeyDown={(event) => {
                  const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: stages.length - 1 }[
                    event.key
                  ];
                  if (to === undefined) return;
                  event.preventDefault();
                  move(stage, to);
                }}
              >
                <span aria-hidden="true">{place + 1}</span>
              </button>
              <span className="order-text">
                <Inlines inlines={stages[stage].text[language]} />
              </span>
              {/* Its room is kept from the beginning: no row may grow when it is judged. */}
              <span className="puzzle-mark order-mark" data-verdict={verdict}>
                {verdict !== undefined && (
                  <>
                    <Icon name={verdict === 'right' ? 'check' : 'close'} size={14} />
                    <span className="visually-hidden">
                      {verdict === 'right' ? words.inPlace : words.outOfPlace}
                    </span>
                  </>
                )}
              </span>
              {!isSolved && (
                <span className="order-moves">
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={words.up(textOf(stage))}
                    aria-disabled={place === 0}
                    onClick={() => move(stage, place - 1)}
                  >
                    <Icon name="down" size={14} />
                  </button>
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={words.down(textOf(stage))}
                    aria-disabled={place === stages.length - 1}
                    onClick={() => move(stage, place + 1)}
                  >
                    <Icon name="down" size={14} />
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="lesson-note puzzle-state">
        {!isTried ? words.orderHow : isSolved ? '' : words.placesRight(rightPlaces, stages.length)}
      </p>
      <div className="puzzle-explained" role="status">
        <span className="visually-hidden">{said}</span>
        {isSolved && (
          <>
            <p className="puzzle-solved">
              <Icon name="check" size={14} /> {words.inOrder}
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
            setOrder(shuffled(name, stages.length));
            setTried(false);
            setSaid('');
          }}
        >
          {words.again}
        </button>
      )}
    </section>
  );
}
