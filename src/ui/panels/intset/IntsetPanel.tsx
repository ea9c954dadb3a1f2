import type { IntsetView } from '../../../protocol/views-intset.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { PanelProps } from '../panel.ts';
import { WindowedPanel } from '../WindowedPanel.tsx';
import { accessibleIntset, summariseIntset } from './describe.ts';
import { layoutIntset } from './layout.ts';
import { narrateIntset } from './narrate.ts';
import { intsetWords } from './words.ts';

const page = 128;

function shownOf({ encoding, intset }: IntsetView) {
  if (encoding === null) return null;
  if (intset === null) return { from: 0, shown: 0, all: 0 };
  return { from: intset.from, shown: intset.numbers.length, all: intset.length };
}

/** A set of integers, number by number. */
export function IntsetPanel(props: PanelProps) {
  return (
    <WindowedPanel
      panel={props}
      kind="intset"
      words={intsetWords[useLanguage()]}
      page={page}
      layout={layoutIntset}
      accessible={accessibleIntset}
      summarise={summariseIntset}
      narrate={narrateIntset}
      shownOf={shownOf}
    />
  );
}
