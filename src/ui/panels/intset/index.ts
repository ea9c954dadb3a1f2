import type { PanelDefinition } from '../panel.ts';
import { IntsetPanel } from './IntsetPanel.tsx';

const intsetPanel: PanelDefinition = {
  id: 'intset',
  title: { en: 'Integer set', zh: '整数集合' },
  Component: IntsetPanel,
};

export default intsetPanel;
