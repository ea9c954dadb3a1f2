import type { ListView } from '../../../protocol/views-list.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { PanelProps } from '../panel.ts';
import { WindowedPanel } from '../WindowedPanel.tsx';
import { accessibleList, summariseList } from './describe.ts';
import { layoutList } from './layout.ts';
import { narrateList } from './narrate.ts';
import { listWords } from './words.ts';

const page = 24;

function shownOf({ list }: ListView) {
  return list === null ? null : { from: list.from, shown: list.nodes.length, all: list.total };
}

/** A list as its nodes. */
export function ListPanel(props: PanelProps) {
  return (
    <WindowedPanel
      panel={props}
      kind="list"
      words={listWords[useLanguage()]}
      page={page}
      layout={layoutList}
      accessible={accessibleList}
      summarise={summariseList}
      narrate={narrateList}
      shownOf={shownOf}
    />
  );
}
