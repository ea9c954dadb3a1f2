import type { PanelDefinition } from '../panel.ts';
import { SetsPanel } from './SetsPanel.tsx';
import { setsWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'sets',
  title: { en: setsWords.en.title, zh: setsWords.zh.title },
  Component: SetsPanel,
};
export default definition;
