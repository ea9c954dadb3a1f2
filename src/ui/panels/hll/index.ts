import type { PanelDefinition } from '../panel.ts';
import { HllPanel } from './HllPanel.tsx';
import { hllWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'hll',
  title: { en: hllWords.en.title, zh: hllWords.zh.title },
  Component: HllPanel,
};
export default definition;
