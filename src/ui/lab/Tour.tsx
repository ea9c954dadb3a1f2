import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePair } from '../i18n/index.ts';
import './tour.css';
import { endTour, showTourStep } from './tour-state.ts';
import { tourAnchors, tourWords } from './tour-words.ts';

const margin = 12;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One step of the tour: a ring around what it is about, and a card beside it. Nothing below is blocked. */
export function Tour({ step }: { readonly step: number }) {
  const words = usePair(tourWords);
  const card = useRef<HTMLDivElement>(null);
  const anchor = useAnchor(step);
  const [place, setPlace] = useState({ left: margin, top: margin });
  const last = words.steps.length - 1;
  const { title, text } = words.steps[step];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes the card another size.
  useLayoutEffect(() => {
    const size = card.current?.getBoundingClientRect();
    if (anchor !== null && size !== undefined) setPlace(placeBeside(anchor, size));
  }, [anchor, words]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read out when it is shown.
  useEffect(() => card.current?.focus({ preventScroll: true }), [step]);

  const end = () => {
    endTour();
    document.querySelector<HTMLElement>('.console-input-field input')?.focus({ preventScroll: true });
  };

  return (
    <>
      {anchor !== null && (
        <div
          className="tour-ring"
          aria-hidden="true"
          style={
            {
              '--left': `${anchor.left}px`,
              '--top': `${anchor.top}px`,
              '--width': `${anchor.width}px`,
              '--height': `${anchor.height}px`,
            } as CSSProperties
          }
        />
      )}
      <div
        ref={card}
        className="tour-card"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        data-own-keys
        style={{ '--left': `${place.left}px`, '--top': `${place.top}px` } as CSSProperties}
        onKeyDown={(event) => {
          if (event.key === 'Escape') end();
          else if (event.key === 'ArrowRight' && step < last) showTourStep(step + 1);
          else if (event.key === 'ArrowLeft' && step > 0) showTourStep(step - 1);
          else return;
          event.preventDefault();
        }}
      >
        <small>{words.place(step + 1, words.steps.length)}</small>
        <h2 id="tour-title">{title}</h2>
        <p id="tour-text">{text}</p>
        <div className="tour-buttons">
          {step < last && (
            <button type="button" className="button is-quiet" onClick={end}>
              {words.skip}
            </button>
          )}
          {step > 0 && (
            <button type="button" className="button" onClick={() => showTourStep(step - 1)}>
              {words.back}
            </button>
          )}
          <button
            type="button"
            className="button is-primary"
            onClick={() => (step === last ? end() : showTourStep(step + 1))}
          >
            {step === last ? words.end : words.next}
          </button>
        </div>
      </div>
    </>
  );
}

/** Where that stands which the step is about, also after the window has changed. */
function useAnchor(step: number): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const measure = () => setBox(anchorOf(step));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    for (const selector of tourAnchors[step]) {
      const element = document.querySelector(selector);
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [step]);
  return box;
}

function anchorOf(step: number): Box | null {
  for (const selector of tourAnchors[step]) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box !== undefined && box.width > 0)
      return { left: box.left, top: box.top, width: box.width, height: box.height };
  }
  return null;
}

/** Above or below it where there is room, otherwise inside its upper right corner. */
function placeBeside(anchor: Box, card: { readonly width: number; readonly height: number }) {
  const room = { width: innerWidth - card.width - margin, height: innerHeight - card.height - margin };
  const below = anchor.top + anchor.height + margin;
  const above = anchor.top - card.height - margin;
  const isInside = below > room.height && above < margin;
  const left = isInside ? anchor.left + anchor.width - card.width - margin : anchor.left;
  const top = below <= room.height ? below : above >= margin ? above : anchor.top + margin;
  return {
    left: Math.max(margin, Math.min(left, room.width)),
    top: Math.max(margin, Math.min(top, room.height)),
  };
}
