import type { PanelDefinition } from '../panel.ts';
import { BloomPanel } from './BloomPanel.tsx';
import { bloomWords } from './words.ts';

const bloomPanel: PanelDefinition = {
  id: 'bloom',
  title: { en: bloomWords.en.title, zh: bloomWords.zh.title },
  Component: BloomPanel,
};

export default bloomPanel;
