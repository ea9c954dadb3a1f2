import type { PanelDefinition } from '../panel.ts';
import { StreamPanel } from './StreamPanel.tsx';
import { streamWords } from './words.ts';

const streamPanel: PanelDefinition = {
  id: 'stream',
  title: { en: streamWords.en.title, zh: streamWords.zh.title },
  Component: StreamPanel,
};

export default streamPanel;
