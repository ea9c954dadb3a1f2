import type { PanelDefinition } from '../panel.ts';
import { LoopPanel } from './LoopPanel.tsx';
import { loopWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'loop',
  title: { en: loopWords.en.title, zh: loopWords.zh.title },
  Component: LoopPanel,
};
export default definition;
