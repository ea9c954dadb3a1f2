import type { EvictionView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { DatabasePanel } from '../DatabasePanel.tsx';
import type { PanelProps } from '../panel.ts';
import { accessibleEviction, summariseEviction } from './describe.ts';
import { layoutEviction } from './layout.ts';
import { narrateEviction } from './narrate.ts';
import { evictionWords } from './words.ts';

const page = 40;

function shownOf({ keys, maxBytes, evictedKeys, from, rows }: EvictionView) {
  if (keys === 0 && maxBytes === 0 && evictedKeys === 0) return null;
  return { from, shown: rows.length, all: keys };
}

/** Which key is evicted when memory is full, and how it is found. */
export function EvictionPanel(props: PanelProps) {
  return (
    <DatabasePanel
      panel={props}
      kind="eviction"
      words={evictionWords[useLanguage()]}
      page={page}
      layout={layoutEviction}
      accessible={accessibleEviction}
      summarise={summariseEviction}
      narrate={narrateEviction}
      shownOf={shownOf}
    />
  );
}
