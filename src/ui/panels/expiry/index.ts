import type { PanelDefinition } from '../panel.ts';
import { ExpiryPanel } from './ExpiryPanel.tsx';
import { expiryWords } from './words.ts';

const expiryPanel: PanelDefinition = {
  id: 'expiry',
  title: { en: expiryWords.en.title, zh: expiryWords.zh.title },
  Component: ExpiryPanel,
};

export default expiryPanel;
