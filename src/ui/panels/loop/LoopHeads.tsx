import { useEffect, useRef, useState } from 'react';
import type { LoopView } from '../../../protocol/views.ts';
import { sizeOf, watchSize } from '../stage/attend.ts';
import { loopHeads } from './layout.ts';
import type { LoopWords } from './words.ts';

/** The names of the columns. They stand above the drawing, because it scrolls to its newest turn. */
export function LoopHeads({ view, words }: { readonly view: LoopView; readonly words: LoopWords }) {
  const row = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    // The drawing has what a scroll bar leaves of the width.
    const scrolled = row.current!.parentElement!.querySelector('.stage-scroll')!;
    const take = (size: { readonly width: number }): void => setWidth(size.width);
    take(sizeOf(scrolled));
    return watchSize(scrolled, take);
  }, []);
  const heads = width === 0 ? [] : loopHeads(view, width, words);
  return (
    <div ref={row} className="loop-heads" aria-hidden="true" data-empty={heads.length === 0}>
      {heads.map(({ id, x, text, anchor = 'start' }) => (
        <span key={id} data-anchor={anchor} style={{ left: x }}>
          {text}
        </span>
      ))}
    </div>
  );
}
