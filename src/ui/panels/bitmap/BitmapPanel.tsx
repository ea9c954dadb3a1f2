import type { BitmapView } from '../../../protocol/views-bitmap.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { PanelProps } from '../panel.ts';
import { WindowedPanel } from '../WindowedPanel.tsx';
import { bytesDrawn } from './combine.ts';
import { accessibleBitmap, summariseBitmap } from './describe.ts';
import { layoutBitmap } from './layout.ts';
import { narrateBitmap } from './narrate.ts';
import { bitmapWords } from './words.ts';

const page = 64;

function shownOf({ encoding, from, bytes, length, work }: BitmapView) {
  if (work?.kind === 'combine') return { from, shown: bytesDrawn(work), all: work.length };
  return encoding === null ? null : { from, shown: bytes.length, all: length };
}

/** A string, bit by bit. */
export function BitmapPanel(props: PanelProps) {
  return (
    <WindowedPanel
      panel={props}
      kind="bitmap"
      words={bitmapWords[useLanguage()]}
      page={page}
      layout={layoutBitmap}
      accessible={accessibleBitmap}
      summarise={summariseBitmap}
      narrate={narrateBitmap}
      shownOf={shownOf}
    />
  );
}
