import type { PanelDefinition } from '../panel.ts';
import { EvictionPanel } from './EvictionPanel.tsx';
import { evictionWords } from './words.ts';

const evictionPanel: PanelDefinition = {
  id: 'eviction',
  title: { en: evictionWords.en.title, zh: evictionWords.zh.title },
  Component: EvictionPanel,
};

export default evictionPanel;
