import type { PanelDefinition } from '../panel.ts';
import { SkiplistPanel } from './SkiplistPanel.tsx';

const skiplistPanel: PanelDefinition = {
  id: 'skiplist',
  title: { en: 'Skiplist', zh: '跳表' },
  Component: SkiplistPanel,
};

export default skiplistPanel;
