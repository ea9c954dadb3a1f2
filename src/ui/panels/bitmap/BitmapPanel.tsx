import type { BitmapView } from '../../../protocol/views-bitmap.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { PanelProps } from '../panel.ts';
import { WindowedPanel } from '../WindowedPanel.tsx';
import { hearBitmap, summariseBitmap } from './describe.ts';
import { layoutBitmap } from './layout.ts';
import { narrateBitmap } from './narrate.ts';
import { bitmapWords } from './words.ts';

/** Bytes drawn at once; fewer where several strings stand above each other. */
const page = 64;
const combinedPage = 16;

function pageOf(view: BitmapView | null): number {
  return view?.work?.kind === 'combine' ? combinedPage : page;
}

function shownOf({ encoding, from, bytes, length, work }: BitmapView) {
  if (work?.kind === 'combine') return { from, shown: work.bytes.length, all: work.length };
  return encoding === null ? null : { from, shown: bytes.length, all: length };
}

/** A string, bit by bit. */
export function BitmapPanel(props: PanelProps) {
  return (
    <WindowedPanel
      panel={props}
      kind="bitmap"
      words={bitmapWords[useLanguage()]}
      page={pageOf}
      layout={layoutBitmap}
      heard={hearBitmap}
      summarise={summariseBitmap}
      narrate={narrateBitmap}
      shownOf={shownOf}
    />
  );
}
