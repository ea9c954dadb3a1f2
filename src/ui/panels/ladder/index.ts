import type { PanelDefinition } from '../panel.ts';
import { LadderPanel } from './LadderPanel.tsx';
import { ladderWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'ladder',
  title: { en: ladderWords.en.title, zh: ladderWords.zh.title },
  Component: LadderPanel,
};
export default definition;
