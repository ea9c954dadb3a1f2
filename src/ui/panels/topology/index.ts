import type { PanelDefinition } from '../panel.ts';
import { TopologyPanel } from './TopologyPanel.tsx';
import { topologyWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'topology',
  title: { en: topologyWords.en.title, zh: topologyWords.zh.title },
  Component: TopologyPanel,
};
export default definition;
