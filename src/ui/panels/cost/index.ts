import type { PanelDefinition } from '../panel.ts';
import { CostPanel } from './CostPanel.tsx';
import { costWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'cost',
  title: { en: costWords.en.title, zh: costWords.zh.title },
  Component: CostPanel,
};
export default definition;
