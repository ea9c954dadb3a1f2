import type { PanelDefinition } from '../panel.ts';
import { WirePanel } from './WirePanel.tsx';
import { wireWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'wire',
  title: { en: wireWords.en.title, zh: wireWords.zh.title },
  Component: WirePanel,
};
export default definition;
