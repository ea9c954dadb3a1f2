import type { PanelDefinition } from '../panel.ts';
import { SentinelPanel } from './SentinelPanel.tsx';

const sentinelPanel: PanelDefinition = {
  id: 'sentinel',
  title: { en: 'Sentinels', zh: '哨兵' },
  Component: SentinelPanel,
};

export default sentinelPanel;
