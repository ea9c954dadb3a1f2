import type { PanelDefinition } from '../panel.ts';
import { ListPanel } from './ListPanel.tsx';

const listPanel: PanelDefinition = {
  id: 'list',
  title: { en: 'List', zh: '列表' },
  Component: ListPanel,
};

export default listPanel;
