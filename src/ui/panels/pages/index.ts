import type { PanelDefinition } from '../panel.ts';
import { PagesPanel } from './PagesPanel.tsx';
import { pagesWords } from './words.ts';

const pagesPanel: PanelDefinition = {
  id: 'pages',
  title: { en: pagesWords.en.title, zh: pagesWords.zh.title },
  Component: PagesPanel,
};

export default pagesPanel;
