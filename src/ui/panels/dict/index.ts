import type { PanelDefinition } from '../panel.ts';
import { DictPanel } from './DictPanel.tsx';

const dictPanel: PanelDefinition = {
  id: 'dict',
  title: { en: 'Dictionary', zh: '字典' },
  Component: DictPanel,
};

export default dictPanel;
